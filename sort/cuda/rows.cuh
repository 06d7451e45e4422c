// From the counts of all blocks to the places of one: every block sums all rows by itself, which costs a read
// of up to 67 KB from L2 (2 us on an H200 with 132 blocks of 256 digits; twice that for 512) and saves a
// kernel of its own and a grid barrier.
#pragma once
#include "sort/cuda/stable_tile.cuh"

namespace sort {

/// rows[block][digit] counts pairs. Afterwards shared.start and shared.base (without the subtraction of
/// shared.first) are known. Returns the pairs of the fullest digit of those that matter(digit) names. All
/// threads of the block call it.
template <int kBits, uint32_t kThreads, class Matters>
__device__ inline uint32_t sum_rows(const uint16_t* rows, uint32_t blocks, TileShared& shared,
                                    Matters matters) {
    constexpr uint32_t kDigits = 1u << kBits;
    constexpr uint32_t kOwn = 8;  // digits a thread: one 16-byte load
    constexpr uint32_t kRowThreads = kDigits / kOwn;
    static_assert(kThreads % kRowThreads == 0 && kDigits <= kThreads);
    for (uint32_t d = threadIdx.x; d < kDigits; d += kThreads) shared.start[d] = shared.base[d] = 0;
    uint32_t all[kOwn] = {}, before[kOwn] = {};
    const uint32_t own = threadIdx.x % kRowThreads;
    const auto* eights = reinterpret_cast<const uint4*>(rows);
    // lesson: bucketsort/offsets
#pragma unroll 4
    for (uint32_t row = threadIdx.x / kRowThreads; row < blocks; row += kThreads / kRowThreads) {
        const uint4 eight = __ldcg(eights + row * kRowThreads + own);
        const uint32_t twos[4] = {eight.x, eight.y, eight.z, eight.w};
        const bool earlier = row < blockIdx.x;
#pragma unroll
        for (uint32_t i = 0; i < 4; ++i) {
            all[2 * i] += twos[i] & 0xffffu;
            all[2 * i + 1] += twos[i] >> 16;
            before[2 * i] += earlier ? twos[i] & 0xffffu : 0;
            before[2 * i + 1] += earlier ? twos[i] >> 16 : 0;
        }
    }
    // lesson end
    __syncthreads();
#pragma unroll
    for (uint32_t i = 0; i < kOwn; ++i) {
#pragma unroll
        for (uint32_t step = kRowThreads; step < 32; step *= 2) {
            all[i] += __shfl_xor_sync(kAllLanes, all[i], step);
            before[i] += __shfl_xor_sync(kAllLanes, before[i], step);
        }
        // Digits that threads add to at once are neighbours: different banks.
        if (own_lane() < kRowThreads) {
            atomicAdd(&shared.start[i * kRowThreads + own], all[i]);
            atomicAdd(&shared.base[i * kRowThreads + own], before[i]);
        }
    }
    __syncthreads();

    // Sums over the digits.
    const bool has_digit = threadIdx.x < kDigits;
    const uint32_t from = threadIdx.x % kOwn * kRowThreads + threadIdx.x / kOwn;
    const uint32_t of_digit = has_digit ? shared.start[from] : 0;
    const uint32_t before_block = has_digit ? shared.base[from] : 0;
    const uint32_t sums = warp_sums(of_digit);
    const uint32_t warp_sum = __shfl_sync(kAllLanes, sums, 31);
    const uint32_t start = sum_before_warp<kThreads>(warp_sum, shared.words) + sums - of_digit;
    if (has_digit) {
        shared.start[threadIdx.x] = start;
        shared.base[threadIdx.x] = start + before_block;
    }
    __syncthreads();
    const uint32_t counted = has_digit && matters(threadIdx.x) ? of_digit : 0;
    return block_range<kThreads>({0, counted}, shared.words).greatest;
}

/// Sums the rows as sum_rows() above, and returns the largest sum of any digit.
template <int kBits, uint32_t kThreads>
__device__ inline uint32_t sum_rows(const uint16_t* rows, uint32_t blocks, TileShared& shared) {
    return sum_rows<kBits, kThreads>(rows, blocks, shared, [](uint32_t) { return true; });
}

}  // namespace sort
