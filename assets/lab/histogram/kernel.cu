// Lab "histogram": how often does each digit occur in the keys? README.md has the task.
#include "constants.h"  // kThreads, kBins, digit_of(key)
#include "lab.h"        // Global, Shared

// Given: n keys, blocks of kThreads threads that cover them, one key per thread; counts[kBins], all 0.
// Wanted: counts[d] is the number of keys whose digit is d.
__global__ void histogram(Global<const uint32_t> keys, uint32_t n, Global<uint32_t> counts) {
    __shared__ Shared<uint32_t, kBins> s_counts;  // of this block
    const uint32_t i = blockIdx.x * kThreads + threadIdx.x;

    // TODO: set s_counts to 0, count this block's keys there, and add the result to counts.
}
