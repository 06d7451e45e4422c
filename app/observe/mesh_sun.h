// Shadows of many bodies with meshes: the world's own backend draws points of their surfaces (mesh_points.h) into
// the sun map, as it draws the discs of the sphere raster (raster_discs.h). GL takes 30 ms for the triangles of 100,000
// chairs (H200).
#pragma once
#include "app/observe/mesh_points.h"
#include "app/observe/sun_bounds.h"

namespace app {

inline constexpr uint32_t kSunPointsFrom = 4000;  // bodies; the meshes of fewer are GL's
inline constexpr float kMostSunPoints = 4e7f;     // of all bodies; with fewer than wanted each is a square
inline constexpr float kMostSunSquare = 4;        // texels along a side

struct MeshSunView {
    SunView sun;
    uint32_t side;  // of the map, in texels
    uint32_t bodies, shapes, points_each;
    bool closed;                    // as in MeshView, like the next
    sim::Vec4 clip = kNoClipPlane;  // world
    float area_m2[kMostShapes];

    static MeshSunView of(const MeshView& meshes, const SunView& sun, uint32_t side) {
        MeshSunView view = {
            sun, side, meshes.bodies, meshes.shapes, meshes.points_each, meshes.closed, meshes.clip, {}};
        memcpy(view.area_m2, meshes.area_m2, sizeof view.area_m2);
        return view;
    }
};

/// The points `first`, `first` + `stride`, ... of a body into the map. Of closed meshes those that the sun does not
/// reach: their own depth meets no lit side.
HOST_DEVICE inline void draw_sun_points(const MeshSunView& view, const SunBounds& fit,
                                        const MeshPoint* points, const sim::BodyView& bodies, uint32_t slot,
                                        uint32_t first, uint32_t stride, uint32_t* map) {
    const sim::Vec4 sphere = bodies.position_radius[slot];
    if (!casts_shadow(view.clip, sim::xyz(sphere), sphere.w)) return;
    const uint32_t shape = shape_of(bodies, slot, view.shapes), own = shape * view.points_each;
    const float side = float(view.side), scale_x = side / fit.size[0], scale_y = side / fit.size[1];
    const float wanted = points_wanted(view.area_m2[shape], sim::larger(scale_x, scale_y));
    const float most = sim::smaller(float(view.points_each), kMostSunPoints / float(view.bodies));
    const float count = sim::smaller(wanted, sim::larger(most, kLeastPoints));
    const float half = 0.5f * sim::smaller(ceilf(sqrtf(wanted / count)), kMostSunSquare);
    const sim::Vec3 centre = sim::xyz(sphere);
    const sim::Matrix3 turn = sim::rotation(bodies.orientation[slot]);
    for (uint32_t k = own + first; k < own + uint32_t(count); k += stride) {
        const MeshPoint point = points[k];
        if (view.closed && dot(turn * unpacked_normal(point.normal), view.sun.axis[2]) <= 0) continue;
        const sim::Vec3 place = sun_place(view.sun, centre + turn * point.place);
        const float depth = clamp_to_one((place.z - fit.low[2]) / fit.size[2]);
        const uint32_t word = uint32_t(depth * kSunWordOne);
        const PixelSpan columns = pixel_span((place.x - fit.low[0]) * scale_x, half, side);
        const PixelSpan rows = pixel_span((place.y - fit.low[1]) * scale_y, half, side);
        for (int row = rows.first; row <= rows.last; ++row)
            for (int column = columns.first; column <= columns.last; ++column)
                Pixels::keep_least(map + size_t(row) * view.side + size_t(column), word);
    }
}

struct DrawSunPoints {
    MeshSunView view;
    const SunBounds* fit;
    sim::BodyView bodies;
    const MeshPoint* points;
    uint32_t* map;

    template <class Group>
    HOST_DEVICE void operator()(const Group& group, uint32_t slot) const {
        draw_sun_points(view, *fit, points, bodies, slot, group.member(), group.size(), map);
    }
};

/// Places the points of all bodies, on a device a warp each. `points`: view.points_each of each shape.
template <class Exec>
void place_sun_points(Exec& exec, const MeshSunView& view, const SunBounds* fit, const sim::BodyView& bodies,
                      const MeshPoint* points, uint32_t* map) {
    set_bytes(exec, map, 0xff, sun_word_bytes(view.side));
    exec.by_group(sim::ByLanes<32>{}, "sun points", bodies.count, 0,
                  DrawSunPoints{view, fit, bodies, points, map}, 256);
}

}  // namespace app
