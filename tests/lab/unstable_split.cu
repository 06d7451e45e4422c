// Wrong: each key gets a place by an atomic, in the order in which threads run.
#include "constants.h"
#include "lab.h"

__global__ void split(Global<const uint32_t> keys, uint32_t n, Global<uint32_t> sorted) {
    __shared__ Shared<uint32_t, 2> s_next;  // the next place of each digit
    const uint32_t begin = blockIdx.x * kThreads, i = begin + threadIdx.x;
    const uint32_t key = i < n ? keys[i] : 0;
    if (threadIdx.x < 2) s_next[threadIdx.x] = begin;
    __syncthreads();
    if (i < n && digit_of(key) == 0) atomicAdd(&s_next[1], 1u);
    __syncthreads();
    if (i < n) sorted[atomicAdd(&s_next[digit_of(key)], 1u)] = key;
}
