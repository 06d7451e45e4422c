// One read of the keys makes the histograms of all digits that the passes of a large sort will need.
//
// A digit is a run of kBits of the bits that are sorted by. Counters live in shared memory, one copy a block;
// a warp whose keys agree in a digit counts them with one atomic, so that ordered input does not make its
// lanes queue for one counter. Example, digits of 2 bits, keys 5 2 7 2 0: the low digits 1 2 3 2 0 count 1 1
// 2 1, the high ones 1 0 1 0 0 count 3 2 0 0.
#pragma once
#include "sort/cuda/block.cuh"
#include "sort/key_bits.h"

namespace sort::onesweep {

template <uint32_t kThreads, uint32_t kDigits, uint32_t kBits, class Key = uint32_t>
class DigitCounts {
public:
    static constexpr uint32_t kBins = 1u << kBits;
    static constexpr uint32_t kWords = kDigits * kBins;  // of shared memory, and of `histograms`

    /// Adds to histograms[digit][bin], which were 0. All blocks of the grid call it together.
    __device__ static void run(const Key* keys, uint32_t count, KeyBitsOf<Key> bits, uint32_t* histograms,
                               uint32_t* words) {
        for (uint32_t i = threadIdx.x; i < kWords; i += kThreads) words[i] = 0;
        __syncthreads();

        const uint32_t warps = gridDim.x * (kThreads / 32);
        const uint32_t groups = count / kGroupKeys + (count % kGroupKeys != 0 ? 1 : 0);
        for (uint32_t group = blockIdx.x * (kThreads / 32) + own_warp(); group < groups; group += warps) {
            const uint32_t first = group * kGroupKeys;
            const uint32_t left = count - first;
            Key own[kItems];
            load(keys + first, left, own);
            if (left >= kGroupKeys) {
#pragma unroll
                for (uint32_t k = 0; k < kItems; ++k) add(bits(own[k]), words);
            } else {
#pragma unroll
                for (uint32_t k = 0; k < kItems; ++k) {
                    if (k * 32 + own_lane() < left) add_one(bits(own[k]), words);
                }
            }
        }
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < kWords; i += kThreads) {
            if (words[i] != 0) atomicAdd(histograms + i, words[i]);
        }
        __syncthreads();
    }

private:
    static constexpr uint32_t kItems = 8;  // loads in flight in each thread
    static constexpr uint32_t kGroupKeys = 32 * kItems;

    __device__ static void load(const Key* from, uint32_t left, Key (&own)[kItems]) {
        if (left >= kGroupKeys) {
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) own[k] = __ldcg(from + k * 32 + own_lane());
        } else {
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) {
                const uint32_t at = k * 32 + own_lane();
                own[k] = at < left ? __ldcg(from + at) : 0;
            }
        }
    }

    __device__ static uint32_t digit_of(KeyWord<Key> word, uint32_t digit) {
        return static_cast<uint32_t>(word >> (digit * kBits)) & (kBins - 1);
    }

    __device__ static void add(KeyWord<Key> word, uint32_t* words) {
        // lesson: onesweep/count, bucketsort/count
        const KeyWord<Key> differing = word ^ __shfl_sync(kAllLanes, word, 0);
#pragma unroll
        for (uint32_t d = 0; d < kDigits; ++d) {
            uint32_t* const counter = words + d * kBins + digit_of(word, d);
            if (__any_sync(kAllLanes, digit_of(differing, d) != 0)) {
                atomicAdd(counter, 1u);
            } else if (own_lane() == 0) {
                atomicAdd(counter, 32u);
            }
        }
        // lesson end
    }

    __device__ static void add_one(KeyWord<Key> word, uint32_t* words) {
#pragma unroll
        for (uint32_t d = 0; d < kDigits; ++d) atomicAdd(words + d * kBins + digit_of(word, d), 1u);
    }
};

}  // namespace sort::onesweep
