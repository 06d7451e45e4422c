// The plan of the columns on the device: threads measure the boxes with a table of sizes a block, then one
// thread plans.
#include "sim/broad_phase/columns_measure.h"
#include "sim/exec_cuda.cuh"
#include "sim/math/atomic.h"
#include "sort/cuda/warp.cuh"

namespace sim {
namespace {

constexpr uint32_t kBlocksAMultiprocessor = 4;

/// Sizes go to a table of the block, one atomic a warp where all its boxes are of one bin; what is said of
/// the centres stays in registers until the end.
__global__ void measure_kernel(BoxInput input, BoxMeasure* measure, Status* status) {
    __shared__ uint32_t s_count[kSizeBins], s_largest[3][kSizeBins];
    static_assert(kSizeBins == 32);
    if (threadIdx.x < kSizeBins) s_count[threadIdx.x] = 0;
    if (threadIdx.x < 3 * kSizeBins) s_largest[threadIdx.x / kSizeBins][threadIdx.x % kSizeBins] = 0;
    __syncthreads();

    // Measure the boxes. Whole warps go on together: a lane behind the end measures the last box again.
    CentreMeasure centres;
    const uint32_t lane = threadIdx.x % 32;
    const uint32_t rounds = (input.count + gridDim.x * kBlock - 1) / (gridDim.x * kBlock);
    for (uint32_t round = 0; round < rounds; ++round) {
        const uint64_t i = (uint64_t(round) * gridDim.x + blockIdx.x) * kBlock + threadIdx.x;
        const bool there = i < input.count;
        Vec3 half = {0, 0, 0};
        if (there) {
            const Box box = input.boxes[i];
            centres.add(box, input);
            half = half_sides(box);
        }
        const uint32_t bin = there ? size_bin(longest(half), input.scale) : kSizeBins;
        const uint32_t first_bin = __shfl_sync(sort::kAllLanes, bin, 0);
        if (__all_sync(sort::kAllLanes, bin == first_bin)) {
            if (lane == 0 && bin < kSizeBins) atomicAdd(&s_count[bin], 32u);
            for (int axis = 0; axis < 3; ++axis) {
                const uint32_t largest = sort::warp_max(float_bits(half[axis]));
                if (lane == 0 && bin < kSizeBins) atomicMax(&s_largest[axis][bin], largest);
            }
        } else if (there) {
            atomicAdd(&s_count[bin], 1u);
            for (int axis = 0; axis < 3; ++axis) atomicMax(&s_largest[axis][bin], float_bits(half[axis]));
        }
    }

    // Tell the others.
    __syncthreads();
    if (threadIdx.x < kSizeBins && s_count[threadIdx.x] > 0) {
        atomicAdd(&measure->count[threadIdx.x], s_count[threadIdx.x]);
        for (int axis = 0; axis < 3; ++axis)
            atomicMax(&measure->largest[axis][threadIdx.x], s_largest[axis][threadIdx.x]);
    }
    for (int axis = 0; axis < 3; ++axis) {
        const uint32_t low = sort::warp_max(centres.low_inverted[axis]);
        const uint32_t high = sort::warp_max(centres.high[axis]);
        const uint64_t spread = sort::warp_total(centres.spread[axis]);
        if (lane != 0) continue;
        atomicMax(&measure->low_inverted[axis], low);
        atomicMax(&measure->high[axis], high);
        fetch_add(&status->spread[axis], spread);
    }
}

/// One thread plans; the others bring it what it reads, which would else be one long wait after the other.
__global__ void plan_kernel(BoxInput input, const BoxMeasure* measure, ColumnGrid* grid, Status* status) {
    __shared__ BoxMeasure s_measure;
    __shared__ uint64_t s_spread[3];
    __shared__ uint32_t s_axis, s_axis_chosen;
    __shared__ float s_sample[3][kSampleBoxes];
    static_assert(kSizeBins == 32 && kSampleBoxes == 32);
    const uint32_t k = threadIdx.x;
    if (k < kSizeBins) {
        s_measure.count[k] = measure->count[k];
        const Box box = input.boxes[sample_box(k, input.count)];
        for (int axis = 0; axis < 3; ++axis) {
            s_measure.largest[axis][k] = measure->largest[axis][k];
            s_sample[axis][k] = half_centre(box, axis);
        }
        __syncwarp();
        for (int axis = 0; axis < 3; ++axis) mark_quarters(s_sample[axis], k, axis, &s_measure);
    } else if (k < kSizeBins + 3) {
        const uint32_t axis = k - kSizeBins;
        s_measure.low_inverted[axis] = measure->low_inverted[axis];
        s_measure.high[axis] = measure->high[axis];
        s_spread[axis] = status->spread[axis];
    } else if (k == kSizeBins + 3) {
        s_axis = status->counters.axis;
        s_axis_chosen = status->axis_chosen;
    }
    __syncthreads();
    if (k != 0) return;
    const uint32_t axis = widest_axis(s_spread, s_axis, s_axis_chosen);
    status->counters.axis = axis;
    status->axis_chosen = 1;
    plan_columns(s_measure, input.count, input.scale, int(axis), grid);
}

}  // namespace

void choose_columns(CudaExec& exec, const BoxInput& input, BoxMeasure* measure, ColumnGrid* grid,
                    Status* status) {
    const uint32_t blocks =
        std::min((input.count + kBlock - 1) / kBlock, exec.multiprocessors() * kBlocksAMultiprocessor);
    exec.launch("plan/clear", {},
                [&] { sort::check(cudaMemsetAsync(measure, 0, sizeof *measure, exec.stream())); });
    exec.launch("plan/measure", {.bytes = input.count * sizeof(Box), .items = input.count},
                [&] { measure_kernel<<<blocks, kBlock, 0, exec.stream()>>>(input, measure, status); });
    exec.launch("plan/columns", {},
                [&] { plan_kernel<<<1, 64, 0, exec.stream()>>>(input, measure, grid, status); });
}

}  // namespace sim
