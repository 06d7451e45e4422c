// One depth map for stills, as the sky's light of a sub-picture sees the world. It is drawn as the sun's,
// with the light in the sun's place.
//
// Input, cost: as app/gl/passes/sun_map.h; the ground casts nothing where the light stands below the horizon. Output:
// depth, and where the map lies. Format: 32-bit float, a square of Look::sky_map_px.
#pragma once
#include <optional>

#include "app/gl/passes/sun_map.h"

namespace app {

class SkyMap {
public:
    SkyMap(const ShaderFiles& files, const Look& look);

    bool there() const { return map_.has_value(); }
    int side() const { return map_->side(); }
    /// Returns a frame with the light where the sun is.
    FrameBlock light_frame(const FrameBlock& frame) const;
    void draw(const SunMap::Casters& casters) { map_->draw(casters); }
    /// Binds the map for all that is drawn from now on. `bounds`: of the bodies as the light sees them, SunBounds.
    void bind(GLuint bounds) const;

    void list(MemoryList& to) const;

private:
    std::optional<SunMap> map_;
    GlSampler depths_;  // reads depths as numbers; the map's own compares them
};

}  // namespace app
