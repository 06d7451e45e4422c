// The plan of the columns on the device: threads measure the boxes with a table of sizes a block, then one
// thread plans.
#include "sim/broad_phase/columns/measure.h"
#include "sim/exec/exec_cuda.cuh"
#include "sim/math/atomic.h"
#include "sort/cuda/warp.cuh"

namespace sim {
namespace {

constexpr uint32_t kBlocksAMultiprocessor = 4;

/// The table of sizes of a block, and what its threads say of the centres.
struct BlockMeasure {
    uint32_t count[kSizeBins], largest[3][kSizeBins];
    uint32_t low_inverted[3], high[3];
    unsigned long long spread[3];
};

/// Boxes of one bin, one after the other.
struct SizeRun {
    uint32_t bin = kSizeBins, count = 0;
    Vec3 half = {0, 0, 0};
};

__device__ void add_run(const SizeRun& run, BlockMeasure& all) {
    if (run.count == 0) return;
    atomicAdd(&all.count[run.bin], run.count);
    for (int axis = 0; axis < 3; ++axis) atomicMax(&all.largest[axis][run.bin], float_bits(run.half[axis]));
}

/// The last runs of a warp's threads: nearly always of one bin, and then one atomic a warp.
__device__ void add_last_run(const SizeRun& run, BlockMeasure& all) {
    const uint32_t first_bin = __shfl_sync(sort::kAllLanes, run.bin, 0);
    if (!__all_sync(sort::kAllLanes, run.bin == first_bin)) return add_run(run, all);
    SizeRun warp = {run.bin, sort::warp_total(run.count), {}};
    for (int axis = 0; axis < 3; ++axis)
        warp.half[axis] = bits_float(sort::warp_max(float_bits(run.half[axis])));
    if (sort::own_lane() == 0) add_run(warp, all);
}

__device__ void add_centres(const CentreMeasure& own, BlockMeasure& all) {
    for (int axis = 0; axis < 3; ++axis) {
        const uint32_t low = sort::warp_max(own.low_inverted[axis]);
        const uint32_t high = sort::warp_max(own.high[axis]);
        const uint64_t spread = sort::warp_total(own.spread[axis]);
        if (sort::own_lane() != 0) continue;
        atomicMax(&all.low_inverted[axis], low);
        atomicMax(&all.high[axis], high);
        atomicAdd(&all.spread[axis], spread);
    }
}

/// What the threads find stays in registers while it can, then goes to the block's table, then to all:
/// atomics to one word of the device queue, and with some from every warp that took 20 us of 28 (H200, 1M
/// boxes).
__global__ void measure_kernel(BoxInput input, BoxMeasure* measure, Status* status) {
    __shared__ BlockMeasure s_all;
    static_assert(sizeof s_all / sizeof(uint32_t) <= kBlock && 3 * kSizeBins <= kBlock);
    if (threadIdx.x < sizeof s_all / sizeof(uint32_t)) reinterpret_cast<uint32_t*>(&s_all)[threadIdx.x] = 0;
    __syncthreads();

    // Measure the boxes, with the next one on its way.
    const SpreadFrame frame = *input.frame;
    CentreMeasure centres;
    SizeRun run;
    const uint64_t stride = uint64_t(gridDim.x) * kBlock;
    uint64_t i = uint64_t(blockIdx.x) * kBlock + threadIdx.x;
    Box next = input.boxes[i < input.count ? i : 0];
    for (; i < input.count; i += stride) {
        const Box box = next;
        if (i + stride < input.count) next = input.boxes[i + stride];
        centres.add(box, frame);
        const Vec3 half = half_sides(box);
        const uint32_t bin = size_bin(longest(half), frame.scale);
        if (bin != run.bin) {
            add_run(run, s_all);
            run = {bin, 0, {0, 0, 0}};
        }
        ++run.count;
        run.half = {larger(run.half.x, half.x), larger(run.half.y, half.y), larger(run.half.z, half.z)};
    }
    add_last_run(run, s_all);
    add_centres(centres, s_all);

    // Tell the others.
    __syncthreads();
    if (threadIdx.x < kSizeBins && s_all.count[threadIdx.x] > 0)
        atomicAdd(&measure->count[threadIdx.x], s_all.count[threadIdx.x]);
    if (threadIdx.x < 3 * kSizeBins) {
        const uint32_t axis = threadIdx.x / kSizeBins, bin = threadIdx.x % kSizeBins;
        if (s_all.largest[axis][bin] > 0) atomicMax(&measure->largest[axis][bin], s_all.largest[axis][bin]);
    }
    if (threadIdx.x < 3) {
        atomicMax(&measure->low_inverted[threadIdx.x], s_all.low_inverted[threadIdx.x]);
        atomicMax(&measure->high[threadIdx.x], s_all.high[threadIdx.x]);
        fetch_add(&status->spread[threadIdx.x], uint64_t{s_all.spread[threadIdx.x]});
    }
}

/// One thread plans; the others bring it what it reads, which would else be one long wait after the other.
__global__ void plan_kernel(BoxInput input, const BoxMeasure* measure, ColumnGrid* grid, Status* status) {
    __shared__ BoxMeasure s_measure;
    __shared__ uint64_t s_spread[3];
    __shared__ uint32_t s_axis, s_axis_chosen;
    __shared__ float s_scale;
    __shared__ float s_sample[3][kSampleBoxes];
    __shared__ Stretch s_previous[3];
    __shared__ int s_previous_axis;
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
        s_scale = input.frame->scale;
    } else if (k < kSizeBins + 7) {
        s_previous[k - kSizeBins - 4] = grid->stretch[k - kSizeBins - 4];
    } else if (k == kSizeBins + 7) {
        s_previous_axis = grid->axis;
    }
    __syncthreads();
    if (k != 0) return;
    const uint32_t axis = widest_axis(s_spread, s_axis, s_axis_chosen);
    status->counters.axis = axis;
    status->axis_chosen = 1;
    const bool keeps = s_axis_chosen != 0 && s_previous_axis == int(axis);
    plan_columns(s_measure, input.count, s_scale, int(axis), keeps ? s_previous : nullptr, grid);
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
