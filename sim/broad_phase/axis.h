// The axis to sort on: the one where the boxes are spread widest.
#pragma once
#include "sim/broad_phase/broad_phase.h"

namespace sim {

/// Returns the axis with the greatest spread; a current one stays unless another's is 1.5 times as great.
HOST_DEVICE inline uint32_t widest_axis(const uint64_t* spread, uint32_t current, bool has_current) {
    uint32_t widest = current;
    for (uint32_t axis = 0; axis < 3; ++axis) {
        if (spread[axis] > spread[widest]) widest = axis;
    }
    return !has_current || 2 * spread[widest] > 3 * spread[current] ? widest : current;
}

HOST_DEVICE inline void choose_axis(Status* status) {
    status->counters.axis = widest_axis(status->spread, status->counters.axis, status->axis_chosen);
    status->axis_chosen = 1;
}

/// Return the other two axes, in cyclic order.
HOST_DEVICE inline int axis_u(int axis) { return axis == 2 ? 0 : axis + 1; }
HOST_DEVICE inline int axis_v(int axis) { return axis == 0 ? 2 : axis - 1; }

/// |centre - middle| on one axis in fixed point.
HOST_DEVICE inline uint64_t spread_of(const Box& box, const SpreadFrame& frame, int axis) {
    const float centre = 0.5f * box.min[axis] + 0.5f * box.max[axis];
    const float away = fabsf(centre - frame.middle[axis]) * frame.scale;
    constexpr float kMost = float(2u << kScaleBits);
    return away < kMost ? uint64_t(away) : uint64_t(kMost);
}

}  // namespace sim
