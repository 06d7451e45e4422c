// Wrong: the counts of the warps before are not added.
#include "constants.h"
#include "lab.h"

__global__ void rank_keys(Global<const uint32_t> keys, uint32_t n, Global<uint32_t> ranks) {
    constexpr uint32_t kWarps = kThreads / 32;
    __shared__ Shared<uint32_t, kWarps * kBins> s_counts;
    const uint32_t i = blockIdx.x * kThreads + threadIdx.x;
    const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint32_t digit = i < n ? digit_of(keys[i]) : kBins;
    for (uint32_t k = threadIdx.x; k < kWarps * kBins; k += kThreads) s_counts[k] = 0;
    __syncthreads();
    const uint32_t set = __match_any_sync(~0u, digit);
    const uint32_t rank = __popc(set & ((1u << lane) - 1));
    if (rank == 0 && digit != kBins) s_counts[warp * kBins + digit] = __popc(set);
    __syncthreads();
    if (i < n) {
        uint32_t before = 0;
        for (uint32_t w = 0; w < warp; ++w) before += s_counts[w * kBins + digit];
        ranks[i] = rank;
    }
}
