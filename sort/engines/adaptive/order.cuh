// The stable order of a window's pairs inside one block: how `adaptive` puts them right.
//
//   spread   the key, less the least of the window, is stretched over 2^31 or 2^32: the fine place. No two
//            keys have the same one
//   count    its top bits are a bin, one or two bins a key; a returning atomic on 16 bits counts
//   start    exclusive sums over the bins
//   enter    each key puts (rest of the fine place, slot) as one word into its bin, in any order
//   rank     each key counts the smaller words of its bin: start of the bin + that is its rank
//
// Slots are in the order of the input, so ties come out stable. A window of floats around 0 has keys at both
// ends of a wide range and none between: that gap is cut out first. Where a bin still holds more than
// kMostInBin (ties, clusters) the block ranks by digits instead: slower and never surprised.
// Example, four bins: keys 30 10 11 30 have fine places 3.9 0.0 0.2 3.9, bins 3 0 0 3 with starts 0 2 2 2,
// ranks 2 0 1 3.
//
// As block_order.cuh with half the shared memory and any number of items: a tile of 16K pairs fits.
#pragma once
#include "sort/cuda/warp_rank.cuh"
#include "sort/digits.h"

namespace sort {

template <uint32_t kThreads, uint32_t kItems>
class WindowOrder {
    static constexpr uint32_t log2_up(uint32_t n) { return n <= 1 ? 0 : 1 + log2_up((n + 1) / 2); }
    static constexpr uint32_t kMostInBin = 32;

public:
    static constexpr uint32_t kSlots = kThreads * kItems;
    static constexpr uint32_t kSlotBits = log2_up(kSlots);
    static constexpr uint32_t kBinBits = kSlotBits < 14 ? kSlotBits : 14;
    static constexpr uint32_t kBinWords = 1u << (kBinBits - 1);  // two bins a word
    static constexpr uint32_t kFineBits = 32 - kSlotBits + kBinBits;
    static_assert(kBinWords % kThreads == 0 && kFineBits <= 32 && kFineBits >= 31 && kSlots < 1u << 16);

    /// The order of the input is that of the slots, but the last `early` of them come before all others.
    __device__ static uint32_t in_input(uint32_t slot, uint32_t early, uint32_t count) {
        return slot + early < count ? slot + early : slot + early - count;
    }

    /// keys[k] is the key of slot k * kThreads + thread, of `count` <= kSlots; for `early` see in_input().
    /// ranks[k] becomes where it comes in the stable order by `bits`. Every thread of the block calls it;
    /// entries[kSlots], bins[kBinWords] and words[kBlockWords] are free again after the caller's next
    /// barrier. False: nothing is ranked, `entries` is as it was; rank_by_digits() can do it.
    __device__ static bool rank(const uint32_t (&keys)[kItems], uint32_t count, uint32_t early, KeyBits bits,
                                uint32_t (&ranks)[kItems], uint32_t* entries, uint32_t* bins,
                                uint32_t* words) {
        Range range{~0u, 0};
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (slot(k) >= count) break;
            range = {min(range.least, bits(keys[k])), max(range.greatest, bits(keys[k]))};
        }
#pragma unroll 2
        for (uint32_t i = 0; i < kBinWords / kThreads; ++i) bins[i * kThreads + threadIdx.x] = 0;
        range = block_range<kThreads>(range, words);
        const Fine fine = spread(range, keys, count, bits, words);

        // Count.
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (slot(k) >= count) break;
            const uint32_t bin = fine(bits(keys[k])) >> (kFineBits - kBinBits);
            const uint32_t half = 16 * (bin & 1);
            ranks[k] = atomicAdd(&bins[bin >> 1], 1u << half) >> half & 0xffffu;
        }
        __syncthreads();
        const bool crowded = start_bins(bins, words) > kMostInBin;
        if (__syncthreads_or(crowded || !fine.injective)) return false;

            // Enter. From here ranks[k] is the start of the bin and, above, how many it holds.
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (slot(k) >= count) break;
            const uint32_t at = fine(bits(keys[k]));
            const uint32_t bin = at >> (kFineBits - kBinBits);
            const uint32_t start = half_word(bins, bin);
            const uint32_t end = bin + 1 < 1u << kBinBits ? half_word(bins, bin + 1) : count;
            entries[start + ranks[k]] = entry(at, in_input(slot(k), early, count));
            ranks[k] = start | (end - start) << 16;
        }
        __syncthreads();

        // Rank, several items at a time so that as many reads are under way.
        constexpr uint32_t kGroups = (kItems + 7) / 8, kGroup = (kItems + kGroups - 1) / kGroups;
#pragma unroll
        for (uint32_t first = 0; first < kItems; first += kGroup) {
            if (first * kThreads >= count) break;
            uint32_t most = 0, smaller[kGroup];
#pragma unroll
            for (uint32_t i = 0; i < kGroup; ++i) {
                smaller[i] = 0;
                if (first + i < kItems && slot(first + i) < count) most = max(most, ranks[first + i] >> 16);
            }
            most = warp_max(most);
            if (most > 1) {
#pragma unroll 1
                for (uint32_t j = 0; j < most; ++j) {
#pragma unroll
                    for (uint32_t i = 0; i < kGroup; ++i) {
                        const uint32_t k = first + i;
                        if (k >= kItems || slot(k) >= count || j >= ranks[k] >> 16) continue;
                        const uint32_t own = entry(fine(bits(keys[k])), in_input(slot(k), early, count));
                        smaller[i] += entries[(ranks[k] & 0xffffu) + j] < own ? 1 : 0;
                    }
                }
            }
#pragma unroll
            for (uint32_t i = 0; i < kGroup; ++i) {
                if (first + i < kItems) ranks[first + i] = (ranks[first + i] & 0xffffu) + smaller[i];
            }
        }
        return true;
    }

    /// keys[slot], of which the greatest is `width`, become ranks. Least significant digit first; a warp has
    /// 32 * kItems consecutive keys of the order so far.
    __device__ static void rank_by_digits(uint32_t* keys, uint32_t* counts, uint32_t* words, uint32_t count,
                                          uint32_t width) {
        const uint32_t first = own_warp() * 32 * kItems + own_lane();
        uint32_t* const own_counts = counts + own_warp() * kDigits;
        uint32_t key[kItems], from[kItems], to[kItems];
        __syncthreads();
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            from[k] = first + k * 32;
            key[k] = from[k] < count ? keys[from[k]] : ~0u;  // none stays behind
        }
        for (uint32_t shift = 0; shift < 32 && width >> shift != 0; shift += kDigitBits) {
            for (uint32_t i = threadIdx.x; i < kDigits * kWarps; i += kThreads) counts[i] = 0;
            __syncthreads();
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) {
                const uint32_t digit = key[k] >> shift & (kDigits - 1);
                to[k] = rank_in_warp<kDigitBits>(digit, own_counts);
            }
            __syncthreads();
            start_digits(counts, words);
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) {
                to[k] += own_counts[key[k] >> shift & (kDigits - 1)];
                keys[to[k]] = key[k];
            }
            __syncthreads();
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) key[k] = keys[first + k * 32];
            __syncthreads();
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) keys[to[k]] = from[k];
            __syncthreads();
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) from[k] = keys[first + k * 32];
        }
        __syncthreads();
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) keys[from[k]] = first + k * 32;
        __syncthreads();
    }

private:
    static constexpr uint32_t kWarps = kThreads / 32;
    static constexpr uint32_t log2_down(uint32_t n) { return n <= 1 ? 0 : 1 + log2_down(n / 2); }
    static constexpr uint32_t kDigitBits =
        log2_down(kBinWords / kWarps) < 8 ? log2_down(kBinWords / kWarps) : 8;
    static constexpr uint32_t kDigits = 1u << kDigitBits;
    static_assert(kDigits >= 32 && kDigits <= kThreads);

    __device__ static uint32_t slot(uint32_t k) { return k * kThreads + threadIdx.x; }

    __device__ static uint32_t half_word(const uint32_t* words, uint32_t i) {
        return reinterpret_cast<const uint16_t*>(words)[i];
    }

    /// What is left of the fine place once the bin is known, above the slot.
    __device__ static uint32_t entry(uint32_t fine, uint32_t slot) { return fine << kSlotBits | slot; }

    /// The fine place of a key: monotone, and never the same for two keys unless the range is too wide.
    struct Fine {
        uint32_t least, factor, width;
        uint32_t above, gap;  // keys from `above` on come `gap` lower
        bool injective;

        __device__ uint32_t lowered(uint32_t key) const { return key - least - (key >= above ? gap : 0); }
        __device__ uint32_t operator()(uint32_t key) const { return lowered(key) * factor; }
    };

    __device__ static Fine spread(Range range, const uint32_t (&keys)[kItems], uint32_t count, KeyBits bits,
                                  uint32_t* words) {
        constexpr uint32_t kZero = 0x80000000u;  // the key of the float 0 (sort/keys.h)
        constexpr uint32_t kWide = 1u << 30;
        Fine fine{range.least, 1, range.greatest - range.least, ~0u, 0, true};
        if (fine.width >= kWide && range.least < kZero && range.greatest >= kZero) {
            Range gap{~0u, 0};
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) {
                if (slot(k) >= count) break;
                const uint32_t key = bits(keys[k]);
                if (key >= kZero) {
                    gap.least = min(gap.least, key);
                } else {
                    gap.greatest = max(gap.greatest, key);
                }
            }
            __syncthreads();
            gap = block_range<kThreads>(gap, words);
            fine.above = gap.least;
            fine.gap = gap.least - gap.greatest - 1;
            fine.width -= fine.gap;
        }
        constexpr float kAll = (kFineBits == 32 ? 4294966272.0f : 2147483136.0f) * 0.999999f;
        if (fine.width < 1u << (kFineBits - 1)) {
            fine.factor = __float2uint_rz(kAll * __frcp_rn(static_cast<float>(fine.width) + 1.0f));
        } else if (kFineBits < 32 && fine.width >> (kFineBits & 31) != 0) {
            fine.factor = 0;
            fine.injective = false;
        }
        return fine;
    }

    /// Counts become starts. Returns the greatest count that this thread met.
    __device__ static uint32_t start_bins(uint32_t* bins, uint32_t* words) {
        constexpr uint32_t kOwn = kBinWords / kThreads;  // a warp's words are consecutive, 32 at a time
        const uint32_t first = own_warp() * 32 * kOwn + own_lane();
        uint32_t starts[kOwn];
        uint32_t sum = 0, most = 0;
#pragma unroll
        for (uint32_t i = 0; i < kOwn; ++i) {
            const uint32_t two = bins[first + i * 32];
            const uint32_t low = two & 0xffffu, both = low + (two >> 16);
            const uint32_t sums = warp_sums(both);
            starts[i] = sum + sums - both;
            starts[i] |= (starts[i] + low) << 16;
            sum += __shfl_sync(kAllLanes, sums, 31);
            most = max(most, max(low, two >> 16));
        }
        const uint32_t before = sum_before_warp<kThreads>(sum, words);
#pragma unroll
        for (uint32_t i = 0; i < kOwn; ++i) bins[first + i * 32] = starts[i] + (before | before << 16);
        return most;
    }

    /// counts[warp][digit] become first places, in the order (digit, warp).
    __device__ static void start_digits(uint32_t* counts, uint32_t* words) {
        uint32_t sum = 0;
        if (threadIdx.x < kDigits) {
            for (uint32_t warp = 0; warp < kWarps; ++warp) {
                const uint32_t of_warp = counts[warp * kDigits + threadIdx.x];
                counts[warp * kDigits + threadIdx.x] = sum;
                sum += of_warp;
            }
        }
        const uint32_t sums = warp_sums(sum);
        const uint32_t of_warp = __shfl_sync(kAllLanes, sums, 31);
        const uint32_t start = sum_before_warp<kThreads>(of_warp, words) + sums - sum;
        if (threadIdx.x < kDigits) {
            for (uint32_t warp = 0; warp < kWarps; ++warp) counts[warp * kDigits + threadIdx.x] += start;
        }
        __syncthreads();
    }
};

}  // namespace sort
