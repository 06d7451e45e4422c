// The pass over the boxes that the columns are chosen from.
#pragma once
#include "sim/broad_phase/axis.h"
#include "sim/broad_phase/columns/plan.h"

namespace sim {

/// Chooses the sort axis and the columns for these boxes. `measure` is scratch; the status' spread is zero
/// before.
void choose_columns(CpuExec& exec, const BoxInput& input, BoxMeasure* measure, ColumnGrid* grid,
                    Status* status);
void choose_columns(CudaExec& exec, const BoxInput& input, BoxMeasure* measure, ColumnGrid* grid,
                    Status* status);

/// What one thread has seen, apart from sizes.
struct CentreMeasure {
    uint32_t low_inverted[3] = {0, 0, 0}, high[3] = {0, 0, 0};
    uint64_t spread[3] = {0, 0, 0};

    HOST_DEVICE void add(const Box& box, const SpreadFrame& frame) {
        for (int axis = 0; axis < 3; ++axis) {
            const uint32_t centre = sort::ordered_key(0.5f * box.min[axis] + 0.5f * box.max[axis]);
            if (~centre > low_inverted[axis]) low_inverted[axis] = ~centre;
            if (centre > high[axis]) high[axis] = centre;
            spread[axis] += spread_of(box, frame, axis);
        }
    }
};

}  // namespace sim
