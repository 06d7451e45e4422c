// Words that other blocks read while a kernel runs. All that is stored, read and fenced for them goes through here: a
// block may see the stores of another late, and in any order.
#pragma once
#include "sort/cuda/check.cuh"
#include "sort/cuda/ptx.cuh"

namespace sort {

/// Stores a word that says all by itself: who reads it may not conclude that anything else is there.
__device__ __forceinline__ void publish(unsigned long long& word, unsigned long long value) {
    store_relaxed(&word, value);
}

/// Returns the word as it is now, or was a while ago. Who waits for another one sleeps between.
__device__ __forceinline__ unsigned long long published(const unsigned long long& word) {
    return load_relaxed(&word);
}

/// publish() and published() of a word of sixteen bytes, at a place that is a multiple of 16.
__device__ __forceinline__ void publish_whole(void* place, const uint4& value) { store_whole(place, value); }
__device__ __forceinline__ uint4 published_whole(const void* place) { return load_whole(place); }

/// Sets a flag that others may read to leave early; behind the next barrier of the grid or the end of the
/// kernel all read it.
__device__ __forceinline__ void raise_flag(uint32_t* flag) { *static_cast<volatile uint32_t*>(flag) = 1; }

/// Returns whether a flag is raised. The load is done where the call stands, neither earlier nor twice.
__device__ __forceinline__ bool flag_is_raised(const uint32_t* flag) {
    return *static_cast<const volatile uint32_t*>(flag) != 0;
}

/// Returns true in every thread of the block that comes last; what the other blocks wrote is then visible,
/// read past L1. The ticket, 0 at first, wraps to 0 by itself, ready for the next launch.
__device__ inline bool last_block(uint32_t* ticket) {
    __shared__ bool s_last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) s_last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    if (s_last) __threadfence();
    return s_last;
}

}  // namespace sort
