#include "app/gl/passes/floor_map.h"

#include "app/gl/base/gl_memory.h"
#include "app/gl/base/smooth_texture.h"
#include "app/gl/base/texture_units.h"
namespace app {

FloorMap::FloorMap(const ShaderFiles& files, const Look& look)
    : side_(look.sun_map_px > 0 ? look.floor_map_px : 0) {
    if (side_ == 0) return;
    light_.emplace(files, "ground/floor_light.frag");
    glProgramUniform1f(*light_, 0, 1 / float(side_));
    store_smooth(sun_, GL_R8, side_, side_);
    glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, sun_, 0);
}

void FloorMap::draw() {
    light_->begin({sun_, framebuffer_, GL_R8, side_, side_});
    light_->draw();
}

void FloorMap::bind() const {
    if (side_ == 0) return;
    glBindTextureUnit(kFloorUnit, sun_);
    glBindSampler(kFloorUnit, 0);
}

void FloorMap::list(MemoryList& to) const {
    if (side_ > 0) to.add("floor map", texture_bytes(sun_));
}

}  // namespace app
