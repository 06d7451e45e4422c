// Lab "split", solved: the ranks of the ones are their scan, those of the zeros what is left.
#include "constants.h"
#include "lab.h"

__global__ void split(Global<const uint32_t> keys, uint32_t n, Global<uint32_t> sorted) {
    __shared__ Shared<uint32_t, kThreads> s_ones;
    const uint32_t begin = blockIdx.x * kThreads, i = begin + threadIdx.x;
    const uint32_t count = n - begin < kThreads ? n - begin : kThreads;
    const uint32_t key = i < n ? keys[i] : 0;
    const uint32_t one = i < n ? digit_of(key) : 0;
    s_ones[threadIdx.x] = one;
    __syncthreads();
    for (uint32_t reach = 1; reach < kThreads; reach *= 2) {
        uint32_t left = 0;
        if (threadIdx.x >= reach) left = s_ones[threadIdx.x - reach];
        __syncthreads();
        s_ones[threadIdx.x] += left;
        __syncthreads();
    }
    const uint32_t ones_before = s_ones[threadIdx.x] - one;
    const uint32_t zeros = count - s_ones[kThreads - 1];
    if (i < n) sorted[begin + (one ? zeros + ones_before : threadIdx.x - ones_before)] = key;
}
