// Wrong: counts in a plain array of the block, where only the order of threads shows the missing barrier.
#include "constants.h"
#include "lab.h"

__global__ void histogram(Global<const uint32_t> keys, uint32_t n, Global<uint32_t> counts) {
    __shared__ uint32_t s_counts[kBins];
    const uint32_t i = blockIdx.x * kThreads + threadIdx.x;
    for (uint32_t d = threadIdx.x; d < kBins; d += kThreads) s_counts[d] = 0;
    __syncthreads();
    if (i < n) atomicAdd(&s_counts[digit_of(keys[i])], 1u);
    if (threadIdx.x >= kThreads - kBins) {
        const uint32_t d = threadIdx.x - (kThreads - kBins);
        atomicAdd(&counts[d], s_counts[d]);
    }
}
