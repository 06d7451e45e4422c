// The plan of the columns on the device.
#include "sim/broad_phase/columns/plan.h"
#include "sim/exec/exec_cuda.cuh"

namespace sim {
namespace {

/// Plans the grid with one thread; the others load what it reads, which would otherwise be one long wait
/// after the other. Leaves the measures zero for the next time.
__global__ void plan_kernel(BoxInput input, BoxMeasure* measure, ColumnGrid* grid, Status* status) {
    __shared__ BoxMeasure s_measure;
    __shared__ SampleMarks s_marks;
    __shared__ uint64_t s_spread[3];
    __shared__ uint32_t s_axis, s_axis_chosen;
    __shared__ float s_scale;
    __shared__ float s_sample[3][kSampleBoxes];
    __shared__ PlanMark s_previous;
    static_assert(kSizeBins == 32 && kSampleBoxes == 32);
    const uint32_t k = threadIdx.x;
    if (k < kSizeBins) {
        s_measure.count[k] = measure->count[k];
        const Box box = input.box(sample_box(k, input.count));
        for (int axis = 0; axis < 3; ++axis) {
            s_measure.largest[axis][k] = measure->largest[axis][k];
            s_sample[axis][k] = half_centre(box, axis);
        }
        __syncwarp();
        for (int axis = 0; axis < 3; ++axis) mark_quarters(s_sample[axis], k, axis, &s_marks);
    } else if (k < kSizeBins + 3) {
        const uint32_t axis = k - kSizeBins;
        s_measure.low_inverted[axis] = measure->low_inverted[axis];
        s_measure.high[axis] = measure->high[axis];
        s_spread[axis] = measure->spread[axis];
    } else if (k == kSizeBins + 3) {
        s_axis = status->counters.axis;
        s_axis_chosen = status->axis_chosen;
        s_scale = input.frame->scale;
    } else if (k < kSizeBins + 7) {
        s_previous.range[k - kSizeBins - 4] = grid->range[k - kSizeBins - 4];
    } else if (k == kSizeBins + 7) {
        s_previous.axis = grid->axis;
        s_previous.levels = grid->levels;
        s_previous.columns = grid->columns;
    }
    __syncthreads();
    if (k > 0) {
        auto* words = reinterpret_cast<uint32_t*>(measure);
        for (uint32_t i = k - 1; i < sizeof *measure / sizeof *words; i += blockDim.x - 1) words[i] = 0;
        return;
    }
    const uint32_t axis = widest_axis(s_spread, s_axis, s_axis_chosen);
    status->counters.axis = axis;
    status->axis_chosen = 1;
    const bool has_previous = s_axis_chosen != 0;
    const bool keeps = has_previous && s_previous.axis == int(axis);
    plan_grid(s_measure, s_marks, input.count, s_scale, int(axis), keeps ? s_previous.range : nullptr, grid);
    status->counters.columns_changed = has_previous && !s_previous.same_as(*grid) ? 1 : 0;
}

}  // namespace

void plan_columns(CudaExec& exec, const BoxInput& input, BoxMeasure* measure, ColumnGrid* grid,
                  Status* status) {
    exec.launch("plan", {}, [&] { plan_kernel<<<1, 64, 0, exec.stream()>>>(input, measure, grid, status); });
}

}  // namespace sim
