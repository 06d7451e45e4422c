// Sums, least and greatest over the threads of a block, and a word for all of them. Every thread of the block calls them
// together; those that take an array of kBlockWords words in shared memory may use it again after its next barrier.
#pragma once
#include "sort/cuda/warp.cuh"

namespace sort {

constexpr uint32_t kBlockWords = 64;

struct Range {
    uint32_t least, greatest;
};

/// Returns the range that covers the ranges of all threads of the block, in all threads.
template <uint32_t kThreads>
__device__ inline Range block_range(Range own, uint32_t* words) {
    static_assert(kThreads % 32 == 0 && kThreads / 32 <= kBlockWords / 2);
    own = {warp_min(own.least), warp_max(own.greatest)};
    if (own_lane() == 0) {
        words[own_warp()] = own.least;
        words[kBlockWords / 2 + own_warp()] = own.greatest;
    }
    __syncthreads();
    const bool has = own_lane() < kThreads / 32;
    return {warp_min(has ? words[own_lane()] : ~0u),
            warp_max(has ? words[kBlockWords / 2 + own_lane()] : 0u)};
}

/// Loads a word of global memory in one thread and returns it in all threads of the block: a grid of warps that all ask for
/// one word wait for each other. `word`, in shared memory, may be used again after the next barrier.
__device__ inline uint32_t broadcast_word(const uint32_t* from, uint32_t& word) {
    if (threadIdx.x == 0) word = __ldcg(from);
    __syncthreads();
    return word;
}

/// Returns the sum of warp_sum over the warps before this one. All lanes of a warp pass the same number.
template <uint32_t kThreads>
__device__ inline uint32_t sum_before_warp(uint32_t warp_sum, uint32_t* words) {
    // lesson: scan/warp sums, scan/add
    if (own_lane() == 0) words[own_warp()] = warp_sum;
    __syncthreads();
    const uint32_t one = own_lane() < kThreads / 32 ? words[own_lane()] : 0;
    return __shfl_sync(kAllLanes, warp_sums(one) - one, own_warp());
    // lesson end
}

}  // namespace sort
