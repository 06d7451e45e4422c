// Small parts that kernels share: gates, sums and extremes over a warp, the block that comes last, a grid
// that fills the device.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>

#include "sort/cuda/check.cuh"

namespace sort {

constexpr uint32_t kAllLanes = 0xffffffffu;

__device__ inline uint32_t own_lane() { return threadIdx.x % 32; }
__device__ inline uint32_t own_warp() { return threadIdx.x / 32; }

/// Returns whether a gate is closed. A gated kernel leaves at once when its word is 0; null is no gate.
__device__ inline bool gate_closed(const uint32_t* gate) { return gate != nullptr && *gate == 0; }

/// Inclusive sums over the lanes of a warp. All lanes call it together.
template <class T>
__device__ T warp_sums(T value) {
    // lesson: scan/warp shuffle
    for (uint32_t step = 1; step < 32; step *= 2) {
        const T lower = __shfl_up_sync(kAllLanes, value, step);
        if (own_lane() >= step) value += lower;
    }
    return value;
    // lesson end
}

/// Folds the values of all lanes into one, the same in each of them, by five exchanges. All lanes call it
/// together.
template <class T, class Fold>
__device__ T warp_fold(T value, Fold fold) {
    for (uint32_t step = 16; step > 0; step /= 2)
        value = fold(value, __shfl_xor_sync(kAllLanes, value, step));
    return value;
}

struct Sum {
    template <class T>
    __device__ T operator()(T a, T b) const {
        return a + b;
    }
};
struct Least {
    __device__ uint32_t operator()(uint32_t a, uint32_t b) const { return a < b ? a : b; }
};
struct Greatest {
    __device__ uint32_t operator()(uint32_t a, uint32_t b) const { return a > b ? a : b; }
};
struct Union {
    __device__ uint32_t operator()(uint32_t a, uint32_t b) const { return a | b; }
};

__device__ inline uint64_t warp_total(uint64_t value) { return warp_fold(value, Sum()); }

// One instruction from compute capability 8.0 on.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
__device__ inline uint32_t warp_total(uint32_t value) { return __reduce_add_sync(kAllLanes, value); }
__device__ inline uint32_t warp_min(uint32_t value) { return __reduce_min_sync(kAllLanes, value); }
__device__ inline uint32_t warp_max(uint32_t value) { return __reduce_max_sync(kAllLanes, value); }
__device__ inline uint32_t warp_or(uint32_t value) { return __reduce_or_sync(kAllLanes, value); }
#else
__device__ inline uint32_t warp_total(uint32_t value) { return warp_fold(value, Sum()); }
__device__ inline uint32_t warp_min(uint32_t value) { return warp_fold(value, Least()); }
__device__ inline uint32_t warp_max(uint32_t value) { return warp_fold(value, Greatest()); }
__device__ inline uint32_t warp_or(uint32_t value) { return warp_fold(value, Union()); }
#endif

/// Asks the L2 cache for words that the block will read next, a line a thread: at most 32 words a thread of
/// the block. Nothing waits for them.
__device__ inline void prefetch_words(const uint32_t* words, uint32_t count) {
    constexpr uint32_t kLineWords = 32;
    if (threadIdx.x * kLineWords >= count) return;
#ifdef __CUDA_ARCH__
    asm volatile("prefetch.global.L2 [%0];" ::"l"(words + threadIdx.x * kLineWords));
#else
    static_cast<void>(words);
#endif
}

/// Resident blocks for launch bounds: `wanted`, or as many as fit the architecture compiled for. Before compute
/// capability 8.0 a multiprocessor holds 1024 threads, since then at least 1536.
constexpr uint32_t bound_blocks([[maybe_unused]] uint32_t threads, uint32_t wanted) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
    return wanted < 1024 / threads ? wanted : 1024 / threads;
#else
    return wanted;
#endif
}

}  // namespace sort
