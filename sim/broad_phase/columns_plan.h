// Chooses the columns of a search from what a pass over the boxes found: which sizes there are, how many of
// each, and where their centres lie.
#pragma once
#include "sim/broad_phase/broad_phase.h"
#include "sim/broad_phase/columns_grid.h"
#include "sort/keys.h"

namespace sim {

/// Boxes looked at to tell the many from a few that are far away.
inline constexpr uint32_t kSampleBoxes = 32;

/// Zero at first. Of the boxes by size bin, and of the centres by axis as ordered keys.
struct BoxMeasure {
    uint32_t count[kSizeBins];
    uint32_t largest[kSizeBins];  // bits of the largest half size: not negative, so in the order of numbers
    uint32_t low_inverted[3];     // ~ of the least key
    uint32_t high[3];
    float half_centre[3][kSampleBoxes];  // of some of the boxes
};

/// The box whose centre is sample k: in steps that no regular order of boxes is in tune with.
HOST_DEVICE inline uint32_t sample_box(uint32_t k, uint32_t count) {
    return uint32_t(uint64_t((k + 1) * 0x9e3779b9u) * count >> 32);
}
HOST_DEVICE inline float half_centre(const Box& box, int axis) {
    return 0.25f * box.min[axis] + 0.25f * box.max[axis];
}

/// The side of a column over the largest box in it. Wider: fewer columns to look into, more tests in each.
inline constexpr float kColumnSide = 1.5f;
/// Steps along the axis that the width of a box of the finest level should have.
inline constexpr float kStepsABox = 6;
/// Columns that a level may have beside one a box.
inline constexpr uint32_t kSpareColumns = 64;
/// A level holds boxes whose sizes differ by up to 2^kBinsALevel, more where they are sparse, by up to
/// 2^kMostBinsALevel; and this few giants share one.
inline constexpr uint32_t kBinsALevel = 2, kMostBinsALevel = 4, kFewBoxes = 64;
/// Unless they are this many times as many: then the few would make the columns too wide for them.
inline constexpr uint32_t kManyTimes = 4;
/// A look into a level's columns costs as much as this many tests (measured on a CPU, 1M boxes of 1:100).
inline constexpr float kTestsALook = 16;
/// Volume of a box's reach over that of a box as large as its level's largest, about.
inline constexpr float kReachOverSize = 16;

/// Where the centres reach over more than this many times the length that the sample's middle takes.
inline constexpr float kFarAway = 16;
inline constexpr float kFloatMost = 3.4028235e38f;

/// `steps` equal steps over [low, low + 2 * half_range]. A range too short for floats gets a single step.
HOST_DEVICE inline Ruler make_ruler(float half_low, float half_range, uint32_t steps) {
    const float scale = half_range > 0 ? float(steps) / half_range : 0;
    if (!(scale < 1e38f)) return {half_low, 0, steps};
    return {half_low, scale, steps};
}

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
    const float longest = larger(range_u, range_v), shortest = smaller(range_u, range_v);
    if (!(longest > 0)) return {1, 1};
    side = larger(side, longest / float(kMostSteps / kColumnSteps));
    side = larger(side, sqrtf(range_u) * sqrtf(range_v) / sqrtf(float(most)));
    if (side > shortest) side = larger(side, longest / float(most));
    Sides sides = {whole_side(range_u / side), whole_side(range_v / side)};
    while (uint64_t(sides.u) * sides.v > most) {  // by rounding only
        side = side * 1.0625f;
        sides = {whole_side(range_u / side), whole_side(range_v / side)};
    }
    return sides;
}

/// Steps that a box of this half size covers on a ruler, about: make_keys() corrects it upwards.
HOST_DEVICE inline uint32_t span_of(float half, const Ruler& ruler) {
    const float steps = half * ruler.steps_a_half;
    return steps < float(ruler.steps) ? uint32_t(steps) + 1 : ruler.steps;
}

/// Where the centres lie on one axis, in halves.
struct HalfRange {
    float low, range;
};

/// From the least to the greatest centre; but where most are much closer together, not much further out: a
/// few boxes far away would else leave one column for all others. What lies outside belongs to the first or
/// the last step.
HOST_DEVICE inline HalfRange centre_range(const BoxMeasure& measure, int axis) {
    const float low = 0.5f * sort::key_to_float(~measure.low_inverted[axis]);
    const float high = 0.5f * sort::key_to_float(measure.high[axis]);

    // The third from either end of the sample.
    float least[3] = {kFloatMost, kFloatMost, kFloatMost}, most[3] = {-kFloatMost, -kFloatMost, -kFloatMost};
    for (uint32_t k = 0; k < kSampleBoxes; ++k) {
        float up = measure.half_centre[axis][k], down = up;
        for (int place = 0; place < 3; ++place) {
            const float was_least = least[place], was_most = most[place];
            if (up < was_least) least[place] = up, up = was_least;
            if (down > was_most) most[place] = down, down = was_most;
        }
    }
    const float middle = most[2] - least[2];
    if (!(middle > 0) || high - low <= kFarAway * middle) return {low, high - low};
    const float clipped_low = larger(low, least[2] - middle);
    return {clipped_low, smaller(high, most[2] + middle) - clipped_low};
}

/// Boxes of one size bin that a box finds in its reach on a level of size `half`, if they are spread evenly.
HOST_DEVICE inline float in_reach(uint32_t count, float half, const HalfRange* ranges) {
    float share = float(count);
    for (int k = 0; k < 3; ++k) {
        if (half < ranges[k].range) share = share * (half / ranges[k].range);
    }
    return share * kReachOverSize;
}

/// Puts the size bins together to levels, coarsest first; `boxes` and `largest` of each.
HOST_DEVICE inline void group_bins(const BoxMeasure& measure, const HalfRange* ranges, ColumnGrid* grid,
                                   uint32_t* boxes, uint32_t* largest) {
    uint32_t levels = 0, top_bin = 0;
    for (uint32_t bin = kSizeBins; bin-- > 0;) {
        const uint32_t count = measure.count[bin];
        if (count > 0) {
            // One more level is one more look of every finer box; sharing one is more tests.
            bool joins = levels == kMostLevels;
            if (levels > 0 && !joins) {
                const uint32_t above = top_bin - bin, there = boxes[levels - 1];
                joins = count + there <= kFewBoxes || (above < kBinsALevel && count / kManyTimes < there) ||
                        (above < kMostBinsALevel &&
                         in_reach(count, size_of_bits(largest[levels - 1]), ranges) < kTestsALook);
            }
            if (!joins) {
                boxes[levels] = 0;
                largest[levels] = measure.largest[bin];
                top_bin = bin;
                ++levels;
            }
            boxes[levels - 1] += count;
        }
        grid->level_of_bin[bin] = levels == 0 ? 0 : levels - 1;
    }
    grid->levels = levels;
}

/// At least one box has been measured.
HOST_DEVICE inline void plan_columns(const BoxMeasure& measure, uint32_t count, float size_scale, int axis,
                                     ColumnGrid* grid) {
    grid->axis = axis;
    grid->size_scale = size_scale;
    const HalfRange ranges[3] = {centre_range(measure, axis), centre_range(measure, axis_u(axis)),
                                 centre_range(measure, axis_v(axis))};
    const HalfRange &along = ranges[0], &u = ranges[1], &v = ranges[2];
    uint32_t boxes[kMostLevels], largest[kMostLevels];
    group_bins(measure, ranges, grid, boxes, largest);

    // Lay the columns of each level, over the min corners that its boxes can have.
    grid->columns = 0;
    float half = 0;
    for (uint32_t k = 0; k < grid->levels; ++k) {
        ColumnLevel& level = grid->level[k];
        half = size_of_bits(largest[k]);
        const Sides sides = choose_sides(u.range, v.range, kColumnSide * half, boxes[k] + kSpareColumns);
        level.u = make_ruler(u.low - 0.5f * half, u.range, sides.u * kColumnSteps);
        level.v = make_ruler(v.low - 0.5f * half, v.range, sides.v * kColumnSteps);
        level.columns_u = sides.u;
        level.first_column = grid->columns;
        level.span = {span_of(half, level.u), span_of(half, level.v), 0};
        grid->columns += sides.u * sides.v;
    }

    // Divide the axis as finely as the finest boxes need, in keys of as few bytes as that takes.
    const float wanted_steps = kStepsABox * along.range / larger(half, along.range * 1e-6f);
    const float wanted = wanted_steps > 1 ? smaller(wanted_steps, float(kMostSteps)) : 1;
    uint64_t keys = 256;
    while (keys < (uint64_t(1) << 32) && float(keys) < 0.6f * wanted * float(grid->columns)) keys *= 256;
    const uint64_t fit = keys / grid->columns;
    grid->positions = fit > kMostSteps ? kMostSteps : fit > 0 ? uint32_t(fit) : 1;
    grid->along = make_ruler(along.low - 0.5f * half, along.range, grid->positions);
    const uint64_t last_key = uint64_t(grid->columns) * grid->positions - 1;
    grid->slice_bits = 0;
    while (last_key >> grid->slice_bits >= count) ++grid->slice_bits;
    grid->slices = uint32_t(last_key >> grid->slice_bits) + 1;
    for (uint32_t k = 0; k < grid->levels; ++k)
        grid->level[k].span.along = span_of(size_of_bits(largest[k]), grid->along);
}

}  // namespace sim
