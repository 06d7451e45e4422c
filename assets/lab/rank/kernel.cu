// Lab "rank": the rank of each key among the keys of its digit in its tile. README.md has the task.
#include "constants.h"  // kThreads, kBits, kBins, digit_of(key)
#include "lab.h"        // Global, Shared

// Given: n keys; a block has one tile of kThreads keys, the last tile may be shorter.
// Wanted: ranks[i] is the number of keys before i in the same tile whose digit is that of key i.
__global__ void rank_keys(Global<const uint32_t> keys, uint32_t n, Global<uint32_t> ranks) {
    constexpr uint32_t kWarps = kThreads / 32;
    __shared__ Shared<uint32_t, kWarps * kBins>
        s_counts;  // [warp * kBins + digit]: keys of each digit per warp
    const uint32_t i = blockIdx.x * kThreads + threadIdx.x;
    const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint32_t digit = i < n ? digit_of(keys[i]) : kBins;  // kBins: no key

    // TODO: find the lanes of the warp that have the same digit (__match_any_sync(~0u, digit)); the rank in the
    // warp is how many of them are lower lanes. Count per warp; add the counts of the warps before.
}
