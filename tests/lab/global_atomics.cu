// Right, but no key is counted in shared memory.
#include "constants.h"
#include "lab.h"

__global__ void histogram(Global<const uint32_t> keys, uint32_t n, Global<uint32_t> counts) {
    const uint32_t i = blockIdx.x * kThreads + threadIdx.x;
    if (i >= n) return;
    printf("key %u\n", keys[i]);
    atomicAdd(&counts[digit_of(keys[i])], 1u);
}
