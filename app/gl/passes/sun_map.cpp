#include "app/gl/passes/sun_map.h"

#include "app/gl/base/gl_memory.h"

namespace app {

static constexpr GLuint kWordBinding = 3, kGroundUnit = 8;

/// Beyond the map nothing hides the sun.
static void make_map(GLuint texture, GLenum format, int side, GLint filter) {
    glTextureStorage2D(texture, 1, format, side, side);
    glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, filter);
    glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, filter);
    const GLfloat far[] = {1, 1, 1, 1};
    glTextureParameterfv(texture, GL_TEXTURE_BORDER_COLOR, far);
    glTextureParameteri(texture, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    glTextureParameteri(texture, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
}

SunMap::SunMap(const ShaderFiles& files, const Look& look)
    : side_(look.sun_map_px), moves_(look.still), soft_(look.soft_shadows) {
    if (side_ == 0) return;
    disc_.emplace(files, "spheres/disc.vert", "spheres/disc.frag");
    large_disc_.emplace(files, "spheres/disc.vert", "spheres/disc.frag", std::vector<std::string>{"QUADS"});
    // Soft shadows read depths as numbers, which a compute shader can write; others compare them.
    computes_ = files.compute() && look.soft_shadows;
    words_program_.emplace(computes_ ? files : files.with_fragments(), "spheres/crowd_discs.frag");
}

/// Made when something is drawn into it: a crowd without a ground needs the words alone.
void SunMap::need_depth() {
    if (depth_) return;
    depth_.emplace();
    make_map(depth_->texture, GL_DEPTH_COMPONENT32F, side_, soft_ ? GL_NEAREST : GL_LINEAR);
    if (!soft_) glTextureParameteri(depth_->texture, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glNamedFramebufferTexture(depth_->framebuffer, GL_DEPTH_ATTACHMENT, depth_->texture, 0);
    glNamedFramebufferDrawBuffer(depth_->framebuffer, GL_NONE);
}

void SunMap::draw(const Casters& casters) {
    if (side_ == 0) return;
    // From below only bodies hide the light that the ground turns back.
    const bool ground = casters.ground.there() && casters.sun.axis[2].y < 0;
    const bool words = casters.points || (casters.crowd && !casters.casters);
    by_words_ = words && computes_;
    if (!by_words_ || ground) {
        begin_depth();
        if (ground) draw_ground(casters);
    }
    if (words)
        draw_words(casters, ground);
    else if (casters.casters)
        casters.meshes.draw_casting(casters.casters);
    else
        casters.spheres.draw_bodies(casters.bodies, *disc_, *large_disc_);
    glDisable(GL_DEPTH_CLAMP);
    glDisable(GL_DEPTH_TEST);
}

void SunMap::begin_depth() {
    need_depth();
    const GLfloat far = 1;
    glBindFramebuffer(GL_FRAMEBUFFER, depth_->framebuffer);
    glViewport(0, 0, side_, side_);
    glClearNamedFramebufferfv(depth_->framebuffer, GL_DEPTH, 0, &far);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_DEPTH_CLAMP);
}

static bool same(const SunView& a, const SunView& b) {
    for (int k = 0; k < 3; ++k) {
        const sim::Vec3 off = a.axis[k] - b.axis[k];
        if (sim::dot(off, off) != 0 || a.least[k] != b.least[k] || a.most[k] != b.most[k]) return false;
    }
    return true;
}

void SunMap::draw_ground(const Casters& casters) {
    const auto copy = [&](GLuint from, GLuint to) {
        glCopyImageSubData(from, GL_TEXTURE_2D, 0, 0, 0, 0, to, GL_TEXTURE_2D, 0, 0, 0, 0, side_, side_, 1);
    };
    if (moves_) return casters.ground.draw_casting();
    if (ground_ && ground_->version == casters.ground.version() && same(ground_->sun, casters.sun))
        return copy(ground_->depth, depth_->texture);
    casters.ground.draw_casting();
    ground_.reset();
    ground_.emplace(Ground{casters.ground.version(), casters.sun, {}});
    glTextureStorage2D(ground_->depth, 1, GL_DEPTH_COMPONENT32F, side_, side_);
    copy(depth_->texture, ground_->depth);
}

/// What the world's backend drew: over the ground, if there is one.
void SunMap::draw_words(const Casters& casters, bool ground) {
    if (casters.points)
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kWordBinding, casters.points);
    else
        casters.crowd->bind_discs();
    if (!computes_) {
        words_program_->begin({0, depth_->framebuffer, GL_DEPTH_COMPONENT32F, side_, side_});
        return words_program_->draw();
    }
    if (!words_) {
        words_.emplace();
        make_map(*words_, GL_R32F, side_, GL_NEAREST);
    }
    glBindTextureUnit(kGroundUnit, ground ? depth_->texture : *words_);
    glBindSampler(kGroundUnit, 0);
    glProgramUniform1ui(*words_program_, 0, ground);
    words_program_->begin({*words_, 0, GL_R32F, side_, side_});
    words_program_->draw();
}

void SunMap::bind(GLuint unit) const {
    if (by_words_ ? !words_ : !depth_) return;
    glBindTextureUnit(unit, by_words_ ? *words_ : depth_->texture);
    glBindSampler(unit, 0);
}

void SunMap::list(MemoryList& to, const char* name) const {
    if (depth_) to.add(name, texture_bytes(depth_->texture));
    if (words_) to.add(name, texture_bytes(*words_));
    if (ground_) to.add(name, texture_bytes(ground_->depth));
}

}  // namespace app
