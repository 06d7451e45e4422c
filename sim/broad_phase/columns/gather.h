// The boxes of the columns in sorted order, if they are to be written down, and where each slice of keys
// begins. The plan by which the keys were made becomes that of the search, beside which the next is made.
#pragma once
#include "sim/broad_phase/columns/sweep.h"

namespace sim {

/// Arrays of the stage that gathers the boxes. They have an entry per box of the search; `first` has one more
/// than there are slices.
struct ColumnsGather {
    const ColumnGrid* planned;
    ColumnGrid* grid;              // written: the plan
    const uint32_t *keys, *order;  // ascending, and the box of each
    ColumnBox* boxes;              // written: in sorted order, unless null
    uint32_t* first;               // written: of each slice of keys its first place, and the count
    Counters* counters;            // written: what the search has to say of the plan and the keys

    HOST_DEVICE void report() const {
        counters->axis = uint32_t(planned->axis);
        counters->columns_changed = planned->changed;
        counters->descents = planned->descents;
    }

    /// Spheres are in sorted order.
    HOST_DEVICE void place_box(const BoxInput& input, uint32_t k) const {
        if (!boxes) return;
        const Box box = input.box(input.boxes ? order[k] : k), own = turned(box, planned->axis);
        boxes[k] = {own.min, level_of(*planned, box), own.max, keys[k]};
    }
};

void gather_columns(CpuExec& exec, const BoxInput& input, const ColumnsGather& columns);
void gather_columns(CudaExec& exec, const BoxInput& input, const ColumnsGather& columns);

/// Returns bytes that a box costs.
inline uint32_t gather_bytes(const ColumnsGather& columns) {
    return columns.boxes ? sizeof(Box) + sizeof(ColumnBox) + 12 : 8;
}

}  // namespace sim
