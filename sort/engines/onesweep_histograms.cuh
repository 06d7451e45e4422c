// One read of the keys makes the histograms of all digits that the passes of a large sort will need, and
// finds out on the way whether the keys are in order already.
//
// A digit here is a run of kBits bits of map(key): of the key's own bits for a sort digit by digit, of the
// bucket number of onesweep_spread.cuh for a partition. Counters live in shared memory, one copy a block; a
// warp whose keys agree in a digit counts them with one atomic, so that ordered input does not make its lanes
// queue for one counter. Example, digits of 2 bits, keys 5 2 7 2 0: the low digits 1 2 3 2 0 count 1 1 2 1,
// the high ones 1 0 1 0 0 count 3 2 0 0; out of order, since 5 > 2.
#pragma once
#include "sort/cuda/block.cuh"
#include "sort/digits.h"

namespace sort::onesweep {

template <uint32_t kThreads, uint32_t kDigits, uint32_t kBits>
class DigitCounts {
public:
    static constexpr uint32_t kBins = 1u << kBits;
    static constexpr uint32_t kWords = kDigits * kBins;  // of shared memory, and of `histograms`

    /// Adds to histograms[digit][bin], which were 0, and sets *out_of_order where some bits(key) is greater
    /// than the next. All blocks of the grid call it together.
    template <class Map>
    __device__ static void run(const uint32_t* keys, uint32_t count, KeyBits bits, Map map,
                               uint32_t* histograms, uint32_t* out_of_order, uint32_t* words) {
        for (uint32_t i = threadIdx.x; i < kWords; i += kThreads) words[i] = 0;
        __syncthreads();

        // A warp's keys are consecutive: the next of a lane's key is with the next lane.
        const uint32_t warps = gridDim.x * (kThreads / 32);
        const uint32_t groups = count / kGroupKeys + (count % kGroupKeys != 0 ? 1 : 0);
        bool ordered = true;
        for (uint32_t group = blockIdx.x * (kThreads / 32) + own_warp(); group < groups; group += warps) {
            const uint32_t first = group * kGroupKeys;
            const uint32_t left = count - first;
            uint32_t own[kItems];
            load(keys + first, left, own);
            if (ordered) {
                const uint32_t after = left > kGroupKeys ? __ldcg(keys + first + kGroupKeys) : ~0u;
                ordered = !descends(own, after, bits);
                if (!ordered && own_lane() == 0) *out_of_order = 1;
            }
            if (left >= kGroupKeys) {
#pragma unroll
                for (uint32_t k = 0; k < kItems; ++k) add(map(own[k]), words);
            } else {
#pragma unroll
                for (uint32_t k = 0; k < kItems; ++k) {
                    if (k * 32 + own_lane() < left) add_one(map(own[k]), words);
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
    static constexpr uint32_t kItems = 8;  // loads under way in each thread
    static constexpr uint32_t kGroupKeys = 32 * kItems;

    __device__ static void load(const uint32_t* from, uint32_t left, uint32_t (&own)[kItems]) {
        if (left >= kGroupKeys) {
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) own[k] = __ldcg(from + k * 32 + own_lane());
        } else {
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) {
                const uint32_t at = k * 32 + own_lane();
                own[k] = at < left ? __ldcg(from + at) : ~0u;  // missing keys: nothing exceeds them
            }
        }
    }

    /// Does some key of the warp exceed the next? The same answer in all lanes.
    __device__ static bool descends(const uint32_t (&own)[kItems], uint32_t after, KeyBits bits) {
        bool found = false;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t wrapped = k + 1 < kItems ? own[k + 1 < kItems ? k + 1 : k] : after;
            const uint32_t next = __shfl_sync(kAllLanes, own_lane() == 0 ? wrapped : own[k],
                                              static_cast<int>(own_lane() + 1) % 32);
            found = found || bits(own[k]) > bits(next);
        }
        return __any_sync(kAllLanes, found) != 0;
    }

    __device__ static uint32_t digit_of(uint32_t word, uint32_t digit) {
        return word >> (digit * kBits) & (kBins - 1);
    }

    __device__ static void add(uint32_t word, uint32_t* words) {
        const uint32_t differing = word ^ __shfl_sync(kAllLanes, word, 0);
#pragma unroll
        for (uint32_t d = 0; d < kDigits; ++d) {
            uint32_t* const counter = words + d * kBins + digit_of(word, d);
            if (__any_sync(kAllLanes, digit_of(differing, d) != 0)) {
                atomicAdd(counter, 1u);
            } else if (own_lane() == 0) {
                atomicAdd(counter, 32u);
            }
        }
    }

    __device__ static void add_one(uint32_t word, uint32_t* words) {
#pragma unroll
        for (uint32_t d = 0; d < kDigits; ++d) atomicAdd(words + d * kBins + digit_of(word, d), 1u);
    }
};

}  // namespace sort::onesweep
