// Lab "scan": sums of all values before each one, tile by tile. README.md has the task.
#include "constants.h"  // kThreads
#include "lab.h"        // Global, Shared

// Given: n values; a block has one tile of kThreads values, the last tile may be shorter.
// Wanted: sums[i] is the sum of the values of the same tile before i (an exclusive scan);
//         totals[b] is the sum of all values of tile b.
__global__ void scan(Global<const uint32_t> values, uint32_t n, Global<uint32_t> sums,
                     Global<uint32_t> totals) {
    __shared__ Shared<uint32_t, kThreads> s_sums;
    const uint32_t i = blockIdx.x * kThreads + threadIdx.x;
    const uint32_t value = i < n ? values[i] : 0;

    // TODO: scan the tile in shared memory: log2(kThreads) steps, in each of which a thread adds the sum that
    // stands 1, 2, 4, ... places to its left. Mind who reads what before it is written over.
}
