// The columns of a search, as the device words that every stage of it reads.
//
// Boxes of like size form a level. Each level cuts the plane across the sort axis into square columns, about
// as wide as its largest box; a box belongs to the column of its min corner, and its key is that column and
// its place along the axis. Levels take their shares of all keys by columns and boxes, so that keys are about
// evenly spread, which sorts faster. Whatever the axes say, no pair can be lost: they never decrease, so
// two boxes that overlap on an axis have steps that overlap too; and `span` is the most steps that a box of
// the level covers, in whole numbers.
#pragma once
#include "sim/broad_phase/axis.h"
#include "sim/broad_phase/box_measure.h"
#include "sim/broad_phase/columns/grid_axis.h"

namespace sim {

inline constexpr uint32_t kMostLevels = 12;   // the finest takes all that is left
inline constexpr uint32_t kColumnSteps = 16;  // of an axis across the side of a column

struct Span {
    uint32_t u, v, along;
};

/// The cores of a level's grid axes, along, u and v, beside each other, for a processor that takes four
/// numbers at once: set on the CPU alone. Of use where no axis has more than its core.
struct alignas(16) GridAxisLanes {
    float low[4], steps_a_half[4], more[4];
    uint32_t cores_alone;  // 1 or 0
};

struct ColumnLevel {
    GridAxis u, v;  // kColumnSteps steps a column
    GridAxis along;
    uint32_t columns_u;
    uint32_t positions;  // steps of `along`: keys a column
    uint32_t first_key;  // of its first column
    Span span;           // of its largest box, in steps
    GridAxisLanes lanes;

    HOST_DEVICE uint32_t columns() const { return columns_u * (v.steps / kColumnSteps); }
    HOST_DEVICE uint32_t key_of(uint32_t column) const { return first_key + column * positions; }
};

struct ColumnGrid {
    int axis;
    uint32_t levels;
    uint32_t columns;     // of all levels
    uint32_t slice_bits;  // of a key that are left out to find its slice
    uint32_t slices;      // that all keys fall into; not more than there are boxes
    float size_scale;     // of SpreadFrame
    uint32_t changed;     // 1: the columns are others than those of the plan before
    uint32_t descents;    // in the keys by this plan (MakeKeys)
    GridRange range[3];   // along the axis and across it: the next plan keeps them while they fit
    uint32_t level_of_bin[kSizeBins];
    ColumnLevel level[kMostLevels];  // coarsest first
};

/// Returns a box with its axes in the order (sort axis, u, v).
HOST_DEVICE inline Box turned(const Box& box, int axis) {
    const int u = axis_u(axis), v = axis_v(axis);
    return {{box.min[axis], box.min[u], box.min[v]}, {box.max[axis], box.max[u], box.max[v]}};
}

HOST_DEVICE inline uint32_t level_of(const ColumnGrid& grid, const Box& box) {
    return grid.level_of_bin[size_bin(longest(half_sides(box)), grid.size_scale)];
}

/// The steps of a box on a level: its first and last along the axis and across it.
struct Steps {
    uint32_t along_min, along_max, u_min, u_max, v_min, v_max;
};

HOST_DEVICE inline Steps steps_of(const ColumnLevel& level, const Box& turned_box) {
    const Vec3 &min = turned_box.min, &max = turned_box.max;
    return {level.along.step_of(min.x), level.along.step_of(max.x), level.u.step_of(min.y),
            level.u.step_of(max.y),     level.v.step_of(min.z),     level.v.step_of(max.z)};
}

/// Computation of a box's steps by a backend: CpuExec has its own.
template <class Exec>
struct LevelSteps {
    HOST_DEVICE static Steps of(const ColumnLevel& level, const Box& turned_box) {
        return steps_of(level, turned_box);
    }
};

/// Returns the column at steps u and v across the axis, counted from 0 on the level.
HOST_DEVICE inline uint32_t column_of(const ColumnLevel& level, uint32_t u, uint32_t v) {
    return v / kColumnSteps * level.columns_u + u / kColumnSteps;
}

}  // namespace sim
