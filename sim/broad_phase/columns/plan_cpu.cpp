// The plan of the columns on the CPU.
#include "sim/broad_phase/columns/lanes_cpu.h"
#include "sim/broad_phase/columns/plan.h"
#include "sim/exec/exec_cpu.h"

namespace sim {

void plan_columns(CpuExec& exec, const char* name, const ColumnsPlan& plan) {
    exec.timed(name, {}, [&] {
        const BoxInput& boxes = plan.boxes;
        SampleMarks marks;
        for (int axis = 0; axis < 3; ++axis) {
            float sample[kSampleBoxes];
            for (uint32_t k = 0; k < kSampleBoxes; ++k)
                sample[k] = half_centre(boxes.box(sample_box(k, boxes.count)), axis);
            for (uint32_t k = 0; k < kSampleBoxes; ++k) mark_quarters(sample, k, axis, &marks);
        }
        ColumnGrid& grid = *plan.grid;
        plan_after(mark_of(grid), *plan.measure, marks, boxes.count, boxes.frame->scale, &grid);
        for (uint32_t k = 0; k < grid.levels; ++k) grid.level[k].lanes = grid_axis_lanes(grid.level[k]);
    });
}

}  // namespace sim
