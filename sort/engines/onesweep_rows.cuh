// From the counts of all blocks to the places of one: every block sums all rows by itself, which costs a read
// of up to 67 KB from L2 (2 us on an H200 with 132 blocks of 256 digits) and saves a kernel of its own and a
// grid barrier.
#pragma once
#include "sort/engines/onesweep_tile.cuh"

namespace sort {

/// rows[block][digit] counts pairs. Afterwards shared.start and shared.base (without the subtraction of
/// shared.first) are known. Returns the pairs of the fullest digit. All threads of the block call it.
template <int kBits, uint32_t kThreads>
__device__ inline uint32_t sum_rows(const uint16_t* rows, uint32_t blocks, TileShared& shared) {
    constexpr uint32_t kDigits = 1u << kBits;
    constexpr uint32_t kOwn = 8;  // digits a thread: one 16-byte load
    constexpr uint32_t kRowThreads = kDigits / kOwn;
    static_assert(kRowThreads <= 32 && 32 % kRowThreads == 0 && kDigits <= kThreads);
    for (uint32_t d = threadIdx.x; d < kDigits; d += kThreads) shared.start[d] = shared.base[d] = 0;
    uint32_t all[kOwn] = {}, before[kOwn] = {};
    const uint32_t own = threadIdx.x % kRowThreads;
    const auto* eights = reinterpret_cast<const uint4*>(rows);
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
    __syncthreads();
#pragma unroll
    for (uint32_t i = 0; i < kOwn; ++i) {
#pragma unroll
        for (uint32_t step = kRowThreads; step < 32; step *= 2) {
            all[i] += __shfl_xor_sync(kAllLanes, all[i], step);
            before[i] += __shfl_xor_sync(kAllLanes, before[i], step);
        }
        if (own_lane() < kRowThreads) {
            atomicAdd(&shared.start[own * kOwn + i], all[i]);
            atomicAdd(&shared.base[own * kOwn + i], before[i]);
        }
    }
    __syncthreads();

    // Sums over the digits.
    const bool has_digit = threadIdx.x < kDigits;
    const uint32_t of_digit = has_digit ? shared.start[threadIdx.x] : 0;
    const uint32_t sums = warp_sums(of_digit);
    const uint32_t of_warp = __shfl_sync(kAllLanes, sums, 31);
    const uint32_t start = sum_before_warp<kThreads>(of_warp, shared.words) + sums - of_digit;
    if (has_digit) {
        shared.start[threadIdx.x] = start;
        shared.base[threadIdx.x] += start;
    }
    __syncthreads();
    return block_range<kThreads>({0, of_digit}, shared.words).greatest;
}

}  // namespace sort
