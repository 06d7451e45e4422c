// The parts of `bucketsort` where every block holds its share of the pairs at once (mid.cuh): shapes,
// the usual path - buckets by a linear map - and, for what no map of the keys divides evenly, digits, the
// least significant first, eight bits a pass (large blocks by onesweep/digits.cuh); a digit that all keys
// share is left out.
#pragma once
#include "sort/cuda/block_order.cuh"
#include "sort/cuda/digit_order.cuh"
#include "sort/cuda/publish.cuh"
#include "sort/cuda/rows.cuh"
#include "sort/cuda/spread.cuh"
#include "sort/cuda/stable_tile.cuh"
#include "sort/engines/bucketsort/samples.cuh"
#include "sort/engines/bucketsort/state.cuh"
#include "sort/engines/onesweep/digits.cuh"

namespace sort::bucketsort {

/// Threads a block, items a thread of the tile and of a bucket, bits of a bucket's number.
template <uint32_t kThreadsOf, uint32_t kTileItemsOf, uint32_t kBucketItemsOf, int kBitsOf>
struct MidShape {
    static constexpr uint32_t kThreads = kThreadsOf, kTileItems = kTileItemsOf, kBucketItems = kBucketItemsOf;
    static constexpr int kBits = kBitsOf;
    static constexpr int kDigitBits = kThreadsOf >= 256 ? 8 : kBitsOf;  // a thread counts a digit
    static constexpr uint32_t kBuckets = 1u << kBits;
    static constexpr uint32_t kTilePairs = kThreads * kTileItems;
    static constexpr uint32_t kBucketPairs = kThreads * kBucketItems;
    // Sorts by the digits of large sorts; blocks with less to do in a pass read the rows of all instead.
    static constexpr bool kLooksBack = kThreads >= 1024;
    // Of a bucket's number between splitters; 0: blocks too small for them. Buckets are a quarter full on
    // average, so that one that the sample takes to be twice as full as it is still fits.
    static constexpr int kSplitterBits = kThreads >= 1024 ? 9 : kThreads >= 512 ? 8 : 0;
    using Digits = onesweep::SortByDigits<kLooksBack ? kThreads : 512, kLooksBack ? kTileItems : 16>;
};

/// The bucket of a key.
struct BucketDigit {
    Spread spread;
    KeyBits bits;
    __device__ uint32_t operator()(uint32_t key) const { return spread(bits(key)); }
};

/// Shared memory of the sort by buckets, beside the words.
template <class Shape>
struct MidShared {
    TileShared tile;
    typename BlockOrder<Shape::kThreads, Shape::kBucketItems>::Shared order;
    union {
        typename Shape::Digits::Shared digits;
        SplitterShared<Shape::kSplitterBits> splitters;
    };
    uint32_t crowded;  // buckets of this block that BlockOrder::rank gave up on
    uint16_t crowded_list[Shape::kBuckets];
};

/// Outcome of the sort by buckets. uneven: the sample shows uneven keys, nothing is sorted; overfull: a
/// bucket does not fit a block, nothing is sorted; crowded: some buckets are still to be sorted.
enum class MidOutcome { done, uneven, overfull, crowded };

template <class Shape>
class MidSort {
protected:  // for the sort between splitters
    static constexpr uint32_t kThreads = Shape::kThreads;
    static constexpr int kDigitBits = Shape::kDigitBits;
    using OwnTile = Tile<kThreads, Shape::kTileItems>;
    using Order = BlockOrder<kThreads, Shape::kBucketItems>;
    using ByDigits = DigitOrder<kThreads, Shape::kBucketItems>;
    HOST_DEVICE static constexpr uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }

public:
    static constexpr uint32_t kWords =
        most(most(most(Order::kWords, ByDigits::kWords),
                  Shape::kLooksBack ? Shape::Digits::kWords : OwnTile::words(kDigitBits)),
             OwnTile::words(Shape::kBits));

    using Shared = MidShared<Shape>;

    __device__ MidSort(const Args& args, uint32_t* words, Shared& shared)
        : args_(args), words_(words), shared_(shared) {}

    /// Sorts by buckets of a linear map, unless the sample shows that it fills the buckets unevenly, or a
    /// bucket does not fit.
    template <class Sync>
    __device__ MidOutcome by_buckets(Sync sync) {
        uint32_t samples[kSamples];  // asked for first: they come while the tile is read
        take_samples(samples);
        OwnTile tile = own_tile(args_.pairs);
        const uint32_t end = (blockIdx.x + 1) * args_.tile_pairs;
        const bool descends = tile.load_keys_and_check(args_.bits, end < args_.pairs.count);
        bool uneven = false;
        const BucketDigit bucket{choose_spread(samples, uneven), args_.bits};
        if (descends) raise_flag(&args_.state->out_of_order);
        if (!uneven) {
            publish<Shape::kBits>(tile, bucket);
        } else if constexpr (Shape::kSplitterBits > 0) {
            Samples<Shape::kSplitterBits>::offer(args_);
        }
        sync();
        if (args_.check_order && !out_of_order()) {
            report(Path::in_order, 0, 1);
            return MidOutcome::done;
        }
        if (uneven) return MidOutcome::uneven;
        if (sum_rows<Shape::kBits, kThreads>(args_.rows, gridDim.x, shared_.tile) > Shape::kBucketPairs) {
            return MidOutcome::overfull;
        }
        place<Shape::kBits>(tile, args_.scratch, bucket);
        sync();
        order_buckets();
        report(Path::buckets, 1, 0);
        if (first_thread()) args_.state->out_of_order = 0;
        __syncthreads();  // the list is whole
        return shared_.crowded != 0 ? MidOutcome::crowded : MidOutcome::done;
    }

    __device__ static bool first_thread() { return blockIdx.x == 0 && threadIdx.x == 0; }

    __device__ bool out_of_order() const { return flag_is_raised(&args_.state->out_of_order); }

    __device__ void report(Path path, uint32_t run, uint32_t skipped) const {
        if (first_thread() && args_.report != nullptr) {
            *args_.report = {run, skipped, reported_path(args_, path), 0, 0};
        }
    }

    __device__ OwnTile own_tile(Pairs from) const {
        const uint32_t begin = min(from.count, blockIdx.x * args_.tile_pairs);
        return OwnTile(from, begin, min(args_.tile_pairs, from.count - begin));
    }

    static constexpr uint32_t kSamples = 2;  // a thread

    /// Returns key `number` of the sample, which is the same in every block.
    __device__ uint32_t sample(uint32_t number) const { return sample_key(args_, number); }

    __device__ void take_samples(uint32_t (&samples)[kSamples]) const {
#pragma unroll
        for (uint32_t k = 0; k < kSamples; ++k) samples[k] = sample(k * kThreads + threadIdx.x);
    }

    /// Returns the map that these samples suggest.
    __device__ Spread choose_spread(const uint32_t (&samples)[kSamples], bool& uneven) {
        float unevenness;
        const Spread spread = make_spread<kThreads>(samples, Shape::kBuckets - 1, shared_.order, &unevenness);
        constexpr float kMost = 1.5f;  // buckets are half full on average; a bell curve would have 1.9
        uneven = kThreads > 32 && unevenness > kMost;  // a warp's sample, in lessons, is too small to tell
        return spread;
    }

    /// Ranks the tile and writes its row. Pads are not counted: they are keys of ~0.
    template <int kBits, bool kKeep = false, class Digit>
    __device__ void publish(OwnTile& tile, Digit digit) {
        // lesson: bucketsort/count digits
        uint32_t count = tile.template rank<kBits, kKeep>(digit, words_, shared_.tile);
        if (threadIdx.x >> kBits != 0) return;
        if (threadIdx.x == digit(~0u)) count -= tile.pads();
        args_.rows[(blockIdx.x << kBits) + threadIdx.x] = static_cast<uint16_t>(count);
        // lesson end
    }

    template <int kBits, class Digit>
    __device__ void place(OwnTile& tile, Pairs to, Digit digit) {
        if (threadIdx.x >> kBits == 0) shared_.tile.base[threadIdx.x] -= shared_.tile.first[threadIdx.x];
        tile.move(to, digit, words_, shared_.tile);
    }

    __device__ uint32_t bucket_end(uint32_t bucket) const {
        return bucket + 1 < Shape::kBuckets ? shared_.tile.start[bucket + 1] : args_.pairs.count;
    }

    __device__ void order_buckets() {
        if (threadIdx.x == 0) shared_.crowded = 0;
        for (uint32_t b = blockIdx.x; b < Shape::kBuckets; b += gridDim.x) {
            const uint32_t begin = shared_.tile.start[b], end = bucket_end(b);
            if (end == begin || order_bucket(begin, end - begin)) continue;
            if (threadIdx.x == 0) shared_.crowded_list[shared_.crowded++] = static_cast<uint16_t>(b);
        }
    }

    /// Orders the keys of a bucket. Returns false, and writes nothing, if keys crowd in a bin.
    __device__ bool order_bucket(uint32_t begin, uint32_t count) {
        uint32_t keys[Shape::kBucketItems], ranks[Shape::kBucketItems];
#pragma unroll
        for (uint32_t k = 0; k < Shape::kBucketItems; ++k) {
            const uint32_t at = k * kThreads + threadIdx.x;
            if (at < count) keys[k] = __ldcg(args_.scratch.keys + begin + at);
        }
        const bool ranked = Order::rank(keys, count, args_.bits, ranks, words_, shared_.order);
        __syncthreads();
        if (ranked) write_bucket(begin, count, keys, ranks);
        return ranked;
    }

    /// keys[k] and its value go to the place ranks[k] of the bucket.
    __device__ void write_bucket(uint32_t begin, uint32_t count, uint32_t (&keys)[Shape::kBucketItems],
                                 const uint32_t (&ranks)[Shape::kBucketItems]) {
        uint32_t* const sorted_keys = words_;
        uint32_t* const sorted_values = words_ + Shape::kBucketPairs;
        const bool values = args_.pairs.values != nullptr;
#pragma unroll
        for (uint32_t k = 0; k < Shape::kBucketItems; ++k) {
            const uint32_t at = k * kThreads + threadIdx.x;
            if (at >= count) break;
            sorted_keys[ranks[k]] = keys[k];
            if (values) keys[k] = __ldcg(args_.scratch.values + begin + at);
        }
        if (values) {
#pragma unroll
            for (uint32_t k = 0; k < Shape::kBucketItems; ++k) {
                if (k * kThreads + threadIdx.x < count) sorted_values[ranks[k]] = keys[k];
            }
        }
        __syncthreads();
#pragma unroll
        for (uint32_t k = 0; k < Shape::kBucketItems; ++k) {
            const uint32_t at = k * kThreads + threadIdx.x;
            if (at >= count) break;
            args_.pairs.keys[begin + at] = sorted_keys[at];
            if (values) args_.pairs.values[begin + at] = sorted_values[at];
        }
        __syncthreads();
    }

    /// The buckets that order_buckets() left.
    __device__ void order_crowded() {
        __syncthreads();
        for (uint32_t i = 0; i < shared_.crowded; ++i) {
            const uint32_t b = shared_.crowded_list[i], begin = shared_.tile.start[b];
            order_crowded_bucket(begin, bucket_end(b) - begin);
        }
    }

    __device__ void order_crowded_bucket(uint32_t begin, uint32_t count) {
        const uint32_t* const scratch_keys = args_.scratch.keys + begin;
        ByDigits::rank_by_digits([=](uint32_t at) { return __ldcg(scratch_keys + at); }, count, args_.bits,
                                 words_, shared_.order);
        uint32_t keys[Shape::kBucketItems], ranks[Shape::kBucketItems];
#pragma unroll
        for (uint32_t k = 0; k < Shape::kBucketItems; ++k) {
            const uint32_t at = k * kThreads + threadIdx.x;
            ranks[k] = words_[at];
            if (at < count) keys[k] = __ldcg(scratch_keys + at);
        }
        __syncthreads();
        write_bucket(begin, count, keys, ranks);
    }

    template <class Sync>
    __device__ void by_digits(Sync sync) {
        sync();  // everybody has read the rows and the word
        if (first_thread()) args_.state->out_of_order = 0;
        if constexpr (Shape::kLooksBack) {
            const uint32_t passes = __popc(Shape::Digits::run(args_.digits, sync, words_, shared_.digits));
            report(Path::digits, passes, args_.digits.passes() - passes);
        } else {
            by_digits_of_tiles(sync);
        }
    }

    template <class Sync>
    __device__ void by_digits_of_tiles(Sync sync) {
        Pairs from = args_.pairs, to = args_.scratch;
        uint32_t run = 0, skipped = 0;
        for (int begin = 0; begin < args_.end_of_bits; begin += kDigitBits) {
            const int end = min(begin + kDigitBits, args_.end_of_bits);
            const KeyBits digit{args_.bits.shift + begin, (1u << (end - begin)) - 1};
            sync();  // the pairs of the pass before are there; nobody still reads the rows
            OwnTile tile = own_tile(from);
            tile.load_keys();
            publish<kDigitBits>(tile, digit);
            sync();
            if (sum_rows<kDigitBits, kThreads>(args_.rows, gridDim.x, shared_.tile) == from.count) {
                ++skipped;
                continue;
            }
            place<kDigitBits>(tile, to, digit);
            const Pairs written = to;
            to = from, from = written;
            ++run;
        }
        if (run % 2 != 0) {
            sync();
            copy_back(blockIdx.x * kThreads, args_.pairs.count, gridDim.x * kThreads);
        }
        report(Path::digits, run, skipped);
    }

    __device__ void copy_back(uint32_t begin, uint32_t end, uint32_t step) const {
        // lesson: bucketsort/copy back
        for (uint32_t i = begin + threadIdx.x; i < end; i += step) {
            args_.pairs.keys[i] = __ldcg(args_.scratch.keys + i);
            if (args_.pairs.values) args_.pairs.values[i] = __ldcg(args_.scratch.values + i);
        }
        // lesson end
    }

    const Args& args_;
    uint32_t* words_;
    Shared& shared_;
};

}  // namespace sort::bucketsort
