#include "app/gl/passes/shade_map.h"

#include "app/gl/base/gl_memory.h"
#include "app/gl/base/smooth_texture.h"
#include "app/gl/base/texture_units.h"
namespace app {

ShadeMap::ShadeMap(const ShaderFiles& files) : shade_(files, "ground/shade.vert", "ground/shade.frag") {
    resize(kShadePixels);
}

void ShadeMap::resize(int side) {
    if (side_ == side) return;
    side_ = side;
    light_ = GlTexture();
    store_smooth(light_, GL_R8, side, side);
    glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, light_, 0);
}

void ShadeMap::draw(uint32_t bodies, const SpherePass& spheres, CrowdPass* crowd) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glViewport(0, 0, side_, side_);
    if (crowd) return crowd->draw_shade();
    const GLfloat light[] = {1, 1, 1, 1};
    glClearNamedFramebufferfv(framebuffer_, GL_COLOR, 0, light);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ZERO, GL_SRC_COLOR);
    glUseProgram(shade_);
    glBindVertexArray(spheres.instances_of_points());
    glDrawArrays(GL_POINTS, 0, GLsizei(bodies));
    glDisable(GL_BLEND);
}

void ShadeMap::bind() const {
    glBindTextureUnit(kShadeUnit, light_);
    glBindSampler(kShadeUnit, 0);
}

void ShadeMap::list(MemoryList& to) const { to.add("contact shade", texture_bytes(light_)); }

}  // namespace app
