// Chooses the columns of a search from what a pass over the boxes found: which sizes there are, how many of
// each, and where their centres lie.
#pragma once
#include "sim/broad_phase/columns_grid.h"
#include "sort/keys.h"

namespace sim {

/// Zero at first. Of the boxes by size bin, and of the centres by axis as ordered keys.
struct BoxMeasure {
    uint32_t count[kSizeBins];
    uint32_t largest[kSizeBins];  // bits of the largest half size: not negative, so in the order of numbers
    uint32_t low_inverted[3];     // ~ of the least key
    uint32_t high[3];
};

/// The side of a column over the largest box in it. Wider: fewer columns to look into, more tests in each.
inline constexpr float kColumnSide = 1.5f;
/// Steps along the axis that the width of a box of the finest level should have.
inline constexpr float kStepsABox = 6;
/// Columns that a level may have beside one a box.
inline constexpr uint32_t kSpareColumns = 64;
/// Levels of which no box is looked for by many others may be coarse: this few giants share one.
inline constexpr uint32_t kFewBoxes = 64;

/// Columns in the plan of a search of `boxes`, at most.
HOST_DEVICE inline uint64_t most_columns(uint32_t boxes) {
    return uint64_t(boxes) + uint64_t(kSpareColumns) * kMostLevels;
}

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

/// Puts the size bins together to levels, coarsest first; returns the boxes in each.
HOST_DEVICE inline void group_bins(const BoxMeasure& measure, ColumnGrid* grid, uint32_t* boxes,
                                   uint32_t* largest) {
    uint32_t levels = 0;
    for (uint32_t bin = kSizeBins; bin-- > 0;) {
        const uint32_t count = measure.count[bin];
        if (count == 0) {
            grid->level_of_bin[bin] = levels == 0 ? 0 : levels - 1;
            continue;
        }
        const bool joins = levels > 0 && (levels == kMostLevels || 4 * uint64_t(count) < boxes[levels - 1] ||
                                          count + boxes[levels - 1] <= kFewBoxes);
        if (!joins) {
            boxes[levels] = 0;
            largest[levels] = measure.largest[bin];
            ++levels;
        }
        boxes[levels - 1] += count;
        grid->level_of_bin[bin] = levels - 1;
    }
    grid->levels = levels;
}

/// At least one box has been measured.
HOST_DEVICE inline void plan_columns(const BoxMeasure& measure, int axis, float size_scale,
                                     ColumnGrid* grid) {
    grid->axis = axis;
    grid->size_scale = size_scale;
    uint32_t boxes[kMostLevels], largest[kMostLevels];
    group_bins(measure, grid, boxes, largest);

    float half_low[3], half_range[3];
    for (int k = 0; k < 3; ++k) {
        const int from = k == 0 ? axis : k == 1 ? axis_u(axis) : axis_v(axis);
        half_low[k] = 0.5f * sort::key_to_float(~measure.low_inverted[from]);
        half_range[k] = 0.5f * sort::key_to_float(measure.high[from]) - half_low[k];
    }

    // Lay the columns of each level, over the min corners that its boxes can have.
    grid->columns = 0;
    float half = 0;
    for (uint32_t k = 0; k < grid->levels; ++k) {
        ColumnLevel& level = grid->level[k];
        memcpy(&half, &largest[k], sizeof half);
        const Sides sides =
            choose_sides(half_range[1], half_range[2], kColumnSide * half, boxes[k] + kSpareColumns);
        level.u = make_ruler(half_low[1] - 0.5f * half, half_range[1], sides.u * kColumnSteps);
        level.v = make_ruler(half_low[2] - 0.5f * half, half_range[2], sides.v * kColumnSteps);
        level.columns_u = sides.u;
        level.first_column = grid->columns;
        level.span = {span_of(half, level.u), span_of(half, level.v), 0};
        grid->columns += sides.u * sides.v;
    }

    // Divide the axis as finely as the finest boxes need, in keys of as few bytes as that takes.
    const float across = half_range[0], wanted_steps = kStepsABox * across / larger(half, across * 1e-6f);
    const float wanted = wanted_steps > 1 ? smaller(wanted_steps, float(kMostSteps)) : 1;
    uint64_t keys = 256;
    while (keys < (uint64_t(1) << 32) && float(keys) < 0.6f * wanted * float(grid->columns)) keys *= 256;
    const uint64_t fit = keys / grid->columns;
    grid->positions = fit > kMostSteps ? kMostSteps : fit > 0 ? uint32_t(fit) : 1;
    grid->along = make_ruler(half_low[0] - 0.5f * half, half_range[0], grid->positions);
    for (uint32_t k = 0; k < grid->levels; ++k) {
        memcpy(&half, &largest[k], sizeof half);
        grid->level[k].span.along = span_of(half, grid->along);
    }
}

}  // namespace sim
