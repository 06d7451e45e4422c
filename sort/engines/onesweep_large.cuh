// `onesweep` for more pairs than the blocks of a grid hold at once, as phases with a barrier of the grid
// between them, in one cooperative launch or each in its own.
//
//   prepare   clears the words; one block looks at a sample: does a linear map (onesweep_spread.cuh) fill
//             buckets evenly?
//   count     one read of the keys makes the histograms and checks the order
//   partition two passes over the bucket's number, its low bits first (onesweep_passes.cuh)
//   find, order  the buckets are put in order in shared memory (onesweep_large_units.cuh)
//
// or, where the sample says no, where half of the bits are not asked for, and after a bucket that did not
// fit:
//
//   count, passes, copy   by digits of 8 bits (onesweep_large_digits.cuh)
//
// Bytes a pair: 4 to count, 2 x 16 for the partition, 16 to order; 4 + 4 x 16 by digits. No phase keeps
// anything in registers or shared memory for the next.
#pragma once
#include "sort/engines/onesweep_large_digits.cuh"
#include "sort/engines/onesweep_large_units.cuh"
#include "sort/engines/onesweep_spread.cuh"

namespace sort::onesweep {

/// Threads a block, pairs a thread of a pass, bits a digit of the bucket's number, blocks a multiprocessor,
/// pairs a thread where buckets are put in order.
template <uint32_t kThreads_, uint32_t kItems_, int kBits_, int kBlocks_, uint32_t kUnitItems_ = kItems_>
struct LargeShape {
    static constexpr uint32_t kThreads = kThreads_, kItems = kItems_, kUnitItems = kUnitItems_;
    static constexpr int kBits = kBits_, kBlocks = kBlocks_;
};

constexpr uint32_t kMostBins = 512;

/// In device memory, written by the first phase.
struct LargeWords {
    DigitWords digits;
    uint32_t histograms[2 * kMostBins];
    uint32_t tickets[2];
    UnitWords units;
    uint32_t by_buckets;  // what the sample suggests
    uint32_t window;
    Spread spread;
};

struct LargeSort {
    DigitSort digits;  // the pairs, the scratch, and what the sort by digits needs; words: &words->digits
    LargeWords* words;
    Window* windows;   // most_windows(count) of the class below, for what begins where ...
    Window* crowded;   // ... and twice as many, for what order() leaves
    uint32_t id_bits;  // of a bucket's number: at least 10, more than Shape::kBits, at most twice as many
    bool check_order;
};

enum class LargeWay : uint32_t { in_order, buckets, digits };

template <class Shape>
class SortLarge {
    static constexpr uint32_t kThreads = Shape::kThreads, kItems = Shape::kItems, kBits = Shape::kBits;
    using Digits = SortByDigits<kThreads, kItems>;
    using Pass = DigitPass<kThreads, kItems, kBits>;
    using Counts = DigitCounts<kThreads, 2, kBits>;
    using Units = BucketUnits<kThreads, Shape::kUnitItems>;
    static_assert(1u << kBits <= kMostBins && kBits >= static_cast<uint32_t>(kDigitBits));

    HOST_DEVICE static constexpr uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }

public:
    static constexpr uint32_t kSamples = 8192;
    static constexpr uint32_t kCells = 1024;  // among which the sample should be spread
    static constexpr uint32_t kWords =
        most(most(Digits::kWords, Pass::kWords), most(most(Counts::kWords, Units::kWords), 3 * kCells));

    union Shared {
        typename Digits::Shared digits;
        typename Pass::Shared pass;
        typename Units::Shared units;
        SpreadShared spread;
    };

    /// Of 8 bytes, for `count` pairs.
    HOST_DEVICE static constexpr uint32_t status_words(uint32_t count) { return Pass::status_words(count); }
    HOST_DEVICE static constexpr uint32_t most_windows(uint32_t count) {
        return Units::window_count(count, Units::kLeastWindow);
    }

    // ---- The phases, in this order. Most are not inlined: side by side in one kernel they spill registers,
    // of which each alone has enough (64 of a thread, 1024 threads a multiprocessor).

    __device__ __noinline__ static void prepare(const LargeSort& sort, uint32_t* words, Shared& shared) {
        clear_status(sort.digits.status, status_words(sort.digits.pairs.count));
        if (blockIdx.x == 0) choose(sort, words, shared);
    }

    __device__ __noinline__ static void count(const LargeSort& sort, uint32_t* words) {
        if (__ldcg(&sort.words->by_buckets) == 0) return Digits::count(sort.digits, words);
        with_spread(sort, [&](Spread spread) {
            Counts::run(sort.digits.pairs.keys, sort.digits.pairs.count, KeyBits{}, spread,
                        sort.words->histograms, &sort.digits.words->out_of_order, words);
        });
    }

    /// For phases after count(): the way so far.
    __device__ static LargeWay way(const LargeSort& sort) {
        if (sort.check_order && __ldcg(&sort.digits.words->out_of_order) == 0) return LargeWay::in_order;
        if (__ldcg(&sort.words->by_buckets) == 0) return LargeWay::digits;
        // A bin that holds all pairs says that the sample was wrong, and may not fit a status word.
        bool all_in_one = false;
        for (uint32_t i = threadIdx.x; i < Counts::kWords; i += kThreads) {
            all_in_one = all_in_one || __ldcg(sort.words->histograms + i) == sort.digits.pairs.count;
        }
        return __syncthreads_or(all_in_one) ? LargeWay::digits : LargeWay::buckets;
    }

    /// Pass 0 or 1; for LargeWay::buckets.
    __device__ static void partition(const LargeSort& sort, uint32_t pass, uint32_t* words, Shared& shared) {
        const Pairs& pairs = sort.digits.pairs;
        const Pairs& other = sort.digits.other;
        const Pairs in{pass == 0 ? pairs.keys : other.keys, pass == 0 ? pairs.values : other.values,
                       pairs.count};
        const Pairs out{pass == 0 ? other.keys : pairs.keys, pass == 0 ? other.values : pairs.values,
                        pairs.count};
        with_spread(sort, [&](Spread spread) {
            const auto digit = [spread, shift = pass * kBits](uint32_t key) {
                return spread(key) >> shift & ((1u << kBits) - 1);
            };
            Pass::run(in, out, digit, sort.words->histograms + (pass << kBits), &sort.words->tickets[pass],
                      TileStatus{sort.digits.status, pass}, words, shared.pass);
        });
    }

    __device__ static void find(const LargeSort& sort) {
        with_spread(sort, [&](Spread spread) {
            Units::find(sort.digits.pairs.keys, sort.digits.pairs.count, __ldcg(&sort.words->window), spread,
                        sort.windows);
        });
    }

    __device__ __noinline__ static void order(const LargeSort& sort, uint32_t* words, Shared& shared) {
        Units::order(sort.digits.pairs, __ldcg(&sort.words->window), sort.windows, &sort.words->units,
                     sort.crowded, words, shared.units);
    }

    __device__ __noinline__ static void order_crowded(const LargeSort& sort, uint32_t* words,
                                                      Shared& shared) {
        Units::order_crowded(sort.digits.pairs, &sort.words->units, sort.crowded, words, shared.units);
    }

    /// The whole sort; barrier() is one of the whole grid.
    template <class Barrier>
    __device__ static LargeWay run(const LargeSort& sort, Barrier barrier, uint32_t* words, Shared& shared) {
        prepare(sort, words, shared);
        barrier();
        count(sort, words);
        barrier();
        const LargeWay way_so_far = way(sort);
        if (way_so_far == LargeWay::in_order) return way_so_far;
        if (way_so_far == LargeWay::buckets) {
#pragma unroll 1
            for (uint32_t pass = 0; pass < 2; ++pass) {
                partition(sort, pass, words, shared);
                barrier();
            }
            find(sort);
            barrier();
            order(sort, words, shared);
            barrier();
            if (__ldcg(&sort.words->units.overflow) == 0) {
                order_crowded(sort, words, shared);
                return LargeWay::buckets;
            }
        }
        by_digits(sort, barrier, words, shared);
        return LargeWay::digits;
    }

private:
    template <class Barrier>
    __device__ __noinline__ static void by_digits(const LargeSort& sort, Barrier barrier, uint32_t* words,
                                                  Shared& shared) {
        if (__ldcg(&sort.words->by_buckets) != 0) {  // counted for buckets so far
            Digits::count(sort.digits, words);
            barrier();
        }
        Digits::run_passes(sort.digits, barrier, words, shared.digits);
    }

    /// Calls work(spread), compiled for each kind of map: a test less for every key.
    template <class Work>
    __device__ static void with_spread(const LargeSort& sort, Work work) {
        Spread spread = sort.words->spread;
        if (spread.by_value) {
            spread.by_value = true;
            work(spread);
        } else {
            spread.by_value = false;
            work(spread);
        }
    }

    /// One block: clears the words, and decides.
    __device__ static void choose(const LargeSort& sort, uint32_t* words, Shared& shared) {
        constexpr uint32_t kGolden = 0x9e3779b1u;  // consecutive multiples cover 2^32 evenly
        constexpr uint32_t kOwn = kSamples / kThreads;
        const uint32_t count = sort.digits.pairs.count;
        uint32_t samples[kOwn];
#pragma unroll
        for (uint32_t k = 0; k < kOwn; ++k) {
            const uint32_t at = __umulhi((k * kThreads + threadIdx.x) * kGolden, count);
            samples[k] = __ldcg(sort.digits.pairs.keys + at);
        }
        auto* const all = reinterpret_cast<uint32_t*>(sort.words);
        for (uint32_t i = threadIdx.x; i < sizeof(LargeWords) / sizeof(uint32_t); i += kThreads) all[i] = 0;
        for (uint32_t i = threadIdx.x; i < 3 * kCells; i += kThreads) words[i] = 0;

        const uint32_t last = (1u << sort.id_bits) - 1;
        const Spread spread = widened(make_spread<kThreads>(samples, last, shared.spread));
        const uint32_t cell_shift = sort.id_bits - kCellBits;
        const uint32_t some_key = __ldcg(sort.digits.pairs.keys);
        uint32_t differing = 0;
#pragma unroll
        for (uint32_t k = 0; k < kOwn; ++k) {
            uint32_t* const cell = words + (spread(samples[k]) >> cell_shift);
            atomicAdd(cell, 1u);
            atomicMax(cell + kCells, samples[k]);
            atomicMax(cell + 2 * kCells, ~samples[k]);
            differing |= samples[k] ^ some_key;
        }
        __syncthreads();
        uint32_t fullest = 0;  // of the cells with different keys: equal ones may fill a bucket as they like
        for (uint32_t i = threadIdx.x; i < kCells; i += kThreads) {
            if (words[kCells + i] != ~words[2 * kCells + i]) fullest = max(fullest, words[i]);
        }
        __syncthreads();
        fullest = block_range<kThreads>({0, fullest}, words).greatest;
        uint32_t passes = 0;  // that a sort by digits would run
#pragma unroll
        for (int digit = 0; digit < 32; digit += kDigitBits) {
            passes += __syncthreads_or((differing >> digit & (kDigitBins - 1)) != 0) ? 1 : 0;
        }
        if (threadIdx.x != 0) return;

        const uint32_t average = count >> sort.id_bits;
        const uint64_t in_cell = uint64_t{fullest} * count / kSamples;  // pairs of the fullest
        const uint32_t room = min(max(2 * average, kCapacity / 32), kCapacity / 2 - 1);
        const bool whole = sort.digits.begin_bit == 0 && sort.digits.end_bit == 32;
        sort.words->spread = spread;
        sort.words->window = kCapacity - room;
        sort.words->by_buckets = whole && passes == kMostPasses && spread.factor != 0 &&
                                 in_cell >> cell_shift <= kCapacity / 4 * 3;
    }

    /// Room for the tails of a distribution: among 2^28 keys some lie far beyond all of a small sample, and
    /// what lies beyond the map falls into its first or last bucket. A quarter of the width on either side.
    __device__ static Spread widened(Spread spread) {
        constexpr float kAll = 4294967296.0f;
        const float buckets = static_cast<float>(spread.last) + 1.0f;
        const float more = buckets / spread.scale * 0.25f;
        spread.least_half -= more;
        spread.scale = buckets / (buckets / spread.scale + 2 * more);
        if (spread.factor == 0) return spread;
        const float least = static_cast<float>(spread.least);
        const float width = buckets * kAll / static_cast<float>(spread.factor);
        const float low = fmaxf(least - 0.25f * width, 0.0f), high = fminf(least + 1.25f * width, kAll);
        spread.least = __float2uint_rz(low);
        spread.factor = __float2uint_rz(fminf(buckets * kAll / (high - low), kAll * 0.99f));
        return spread;
    }
    static constexpr uint32_t kCapacity = Units::kCapacity;
    static constexpr uint32_t kCellBits = 10;
    static_assert(kCells == 1u << kCellBits && kSamples % kThreads == 0 && kThreads <= kCells);
};

}  // namespace sort::onesweep
