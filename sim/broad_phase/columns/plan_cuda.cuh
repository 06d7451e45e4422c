// The plan of the columns by a block: in a kernel of its own, or beside the blocks of a search.
#pragma once
#include "sim/broad_phase/columns/plan.h"

namespace sim {

inline constexpr uint32_t kPlanThreads = 64;  // at least

/// What the threads of a block load for the one that plans.
struct PlanScratch {
    BoxMeasure measure;
    SampleMarks marks;
    float sample[3][kSampleBoxes];
    PlanMark previous;
    float size_scale;
};

/// Plans with one thread; the others load what it reads, which would otherwise be one long wait after the other.
/// `s_plan` is shared memory.
__device__ inline void plan_by_block(const ColumnsPlan& plan, PlanScratch& s_plan) {
    static_assert(kSizeBins == 32 && kSampleBoxes == 32);
    const BoxMeasure* measure = plan.measure;
    const ColumnGrid* grid = plan.grid;
    const uint32_t k = threadIdx.x;
    if (k < kSizeBins) {
        s_plan.measure.count[k] = measure->count[k];
        const Box box = plan.boxes.box(sample_box(k, plan.boxes.count));
        for (int axis = 0; axis < 3; ++axis) {
            s_plan.measure.largest[axis][k] = measure->largest[axis][k];
            s_plan.sample[axis][k] = half_centre(box, axis);
        }
        __syncwarp();
        for (int axis = 0; axis < 3; ++axis) mark_quarters(s_plan.sample[axis], k, axis, &s_plan.marks);
    } else if (k < kSizeBins + 3) {
        const uint32_t axis = k - kSizeBins;
        s_plan.measure.low_inverted[axis] = measure->low_inverted[axis];
        s_plan.measure.high[axis] = measure->high[axis];
        s_plan.measure.spread[axis] = measure->spread[axis];
        s_plan.previous.range[axis] = grid->range[axis];
    } else if (k == kSizeBins + 3) {
        s_plan.size_scale = plan.boxes.frame->scale;
    } else if (k == kSizeBins + 4) {
        s_plan.previous.axis = grid->axis;
        s_plan.previous.levels = grid->levels;
        s_plan.previous.columns = grid->columns;
    }
    __syncthreads();
    if (k == 0)
        plan_after(s_plan.previous, s_plan.measure, s_plan.marks, plan.boxes.count, s_plan.size_scale,
                   plan.grid);
}

}  // namespace sim
