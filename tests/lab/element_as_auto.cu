// Wrong: an element is kept with `auto`, which would read it later.
#include "constants.h"
#include "lab.h"

__global__ void histogram(Global<const uint32_t> keys, uint32_t n, Global<uint32_t> counts) {
    __shared__ Shared<uint32_t, kBins> s_counts;
    const uint32_t i = blockIdx.x * kThreads + threadIdx.x;
    for (uint32_t b = threadIdx.x; b < kBins; b += kThreads) s_counts[b] = 0;
    __syncthreads();
    if (i < n) atomicAdd(&s_counts[digit_of(keys[i])], 1u);
    __syncthreads();
    for (uint32_t b = threadIdx.x; b < kBins; b += kThreads) {
        const auto c = s_counts[b];
        if (c != 0) atomicAdd(&counts[b], c);
    }
}
