// The stable order of up to some thousand keys inside one block by digits, for those that crowd in the bins
// of block_order.cuh: ties, clusters, both. Least significant digit first, of what is left of the keys when
// the least is subtracted, and from the lowest bit that is set in any of that; digits are as wide as counters
// for all warps leave room, and as many as the width of the keys wants: three where four of eight bits would
// do, and none where all keys are equal. A pass takes as many rows of a key a thread as there are keys, not
// as there is room: crowded runs have any length. Example, two bits a digit, keys 18 24 18 20: 0 6 0 2
// without the least, whose lowest bit is 0 in all; one pass; ranks 0 3 1 2.
#pragma once
#include "sort/base/digits.h"
#include "sort/cuda/spread.cuh"
#include "sort/cuda/warp_rank.cuh"

namespace sort {

template <uint32_t kThreads, uint32_t kItems>
class DigitOrder {
    static constexpr uint32_t kWarps = kThreads / 32;
    static constexpr uint32_t kCapacity = kThreads * kItems;
    HOST_DEVICE static constexpr uint32_t digit_bits() {
        uint32_t bits = 5;
        while (bits < 9 && kWarps << (bits + 1) <= kCapacity && 2u << bits <= kThreads) ++bits;
        return bits;
    }
    static constexpr uint32_t kDigitBits = digit_bits(), kDigits = 1u << kDigitBits;
    static_assert(kDigits <= kThreads && kCapacity <= 1u << 16);

public:
    static constexpr uint32_t kWords = 2 * kCapacity + kWarps * kDigits;  // of shared memory
    using Shared = SpreadShared;

    /// words[place] becomes the rank of keys(place) by `bits`, for places under `count` <= kCapacity. Every
    /// thread of the block calls it.
    template <class Keys>
    __device__ static void rank_by_digits(Keys keys, uint32_t count, KeyBits bits, uint32_t* words,
                                          Shared& shared) {
        uint32_t* const sorted = words;              // what is left of the keys, in the order so far
        uint32_t* const places = words + kCapacity;  // where they were
        const uint32_t rows = (count + kThreads - 1) / kThreads;
        Range range{~0u, 0};
        for (uint32_t at = threadIdx.x; at < count; at += kThreads) {
            const uint32_t key = bits(keys(at));
            sorted[at] = key;
            range = {min(range.least, key), max(range.greatest, key)};
        }
        range = block_range<kThreads>(range, shared.words);
        uint32_t lowest = 1u << 31;  // bit, of those that are set
        for (uint32_t at = threadIdx.x; at < rows * kThreads; at += kThreads) {
            const uint32_t left =
                at < count ? sorted[at] - range.least : ~0u;  // those past the count come last
            if (at < count && left != 0) lowest = min(lowest, left & (0u - left));
            sorted[at] = left;
            places[at] = at;
        }
        __syncthreads();
        lowest = block_range<kThreads>({lowest, 0}, shared.words).least;
        const uint32_t skipped = 31 - __clz(static_cast<int>(lowest));
        const uint32_t past = 32 - __clz(static_cast<int>(range.greatest - range.least));
        const uint32_t used = past > skipped ? past - skipped : 0;
        const uint32_t passes = (used + kDigitBits - 1) / kDigitBits;
        for (uint32_t pass = 0; pass < passes; ++pass) {
            const uint32_t begin = skipped + used * pass / passes;
            const uint32_t end = skipped + used * (pass + 1) / passes;
            run_pass({begin, (1u << (end - begin)) - 1}, rows, words, shared);
        }
        __syncthreads();
        for (uint32_t at = threadIdx.x; at < rows * kThreads; at += kThreads) sorted[places[at]] = at;
        __syncthreads();
    }

private:
    __device__ static void run_pass(KeyBits digit, uint32_t rows, uint32_t* words, Shared& shared) {
        uint32_t* const sorted = words;
        uint32_t* const places = words + kCapacity;
        uint32_t* const counts = words + 2 * kCapacity;
        uint32_t* const own_counts = counts + own_warp() * kDigits;
        const uint32_t first = own_warp() * 32 * rows + own_lane();
        for (uint32_t i = threadIdx.x; i < kDigits * kWarps; i += kThreads) counts[i] = 0;
        __syncthreads();

        // Rank within the warp's keys of the same digit.
        uint32_t key[kItems], place_and_rank[kItems];
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k >= rows) break;
            key[k] = sorted[first + k * 32];
            place_and_rank[k] =
                places[first + k * 32] << 16 | rank_in_warp<kDigitBits>(digit(key[k]), own_counts);
        }
        __syncthreads();
        if constexpr (kItems == 2) {
            start_digits_apart(counts, shared);
        } else {
            start_digits(counts, shared);
        }

        // Move.
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k >= rows) break;
            const uint32_t to = (place_and_rank[k] & 0xffffu) + own_counts[digit(key[k])];
            sorted[to] = key[k];
            places[to] = place_and_rank[k] >> 16;
        }
        __syncthreads();
    }

    /// Calls start_digits() without inlining it. With two keys per thread, ptxas 13.0 finds no predicate
    /// registers for run_pass with it inside, for compute capability 10.0 and 12.0 ("Register allocation
    /// failed with register count of '7'").
    __device__ __noinline__ static void start_digits_apart(uint32_t* counts, Shared& shared) {
        start_digits(counts, shared);
    }

    /// counts[warp][digit] become first places, in the order (digit, warp).
    __device__ static void start_digits(uint32_t* counts, Shared& shared) {
        uint32_t sum = 0;
        if (threadIdx.x < kDigits) {
#pragma unroll 8
            for (uint32_t warp = 0; warp < kWarps; ++warp) sum += counts[warp * kDigits + threadIdx.x];
        }
        const uint32_t sums = warp_sums(sum);
        const uint32_t warp_sum = __shfl_sync(kAllLanes, sums, 31);
        uint32_t place = sum_before_warp<kThreads>(warp_sum, shared.words) + sums - sum;
        if (threadIdx.x < kDigits) {
#pragma unroll 8
            for (uint32_t warp = 0; warp < kWarps; ++warp) {
                const uint32_t count = counts[warp * kDigits + threadIdx.x];
                counts[warp * kDigits + threadIdx.x] = place;
                place += count;
            }
        }
        __syncthreads();
    }
};

}  // namespace sort
