// Bodies with meshes, listed by group for GL, and their points drawn: a stable sort of slots by group.
#pragma once
#include "app/observe/mesh_points.h"
#include "app/observe/slot_sorter.h"

namespace app {

struct GroupSizes {
    uint32_t size[kMostGroups];
};

/// Notes the group of a body, and counts it.
struct NoteGroup {
    MeshView view;
    sim::BodyView bodies;
    uint32_t *groups, *slots;

    template <class Add>
    HOST_DEVICE void operator()(uint32_t slot, GroupSizes& own, const Add& to) const {
        const uint32_t group = group_of(view, bodies, slot);
        groups[slot] = group;
        slots[slot] = slot;
        to.add(&own.size[group]);
    }
};

/// Draws the points of a body, on a device by a warp. Those that are points follow those that are listed.
struct DrawPoints {
    MeshView view;
    sim::BodyView bodies;
    const uint32_t* slots;
    const MeshPoint* points;
    MeshArrays out;

    template <class Group>
    HOST_DEVICE void operator()(const Group& group, uint64_t i) const {
        draw_points(view, points, bodies, slots[out.head->listed + i], group.member(), group.size(), out);
    }
};

/// Writes a MeshLayout to `out`. `points`: view.points_each of each shape. `pixels`: room for the pixels' words
/// (pixel_word.h), used where there are points. `sizes` and `sorter`: for the sort, of at least bodies.count.
template <class Exec>
void place_meshes(Exec& exec, const MeshView& view, const sim::BodyView& bodies, const MeshPoint* points,
                  void* out, void* pixels, GroupSizes* sizes, SlotSorter<Exec>& sorter) {
    constexpr uint32_t kGrain = 4096;
    const MeshArrays arrays(out, MeshLayout::of(view), pixels);
    MeshHead* const head = arrays.head;
    set_bytes(exec, sizes, 0, sizeof(GroupSizes));
    exec.each_reduced("meshes/group", bodies.count, sizeof(sim::Vec4) * 2, Tally<GroupSizes, 0>{sizes},
                      NoteGroup{view, bodies, sorter.keys(), sorter.slots()}, kGrain);
    sorter.sort(exec, "meshes/sort", bodies.count, kGroupBits);
    exec.each("meshes/begin", 1, 0, [=] HOST_DEVICE(uint32_t) { finish_meshes(view, sizes->size, *head); });
    const uint32_t* const slots = sorter.slots();
    exec.each(
        "meshes/list", bodies.count, sizeof(MeshInstance),
        [=] HOST_DEVICE(uint32_t place) {
            if (place < head->listed) arrays.instances[place] = mesh_instance(view, bodies, slots[place]);
        },
        kGrain);
    if (!(view.points_px > 0)) return;
    set_bytes(exec, arrays.pixels, 0xff, pixel_word_bytes(view));
    exec.by_group(sim::ByLanes<32>{}, "meshes/points", sim::CountedItems{&head->pointed, bodies.count},
                  DrawPoints{view, bodies, slots, points, arrays}, 256);
}

}  // namespace app
