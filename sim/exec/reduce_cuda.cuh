// The reductions of work.h as kernels. `reduce` queues the one of its result's kind, on a device with so many
// multiprocessors.
#pragma once
#include <algorithm>

#include "sim/exec/launch_queue.cuh"
#include "sim/exec/work.h"
#include "sim/math/atomic.h"
#include "sort/cuda/warp.cuh"

namespace sim {

inline constexpr int kBlock = 256;

inline uint32_t blocks_for(uint32_t count) { return (count + kBlock - 1) / kBlock; }

/// Counts items by flag, with an atomic per block for the first flag and one per warp for the others, which
/// are rare: with one per warp for it too, a million boxes out of order queue at one word for 18 us (H200). Five
/// blocks per multiprocessor, for the step's solver: more threads at work are worth more than its registers.
template <size_t kFlags, class F>
__global__ void __launch_bounds__(kBlock, sort::bound_blocks(kBlock, 5))
    count_flags_kernel(uint32_t count, uint32_t* totals, F f, Stamp stamp) {
    begin_launch(stamp);
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    const uint32_t bits = i < count ? uint32_t(f(i)) : 0;
    const int yes = __syncthreads_count(int(bits & 1));
    if (threadIdx.x == 0 && yes != 0) atomicAdd(&totals[0], uint32_t(yes));
    if (!__any_sync(sort::kAllLanes, bits > 1)) return;
    for (size_t k = 1; k < kFlags; ++k) {
        const uint32_t own = uint32_t(__popc(__ballot_sync(sort::kAllLanes, int(bits >> k & 1))));
        if (sort::own_lane() == 0 && own != 0) atomicAdd(&totals[k], own);
    }
}

template <size_t kFlags, class F>
void reduce(const CountFlags<kFlags>& into, uint32_t count, const F& f, uint32_t, LaunchQueue& queue) {
    queue(count_flags_kernel<kFlags, F>, blocks_for(count), kBlock, count, into.totals, f);
}

/// Each thread sums a few items, each warp adds its sums to the totals: integers, so any order is right.
template <class F>
__global__ void add_three_kernel(uint32_t count, uint64_t* totals, F f, Stamp stamp) {
    begin_launch(stamp);
    uint64_t sums[3] = {0, 0, 0};
    const uint64_t stride = uint64_t(gridDim.x) * kBlock;
    for (uint64_t i = uint64_t(blockIdx.x) * kBlock + threadIdx.x; i < count; i += stride)
        f(uint32_t(i), sums);
    for (int k = 0; k < 3; ++k) {
        const uint64_t whole = sort::warp_total(sums[k]);
        if (sort::own_lane() == 0) atomicAdd(reinterpret_cast<unsigned long long*>(&totals[k]), whole);
    }
}

template <class F>
void reduce(const AddThree& into, uint32_t count, const F& f, uint32_t multiprocessors, LaunchQueue& queue) {
    queue(add_three_kernel<F>, std::min(blocks_for(count), multiprocessors * 4), kBlock, count, into.totals,
          f);
}

/// Each thread computes a few items, each block raises the words of all once.
template <class F>
__global__ void raise_six_kernel(uint32_t count, uint32_t* most, F f, Stamp stamp) {
    __shared__ uint32_t s_most[6];
    begin_launch(stamp);
    if (threadIdx.x < 6) s_most[threadIdx.x] = 0;
    __syncthreads();
    uint32_t own[6] = {};
    const uint64_t stride = uint64_t(gridDim.x) * kBlock;
    for (uint64_t i = uint64_t(blockIdx.x) * kBlock + threadIdx.x; i < count; i += stride)
        f(uint32_t(i), own);
    for (int k = 0; k < 6; ++k) {
        const uint32_t warp = sort::warp_max(own[k]);
        if (sort::own_lane() == 0) atomicMax(&s_most[k], warp);
    }
    __syncthreads();
    if (threadIdx.x < 6) atomicMax(&most[threadIdx.x], s_most[threadIdx.x]);
}

template <class F>
void reduce(const RaiseSix& into, uint32_t count, const F& f, uint32_t multiprocessors, LaunchQueue& queue) {
    queue(raise_six_kernel<F>, std::min(blocks_for(count), multiprocessors * 4), kBlock, count, into.most, f);
}

/// Appends words with an atomic per block and list: warps sum what they have, the block takes room for all of it.
template <class F>
__global__ void __launch_bounds__(kBlock)
    add_to_lists_kernel(uint32_t count, AddToLists into, F f, Stamp stamp) {
    begin_launch(stamp);
    constexpr uint32_t kWarps = kBlock / 32;
    __shared__ uint32_t s_totals[2][kWarps];
    __shared__ uint64_t s_begins[2];
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x, warp = sort::own_warp();
    WordsOfItem of_a, of_b;
    if (i < count) f(i, of_a, of_b);
    const uint32_t to_a = sort::warp_sums(of_a.count), to_b = sort::warp_sums(of_b.count);
    if (sort::own_lane() == 31) s_totals[0][warp] = to_a, s_totals[1][warp] = to_b;
    __syncthreads();
    if (threadIdx.x < 2) {
        uint32_t* totals = s_totals[threadIdx.x];
        uint32_t all = 0;
        for (uint32_t w = 0; w < kWarps; ++w) {
            const uint32_t own = totals[w];
            totals[w] = all;
            all += own;
        }
        s_begins[threadIdx.x] = all ? fetch_add((threadIdx.x ? into.b : into.a).listed, uint64_t(all)) : 0;
    }
    __syncthreads();
    of_a.write(into.a.words + s_begins[0] + s_totals[0][warp] + to_a - of_a.count);
    of_b.write(into.b.words + s_begins[1] + s_totals[1][warp] + to_b - of_b.count);
}

template <class F>
void reduce(const AddToLists& into, uint32_t count, const F& f, uint32_t, LaunchQueue& queue) {
    queue(add_to_lists_kernel<F>, blocks_for(count), kBlock, count, into, f);
}

/// Each thread makes one key and compares it with that of the next thread; the last of a block makes two.
template <class F>
__global__ void make_keys_kernel(uint32_t count, MakeKeys into, F f, Stamp stamp) {
    begin_launch(stamp);
    __shared__ uint32_t s_keys[kBlock + 1];
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    const bool there = i < count;
    const uint32_t own = there ? f(i) : ~0u;
    if (there) into.keys[i] = own, into.order[i] = i;
    s_keys[threadIdx.x] = own;
    if (threadIdx.x == kBlock - 1) s_keys[kBlock] = i + 1 < count ? f(i + 1) : ~0u;
    __syncthreads();
    const int greater = __syncthreads_count(own > s_keys[threadIdx.x + 1] && i + 1 < count);
    if (threadIdx.x == 0 && greater != 0) atomicAdd(into.descents, uint32_t(greater));
}

template <class F>
void reduce(const MakeKeys& into, uint32_t count, const F& f, uint32_t, LaunchQueue& queue) {
    queue(make_keys_kernel<F>, blocks_for(count), kBlock, count, into, f);
}

}  // namespace sim
