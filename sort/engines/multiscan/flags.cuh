// The local multi-scan of the engine multiscan without composite flags, for comparison: a flag per key and digit, and
// a scan over the lanes per digit. Separate flags are scanned by shuffles. Ballots count them as Merrill and Grimshaw
// 2010, section 4.3, weigh against composite flags: a ballot, a mask and a population count per key and digit.
//
// Example, digits 1 2 0 3 of four lanes: flags of digit 0 are 0 0 1 0, before each lane 0 0 0 1; of digit 1 1 0 0 0,
// before 0 1 1 1; and so on: as many scans as there are digits, where composite flags need one for four digits.
#pragma once
#include "sort/cuda/warp.cuh"
#include "sort/engines/multiscan/shapes.h"

namespace sort::multiscan {

/// Counts a thread's keys of each digit in `own`, and in `before` those of the lanes before it. Returns how many keys
/// of the thread with the same digit come before each, 4 bits a key. All lanes call it together.
template <Flags kFlags, uint32_t kBins, uint32_t kKeys>
__device__ uint32_t count_apart(const uint32_t (&digits)[kKeys], uint32_t (&own)[kBins],
                                uint32_t (&before)[kBins]) {
    const uint32_t lower_lanes = (1u << own_lane()) - 1;
#pragma unroll
    for (uint32_t bin = 0; bin < kBins; ++bin) {
        own[bin] = before[bin] = 0;
#pragma unroll
        for (uint32_t i = 0; i < kKeys; ++i) {
            const bool flag = digits[i] == bin;
            own[bin] += flag ? 1 : 0;
            if (kFlags == Flags::ballots) before[bin] += __popc(__ballot_sync(kAllLanes, flag) & lower_lanes);
        }
        if (kFlags == Flags::separate) before[bin] = warp_sums(own[bin]) - own[bin];
    }
    uint32_t ranks = 0;
#pragma unroll
    for (uint32_t i = 1; i < kKeys; ++i) {
#pragma unroll
        for (uint32_t j = 0; j < i; ++j) ranks += digits[j] == digits[i] ? 1u << (4 * i) : 0;
    }
    return ranks;
}

/// Returns the word of a digit known at run time only: selected, never indexed, so that words stay in registers.
template <uint32_t kBins>
__device__ uint32_t word_of_digit(const uint32_t (&words)[kBins], uint32_t digit) {
    uint32_t word = words[0];
#pragma unroll
    for (uint32_t bin = 1; bin < kBins; ++bin) word = digit == bin ? words[bin] : word;
    return word;
}

}  // namespace sort::multiscan
