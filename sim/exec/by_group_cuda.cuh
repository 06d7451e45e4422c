// Items that a group works on together, as kernels: `call_by_group` queues the one of its kind of group (work.h).
#pragma once
#include "sim/exec/group_cuda.cuh"
#include "sim/exec/reduce_cuda.cuh"

namespace sim {

template <uint32_t kLanes, class F>
__global__ void __launch_bounds__(kBlock) by_lanes_kernel(uint32_t count, F f, Stamp stamp) {
    begin_launch(stamp);
    const uint32_t i = (blockIdx.x * kBlock + threadIdx.x) / kLanes;
    if (i < count) f(LaneGroup<kLanes>{}, i);
}

template <uint32_t kLanes, class F>
void call_by_group(const ByLanes<kLanes>&, uint32_t count, const F& f, LaunchQueue& queue) {
    constexpr uint32_t kGroups = kBlock / kLanes;
    queue(by_lanes_kernel<kLanes, F>, (count + kGroups - 1) / kGroups, kBlock, count, f);
}

template <uint32_t kLanes, class Count, class F>
__global__ void __launch_bounds__(kBlock) found_by_lanes_kernel(CountedItems<Count> items, F f, Stamp stamp) {
    begin_launch(stamp);
    const uint64_t n = items.size(), stride = uint64_t(gridDim.x) * (kBlock / kLanes);
    for (uint64_t i = uint64_t(blockIdx.x) * (kBlock / kLanes) + threadIdx.x / kLanes; i < n; i += stride)
        f(LaneGroup<kLanes>{}, i);
}

template <uint32_t kLanes, class Count, class F>
void call_by_group(const ByLanes<kLanes>&, const CountedItems<Count>& items, const F& f,
                   uint32_t multiprocessors, LaunchQueue& queue) {
    queue(found_by_lanes_kernel<kLanes, Count, F>, multiprocessors * 8, kBlock, items, f);
}

template <class Count, class F>
__global__ void found_by_block_kernel(CountedItems<Count> items, F f, Stamp stamp) {
    __shared__ Vec3 s_words[kBlock];
    begin_launch(stamp);
    const uint64_t n = items.size();
    for (uint64_t i = blockIdx.x; i < n; i += gridDim.x) f(BlockGroup<kBlock>(s_words), i);
}

template <class Count, class F>
void call_by_group(const ByBlock&, const CountedItems<Count>& items, const F& f, uint32_t multiprocessors,
                   LaunchQueue& queue) {
    queue(found_by_block_kernel<Count, F>, multiprocessors * 4, kBlock, items, f);
}

/// A block is a warp, and there are more than run at once: items take very different times.
inline constexpr int kScratchBlock = 32;

template <class Scratch, class Count, class F>
__global__ void __launch_bounds__(kScratchBlock, sort::bound_blocks(kScratchBlock, 32))
    found_by_warp_kernel(CountedItems<Count> items, F f, Stamp stamp) {
    __shared__ Scratch s_scratch;
    begin_launch(stamp);
    const uint64_t n = items.size();
    for (uint64_t i = blockIdx.x; i < n; i += gridDim.x) f(WarpGroup{}, i, s_scratch);
}

template <class Scratch, class Count, class F>
void call_by_group(const ByWarp<Scratch>&, const CountedItems<Count>& items, const F& f,
                   uint32_t multiprocessors, LaunchQueue& queue) {
    queue(found_by_warp_kernel<Scratch, Count, F>, multiprocessors * 128, kScratchBlock, items, f);
}

}  // namespace sim
