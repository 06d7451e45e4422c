// The phases of `bucketsort` one by one, each a launch of its own: what an observer is shown. They are made
// of the same parts as the single launch; what that keeps in registers and shared memory from one phase to
// the next, the map and the ranks of a tile, is found again, and what only the one before can know is left in
// StageWords.
#pragma once
#include "sort/engines/bucketsort/mid.cuh"
#include "sort/engines/bucketsort/order_trace.cuh"
#include "sort/engines/bucketsort/shapes.h"

namespace sort::bucketsort {

enum class StageKind {
    rank,            // one block: ranks to scratch.keys
    write,           // one block: pairs to their ranks
    split,           // buckets: choose a map, count each tile
    offsets,         // buckets: sum the counts
    place,           // buckets: distribute to the scratch
    order_buckets,   // buckets: order each, back to the caller's
    count_digits,    // pass: count each tile
    place_by_digit,  // pass: distribute to the scratch ...
    bring_back,      // ... and back to the caller's: the host does not know which passes have moved any
    clear_digits,    // many pairs by digits
    count_all_digits,
    pass,
    show,  // pass: a copy of the pairs wherever they are
    copy_back,
    finish,  // the report; words for the next sort
};

/// On the device, 0 before the first stage.
struct StageWords {
    uint32_t by_value;                  // the map is linear in the floats that the keys stand for
    uint32_t uneven, fullest;           // the sample says no; pairs of the fullest bucket
    uint32_t fits, by_digits;           // one of them becomes 1: gates
    uint32_t run, in_scratch;           // passes
    uint32_t in_use[kMostDigitPasses];  // gates: the digit of the pass is not the same in all keys
    uint32_t starts[256];               // of the buckets
};

/// Arrays for the observer, null in sorts of more than kTraceLimit pairs.
struct StageTrace {
    uint32_t *samples, *first_keys;                        // two a thread; of each bucket
    uint32_t *digits, *exchanged_keys, *exchanged_values;  // of each pair: bucket or digit; tile by tile
    uint32_t *counts, *offsets;                            // [tile][bucket or digit]
    uint32_t *bins, *bin_starts, *ranks;                   // of each pair: in its bucket
    uint32_t* crowded;                                     // of each bucket: 1 ranked by digits
};

struct StageCall {
    StageKind kind;
    int pass;
    uint32_t path;  // for the report: of sorts that are not in order and not by digits
    StageWords* words;
    StageTrace trace;
};

/// The order check is a stage of its own and has been.
__device__ inline bool left_out(const BucketsortArgs& args) {
    return args.check_order && __ldcg(&args.state->out_of_order) == 0;
}

template <uint32_t kThreads, uint32_t kItems>
class OneBlockStages {
public:
    using Shared = typename OrderTrace<kThreads, kItems>::Shared;

    __device__ static void run(const BucketsortArgs& args, const StageCall& call, uint32_t* words,
                               Shared& shared) {
        if (left_out(args)) return;
        const uint32_t count = args.pairs.count;
        uint32_t* const ranks = args.scratch.keys;
        if (call.kind == StageKind::rank) {
            OrderTrace<kThreads, kItems>::ranks(args.pairs.keys, count, args.bits, ranks, words, shared);
            if (call.trace.bins == nullptr) return;
            OrderTrace<kThreads, kItems>::bins(args.pairs.keys, count, args.bits, call.trace.bins,
                                               call.trace.bin_starts, words, shared);
            return;
        }
        // All have read before anybody writes.
        uint32_t keys[kItems], values[kItems];
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t at = k * kThreads + threadIdx.x;
            if (at >= count) break;
            keys[k] = args.pairs.keys[at];
            if (args.pairs.values != nullptr) values[k] = args.pairs.values[at];
        }
        __syncthreads();
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t at = k * kThreads + threadIdx.x;
            if (at >= count) break;
            args.pairs.keys[ranks[at]] = keys[k];
            if (args.pairs.values != nullptr) args.pairs.values[ranks[at]] = values[k];
        }
    }
};

template <class Shape>
class MidStages : MidSort<Shape> {
    using Base = MidSort<Shape>;
    using Base::args_, Base::words_, Base::shared_, Base::kThreads, Base::kDigitBits;
    using typename Base::OwnTile;
    using Trace = OrderTrace<kThreads, Shape::kBucketItems>;

public:
    __device__ MidStages(const BucketsortArgs& args, const StageCall& call, uint32_t* words,
                         MidShared<Shape>& shared)
        : Base(args, words, shared), call_(call), stage_(*call.words) {}

    __device__ void run() {
        switch (call_.kind) {
            case StageKind::split:
                if (!left_out(args_)) split();
                return;
            case StageKind::offsets:
                if (!left_out(args_)) offsets();
                return;
            case StageKind::place:
                if (__ldcg(&stage_.fits) != 0) place();
                return;
            case StageKind::order_buckets:
                if (__ldcg(&stage_.fits) != 0) order_buckets();
                return;
            case StageKind::count_digits:
                if (__ldcg(&stage_.by_digits) != 0) count_digits();
                return;
            case StageKind::place_by_digit:
                if (__ldcg(&stage_.by_digits) != 0) place_by_digit();
                return;
            default:
                if (__ldcg(&stage_.in_use[call_.pass]) != 0) {
                    this->copy_back(blockIdx.x * kThreads, args_.pairs.count, gridDim.x * kThreads);
                }
        }
    }

private:
    __device__ BucketDigit choose_bucket(bool& uneven) {
        uint32_t samples[Base::kSamples];
        this->take_samples(samples);
        return {this->choose_spread(samples, uneven), args_.bits};
    }

    __device__ void split() {
        bool uneven = false;
        const BucketDigit bucket = choose_bucket(uneven);
        if (this->first_thread()) {
            stage_.uneven = uneven ? 1 : 0;
            stage_.by_value = bucket.spread.by_value ? 1 : 0;
        }
        OwnTile tile = this->own_tile(args_.pairs);
        tile.load_keys();
        this->template publish<Shape::kBits>(tile, bucket);
        if (call_.trace.digits == nullptr) return;

        show_digits(bucket);
        show_row<Shape::kBits>(call_.trace.counts);
        if (blockIdx.x == 0) {
            for (uint32_t k = 0; k < 2; ++k) {
                const uint32_t number = k * kThreads + threadIdx.x;
                call_.trace.samples[number] = this->sample(number);
            }
            if (threadIdx.x < Shape::kBuckets) {
                call_.trace.first_keys[threadIdx.x] = first_key(bucket, threadIdx.x);
            }
        }
        const uint32_t begin = blockIdx.x * args_.tile_pairs;
        if (threadIdx.x < Shape::kBuckets) shared_.tile.base[threadIdx.x] = begin;
        tile.move({call_.trace.exchanged_keys, args_.pairs.values ? call_.trace.exchanged_values : nullptr,
                   args_.pairs.count},
                  bucket, words_, shared_.tile);
    }

    __device__ void offsets() {
        const uint32_t fullest = sum_rows<Shape::kBits, kThreads>(args_.rows, gridDim.x, shared_.tile);
        if (call_.trace.offsets != nullptr) show_bases<Shape::kBits>();
        if (blockIdx.x != 0) return;
        if (threadIdx.x < Shape::kBuckets) stage_.starts[threadIdx.x] = shared_.tile.start[threadIdx.x];
        if (threadIdx.x != 0) return;
        const bool fits = stage_.uneven == 0 && fullest <= Shape::kBucketPairs;
        stage_.fullest = fullest;
        (fits ? stage_.fits : stage_.by_digits) = 1;
    }

    __device__ void place() {
        bool uneven = false;
        const BucketDigit bucket = choose_bucket(uneven);
        OwnTile tile = this->own_tile(args_.pairs);
        tile.load_keys();
        tile.template rank<Shape::kBits>(bucket, words_, shared_.tile);
        sum_rows<Shape::kBits, kThreads>(args_.rows, gridDim.x, shared_.tile);
        Base::template place<Shape::kBits>(tile, args_.scratch, bucket);
    }

    __device__ void order_buckets() {
        if (threadIdx.x < Shape::kBuckets) {
            shared_.tile.start[threadIdx.x] = __ldcg(&stage_.starts[threadIdx.x]);
        }
        __syncthreads();
        Base::order_buckets();
        this->order_crowded();
        if (call_.trace.ranks == nullptr) return;

        __syncthreads();
        for (uint32_t b = blockIdx.x; b < Shape::kBuckets; b += gridDim.x) {
            const uint32_t begin = shared_.tile.start[b], count = this->bucket_end(b) - begin;
            const uint32_t* const keys = args_.scratch.keys + begin;
            bool crowded = false;
            if (count != 0) {
                crowded =
                    Trace::ranks(keys, count, args_.bits, call_.trace.ranks + begin, words_, shared_.order);
                Trace::bins(keys, count, args_.bits, call_.trace.bins + begin, call_.trace.bin_starts + begin,
                            words_, shared_.order);
            }
            for (uint32_t at = begin + threadIdx.x; at < begin + count; at += kThreads) {
                call_.trace.digits[at] = b;
            }
            if (threadIdx.x == 0) call_.trace.crowded[b] = crowded ? 1 : 0;
        }
    }

    __device__ KeyBits digit() const {
        const int begin = call_.pass * kDigitBits, end = min(begin + kDigitBits, args_.end_of_bits);
        return {args_.bits.shift + begin, (1u << (end - begin)) - 1};
    }

    __device__ void count_digits() {
        OwnTile tile = this->own_tile(args_.pairs);
        tile.load_keys();
        this->template publish<kDigitBits>(tile, digit());
        if (call_.trace.digits == nullptr) return;
        show_digits(digit());
        show_row<kDigitBits>(call_.trace.counts);
    }

    __device__ void place_by_digit() {
        const uint32_t most = sum_rows<kDigitBits, kThreads>(args_.rows, gridDim.x, shared_.tile);
        if (call_.trace.offsets != nullptr) show_bases<kDigitBits>();
        if (most == args_.pairs.count) return;
        if (this->first_thread()) {
            stage_.in_use[call_.pass] = 1;
            ++stage_.run;
        }
        OwnTile tile = this->own_tile(args_.pairs);
        tile.load_keys();
        tile.template rank<kDigitBits>(digit(), words_, shared_.tile);
        Base::template place<kDigitBits>(tile, args_.scratch, digit());
    }

    /// The least key, of those bits that are asked for, with this bucket or a later one.
    __device__ uint32_t first_key(const BucketDigit& bucket, uint32_t number) const {
        uint32_t low = 0, high = args_.bits.mask;
        while (low < high) {
            const uint32_t middle = low + (high - low) / 2;
            if (bucket.spread(middle) < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    template <class Digit>
    __device__ void show_digits(Digit digit) const {
        const uint32_t begin = blockIdx.x * args_.tile_pairs;
        const uint32_t end = min(args_.pairs.count, begin + args_.tile_pairs);
        for (uint32_t i = begin + threadIdx.x; i < end; i += kThreads) {
            call_.trace.digits[i] = digit(args_.pairs.keys[i]);
        }
    }

    /// What publish() wrote, by the same threads.
    template <int kBits>
    __device__ void show_row(uint32_t* counts) const {
        const uint32_t at = (blockIdx.x << kBits) + threadIdx.x;
        if (threadIdx.x >> kBits == 0) counts[at] = args_.rows[at];
    }

    template <int kBits>
    __device__ void show_bases() const {
        const uint32_t at = (blockIdx.x << kBits) + threadIdx.x;
        if (threadIdx.x >> kBits == 0) call_.trace.offsets[at] = shared_.tile.base[threadIdx.x];
        __syncthreads();
    }

    const StageCall& call_;
    StageWords& stage_;
};

template <uint32_t kThreads, uint32_t kItems>
class DigitStages {
    using Sort = onesweep::SortByDigits<kThreads, kItems>;

public:
    using Shared = typename Sort::Shared;

    __device__ static void run(const BucketsortArgs& args, const StageCall& call, uint32_t* words,
                               Shared& shared) {
        if (left_out(args)) return;
        const onesweep::DigitSort& sort = args.digits;
        StageWords& stage = *call.words;
        const bool first = blockIdx.x == 0 && threadIdx.x == 0;
        switch (call.kind) {
            case StageKind::clear_digits:
                return Sort::clear(sort);
            case StageKind::count_all_digits:
                return Sort::count(sort, words);
            case StageKind::pass: {
                const uint32_t to_run = Sort::passes_to_run(sort, shared);
                const uint32_t pass = static_cast<uint32_t>(call.pass);
                if (first && (to_run >> pass & 1) != 0) {
                    stage.in_use[pass] = 1;
                    ++stage.run;
                    stage.in_scratch ^= 1;
                }
                return Sort::pass(sort, pass, to_run, words, shared);
            }
            case StageKind::show: {
                const bool other = __ldcg(&stage.in_scratch) != 0;
                for (uint32_t i = blockIdx.x * kThreads + threadIdx.x; i < sort.pairs.count;
                     i += gridDim.x * kThreads) {
                    call.trace.exchanged_keys[i] = (other ? sort.other : sort.pairs).keys[i];
                    if (sort.pairs.values == nullptr) continue;
                    call.trace.exchanged_values[i] = (other ? sort.other : sort.pairs).values[i];
                }
                return;
            }
            default:
                return Sort::copy(sort, Sort::passes_to_run(sort, shared));
        }
    }
};

/// By one thread, after the last stage.
__device__ inline void finish_stages(const BucketsortArgs& args, const StageCall& call, uint32_t passes) {
    const StageWords& stage = *call.words;
    if (args.report != nullptr) {
        constexpr auto kInOrder = static_cast<uint32_t>(BucketsortPath::in_order);
        constexpr auto kDigits = static_cast<uint32_t>(BucketsortPath::digits);
        const bool digits = call.path == kDigits || stage.by_digits != 0;
        if (left_out(args)) {
            *args.report = {0, call.path == kDigits ? passes : 1, kInOrder, 0, 0};
        } else if (digits) {
            *args.report = {stage.run, passes - stage.run, kDigits, 0, 0};
        } else {
            *args.report = {1, 0, call.path, 0, 0};
        }
    }
    args.state->out_of_order = 0;
}

}  // namespace sort::bucketsort
