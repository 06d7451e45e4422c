#include "app/gl/passes/sky_map.h"

namespace app {

static constexpr GLuint kSkyFitBinding = 2;

SkyMap::SkyMap(const ShaderFiles& files, const Look& look) {
    if (look.sky_map_px == 0) return;
    Look of_map = look;
    of_map.sun_map_px = look.sky_map_px;
    map_.emplace(files, of_map);
    const GLfloat far[] = {1, 1, 1, 1};
    glSamplerParameterfv(depths_, GL_TEXTURE_BORDER_COLOR, far);
    for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
        glSamplerParameteri(depths_, wrap, GL_CLAMP_TO_BORDER);
    for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
        glSamplerParameteri(depths_, filter, GL_NEAREST);
}

FrameBlock SkyMap::light_frame(const FrameBlock& frame) const {
    FrameBlock as_sun = frame;
    as_sun.world_to_sun = frame.world_to_sky;
    as_sun.view_to_sun = frame.view_to_sky;
    as_sun.sun_map = {frame.sky_map.x, frame.sky_map.y, 0, 0};
    return as_sun;
}

void SkyMap::bind(GLuint bounds) const {
    if (!map_) return;
    map_->bind(kSkyUnit);
    map_->bind(kSkyDepthUnit);
    glBindSampler(kSkyDepthUnit, depths_);
    glBindBufferBase(GL_UNIFORM_BUFFER, kSkyFitBinding, bounds);
}

void SkyMap::list(MemoryList& to) const {
    if (map_) map_->list(to, "sky map");
}

}  // namespace app
