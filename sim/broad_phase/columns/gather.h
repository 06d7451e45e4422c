// The boxes of the columns in sorted order, if they are to be written down, and where each slice of keys
// begins.
#pragma once
#include "sim/broad_phase/columns/sweep.h"

namespace sim {

/// Arrays of the stage that gathers the boxes. They have an entry per box of the search; `first` has one more
/// than there are slices.
struct ColumnsGather {
    const ColumnGrid* grid;
    const uint32_t *keys, *order;  // ascending, and the box of each
    ColumnBox* boxes;              // written: in sorted order, unless null
    uint32_t* first;               // written: of each slice of keys its first place, and the count

    /// Spheres are in sorted order.
    HOST_DEVICE void place_box(const BoxInput& input, uint32_t k) const {
        if (!boxes) return;
        const Box box = input.box(input.boxes ? order[k] : k), own = turned(box, grid->axis);
        boxes[k] = {own.min, level_of(*grid, box), own.max, keys[k]};
    }
};

void gather_columns(CpuExec& exec, const BoxInput& input, const ColumnsGather& columns);
void gather_columns(CudaExec& exec, const BoxInput& input, const ColumnsGather& columns);

/// Returns bytes that a box costs.
inline uint32_t gather_bytes(const ColumnsGather& columns) {
    return columns.boxes ? sizeof(Box) + sizeof(ColumnBox) + 12 : 8;
}

}  // namespace sim
