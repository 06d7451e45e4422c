// Four numbers at once on the CPU: the steps of a box on its level, 2.3 times as fast as one after another
// (1M boxes, keys stage), and the test of two boxes, all axes at once. The same numbers as steps_of() and
// overlaps().
#pragma once
#include "sim/broad_phase/columns/sweep.h"
#include "sim/exec/exec_cpu.h"
#include "sim/math/lanes.h"

namespace sim {

using Float4 = float __attribute__((vector_size(16), may_alias));
using Int4 = int32_t __attribute__((vector_size(16)));

inline GridAxisLanes grid_axis_lanes(const ColumnLevel& level) {
    GridAxisLanes lanes = {};
    lanes.cores_alone = 1;
    for (int k = 0; k < 3; ++k) {
        const GridAxis& axis = k == 0 ? level.along : k == 1 ? level.u : level.v;
        lanes.low[k] = axis.core.low;
        lanes.steps_a_half[k] = axis.core.steps_a_half;
        lanes.more[k] = float(axis.core.more);
        if (axis.core_low != -kFloatMost) lanes.cores_alone = 0;
    }
    return lanes;
}

inline Float4 load_lanes(const float* aligned) { return *reinterpret_cast<const Float4*>(aligned); }

/// Returns the steps of a place along the axis, on u and on v, in the cores of the axes; whole_part() in each lane.
inline Int4 steps_in_cores(const GridAxisLanes& axes, const Vec3& place) {
    const Float4 half = 0.5f * Float4{place.x, place.y, place.z, 0};
    const Float4 steps = (half - load_lanes(axes.low)) * load_lanes(axes.steps_a_half);
    const Float4 above_zero = steps > 0 ? steps : Float4{};
    const Float4 most = load_lanes(axes.more);
    return __builtin_convertvector(above_zero < most ? above_zero : most, Int4);
}

template <>
struct LevelSteps<CpuExec> {
    static Steps of(const ColumnLevel& level, const Box& turned_box) {
        if (!level.lanes.cores_alone) return steps_of(level, turned_box);
        const Int4 min = steps_in_cores(level.lanes, turned_box.min);
        const Int4 max = steps_in_cores(level.lanes, turned_box.max);
        return {uint32_t(min[0]), uint32_t(max[0]), uint32_t(min[1]),
                uint32_t(max[1]), uint32_t(min[2]), uint32_t(max[2])};
    }
};

inline bool overlap_in_lanes(const ColumnBox& a, const ColumnBox& b) {
    const Int4 both =
        (load_lanes(&a.min.x) <= load_lanes(&b.max.x)) & (load_lanes(&b.min.x) <= load_lanes(&a.max.x));
#ifdef __SSE2__
    return SseLanes::all_xyz(__m128(both));
#else
    return (both[0] & both[1] & both[2]) != 0;
#endif
}

}  // namespace sim
