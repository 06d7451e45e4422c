// The raster's picture: a thread a body or, on a device, a warp or a block where it is large.
#pragma once
#include "app/observe/slot_sorter.h"
#include "app/observe/sphere_raster.h"

namespace app {

HOST_DEVICE inline SphereVisibility sight_of(const RasterView& view, const Instance& body) {
    return sight_of(view, to_view(view, {body.x, body.y, body.z}), body.radius);
}

/// The large spheres, as sort_few takes them.
struct ListedLarge {
    RasterArrays out;
    const Instance* instances;

    uint32_t size() const { return out.head->points[0]; }
    uint32_t key(uint32_t i) const { return out.large[i].slot; }
    void put(uint32_t i, uint32_t slot) const { out.large[i] = {instances[slot], slot, 0}; }
};

/// Sorts the boxes by slot: lines are blended, and the order of atomics would flicker.
template <class Exec>
void sort_boxes(Exec& exec, RasterBody* boxes, const Instance* instances, SlotSorter<Exec>& sorter) {
    uint32_t *const keys = sorter.keys(), *const slots = sorter.slots();
    exec.each("raster/boxes", kMostBoxes, sizeof(RasterBody), [=] HOST_DEVICE(uint32_t i) {
        keys[i] = boxes[i].slot;  // of what is not listed the greatest
        slots[i] = i;
    });
    sorter.sort(exec, "raster/boxes", kMostBoxes, 32);
    exec.each("raster/boxes", kMostBoxes, sizeof(RasterBody), [=] HOST_DEVICE(uint32_t i) {
        if (keys[i] != sim::kNobody) boxes[i] = {instances[keys[i]], keys[i], 0};
    });
}

/// Draws a body in the list of those that a warp or a block draws, unless nearer ones hide it (`farthest`).
struct DrawListed {
    RasterView view;
    const Instance* instances;
    const uint32_t* slots;
    uint64_t* pixels;
    const uint32_t* farthest;
    uint32_t across;  // threads along a row

    template <class Group>
    HOST_DEVICE void operator()(const Group& group, uint64_t i) const {
        draw_body<FreshPixels>(view, instances[slots[i]], slots[i], pixels, farthest,
                               share_of(group.member(), group.size(), across));
    }
};

/// Finds the farthest pixel of a tile.
struct FindFarthest {
    RasterView view;
    const uint64_t* pixels;
    uint32_t* tiles;

    template <class Group>
    HOST_DEVICE void operator()(const Group& group, uint32_t tile) const {
        const int along = int(tiles_along(view.width));
        const int left = int(tile) % along * kTilePx, bottom = int(tile) / along * kTilePx;
        uint32_t farthest = 0;
        for (int i = int(group.member()); i < kTilePx * kTilePx; i += int(group.size())) {
            const int x = left + i % kTilePx, y = bottom + i / kTilePx;
            if (x >= int(view.width) || y >= int(view.height)) continue;
            const uint32_t depth = uint32_t(pixels[size_t(y) * size_t(view.width) + size_t(x)] >> 32);
            if (depth > farthest) farthest = depth;
        }
        farthest = group.most(farthest);
        if (group.member() == 0) tiles[tile] = farthest;
    }
};

/// Draws what is large for one thread and then, where that does not hide them, the others: from near to far, so that
/// most hidden ones are known to be hidden before they are drawn.
template <class Exec>
void draw_shared(Exec& exec, const RasterView& view, const RasterArrays& out, const Instance* instances,
                 uint32_t count) {
    const auto find_farthest = [&] {
        exec.by_group(sim::ByLanes<32>{}, "raster/farthest",
                      tiles_along(view.width) * tiles_along(view.height),
                      kTilePx * kTilePx * sizeof(uint64_t), FindFarthest{view, out.pixels, out.tiles});
    };
    exec.by_group(sim::ByBlock{}, "raster/near", sim::CountedItems{&out.head->near_wanted, kMostShared},
                  DrawListed{view, instances, out.near, out.pixels, nullptr, 32});
    find_farthest();
    exec.by_group(sim::ByLanes<32>{}, "raster/middle",
                  sim::CountedItems{&out.head->middle_wanted, kMostShared},
                  DrawListed{view, instances, out.middle, out.pixels, out.tiles, 16});
    find_farthest();
    exec.each("raster/alone", count, sizeof(Instance), [=] HOST_DEVICE(uint32_t slot) {
        const Instance body = instances[slot];
        // Kernels may round differently: rather drawn twice than by nobody.
        if (is_alone(view, {body.x, body.y, body.z, body.radius}, sight_of(view, body),
                     1.001f * kMostAlonePx))
            draw_body<Pixels>(view, body, slot, out.pixels, out.tiles);
    });
}

/// Writes a RasterLayout to `out`, and the pixels' words into the scratch. Lists are in the order of slots, but on a
/// device the large spheres: of two at exactly the same depth either may be seen there. `sorter`: of
/// kMostBoxes, where there are boxes.
template <class Exec>
void place_raster(Exec& exec, const RasterView& view, const Instance* instances, uint32_t count, void* out,
                  const Scratch& scratch, SlotSorter<Exec>& sorter) {
    const RasterLayout layout = RasterLayout::of(view);
    const RasterArrays arrays(out, layout, scratch);
    RasterHead* const head = arrays.head;
    set_bytes(exec, out, 0, layout.large);
    set_bytes(exec, arrays.pixels, 0xff, pixel_word_bytes(view));
    if (view.box_stride) set_bytes(exec, arrays.boxes, 0xff, layout.bytes - layout.boxes);
    exec.each("raster/begin", 1, 0, [=] HOST_DEVICE(uint32_t) { head->selected.slot = sim::kNobody; });
    exec.each(
        "raster/list", count, sizeof(Instance),
        [=] HOST_DEVICE(uint32_t slot) {
            const Instance body = instances[slot];
            const SphereVisibility sight = sight_of(view, body);
            const bool listed = list_body(view, arrays, body, slot, sight);
            if (!listed || (!view.shares && is_alone(view, {body.x, body.y, body.z, body.radius}, sight)))
                draw_body<Pixels>(view, body, slot, arrays.pixels);
        },
        2048);
    if (view.shares) draw_shared(exec, view, arrays, instances, count);
    exec.each("raster/end", 1, 0, [=] HOST_DEVICE(uint32_t) { finish_raster(*head); });
    if constexpr (Exec::kBackend == sort::Backend::cpu)
        sort_few<kMostLarge>(exec, "raster/large", ListedLarge{arrays, instances});
    if (view.box_stride) sort_boxes(exec, arrays.boxes, instances, sorter);
}

}  // namespace app
