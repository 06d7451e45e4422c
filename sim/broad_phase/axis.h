// The axis to sort on: the one where the boxes are spread widest.
#pragma once
#include "sim/broad_phase/broad_phase.h"

namespace sim {

/// The axis with the greatest spread; the current one stays unless another is 1.5 times greater.
HOST_DEVICE inline void choose_axis(Status* status) {
    const uint32_t current = status->counters.axis;
    uint32_t widest = current;
    for (uint32_t axis = 0; axis < 3; ++axis) {
        if (status->spread[axis] > status->spread[widest]) widest = axis;
    }
    const bool change = !status->axis_chosen || 2 * status->spread[widest] > 3 * status->spread[current];
    if (change) status->counters.axis = widest;
    status->axis_chosen = 1;
}

/// |centre - middle| on one axis in fixed point.
HOST_DEVICE inline uint64_t spread_of(const Box& box, const BoxInput& input, int axis) {
    const float centre = 0.5f * box.min[axis] + 0.5f * box.max[axis];
    const float away = fabsf(centre - input.middle[axis]) * input.scale;
    return uint64_t(smaller(away, 1048576.0f));
}

}  // namespace sim
