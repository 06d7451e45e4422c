// Lab "look-back": the sum of all tiles before each one, in one launch. README.md has the task.
#include "constants.h"  // kThreads
#include "lab.h"        // Global, Shared

// Given: n values in tiles of kThreads, one per block; flags[tile], all 0; ticket[0], 0.
// Wanted: before[tile] is the sum of all values of all tiles before it; in the end each flag is 2.
// sums and totals are for what blocks tell each other: sums[tile] of the tile alone, totals[tile] of the tile and
// all before it. flags[tile] says what is there: 0 nothing, 1 sums[tile], 2 totals[tile] as well.
__global__ void look_back(Global<const uint32_t> values, uint32_t n, Global<uint32_t> ticket,
                          Global<uint32_t> sums, Global<uint32_t> totals, Global<volatile uint32_t> flags,
                          Global<uint32_t> before) {
    __shared__ Shared<uint32_t, 2> s_shared;  // the tile, its sum
    if (threadIdx.x == 0) {
        s_shared[0] = atomicAdd(&ticket[0], 1u);  // a tile begins after all before it have begun
        s_shared[1] = 0;
    }
    __syncthreads();
    const uint32_t tile = s_shared[0], i = tile * kThreads + threadIdx.x;
    if (i < n) atomicAdd(&s_shared[1], uint32_t(values[i]));
    __syncthreads();
    if (threadIdx.x != 0) return;
    const uint32_t sum = s_shared[1];

    // TODO: publish sum; add up what the tiles before have published, back to one with flag 2; publish the total;
    // write before[tile]. __threadfence() comes between what you store for others and the flag that says so.
}
