// The plan of the columns on the CPU.
#include "sim/broad_phase/columns/lanes_cpu.h"
#include "sim/broad_phase/columns/plan.h"
#include "sim/exec/exec_cpu.h"

namespace sim {

void plan_columns(CpuExec& exec, const BoxInput& input, BoxMeasure* measure, ColumnGrid* grid,
                  Status* status) {
    exec.timed("plan", {}, [&] {
        SampleMarks marks;
        for (int axis = 0; axis < 3; ++axis) {
            float sample[kSampleBoxes];
            for (uint32_t k = 0; k < kSampleBoxes; ++k)
                sample[k] = half_centre(input.box(sample_box(k, input.count)), axis);
            for (uint32_t k = 0; k < kSampleBoxes; ++k) mark_quarters(sample, k, axis, &marks);
        }
        const bool has_previous = status->axis_chosen != 0;
        const uint32_t axis = widest_axis(measure->spread, status->counters.axis, has_previous);
        status->counters.axis = axis;
        status->axis_chosen = 1;
        const PlanMark previous = mark_of(*grid);
        const bool keeps = has_previous && previous.axis == int(axis);
        plan_grid(*measure, marks, input.count, input.frame->scale, int(axis),
                  keeps ? previous.range : nullptr, grid);
        for (uint32_t k = 0; k < grid->levels; ++k) grid->level[k].lanes = grid_axis_lanes(grid->level[k]);
        status->counters.columns_changed = has_previous && !previous.same_as(*grid) ? 1 : 0;
        *measure = {};
    });
}

}  // namespace sim
