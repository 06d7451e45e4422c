// Lab "split": a stable split by one bit, tile by tile. README.md has the task.
#include "constants.h"  // kThreads, digit_of(key): 0 or 1
#include "lab.h"        // Global, Shared

// Given: n keys; a block has one tile of kThreads keys, the last tile may be shorter.
// Wanted: in each tile, first the keys whose digit is 0, then those whose digit is 1; keys of equal digit stay in
//         their order (the split is stable).
__global__ void split(Global<const uint32_t> keys, uint32_t n, Global<uint32_t> sorted) {
    __shared__ Shared<uint32_t, kThreads> s_ones;  // how many keys before this one have digit 1
    const uint32_t begin = blockIdx.x * kThreads, i = begin + threadIdx.x;
    const uint32_t count = n - begin < kThreads ? n - begin : kThreads;  // keys of this tile
    const uint32_t key = i < n ? keys[i] : 0;
    const uint32_t one = i < n ? digit_of(key) : 0;

    // TODO: scan the ones as in lab "scan"; a key of digit 0 goes to begin + (keys of digit 0 before it), a key
    // of digit 1 behind all keys of digit 0.
}
