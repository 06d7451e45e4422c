// The slices of keys are written as they are met, which is faster than a search for each: 16 ms for all of
// the stage instead of 27, 1M boxes.
#include "sim/broad_phase/columns/gather.h"
#include "sim/exec/exec_cpu.h"

namespace sim {

void gather_columns(CpuExec& exec, const BoxInput& input, const ColumnsGather& columns) {
    const uint32_t n = input.count;
    exec.each("gather", n, gather_bytes(columns), [=](uint32_t k) {
        columns.place_box(input, k);
        if (k == 0) {
            *columns.grid = *columns.planned;
            columns.report();
        }

        // The slices behind the last box's, up to this one's, begin here.
        const ColumnGrid& grid = *columns.planned;
        uint32_t slice = k == 0 ? 0 : (columns.keys[k - 1] >> grid.slice_bits) + 1;
        const uint32_t own = columns.keys[k] >> grid.slice_bits;
        for (; slice <= own; ++slice) columns.first[slice] = k;
        if (k + 1 < n) return;
        for (; slice <= grid.slices; ++slice) columns.first[slice] = n;
    });
}

}  // namespace sim
