// Small bodies with meshes as points of their surface: the world's own backend finds which body is seen at each
// pixel, as of the sphere raster (sphere_raster.h), so that GL need not draw millions of triangles smaller than pixels
// (34 ms for 100,000 chairs at 1920x1080 on an H200). The points of a shape lie evenly on it, those before any
// number as well: a body takes as many as its size on the screen asks for.
#pragma once
#include "app/observe/mesh_placing.h"
#include "app/observe/pixel_word.h"
#include "app/observe/pixels.h"
#include "sim/math/rigid.h"

namespace app {

/// A place on a shape's surface, in the body frame.
struct MeshPoint {
    sim::Vec3 place;
    uint32_t normal;  // x, y, z as signed fields of 10 bits
};
static_assert(sizeof(MeshPoint) == 16);

/// A pixel's word has room for the depth, the slot and the number of the point.
inline constexpr uint32_t kPointBits = 12, kMostPoints = 1u << kPointBits;  // of all shapes together
inline constexpr uint32_t kMostPointBodies = 1u << (32 - kPointBits);

HOST_DEVICE inline sim::Vec3 unpacked_normal(uint32_t normal) {
    const auto part = [&](int shift) { return float(int32_t(normal << (22 - shift)) >> 22) * (1.0f / 511); };
    return {part(0), part(10), part(20)};
}

/// Returns the columns of the view's turn times a body's.
HOST_DEVICE inline sim::Matrix3 turn_in_view(const ScreenView& view, const sim::Quaternion& turn) {
    const sim::Matrix3 own = sim::rotation(turn);
    const auto turned = [&](const sim::Vec3& v) {
        const auto row = [&](const float* r) { return r[0] * v.x + r[1] * v.y + r[2] * v.z; };
        return sim::Vec3{row(view.turn[0]), row(view.turn[1]), row(view.turn[2])};
    };
    return {turned(own.x), turned(own.y), turned(own.z)};
}

/// The points `first`, `first` + `stride`, ... of a body into the picture's pixels; the nearest stays.
HOST_DEVICE inline void draw_points(const MeshView& view, const MeshPoint* points,
                                    const sim::BodyView& bodies, uint32_t slot, uint32_t first,
                                    uint32_t stride, const MeshArrays& out) {
    const sim::Vec3 centre = to_view(view, sim::xyz(bodies.position_radius[slot]));
    const uint32_t shape = shape_of(bodies, slot, view.shapes), own = shape * view.points_each;
    if (bodies.id[slot] == view.selected) out.head->selected_slot = slot;
    const float px_per_m = view.px_per_slope / distance_of(centre, bodies.position_radius[slot].w);
    const float wanted = points_wanted(view.area_m2[shape], px_per_m);
    const uint32_t count = wanted < float(view.points_each) ? uint32_t(wanted) : view.points_each;
    const sim::Matrix3 turn = turn_in_view(view, bodies.orientation[slot]);
    for (uint32_t k = own + first; k < own + count; k += stride) {
        const MeshPoint point = points[k];
        const sim::Vec3 at = centre + turn * point.place;
        if (view.closed && dot(turn * unpacked_normal(point.normal), at) >= 0) continue;
        const float x = (0.5f - 0.5f * view.slope_x * at.x / at.z) * view.width;
        const float y = (0.5f - 0.5f * view.slope_y * at.y / at.z) * view.height;
        const float depth = window_depth(view, at.z);
        if (!(at.z < 0 && x >= 0 && x < view.width && y >= 0 && y < view.height && depth < 1)) continue;
        Pixels::keep_least(out.pixels + size_t(y) * size_t(view.width) + size_t(x),
                           pixel_word(depth, slot << kPointBits | k));
    }
}

}  // namespace app
