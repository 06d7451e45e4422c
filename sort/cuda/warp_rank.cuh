// Ranks of digits within a warp, the heart of every radix pass here: ballots show each lane which lanes have
// its digit, and the first of them adds them all to the warp's counter.
#pragma once
#include "sort/cuda/block.cuh"
#include "sort/cuda/ptx.cuh"

namespace sort {

/// Returns the lanes of the warp whose digits of kBits bits agree with this lane's. All lanes call it together.
template <uint32_t kBits>
__device__ __forceinline__ uint32_t lanes_with_same_digit(uint32_t digit) {
    uint32_t lanes = lanes_with_same_bit(digit, 1);
    if constexpr (kBits % 2 == 0) lanes &= lanes_with_same_bit(digit, 1u << (kBits - 1));
#pragma unroll
    for (uint32_t bit = 1; bit + 1 < kBits; bit += 2) {
        const uint32_t low = lanes_with_same_bit(digit, 1u << bit);
        const uint32_t high = lanes_with_same_bit(digit, 2u << bit);
        lanes = and_of_three(lanes, low, high);
    }
    return lanes;
}

/// Returns how many keys of this digit the warp has counted so far and has in lower lanes, and counts those
/// of all lanes. `counts[digit]` belongs to the warp. All lanes call it together, with the next call's counts
/// in sight of each other.
template <uint32_t kBits, class Count>
__device__ __forceinline__ uint32_t rank_in_warp(uint32_t digit, Count* counts) {
    const uint32_t peers = lanes_with_same_digit<kBits>(digit);
    const uint32_t lower = __popc(peers & ((1u << own_lane()) - 1));
    const uint32_t before = counts[digit];
    __syncwarp();
    if (lower == 0) counts[digit] = static_cast<Count>(before + __popc(peers));
    __syncwarp();
    return before + lower;
}

}  // namespace sort
