// All threads of a grid as a crew (crew.h). All of them make the same calls.
#pragma once
#include <cstdint>

#include "sort/cuda/cooperative.cuh"

namespace sim {

inline constexpr uint32_t kCrewThreads = 256;  // of a block, one on a multiprocessor

/// The threads of one block, which meet in a tenth of the time.
class BlockCrew {
public:
    template <class F>
    __device__ void each(uint64_t count, F f, uint32_t = 0) const {
        for (uint64_t i = threadIdx.x; i < count; i += blockDim.x) f(uint32_t(i));
    }
    template <class F>
    __device__ void alone(F f) const {
        if (threadIdx.x == 0) f();
    }
    __device__ void meet() const { __syncthreads(); }
};

class GridCrew {
public:
    static constexpr uint64_t kFew = kCrewThreads;

    /// Neighbours go to different multiprocessors: a few hundred keep all of them at work.
    template <class F>
    __device__ void each(uint64_t count, F f, uint32_t = 0) const {
        const uint64_t members = uint64_t(gridDim.x) * blockDim.x;
        for (uint64_t i = uint64_t(threadIdx.x) * gridDim.x + blockIdx.x; i < count; i += members)
            f(uint32_t(i));
    }
    template <class F>
    __device__ void alone(F f) const {
        if (blockIdx.x == 0 && threadIdx.x == 0) f();
    }
    template <class F>
    __device__ void few(F f) const {
        if (blockIdx.x == 0) f(BlockCrew{});
    }
    __device__ void meet() const {
        if (gridDim.x == 1) {
            __syncthreads();
        } else {
            sort::GridBarrier()();
        }
    }
};

template <class F>
__global__ void __launch_bounds__(kCrewThreads) together_kernel(F f) {
    f(GridCrew{});
}

/// On a device without cooperative launches by one block.
template <class F>
void launch_together(bool cooperative, uint32_t multiprocessors, cudaStream_t stream, const F& f) {
    if (cooperative) {
        sort::launch_cooperative(together_kernel<F>, multiprocessors, kCrewThreads, 0, stream, f);
    } else {
        together_kernel<<<1, kCrewThreads, 0, stream>>>(f);
    }
}

}  // namespace sim
