// Chooses the columns of a search from what a pass over the boxes found: which sizes there are, how many of
// each, and where their centres lie. Spheres are measured where they have moved, and the search of a step plans
// that of the next: whatever the plan, all pairs are found.
#pragma once
#include "sim/broad_phase/broad_phase.h"
#include "sim/broad_phase/columns/grid.h"
#include "sort/keys.h"

namespace sim {

/// Boxes of the sample by which most boxes are distinguished from those far away.
inline constexpr uint32_t kSampleBoxes = 32;

/// Marks of a sample of the centres, by axis, in halves.
struct SampleMarks {
    float quarter[3], three_quarters[3];
};

/// Returns the box whose centre is sample k: in steps that no regular order of boxes is in tune with.
HOST_DEVICE inline uint32_t sample_box(uint32_t k, uint32_t count) {
    return uint32_t(uint64_t((k + 1) * 0x9e3779b9u) * count >> 32);
}
HOST_DEVICE inline float half_centre(const Box& box, int axis) {
    return 0.25f * box.min[axis] + 0.25f * box.max[axis];
}

/// The quarter marks on one axis, if sample k is one of them.
HOST_DEVICE inline void mark_quarters(const float* sample, uint32_t k, int axis, SampleMarks* marks) {
    uint32_t rank = 0;
    for (uint32_t i = 0; i < kSampleBoxes; ++i)
        rank += sample[i] < sample[k] || (sample[i] == sample[k] && i < k) ? 1 : 0;
    if (rank == kSampleBoxes / 4) marks->quarter[axis] = sample[k];
    if (rank == kSampleBoxes * 3 / 4 - 1) marks->three_quarters[axis] = sample[k];
}

/// The side of a column over the largest box in it. Wider: fewer columns to look into, more tests in each.
inline constexpr float kColumnSide = 1.5f;
/// Steps along the axis that the width of a box of the finest level should have.
inline constexpr float kStepsABox = 6;
/// Keys per box that are enough, however small the boxes: a look then finds a quarter of a box more, about.
inline constexpr float kKeysABox = 8;
/// Columns that a level may have beside one a box.
inline constexpr uint32_t kSpareColumns = 64;
/// A level holds boxes whose sizes differ by up to 2^kBinsALevel, more where they are sparse, by up to
/// 2^kMostBinsALevel; and this few giants share one.
inline constexpr uint32_t kBinsALevel = 2, kMostBinsALevel = 4, kFewBoxes = 64;
/// Unless they are this many times as many: then the few would make the columns too wide for them.
inline constexpr uint32_t kManyTimes = 2;
/// A look into a level's columns costs as much as this many tests (measured on a CPU, 1M boxes of 1:100).
inline constexpr float kTestsALook = 16;
/// Volume of a box's reach over that of a box as large as its level's largest, about.
inline constexpr float kReachOverSize = 16;

/// Shorter than this all is one column: what is computed with the sides must stay a normal number.
inline constexpr float kLeastRange = 1e-30f;

/// Sides in columns of a plane of `range_u` by `range_v`, whose columns should be `side` wide and may be
/// `most` in number.
struct Sides {
    uint32_t u, v;
};
HOST_DEVICE inline uint32_t whole_side(float columns) {
    const float most = float(kMostSteps / kColumnSteps);
    return columns > 1 ? columns < most ? uint32_t(columns) : uint32_t(most) : 1;
}
HOST_DEVICE inline Sides choose_sides(float range_u, float range_v, float side, uint32_t most) {
    const float long_range = larger(range_u, range_v), short_range = smaller(range_u, range_v);
    if (!(long_range > kLeastRange)) return {1, 1};
    side = larger(side, long_range / float(kMostSteps / kColumnSteps));
    side = larger(side, sqrtf(range_u) * sqrtf(range_v) / sqrtf(float(most)));
    if (side > short_range) side = larger(side, long_range / float(most));
    Sides sides = {whole_side(range_u / side), whole_side(range_v / side)};
    while (uint64_t(sides.u) * sides.v > most) {  // by rounding only
        side = side * 1.0625f;
        sides = {whole_side(range_u / side), whole_side(range_v / side)};
    }
    return sides;
}

/// Returns the length of the part of an axis where most centres are, with a margin for the others.
HOST_DEVICE inline float fine_range(const GridRange& range) {
    return range.has_core ? range.core() * (float(kOutsideShare) / float(kOutsideShare - 2)) : range.extent();
}

/// Boxes of one size bin that a box finds in its reach on a level of size `half`, if they are spread evenly.
HOST_DEVICE inline float in_reach(uint32_t count, float half, const GridRange* ranges) {
    float share = float(count);
    for (int k = 0; k < 3; ++k) {
        const float range = fine_range(ranges[k]);
        if (half < range) share = share * (half / range);
    }
    return share * kReachOverSize;
}

/// Puts the size bins together to levels, coarsest first; how many boxes each has and the largest sides.
struct LevelSizes {
    uint32_t boxes[kMostLevels];
    Vec3 largest[kMostLevels];
};
HOST_DEVICE inline void group_bins(const BoxMeasure& measure, const GridRange* ranges, ColumnGrid* grid,
                                   LevelSizes* sizes) {
    uint32_t levels = 0, top_bin = 0;
    for (uint32_t bin = kSizeBins; bin-- > 0;) {
        const uint32_t count = measure.count[bin];
        if (count > 0) {
            // One more level is one more look of every finer box; sharing one is more tests.
            bool joins = levels == kMostLevels;
            if (levels > 0 && !joins) {
                const uint32_t above = top_bin - bin, there = sizes->boxes[levels - 1];
                joins = count + there <= kFewBoxes || (above < kBinsALevel && count / kManyTimes < there) ||
                        (above < kMostBinsALevel &&
                         in_reach(count, longest(sizes->largest[levels - 1]), ranges) < kTestsALook);
            }
            if (!joins) {
                sizes->boxes[levels] = 0;
                sizes->largest[levels] = {0, 0, 0};
                top_bin = bin;
                ++levels;
            }
            sizes->boxes[levels - 1] += count;
            const Vec3 own = measure.largest_of(bin);
            Vec3& most = sizes->largest[levels - 1];
            most = {larger(most.x, own.x), larger(most.y, own.y), larger(most.z, own.z)};
        }
        grid->level_of_bin[bin] = levels == 0 ? 0 : levels - 1;
    }
    grid->levels = levels;
}

/// Returns the keys for a level with these numbers of columns and boxes: a quarter by columns, so that each
/// has some, the others by boxes.
HOST_DEVICE inline uint64_t share_of_keys(uint64_t keys, uint32_t columns, uint32_t all_columns,
                                          uint32_t boxes, uint32_t all_boxes) {
    const uint64_t by_columns = keys / 4;
    return by_columns * columns / all_columns + (keys - by_columns) * boxes / all_boxes;
}

/// Plans the grid. At least one box has been measured. `previous`: the ranges of the step before, if it had
/// this axis, else null; not those in the grid.
HOST_DEVICE inline void plan_grid(const BoxMeasure& measure, const SampleMarks& marks, uint32_t count,
                                  float size_scale, int axis, const GridRange* previous, ColumnGrid* grid) {
    grid->axis = axis;
    grid->size_scale = size_scale;
    const int axes[3] = {axis, axis_u(axis), axis_v(axis)};
    GridRange* const ranges = grid->range;
    for (int k = 0; k < 3; ++k) {
        const GridRange now =
            make_range(0.5f * sort::key_to_float(~measure.low_inverted[axes[k]]),
                       0.5f * sort::key_to_float(measure.high[axes[k]]), marks.quarter[axes[k]],
                       marks.three_quarters[axes[k]], previous && previous[k].has_core);
        ranges[k] = previous ? kept_range(previous[k], now) : now;
    }
    const GridRange &along = ranges[0], &u = ranges[1], &v = ranges[2];
    LevelSizes sizes;
    group_bins(measure, ranges, grid, &sizes);

    // Lay the columns of each level, over the min corners that its boxes can have. Boxes long along the axis
    // need no wide columns.
    grid->columns = 0;
    for (uint32_t k = 0; k < grid->levels; ++k) {
        ColumnLevel& level = grid->level[k];
        const Vec3& most = sizes.largest[k];
        const float half_u = most[axes[1]], half_v = most[axes[2]];
        const Sides sides = choose_sides(fine_range(u), fine_range(v), kColumnSide * larger(half_u, half_v),
                                         sizes.boxes[k] + kSpareColumns);
        level.u = make_grid_axis(u, 0.5f * half_u, sides.u * kColumnSteps);
        level.v = make_grid_axis(v, 0.5f * half_v, sides.v * kColumnSteps);
        level.columns_u = sides.u;
        level.span = {span_of(half_u, level.u), span_of(half_v, level.v), 0};
        grid->columns += sides.u * sides.v;
    }

    // Divide the axis as finely as the finest boxes need, in keys of as few bytes as that takes.
    const float range = fine_range(along);
    const float finest = sizes.largest[grid->levels - 1][axis];
    const float wanted_steps = kStepsABox * range / larger(finest, range * 1e-6f);
    const float wanted = wanted_steps > 1 ? smaller(wanted_steps, float(kMostSteps)) : 1;
    uint64_t keys = 256;
    while (keys < (uint64_t(1) << 32) && float(keys) < 0.6f * wanted * float(grid->columns)) keys *= 256;
    // A level with few columns cannot have its share of very many, and keys that are crowded there sort slower.
    bool shared = true;
    for (uint32_t k = 0; k < grid->levels; ++k) {
        const uint32_t columns = grid->level[k].columns();
        shared = shared &&
                 share_of_keys(keys, columns, grid->columns, sizes.boxes[k], count) / columns <= kMostSteps;
    }
    if (!shared && float(keys / 256) >= kKeysABox * float(count)) keys /= 256;
    uint64_t used = 0;
    for (uint32_t k = 0; k < grid->levels; ++k) {
        ColumnLevel& level = grid->level[k];
        const uint32_t columns = level.columns();
        const uint64_t fit = share_of_keys(keys, columns, grid->columns, sizes.boxes[k], count) / columns;
        level.positions = fit > kMostSteps ? kMostSteps : fit > 0 ? uint32_t(fit) : 1;
        level.along = make_grid_axis(along, 0.5f * sizes.largest[k][axis], level.positions);
        level.span.along = span_of(sizes.largest[k][axis], level.along);
        level.first_key = uint32_t(used);
        used += uint64_t(columns) * level.positions;
    }

    const uint64_t last_key = used - 1;
    grid->slice_bits = 0;
    while (last_key >> grid->slice_bits >= count) ++grid->slice_bits;
    grid->slices = uint32_t(last_key >> grid->slice_bits) + 1;
}

/// Choices of a plan. With other ones nearly every box gets another key, and the sort finds little in order.
struct PlanMark {
    int axis;
    uint32_t levels, columns;
    GridRange range[3];

    HOST_DEVICE bool same_as(const ColumnGrid& grid) const {
        bool same = axis == grid.axis && levels == grid.levels && columns == grid.columns;
        for (int k = 0; k < 3; ++k) {
            const GridRange &a = range[k], &b = grid.range[k];
            same = same && a.low == b.low && a.high == b.high && a.core_low == b.core_low &&
                   a.core_high == b.core_high && a.has_core == b.has_core;
        }
        return same;
    }
};

HOST_DEVICE inline PlanMark mark_of(const ColumnGrid& grid) {
    return {grid.axis, grid.levels, grid.columns, {grid.range[0], grid.range[1], grid.range[2]}};
}

/// What a plan is made of: boxes that are measured, and the grid, which holds the plan before. Without levels it
/// is the first.
struct ColumnsPlan {
    BoxInput boxes;
    const BoxMeasure* measure;
    ColumnGrid* grid;  // written
};

/// Chooses the sort axis and the columns. `previous`: mark of the grid before.
HOST_DEVICE inline void plan_after(const PlanMark& previous, const BoxMeasure& measure,
                                   const SampleMarks& marks, uint32_t count, float size_scale,
                                   ColumnGrid* grid) {
    const bool has_previous = previous.levels > 0;
    const auto axis = int(widest_axis(measure.spread, uint32_t(previous.axis), has_previous));
    const bool keeps = has_previous && previous.axis == axis;
    plan_grid(measure, marks, count, size_scale, axis, keeps ? previous.range : nullptr, grid);
    grid->changed = has_previous && !previous.same_as(*grid) ? 1 : 0;
    grid->descents = 0;
}

/// Plans as a stage of its own.
void plan_columns(CpuExec& exec, const char* name, const ColumnsPlan& plan);
void plan_columns(CudaExec& exec, const char* name, const ColumnsPlan& plan);

}  // namespace sim
