// Wrong: writes through a plain pointer all over the memory.
#include "constants.h"
#include "lab.h"

__global__ void histogram(Global<const uint32_t> keys, uint32_t n, Global<uint32_t> counts) {
    __shared__ Shared<uint32_t, kBins> s_counts;
    const uint32_t i = blockIdx.x * kThreads + threadIdx.x;
    for (uint32_t d = threadIdx.x; d < kBins; d += kThreads) s_counts[d] = 0;
    __syncthreads();
    uint32_t* const first = &counts[0];
    for (uint64_t k = 0; k < (1ull << 40); ++k) first[k] = 1;
    if (i < n) atomicAdd(&s_counts[digit_of(keys[i])], 1u);
    __syncthreads();
    for (uint32_t d = threadIdx.x; d < kBins; d += kThreads) atomicAdd(&counts[d], s_counts[d]);
}
