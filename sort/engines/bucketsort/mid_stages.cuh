// The phases of a sort by buckets one by one (stages.cuh says what for): by a linear map, between splitters,
// by digits of tiles.
#pragma once
#include <type_traits>

#include "sort/engines/bucketsort/stages.cuh"

namespace sort::bucketsort {

template <class Shape>
class MidStages : std::conditional_t<(Shape::kSplitterBits > 0), SplitterSort<Shape>, MidSort<Shape>> {
    using Base = MidSort<Shape>;
    using Splitters = SplitterSort<Shape>;
    using Parent = std::conditional_t<(Shape::kSplitterBits > 0), Splitters, Base>;
    using Base::args_, Base::words_, Base::shared_, Base::kDigitBits;
    using typename Base::OwnTile;
    using Trace = OrderTrace<Shape::kThreads, Shape::kBucketItems>;
    static_assert(Shape::kSplitterBits == 0 || Shape::kSplitterBits == kTracedSplitterBits);
    static_assert(!Shape::kLooksBack, "its passes are those of large sorts");

public:
    static constexpr uint32_t kThreads = Shape::kThreads;
    using Base::kWords;
    using typename Base::Shared;

    __device__ static void run(const Args& args, const StageCall& call, uint32_t* words, Shared& shared) {
        MidStages(args, call, words, shared).run_stage();
    }

private:
    __device__ MidStages(const Args& args, const StageCall& call, uint32_t* words, Shared& shared)
        : Parent(args, words, shared), call_(call), stage_(*call.words) {}

    __device__ void run_stage() {
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
            case StageKind::show:
                if (__ldcg(&stage_.by_digits) != 0) show_pairs(args_, call_, in_scratch(call_.pass + 1));
                return;
            case StageKind::copy_back:
                if (__ldcg(&stage_.in_scratch) != 0) {
                    this->copy_back(blockIdx.x * kThreads, args_.pairs.count, gridDim.x * kThreads);
                }
                return;
            default:
                if constexpr (Shape::kSplitterBits > 0) {
                    if (__ldcg(&stage_.by_splitters) != 0) run_splitter_stage();
                }
        }
    }

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
        show_digits(args_.pairs, bucket);
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
        show_bases<Shape::kBits>();
        if (blockIdx.x != 0) return;
        if (threadIdx.x < Shape::kBuckets) stage_.starts[threadIdx.x] = shared_.tile.start[threadIdx.x];
        if (threadIdx.x != 0) return;
        const bool fits = stage_.uneven == 0 && fullest <= Shape::kBucketPairs;
        stage_.fullest = fullest;
        (fits ? stage_.fits : Shape::kSplitterBits > 0 ? stage_.by_splitters : stage_.by_digits) = 1;
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

    __device__ void run_splitter_stage() {
        using SampleOf = Samples<Shape::kSplitterBits>;
        switch (call_.kind) {
            case StageKind::offer_samples:
                return SampleOf::offer(args_);
            case StageKind::sort_samples:
                return SampleOf::template sort<kThreads>(args_, words_, shared_.splitters.ranks);
            case StageKind::split_by_splitters:
                return split_by_splitters();
            case StageKind::offsets_of_splitters:
                return offsets_of_splitters();
            case StageKind::place_by_splitters:
                if (__ldcg(&stage_.splitters_fit) != 0) place_by_splitters();
                return;
            default:
                if (__ldcg(&stage_.splitters_fit) != 0) order_runs();
        }
    }

    __device__ SplitterDigit<Shape::kSplitterBits> bucket_between_splitters() {
        const bool one_key = threadIdx.x < Splitters::kBuckets && Splitters::has_one_key(threadIdx.x);
        return {&shared_.splitters, args_.bits, __syncthreads_or(one_key) != 0};
    }

    /// Loads into shared memory the splitters that split_by_splitters() has stored.
    __device__ void load_splitters() {
        const auto* const from = reinterpret_cast<const uint32_t*>(call_.trace.splitters);
        auto* const to = reinterpret_cast<uint32_t*>(&shared_.splitters);
        for (uint32_t i = threadIdx.x; i < sizeof(StoredSplitters) / sizeof(uint32_t); i += kThreads)
            to[i] = __ldcg(from + i);
        __syncthreads();
    }

    __device__ void split_by_splitters() {
        const SplitterDigit<Shape::kSplitterBits> bucket{&shared_.splitters, args_.bits,
                                                         Splitters::choose_splitters()};
        if (blockIdx.x == 0) {
            for (uint32_t i = threadIdx.x; i < sizeof(StoredSplitters) / sizeof(uint32_t); i += kThreads) {
                reinterpret_cast<uint32_t*>(call_.trace.splitters)[i] =
                    reinterpret_cast<const uint32_t*>(&shared_.splitters)[i];
            }
        }
        OwnTile tile = this->own_tile(args_.pairs);
        tile.load_keys();
        this->template publish<Shape::kSplitterBits>(tile, bucket);
        show_digits(args_.pairs, bucket);
        show_row<Shape::kSplitterBits>(call_.trace.counts);
    }

    __device__ void offsets_of_splitters() {
        load_splitters();
        const uint32_t fullest = sum_rows<Shape::kSplitterBits, kThreads>(
            args_.rows, gridDim.x, shared_.tile, [this](uint32_t b) { return !Splitters::has_one_key(b); });
        show_bases<Shape::kSplitterBits>();
        if (blockIdx.x != 0) return;
        if (threadIdx.x < Splitters::kBuckets) stage_.starts[threadIdx.x] = shared_.tile.start[threadIdx.x];
        if (threadIdx.x != 0) return;
        stage_.fullest = fullest;
        (fullest <= Shape::kBucketPairs ? stage_.splitters_fit : stage_.by_digits) = 1;
    }

    __device__ void place_by_splitters() {
        load_splitters();
        const SplitterDigit<Shape::kSplitterBits> bucket = bucket_between_splitters();
        OwnTile tile = this->own_tile(args_.pairs);
        tile.load_keys();
        tile.template rank<Shape::kSplitterBits>(bucket, words_, shared_.tile);
        sum_rows<Shape::kSplitterBits, kThreads>(args_.rows, gridDim.x, shared_.tile);
        Base::template place<Shape::kSplitterBits>(tile, args_.scratch, bucket);
    }

    __device__ void order_runs() {
        load_splitters();
        if (threadIdx.x < Splitters::kBuckets) {
            shared_.tile.start[threadIdx.x] = __ldcg(&stage_.starts[threadIdx.x]);
        }
        __syncthreads();
        if (Splitters::order_share()) Splitters::order_crowded_runs();
    }

    __device__ KeyBits digit() const {
        const int begin = call_.pass * kDigitBits, end = min(begin + kDigitBits, args_.end_of_bits);
        return {args_.bits.shift + begin, (1u << (end - begin)) - 1};
    }

    /// Are the pairs in the scratch before this pass?
    __device__ bool in_scratch(int pass) const {
        uint32_t moved = 0;
        for (int p = 0; p < pass; ++p) moved += __ldcg(&stage_.in_use[p]);
        return moved % 2 != 0;
    }

    __device__ void count_digits() {
        const Pairs from = in_scratch(call_.pass) ? args_.scratch : args_.pairs;
        OwnTile tile = this->own_tile(from);
        tile.load_keys();
        this->template publish<kDigitBits>(tile, digit());
        show_digits(from, digit());
        show_row<kDigitBits>(call_.trace.counts);
    }

    __device__ void place_by_digit() {
        const uint32_t most = sum_rows<kDigitBits, kThreads>(args_.rows, gridDim.x, shared_.tile);
        show_bases<kDigitBits>();
        if (most == args_.pairs.count) return;
        if (this->first_thread()) {
            stage_.in_use[call_.pass] = 1;
            ++stage_.run;
        }
        const bool there = in_scratch(call_.pass);
        OwnTile tile = this->own_tile(there ? args_.scratch : args_.pairs);
        tile.load_keys();
        tile.template rank<kDigitBits>(digit(), words_, shared_.tile);
        Base::template place<kDigitBits>(tile, there ? args_.pairs : args_.scratch, digit());
    }

    /// Returns the least key, of those bits that are asked for, with this bucket or a later one.
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
    __device__ void show_digits(const Pairs& from, Digit digit) const {
        const uint32_t begin = blockIdx.x * args_.tile_pairs;
        const uint32_t end = min(from.count, begin + args_.tile_pairs);
        for (uint32_t i = begin + threadIdx.x; i < end; i += kThreads) {
            call_.trace.digits[i] = digit(from.keys[i]);
        }
    }

    /// Copies the counts that the same threads wrote in publish().
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
    TraceWords& stage_;
};

}  // namespace sort::bucketsort
