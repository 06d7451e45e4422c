// Wrong: the own value is not taken off.
#include "constants.h"
#include "lab.h"

__global__ void scan(Global<const uint32_t> values, uint32_t n, Global<uint32_t> sums,
                     Global<uint32_t> totals) {
    __shared__ Shared<uint32_t, kThreads> s_sums;
    const uint32_t i = blockIdx.x * kThreads + threadIdx.x;
    const uint32_t value = i < n ? values[i] : 0;
    s_sums[threadIdx.x] = value;
    __syncthreads();
    for (uint32_t reach = 1; reach < kThreads; reach *= 2) {
        uint32_t left = 0;
        if (threadIdx.x >= reach) left = s_sums[threadIdx.x - reach];
        __syncthreads();
        s_sums[threadIdx.x] += left;
        __syncthreads();
    }
    const uint32_t inclusive = s_sums[threadIdx.x];
    if (i < n) sums[i] = inclusive;
    if (threadIdx.x == kThreads - 1) totals[blockIdx.x] = inclusive;
}
