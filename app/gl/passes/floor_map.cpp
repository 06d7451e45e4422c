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
}

void FloorMap::draw() {
    if (!map_) {
        map_.emplace();
        store_smooth(map_->sun, GL_R8, side_, side_);
        glNamedFramebufferTexture(map_->framebuffer, GL_COLOR_ATTACHMENT0, map_->sun, 0);
    }
    light_->begin({map_->sun, map_->framebuffer, GL_R8, side_, side_});
    light_->draw();
    glBindTextureUnit(kFloorUnit, map_->sun);
    glBindSampler(kFloorUnit, 0);
}

void FloorMap::list(MemoryList& to) const {
    if (map_) to.add("floor map", texture_bytes(map_->sun));
}

}  // namespace app
