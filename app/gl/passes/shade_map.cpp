#include "app/gl/passes/shade_map.h"

#include "app/gl/base/gl_memory.h"
#include "app/gl/base/smooth_texture.h"
#include "app/gl/base/texture_units.h"

namespace app {

ShadeMap::ShadeMap(const ShaderFiles& files) : shade_(files, "ground/shade.vert", "ground/shade.frag") {}

void ShadeMap::resize(int side) {
    if (side_ != side) map_.reset();
    side_ = side;
}

void ShadeMap::draw(uint32_t bodies, const SpherePass& spheres, SphereRasterPass* raster) {
    if (!map_) {
        map_.emplace();
        store_smooth(map_->light, GL_R8, side_, side_);
        glNamedFramebufferTexture(map_->framebuffer, GL_COLOR_ATTACHMENT0, map_->light, 0);
    }
    glBindTextureUnit(kShadeUnit, map_->light);
    glBindSampler(kShadeUnit, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, map_->framebuffer);
    glViewport(0, 0, side_, side_);
    if (raster) return raster->draw_shade();
    const GLfloat light[] = {1, 1, 1, 1};
    glClearNamedFramebufferfv(map_->framebuffer, GL_COLOR, 0, light);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ZERO, GL_SRC_COLOR);
    glUseProgram(shade_);
    glBindVertexArray(spheres.instances_of_points());
    glDrawArrays(GL_POINTS, 0, GLsizei(bodies));
    glDisable(GL_BLEND);
}

void ShadeMap::list(MemoryList& to) const {
    if (map_) to.add("contact shade", texture_bytes(map_->light));
}

}  // namespace app
