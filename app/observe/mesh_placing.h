// Bodies with meshes: the world's own backend leaves out those beside the view and sorts the others by shape
// and level of detail, stably, so that GL draws each group in one command whose number of instances the host
// never needs to know. Small ones it may draw itself (mesh_points.h).
#pragma once
#include <cstddef>
#include <cstring>

#include "app/observe/instances.h"
#include "app/observe/screen_view.h"

namespace app {

inline constexpr uint32_t kMeshLevels = 2;  // whole and coarse; beyond these a spot
inline constexpr float kPointsPx = 32;      // a body's diameter below which a device draws it faster than GL
inline constexpr float kCoarsePx = 60, kSpotPx = 6;  // a body's diameter below which the next level is enough

struct MeshRange {
    uint32_t indices, first_index, base_vertex;  // in the buffers that GL draws from
};

struct MeshView : ScreenView {
    float coarse_px, spot_px;
    float points_px;  // smaller bodies are drawn as points, by the backend; 0: none
    uint32_t selected, shapes, bodies;
    uint32_t points_each;           // of each shape
    bool closed;                    // no shape's inner side is ever seen
    bool casters = false;           // what the sun sees: what the clip plane touches is not in it
    sim::Vec4 clip = kNoClipPlane;  // world
    MeshRange ranges[kMostShapes * kMeshLevels];
    float spot_radius_m[kMostShapes], area_m2[kMostShapes];
};

/// Returns the view with which all bodies, wherever they are, are drawn as coarse meshes: what the sun sees.
inline MeshView all_coarse(MeshView view) {
    static_cast<ScreenView&>(view) = {};
    view.turn[2][3] = -1;  // every centre lies straight before the eye
    view.coarse_px = HUGE_VALF;
    view.spot_px = view.points_px = 0;
    view.casters = true;
    return view;
}

/// A listed body, as vertex attributes.
struct MeshInstance {
    sim::Vec3 place;
    float spot_radius_m;
    sim::Quaternion turn;
    uint32_t word;  // slot, and kSelectedBit
    uint32_t unused[3];
};
static_assert(sizeof(MeshInstance) == 48);

/// GL's command to draw a group.
struct MeshCommand {
    uint32_t indices, instances, first_index, base_vertex, first_instance;
};

/// First in the buffer (MeshLayout).
struct MeshHead {
    MeshCommand groups[kMostShapes * kMeshLevels];
    uint32_t spots[4];         // vertices, instances, first, base instance
    uint32_t listed, pointed;  // bodies: instances that follow, and those behind them that are points
    uint32_t selected_slot;    // of the points; kNobody: none
    uint32_t unused[9];
};
static_assert(sizeof(MeshHead) % 16 == 0);

/// Offsets of the parts in one buffer: head, instances. The pixels of the points are in the scratch.
struct MeshLayout {
    size_t instances, bytes;

    static MeshLayout of(const MeshView& view) {
        constexpr size_t kAlign = 256;
        const auto after = [](size_t bytes) { return (bytes + kAlign - 1) / kAlign * kAlign; };
        MeshLayout at;
        at.instances = after(sizeof(MeshHead));
        at.bytes = at.instances + view.bodies * sizeof(MeshInstance);
        return at;
    }
};

struct MeshArrays {
    MeshHead* head;
    uint64_t* pixels;  // depth's bits << 32 | slot << kPointBits | point, rows from below
    MeshInstance* instances;

    MeshArrays(void* base, const MeshLayout& at, void* words)
        : head(static_cast<MeshHead*>(base)),
          pixels(static_cast<uint64_t*>(words)),
          instances(reinterpret_cast<MeshInstance*>(static_cast<char*>(base) + at.instances)) {}
};

/// Groups: every shape's levels, then spots, then points, then what is not seen.
inline constexpr uint32_t kMostGroups = kMostShapes * kMeshLevels + 3;
inline constexpr int kGroupBits = 8;
static_assert(kMostGroups <= 1u << kGroupBits);
HOST_DEVICE inline uint32_t spot_group(const MeshView& view) { return view.shapes * kMeshLevels; }
HOST_DEVICE inline uint32_t point_group(const MeshView& view) { return spot_group(view) + 1; }
HOST_DEVICE inline uint32_t unseen_group(const MeshView& view) { return spot_group(view) + 2; }

/// Returns the distance of a body in front of the eye; of a body around the eye its radius.
HOST_DEVICE inline float distance_of(const sim::Vec3& centre, float radius) {
    return -centre.z > radius ? -centre.z : radius;
}

/// Points with which a surface is drawn without holes, by its area and the pixels per metre.
inline constexpr float kPointsAPixel = 1.5f;  // of the surface, seen or not
inline constexpr float kLeastPoints = 12;     // of a body, however small
HOST_DEVICE inline float points_wanted(float area_m2, float px_per_m) {
    return sim::larger(kPointsAPixel * area_m2 * px_per_m * px_per_m, kLeastPoints);
}

HOST_DEVICE inline uint32_t group_of(const MeshView& view, const sim::BodyView& bodies, uint32_t slot) {
    const sim::Vec4 p = bodies.position_radius[slot];
    const sim::Vec3 centre = to_view(view, sim::xyz(p));
    if (!in_frustum(view, centre, p.w)) return unseen_group(view);
    const float cut_m = beyond(view.clip, sim::xyz(p));
    if (cut_m >= p.w || (view.casters && cut_m > -p.w)) return unseen_group(view);
    const float px_per_m = view.px_per_slope / distance_of(centre, p.w), diameter_px = 2 * p.w * px_per_m;
    const uint32_t shape = shape_of(bodies, slot, view.shapes);
    // What the clip plane cuts open is drawn as its mesh, however small: that alone has an inside.
    const bool cut_open = cut_m > -p.w;
    if (!cut_open && diameter_px < view.points_px &&
        points_wanted(view.area_m2[shape], px_per_m) < float(view.points_each))
        return point_group(view);
    if (!cut_open && diameter_px < view.spot_px) return spot_group(view);
    return shape * kMeshLevels + (diameter_px < view.coarse_px ? 1 : 0);
}

HOST_DEVICE inline MeshInstance mesh_instance(const MeshView& view, const sim::BodyView& bodies,
                                              uint32_t slot) {
    const uint32_t word = bodies.id[slot] == view.selected ? slot | kSelectedBit : slot;
    return {sim::xyz(bodies.position_radius[slot]),
            view.spot_radius_m[shape_of(bodies, slot, view.shapes)],
            bodies.orientation[slot],
            word,
            {}};
}

/// Computes from the groups' sizes where each starts, into `counts`, and GL's commands.
HOST_DEVICE inline void finish_meshes(const MeshView& view, uint32_t* counts, MeshHead& head) {
    uint32_t first = 0;
    for (uint32_t group = 0; group <= unseen_group(view); ++group) {
        const uint32_t size = counts[group];
        counts[group] = first;
        if (group < spot_group(view)) {
            const MeshRange& range = view.ranges[group];
            head.groups[group] = {range.indices, size, range.first_index, range.base_vertex, first};
        } else if (group == spot_group(view)) {
            head.spots[0] = size;
            head.spots[1] = 1;
            head.spots[2] = first;
            head.spots[3] = 0;
        } else if (group == point_group(view)) {
            head.listed = first;
            head.pointed = size;
        }
        first += size;
    }
    head.selected_slot = sim::kNobody;
}

}  // namespace app
