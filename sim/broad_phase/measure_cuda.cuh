// Boxes measured on the device, by threads with a table of sizes a block.
#pragma once
#include <algorithm>

#include "sim/broad_phase/box_measure.h"
#include "sim/exec/exec_cuda.cuh"
#include "sim/math/atomic.h"
#include "sort/cuda/warp.cuh"

namespace sim {

inline constexpr uint32_t kMeasureBlocksAMultiprocessor = 5;

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

__device__ inline void add_run(const SizeRun& run, BlockMeasure& all) {
    if (run.count == 0) return;
    atomicAdd(&all.count[run.bin], run.count);
    for (int axis = 0; axis < 3; ++axis) atomicMax(&all.largest[axis][run.bin], float_bits(run.half[axis]));
}

/// The last runs of a warp's threads: nearly always of one bin, and then one atomic a warp.
__device__ inline void add_last_run(const SizeRun& run, BlockMeasure& all) {
    const uint32_t first_bin = __shfl_sync(sort::kAllLanes, run.bin, 0);
    if (!__all_sync(sort::kAllLanes, run.bin == first_bin)) return add_run(run, all);
    SizeRun warp = {run.bin, sort::warp_total(run.count), {}};
    for (int axis = 0; axis < 3; ++axis)
        warp.half[axis] = bits_float(sort::warp_max(float_bits(run.half[axis])));
    if (sort::own_lane() == 0) add_run(warp, all);
}

__device__ inline void add_centres(const CentreMeasure& own, BlockMeasure& all) {
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

/// Measures all boxes. Results stay in the threads' registers as long as possible, then go to the block's
/// table, then to the measure: atomics to one word of the device queue, and with some from every warp that
/// took 20 us of 28 (H200, 1M boxes).
template <class MakeBox>
__global__ void __launch_bounds__(kBlock, sort::bound_blocks(kBlock, kMeasureBlocksAMultiprocessor))
    measure_kernel(uint32_t count, const SpreadFrame* frame_of_all, BoxMeasure* measure, MakeBox box_of_item,
                   Stamp stamp) {
    __shared__ BlockMeasure s_all;
    begin_launch(stamp);
    static_assert(sizeof s_all / sizeof(uint32_t) <= kBlock && 3 * kSizeBins <= kBlock);
    if (threadIdx.x < sizeof s_all / sizeof(uint32_t)) reinterpret_cast<uint32_t*>(&s_all)[threadIdx.x] = 0;
    __syncthreads();

    const SpreadFrame frame = *frame_of_all;
    CentreMeasure centres;
    SizeRun run;
    const uint64_t stride = uint64_t(gridDim.x) * kBlock;
    for (uint64_t i = uint64_t(blockIdx.x) * kBlock + threadIdx.x; i < count; i += stride) {
        const Box box = box_of_item(uint32_t(i));
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
        fetch_add(&measure->spread[threadIdx.x], uint64_t{s_all.spread[threadIdx.x]});
    }
}

template <class MakeBox>
void measure_boxes(CudaExec& exec, const char* name, uint32_t count, uint32_t item_bytes,
                   const SpreadFrame* frame, BoxMeasure* measure, MakeBox box_of_item) {
    const uint32_t blocks =
        std::min((count + kBlock - 1) / kBlock, exec.multiprocessors() * kMeasureBlocksAMultiprocessor);
    exec.queue(name, {.bytes = uint64_t(item_bytes) * count, .items = count}, [&](LaunchQueue& queue) {
        queue(measure_kernel<MakeBox>, blocks, kBlock, count, frame, measure, box_of_item);
    });
}

}  // namespace sim
