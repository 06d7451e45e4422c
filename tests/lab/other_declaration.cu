// Wrong: the kernel has another declaration.
#include "constants.h"
#include "lab.h"

__global__ void rank_keys(Global<const uint32_t> keys, uint64_t n, Global<uint32_t> ranks) {
    constexpr uint32_t kWarps = kThreads / 32;
    __shared__ Shared<uint32_t, kWarps * kBins> s_counts;
    const uint32_t i = blockIdx.x * kThreads + threadIdx.x;
    const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint32_t digit = i < n ? digit_of(keys[i]) : kBins;
    for (uint32_t k = threadIdx.x; k < kWarps * kBins; k += kThreads) s_counts[k] = 0;
    __syncthreads();
    const uint32_t same = __match_any_sync(~0u, digit);
    const uint32_t lower = __popc(same & ((1u << lane) - 1));
    if (digit < kBins && lower == 0) s_counts[warp * kBins + digit] = __popc(same);
    __syncthreads();
    if (i >= n) return;
    uint32_t rank = lower;
    for (uint32_t w = 0; w < warp; ++w) rank += s_counts[w * kBins + digit];
    ranks[i] = rank;
}
