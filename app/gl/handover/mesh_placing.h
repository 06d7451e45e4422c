// Bodies with meshes: the world's own backend leaves out those beside the view and sorts the others by shape
// and level of detail, stably, so that GL draws each group in one command whose number of instances the host
// never needs to know. One function a body, shared by both backends.
#pragma once
#include <cstddef>
#include <cstring>
#include <span>

#include "app/gl/handover/instances.h"
#include "app/gl/handover/screen_view.h"

namespace app {

inline constexpr uint32_t kMeshLevels = 2;           // whole and coarse; beyond these a spot
inline constexpr float kCoarsePx = 60, kSpotPx = 6;  // a body's diameter below which the next level is enough

struct MeshRange {
    uint32_t indices, first_index, base_vertex;  // in the buffers that GL draws from
};

struct MeshView : ScreenView {
    float coarse_px, spot_px;
    uint32_t selected, shapes;
    MeshRange ranges[kMostShapes * kMeshLevels];
    float spot_radius_m[kMostShapes];
};

/// Of all bodies, wherever they are, the coarse meshes: what the sun sees.
inline MeshView all_coarse(MeshView view) {
    static_cast<ScreenView&>(view) = {};
    view.turn[2][3] = -1;  // every centre lies straight before the eye
    view.coarse_px = HUGE_VALF;
    view.spot_px = 0;
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

/// First in the buffer; MeshInstances follow.
struct MeshHead {
    MeshCommand groups[kMostShapes * kMeshLevels];
    uint32_t spots[4];  // vertices, instances, first, base instance
    uint32_t listed, unused[11];
};
static_assert(sizeof(MeshHead) % 16 == 0);

/// Groups: every shape's levels, then spots, then what is not seen.
inline constexpr uint32_t kMostGroups = kMostShapes * kMeshLevels + 2;
HOST_DEVICE inline uint32_t spot_group(const MeshView& view) { return view.shapes * kMeshLevels; }
HOST_DEVICE inline uint32_t unseen_group(const MeshView& view) { return spot_group(view) + 1; }

HOST_DEVICE inline uint32_t group_of(const MeshView& view, const sim::BodyView& bodies, uint32_t slot) {
    const sim::Vec4 p = bodies.position_radius[slot];
    const sim::Vec3 centre = to_view(view, sim::xyz(p));
    if (!in_frustum(view, centre, p.w)) return unseen_group(view);
    const float diameter_px = 2 * p.w * view.px_per_slope / (-centre.z > p.w ? -centre.z : p.w);
    if (diameter_px < view.spot_px) return spot_group(view);
    return shape_of(bodies, slot, view.shapes) * kMeshLevels + (diameter_px < view.coarse_px ? 1 : 0);
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

/// From the groups' sizes: where each starts, into `counts`, and GL's commands.
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
        } else {
            head.listed = first;
        }
        first += size;
    }
}

/// Host memory, on all threads; done when it returns. `out`: a MeshHead and room for all bodies.
void place_meshes_cpu(const MeshView& view, const sim::BodyView& bodies, void* out);

/// Device memory, queued on the stream, without an allocation; `scratch`: mesh_scratch_bytes() of device
/// memory. Only in builds with CUDA.
void place_meshes_cuda(const MeshView& view, const sim::BodyView& bodies, void* out,
                       std::span<std::byte> scratch, sort::Stream stream);
size_t mesh_scratch_bytes(uint32_t bodies);

}  // namespace app
