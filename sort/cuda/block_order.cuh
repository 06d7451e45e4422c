// The stable order of a few thousand keys inside one block: what `bucketsort` does with a bucket and
// `adaptive` with a window.
//
//   spread   keys go linearly, by their bits or by the floats they stand for, onto 32 bits: the fine place
//   count    the top bits of the fine place are a bin, about one bin a key; a returning atomic counts
//   start    exclusive sums over the bins
//   enter    each key puts (lower bits of the fine place, place in the input) as one word into its bin, in
//            any order
//   rank     each key counts the smaller words of its bin: bin start + that is its rank
//
// The word decides ties of the key by place, so the order is the stable one whatever the atomics did. A bin
// holds one or two keys where keys are spread evenly. When one holds more than kMostInBin (ties, clusters),
// rank() gives up, and digit_order.cuh does it in passes over digits, eight ballots a key and pass:
// slower and never surprised. The two are apart because together they do not fit the registers of 1024
// threads. Example, four bins: keys 30 10 11 30 have fine places 3.9 0.0 0.2 3.9, bins 3 0 0 3 with
// starts 0 2 2 2, ranks 2 0 1 3.
//
// What was measured (H200, 2^22 pairs, order of all buckets of 4K): 49 us, about 140 instructions a warp of
// keys, 34 wavefronts of shared memory; a pass of 8-bit digits takes 38 and three or four are needed.
#pragma once
#include "sort/base/digits.h"
#include "sort/cuda/block_order.h"
#include "sort/cuda/spread.cuh"
#include "sort/cuda/warp_rank.cuh"

namespace sort {

/// The fine place of a key: 32 bits, monotone; by bits it is never the same for two keys. By value it is
/// made once, and then stands for the key: least 0, factor 1.
struct FineSpread {
    uint32_t least, factor;
    bool by_value;
    double least_value, scale;

    __device__ uint32_t operator()(uint32_t key) const { return (key - least) * factor; }
    __device__ uint32_t by_value_of(uint32_t key) const {
        return __double2uint_rz((2.0 * half_value(key) - least_value) * scale);
    }
};

template <uint32_t kThreads, uint32_t kItems>
class BlockOrder {
    HOST_DEVICE static constexpr uint32_t power_from(uint32_t n) {  // the least that is not less
        uint32_t power = 1;
        while (power < n) power *= 2;
        return power;
    }

public:
    static constexpr uint32_t kCapacity = kThreads * kItems;
    static constexpr uint32_t kBins = power_from(kCapacity);
    static constexpr uint32_t kWords = kBins + 2 * kCapacity;  // of shared memory that rank() works in
    static_assert(kCapacity <= 1u << 15);

    using Shared = SpreadShared;

    /// keys[k] is the key of place k * kThreads + thread, of `count` <= kCapacity places. ranks[k] becomes
    /// where it comes in the stable order by `bits`, and the keys stay; or the answer is false, the same for
    /// all threads, and both are lost. Every thread of the block calls it; `words` and `shared` are free
    /// again after the caller's next barrier.
    ///
    /// `kNearlySorted`: where keys ascend, a sample of the first places alone would mislead.
    template <bool kNearlySorted = false>
    __device__ static bool rank(uint32_t (&keys)[kItems], uint32_t count, KeyBits bits,
                                uint32_t (&ranks)[kItems], uint32_t* words, Shared& shared) {
        uint32_t* const bins = words;
        uint32_t* const entries = words + kBins;
        uint32_t* const kept = words + kBins + kCapacity;  // the keys, where two fine places may be the same
        Range range{~0u, 0};
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (place(k) < count) {
                range = {min(range.least, bits(keys[k])), max(range.greatest, bits(keys[k]))};
            }
        }
#pragma unroll
        for (uint32_t k = 0; k < kBins / kThreads; ++k) bins[place(k)] = 0;
        for (uint32_t i = threadIdx.x; i < kCells; i += kThreads) shared.cells[0][i] = shared.cells[1][i] = 0;
        range = block_range<kThreads>(range, shared.words);
        const bool whole = bits.mask == ~0u;
        uint32_t sample = keys[0];
        bool sampled = whole && place(0) < count;
        if constexpr (kNearlySorted) {
            const uint32_t slab = own_warp() % max(1u, count / kThreads);
#pragma unroll
            for (uint32_t k = 1; k < kItems; ++k) {
                if (slab == k) sample = keys[k];
            }
            sampled = whole && place(slab) < count;
        }
        const FineSpread fine = fine_spread(range, sampled, bits(sample), shared);
        if (fine.by_value) {
            // From here on the fine place stands for the key.
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) {
                kept[place(k)] = keys[k];
                keys[k] = fine.by_value_of(keys[k]);
            }
            bits = KeyBits{};
        }

        // Count.
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (place(k) < count) ranks[k] = atomicAdd(&bins[fine(bits(keys[k])) >> kFineShift], 1u);
        }
        __syncthreads();
        // lesson: bucketsort/order buckets, bucketsort/rank
        if (__syncthreads_or(start_bins(bins, shared) > kMostInBin)) return false;

            // Enter.
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (place(k) >= count) continue;
            const uint32_t at = fine(bits(keys[k]));
            const uint32_t bin = bins[at >> kFineShift];
            entries[(bin & 0xffffu) + ranks[k]] = entry(at, place(k));
            ranks[k] = bin;
        }
        // lesson end
        __syncthreads();

        // Rank.
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k * kThreads >= count) break;
            const uint32_t own = entry(fine(bits(keys[k])), place(k));
            const uint32_t* const bin = entries + (ranks[k] & 0xffffu);
            const uint32_t in_bin = place(k) < count ? ranks[k] >> 16 : 0;
            const uint32_t most = warp_max(in_bin);
            uint32_t smaller = 0;
            if (fine.by_value) {
#pragma unroll 1
                for (uint32_t j = 0; j < most; ++j) {
                    if (j < in_bin) smaller += comes_before(bin[j], own, kept) ? 1 : 0;
                }
                keys[k] = kept[place(k)];
            } else if (most > 1) {
#pragma unroll 1
                for (uint32_t j = 0; j < most; j += 2) {
                    if (j < in_bin) smaller += bin[j] < own ? 1 : 0;
                    if (j + 1 < in_bin) smaller += bin[j + 1] < own ? 1 : 0;
                }
            }
            ranks[k] = (ranks[k] & 0xffffu) + smaller;
        }
        return true;
    }

private:
    HOST_DEVICE static constexpr uint32_t log2_of(uint32_t power) {
        return power <= 1 ? 0 : 1 + log2_of(power / 2);
    }
    static constexpr uint32_t kCells = 64;  // of a sample, in the top 6 bits of the fine place
    static constexpr uint32_t kPlaceBits = log2_of(kBins);
    static constexpr uint32_t kFineShift = 32 - kPlaceBits;  // about as many bins as places

    __device__ static uint32_t place(uint32_t k) { return k * kThreads + threadIdx.x; }

    /// Packs the bits of the fine place below its bin number with the index in the input, which has the lower bits.
    __device__ static uint32_t entry(uint32_t fine_place, uint32_t place) {
        return fine_place << kPlaceBits | place;
    }

    /// Compares two entries. Where keys are placed by value, two different keys may have one fine place: then
    /// the keys decide.
    __device__ static bool comes_before(uint32_t other, uint32_t own, const uint32_t* kept) {
        if (other >> kPlaceBits != own >> kPlaceBits) return other < own;
        const uint32_t other_key = kept[other & (kBins - 1)], own_key = kept[own & (kBins - 1)];
        return other_key != own_key ? other_key < own_key : other < own;
    }

    /// Linear in the bits, unless a sample (a key of each thread that has one) says that the keys are floats
    /// of many exponents. `sampled`: this thread has one.
    __device__ static FineSpread fine_spread(Range range, bool sampled, uint32_t key, Shared& shared) {
        constexpr uint32_t kOneExponent = 1u << 23;
        FineSpread fine{range.least, 1, false, 0, 0};
        const uint32_t width = range.greatest - range.least;
        if (width < 0x7fffffffu) {
            fine.factor =
                __float2uint_rz(4294966272.0f * 0.999999f * __frcp_rn(static_cast<float>(width) + 1.0f));
        }
        if (range.greatest < range.least || width < 2 * kOneExponent) return fine;

        fine.least_value = 2.0 * half_value(range.least);
        const double value_width = 2.0 * half_value(range.greatest) - fine.least_value;
        fine.scale = 4294960000.0 * static_cast<double>(__frcp_rn(static_cast<float>(value_width)));
        if (sampled) {
            atomicAdd(&shared.cells[0][((key - range.least) * fine.factor) >> 26], 1u);
            atomicAdd(&shared.cells[1][fine.by_value_of(key) >> 26], 1u);
        }
        __syncthreads();
        const uint32_t lane = own_lane();
        const uint32_t by_bits = warp_max(max(shared.cells[0][lane], shared.cells[0][lane + 32]));
        const uint32_t by_value = warp_max(max(shared.cells[1][lane], shared.cells[1][lane + 32]));
        fine.by_value = 2 * by_value < by_bits;
        if (fine.by_value) fine.least = 0, fine.factor = 1;
        return fine;
    }

    /// Counts become start | count << 16. Returns the greatest count that this thread met.
    __device__ static uint32_t start_bins(uint32_t* bins, Shared& shared) {
        constexpr uint32_t kOwn = kBins / kThreads;
        // A warp's bins are consecutive, 32 at a time.
        const uint32_t first = own_warp() * 32 * kOwn + own_lane();
        uint32_t starts[kOwn];
        uint32_t sum = 0, most = 0;
#pragma unroll
        for (uint32_t k = 0; k < kOwn; ++k) {
            const uint32_t count = bins[first + k * 32];
            const uint32_t sums = warp_sums(count);
            starts[k] = (sum + sums - count) | count << 16;
            sum += __shfl_sync(kAllLanes, sums, 31);
            most = max(most, count);
        }
        const uint32_t before = sum_before_warp<kThreads>(sum, shared.words);
#pragma unroll
        for (uint32_t k = 0; k < kOwn; ++k) bins[first + k * 32] = starts[k] + before;
        return most;
    }
};

}  // namespace sort
