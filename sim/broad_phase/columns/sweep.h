// The sweep inside the columns: whom a box is tested with.
//
// A box looks into the columns that it reaches and those from where boxes reach it, on its own level and on
// every coarser one; in each it tests the boxes from the first whose max may be at its min up to the last
// whose min is at its max. On its own level it looks forward in sorted order only, so that a pair is found by
// one of its two boxes: at level 0 by the earlier one, between levels by the finer one.
//
// The boxes are written down in sorted order, or they are those of spheres in sorted order, computed as they
// are read: a view is made for one or the other.
//
// Eight boxes in columns A (a b c), B (d e), C (f g h) of one level, B right of A, C above A: a tests b and c
// while they begin before a ends, then those of d e and of f g h that overlap a along the axis.
#pragma once
#include "sim/broad_phase/columns/grid.h"
#include "sim/math/search.h"

namespace sim {

/// A box in sorted order with its axes turned (grid.h) and its key: 32 bytes, read as two halves.
struct alignas(16) ColumnBox {
    Vec3 min;
    uint32_t level;
    Vec3 max;
    uint32_t key;
};

HOST_DEVICE inline bool overlaps(const ColumnBox& a, const ColumnBox& b) {
    return (a.min.x <= b.max.x) & (b.min.x <= a.max.x) & (a.min.y <= b.max.y) & (b.min.y <= a.max.y) &
           (a.min.z <= b.max.z) & (b.min.z <= a.max.z);
}

struct SortedBoxes {
    using Item = ColumnBox;
    const ColumnBox* boxes;

    HOST_DEVICE const Item& item(uint32_t place) const { return boxes[place]; }
    HOST_DEVICE Box turned_box(const Item& item, int) const { return {item.min, item.max}; }
    HOST_DEVICE uint32_t level(const ColumnGrid&, const Item& item) const { return item.level; }
};

struct SortedSphere {
    Vec4 sphere;
    uint32_t key;
};

HOST_DEVICE inline bool overlaps(const SortedSphere& a, const SortedSphere& b) {
    const Box x = box_of(a.sphere), y = box_of(b.sphere);
    return (x.min.x <= y.max.x) & (y.min.x <= x.max.x) & (x.min.y <= y.max.y) & (y.min.y <= x.max.y) &
           (x.min.z <= y.max.z) & (y.min.z <= x.max.z);
}

struct SortedSpheres {
    using Item = SortedSphere;
    const Vec4* spheres;
    const uint32_t* keys;

    HOST_DEVICE Item item(uint32_t place) const { return {spheres[place], keys[place]}; }
    HOST_DEVICE Box turned_box(const Item& item, int axis) const { return turned(box_of(item.sphere), axis); }
    HOST_DEVICE uint32_t level(const ColumnGrid& grid, const Item& item) const {
        return level_of(grid, box_of(item.sphere));
    }
};

/// Tests that the first kernel of a search on a device makes for one box.
inline constexpr uint32_t kMostTests = 512;
/// Most keys of a slice for which reading all of them is faster than a binary search.
inline constexpr uint32_t kFewInSlice = 8;

/// Arrays that a sweep reads; Sorted is SortedBoxes or SortedSpheres.
template <class Sorted>
struct ColumnsView {
    using Item = typename Sorted::Item;

    const ColumnGrid* grid;
    Sorted sorted;
    const uint32_t* keys;   // ascending
    const uint32_t* first;  // of each slice of keys its first place, one more behind the last slice
    uint32_t count;

    /// Places [begin, end) in sorted order.
    struct Places {
        uint32_t begin, end;
    };

    /// Returns those of the slice of a key.
    HOST_DEVICE Places slice_of(uint32_t key) const {
        const uint32_t slice = key >> grid->slice_bits;
        return {first[slice], first[slice + 1]};
    }

    /// Returns the first place whose key is not less; `count` if there is none.
    HOST_DEVICE uint32_t seek(uint32_t key) const {
        auto [at, end] = slice_of(key);
        if (end - at > kFewInSlice) return at + lower_bound(keys + at, end - at, key);
        while (at < end && keys[at] < key) ++at;
        return at;
    }

    /// Returns the first place from `at` on whose key is greater, in the slice of the key or behind it; if there are more
    /// than `most` before it, that may be place at + most + 1. Four keys are read at once.
    HOST_DEVICE uint32_t seek_end(uint32_t at, uint32_t key, const Places& slice, uint32_t most) const {
        if (slice.end <= at) return at;  // of a box that is no box: its last key is before its first
        const bool few = slice.end - slice.begin <= kFewInSlice && slice.begin > at;
        const uint32_t end = most < slice.end - at ? at + most + 1 : slice.end;
        if (few) at = slice.begin < end ? slice.begin : end;
        for (;;) {
            uint32_t passed = 0;
            for (uint32_t k = 0; k < 4; ++k) passed += at + k < end && keys[at + k] <= key ? 1 : 0;
            at += passed;
            if (passed < 4) return at;
        }
    }
};

/// Steps and columns in which boxes of a level that may overlap a box have their min corners: columns from
/// left to right in rows from bottom to top, and steps along the axis; both ends included.
struct Reach {
    uint32_t left, right, bottom, top, from, to;
};

HOST_DEVICE inline uint32_t less(uint32_t step, uint32_t span) { return step > span ? step - span : 0; }

HOST_DEVICE inline Reach reach_of(const Steps& steps, const ColumnLevel& level) {
    return {less(steps.u_min, level.span.u) / kColumnSteps, steps.u_max / kColumnSteps,
            less(steps.v_min, level.span.v) / kColumnSteps, steps.v_max / kColumnSteps,
            less(steps.along_min, level.span.along),        steps.along_max};
}

/// Tests `own` with those at the sorted places [at, end), up to the last key; hit(place, item) for each that
/// overlaps. Returns the number of tests.
template <class Sorted, class Hit>
HOST_DEVICE inline uint32_t walk_forward(const ColumnsView<Sorted>& view, const typename Sorted::Item& own,
                                         uint32_t at, uint32_t end, uint32_t last_key, Hit hit) {
    // lesson: columns/sweep
    const uint32_t begin = at;
    for (; at < end; ++at) {
        const auto& other = view.sorted.item(at);
        if (other.key > last_key) break;
        if (overlaps(own, other)) hit(at, other);
    }
    return at - begin;
    // lesson end
}

/// The columns that a box looks into on one level, in rows from the left to the right, from bottom to top.
struct ColumnsInReach {
    Reach reach;
    uint32_t first;  // column
};

/// On its own level a box looks forward: its own column first, those right of it, then the rows above; on others
/// all around.
HOST_DEVICE inline ColumnsInReach columns_in_reach(const ColumnLevel& level, const Box& turned_box,
                                                   bool own_level) {
    const Steps steps = steps_of(level, turned_box);
    ColumnsInReach columns = {reach_of(steps, level), 0};
    if (own_level) {
        columns.reach.bottom = steps.v_min / kColumnSteps;
        columns.first = column_of(level, steps.u_min, steps.v_min);
    } else {
        columns.first = columns.reach.bottom * level.columns_u + columns.reach.left;
    }
    return columns;
}

/// walk(at, last_key) for each run of boxes on a level with which the one at `place` is tested: those from sorted place
/// `at` on whose keys are up to last_key. A run may be empty.
template <class Sorted, class Walk>
HOST_DEVICE inline void sweep_level(const ColumnsView<Sorted>& view, uint32_t place, const Box& turned_box,
                                    const ColumnLevel& level, bool own_level, const Walk& walk) {
    const ColumnsInReach columns = columns_in_reach(level, turned_box, own_level);
    const Reach& reach = columns.reach;
    if (own_level) walk(place + 1, level.key_of(columns.first) + reach.to);
    for (uint32_t v = reach.bottom; v <= reach.top; ++v) {
        const uint32_t row = v * level.columns_u, end = row + reach.right + 1;
        for (uint32_t column = own_level && v == reach.bottom ? columns.first + 1 : row + reach.left;
             column < end; ++column) {
            const uint32_t key = level.key_of(column);
            walk(view.seek(key + reach.from), key + reach.to);
        }
    }
}

/// walk(item, at, last_key) for each run of boxes that the one at `place`, its item, is tested with, in a fixed order:
/// the own level comes first, then the coarser ones, coarsest first.
template <class Sorted, class Walk>
HOST_DEVICE inline void sweep_from(const ColumnsView<Sorted>& view, uint32_t place, const Walk& walk) {
    const ColumnGrid& grid = *view.grid;
    const auto item = view.sorted.item(place);
    const Box box = view.sorted.turned_box(item, grid.axis);
    const uint32_t own_level = view.sorted.level(grid, item);
    const auto walk_run = [&](uint32_t at, uint32_t last_key) { walk(item, at, last_key); };
    sweep_level(view, place, box, grid.level[own_level], true, walk_run);
    for (uint32_t k = 0; k < own_level; ++k) sweep_level(view, place, box, grid.level[k], false, walk_run);
}

}  // namespace sim
