// Shadows of bodies that are boxes, on a sun map that the world's own backend draws: of each box the far sides, whose
// own depth no lit side can meet, as GL draws them (shaders/meshes/box_sun.vert).
//
// The light's rays are parallel: where one leaves the slab between two sides is affine in the place on the map.
#pragma once
#include "app/observe/pixel_word.h"
#include "app/observe/pixels.h"
#include "app/observe/sun_bounds.h"

namespace app {

/// The map to be made.
struct BoxShadowView {
    SunView sun;
    uint32_t side;  // in texels
};

inline constexpr float kLeastSunSlope = 1e-6f;  // of the light along an axis: its inverse is finite

template <class Pixels>
HOST_DEVICE inline void draw_box_shadow(const BoxShadowView& view, const SunBounds& fit, const sim::Box& box,
                                        uint32_t* map) {
    const sim::Vec3 half = box.max * 0.5f - box.min * 0.5f;
    const sim::Vec3 place = sun_place(view.sun, box.min * 0.5f + box.max * 0.5f);
    const sim::Vec3 &right = view.sun.axis[0], &up = view.sun.axis[1], &ahead = view.sun.axis[2];
    const float side = float(view.side), x_m = fit.size[0] / side, y_m = fit.size[1] / side;  // of a texel
    const float x = (place.x - fit.low[0]) / x_m, y = (place.y - fit.low[1]) / y_m;
    // Of the slab across an axis, from the box's middle: half of the way through it, and how that shifts per texel.
    float through[3], per_x[3], per_y[3], half_x = 0, half_y = 0, half_z = 0;
    for (int k = 0; k < 3; ++k) {
        const float slope = fabsf(ahead[k]) > kLeastSunSlope ? ahead[k] : kLeastSunSlope;
        through[k] = half[k] / fabsf(slope);
        per_x[k] = -right[k] * x_m / slope;
        per_y[k] = -up[k] * y_m / slope;
        half_x += fabsf(right[k]) * half[k] / x_m;
        half_y += fabsf(up[k]) * half[k] / y_m;
        half_z += fabsf(ahead[k]) * half[k];
    }
    const uint32_t least =
        uint32_t(clamp_to_one((place.z - half_z - fit.low[2]) / fit.size[2]) * kSunWordOne);
    const PixelSpan columns = pixel_span(x, half_x, side), rows = pixel_span(y, half_y, side);
    for (int row = rows.first; row <= rows.last; ++row) {
        const float off_y = float(row) + 0.5f - y;
        uint32_t* const line = map + size_t(row) * view.side;
        for (int column = columns.first; column <= columns.last; ++column) {
            if (Pixels::seen(line + column) < least) continue;
            const float off_x = float(column) + 0.5f - x;
            float enter = -1e30f, leave = 1e30f;
            for (int k = 0; k < 3; ++k) {
                const float shift = per_x[k] * off_x + per_y[k] * off_y;
                enter = sim::larger(enter, shift - through[k]);
                leave = sim::smaller(leave, shift + through[k]);
            }
            if (!(enter <= leave)) continue;
            const float depth = clamp_to_one((place.z + leave - fit.low[2]) / fit.size[2]);
            Pixels::keep_least(line + column, uint32_t(depth * kSunWordOne));
        }
    }
}

/// Places all boxes in a map of words.
template <class Exec>
void place_box_shadows(Exec& exec, const BoxShadowView& view, const sim::BodyView& bodies,
                       const SunBounds* fit, uint32_t* map) {
    set_bytes(exec, map, 0xff, sun_word_bytes(view.side));
    const sim::Box* const boxes = bodies.boxes;
    exec.each(
        "box shadows", bodies.count, sizeof(sim::Box),
        [=] HOST_DEVICE(uint32_t slot) { draw_box_shadow<Pixels>(view, *fit, boxes[slot], map); }, 1024);
}

}  // namespace app
