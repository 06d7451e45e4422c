#include "app/gl/passes/sun_map.h"

namespace app {

static constexpr GLuint kWordBinding = 3;

SunMap::SunMap(const ShaderFiles& files, const Look& look) : side_(look.sun_map_px), moves_(look.still) {
    if (side_ == 0) return;
    disc_.emplace(files, "spheres/disc.vert", "spheres/disc.frag");
    large_disc_.emplace(files, "spheres/disc.vert", "spheres/disc.frag", std::vector<std::string>{"QUADS"});
    crowd_.emplace(files, "frame/fullscreen.vert", "spheres/crowd_discs.frag");
    glTextureStorage2D(depth_, 1, GL_DEPTH_COMPONENT32F, side_, side_);
    const GLint filter = look.soft_shadows ? GL_NEAREST : GL_LINEAR;
    glTextureParameteri(depth_, GL_TEXTURE_MIN_FILTER, filter);
    glTextureParameteri(depth_, GL_TEXTURE_MAG_FILTER, filter);
    if (!look.soft_shadows) glTextureParameteri(depth_, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    // Beyond the map nothing hides the sun.
    const GLfloat far[] = {1, 1, 1, 1};
    glTextureParameterfv(depth_, GL_TEXTURE_BORDER_COLOR, far);
    glTextureParameteri(depth_, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    glTextureParameteri(depth_, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
    glNamedFramebufferTexture(framebuffer_, GL_DEPTH_ATTACHMENT, depth_, 0);
    glNamedFramebufferDrawBuffer(framebuffer_, GL_NONE);
}

void SunMap::draw(const Casters& casters) {
    if (side_ == 0) return;
    const GLfloat far = 1;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glViewport(0, 0, side_, side_);
    glClearNamedFramebufferfv(framebuffer_, GL_DEPTH, 0, &far);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_DEPTH_CLAMP);
    // From below only bodies hide the light that the ground turns back.
    const bool from_above = casters.sun.axis[2].y < 0;
    if (casters.ground.there() && from_above) copy_ground(casters);
    if (casters.points)
        draw_points(casters.points);
    else if (casters.casters)
        casters.meshes.draw_casting(casters.casters);
    else
        draw_spheres(casters);
    glDisable(GL_DEPTH_CLAMP);
    glDisable(GL_DEPTH_TEST);
}

static bool same(const SunView& a, const SunView& b) {
    for (int k = 0; k < 3; ++k) {
        const sim::Vec3 off = a.axis[k] - b.axis[k];
        if (sim::dot(off, off) != 0 || a.least[k] != b.least[k] || a.most[k] != b.most[k]) return false;
    }
    return true;
}

void SunMap::copy_ground(const Casters& casters) {
    const auto copy = [&](GLuint from, GLuint to) {
        glCopyImageSubData(from, GL_TEXTURE_2D, 0, 0, 0, 0, to, GL_TEXTURE_2D, 0, 0, 0, 0, side_, side_, 1);
    };
    if (moves_) return casters.ground.draw_casting();
    if (ground_ && ground_->version == casters.ground.version() && same(ground_->sun, casters.sun))
        return copy(ground_->depth, depth_);
    casters.ground.draw_casting();
    ground_.reset();
    ground_.emplace(Ground{casters.ground.version(), casters.sun, {}});
    glTextureStorage2D(ground_->depth, 1, GL_DEPTH_COMPONENT32F, side_, side_);
    copy(depth_, ground_->depth);
}

void SunMap::draw_spheres(const Casters& casters) {
    if (casters.crowd) {
        glUseProgram(*crowd_);
        casters.crowd->draw_discs();
        return;
    }
    casters.spheres.draw_bodies(casters.bodies, *disc_, *large_disc_);
}

/// The same words as a crowd's discs.
void SunMap::draw_points(GLuint points) {
    glUseProgram(*crowd_);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kWordBinding, points);
    glBindVertexArray(no_vertices_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void SunMap::bind(GLuint unit) const {
    if (side_ == 0) return;
    glBindTextureUnit(unit, depth_);
    glBindSampler(unit, 0);
}

}  // namespace app
