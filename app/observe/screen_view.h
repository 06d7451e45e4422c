// The camera as plain floats, for what the world's backend does for the picture: shaders/frame/common.glsl's numbers.
#pragma once
#include "sim/math/vec3.h"

namespace app {

struct ScreenView {
    float turn[3][4];                                  // rows of the view matrix
    float slope_x, slope_y, depth_scale, depth_shift;  // of the projection
    float width, height, px_per_slope;
};

HOST_DEVICE inline sim::Vec3 to_view(const ScreenView& view, const sim::Vec3& p) {
    const auto row = [&](const float* r) { return r[0] * p.x + r[1] * p.y + r[2] * p.z + r[3]; };
    return {row(view.turn[0]), row(view.turn[1]), row(view.turn[2])};
}

inline constexpr float kNoClip = 1e30f;  // minus this as a clip plane's w: nothing is cut away
inline constexpr sim::Vec4 kNoClipPlane = {0, 0, 0, -kNoClip};

/// Returns how far, in m, a place of the world lies beyond the clip plane. Places beyond it are cut away.
HOST_DEVICE inline float beyond(const sim::Vec4& clip, const sim::Vec3& p) {
    return clip.x * p.x + clip.y * p.y + clip.z * p.z + clip.w;
}

/// Returns whether a sphere casts a shadow: one that the clip plane touches does not
/// (shaders/frame/common.glsl).
HOST_DEVICE inline bool casts_shadow(const sim::Vec4& clip, const sim::Vec3& p, float radius) {
    return beyond(clip, p) <= -radius;
}

/// Returns whether neither one of the four planes through the eye nor the eye's own leaves the sphere outside.
HOST_DEVICE inline bool in_frustum(const ScreenView& view, const sim::Vec3& centre, float radius) {
    const auto outside = [&](float x, float slope) {
        return (fabsf(x) * slope + centre.z) / sqrtf(slope * slope + 1);
    };
    return centre.z < radius && outside(centre.x, view.slope_x) < radius &&
           outside(centre.y, view.slope_y) < radius;
}

}  // namespace app
