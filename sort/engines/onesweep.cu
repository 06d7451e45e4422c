// onesweep: any order of keys, any number of pairs to 2^30; made for 2^16 to 2^22 pairs, where a sort by
// digits pays for launches and for the latency of four passes. One launch, which holds the order check and
// all that follows; by size:
//
//   to 8K         one block, in shared memory (onesweep_one.cuh)
//   to about 2M   one distribution into 128 or 256 buckets, then each bucket in shared memory
//                 (onesweep_mid.cuh)
//   more          passes by digits of 8 bits with decoupled look-back (onesweep_digits.cuh); so, too, where
//                 keys are uneven or few of their bits are asked for
//
// Buckets are a monotone map of the keys that a sample suggests, linear in the bits or in the floats that the
// keys stand for. Every way is stable and compares whole keys in the end; a map that turns out wrong costs
// time, not order. For more pairs a partition over bucket numbers in two passes, with each bucket put in
// order after it, was built and measured: 187 us for 2^22 pairs on an H200, where four passes by digits took
// 181.
//
// Blocks wait for each other, which only a cooperative launch guarantees to be possible: with rendering or
// other streams on the device it starts when all of its blocks find room.
//
// Bytes a pair: 36 to about 2M (4 + 16 + 16), in order 4. Launches: 1. Captured like any other kernel.
// Example, two buckets, keys 5 2 7 2 0 1 6 3 with values 0..7: buckets 2 2 0 1 3 | 5 7 6, in order 0 1 2 2 3
// | 5 6 7 with values 4 5 1 3 7 | 0 6 2.
#include <vector>

#include "sort/cuda/cooperative.cuh"
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/report.cuh"
#include "sort/engines/cuda_texts.h"
#include "sort/engines/onesweep_digits.cuh"
#include "sort/engines/onesweep_mid.cuh"
#include "sort/engines/onesweep_one.cuh"
#include "sort/observed.h"
#include "sort/registry.h"
#include "sort/tiles.h"

namespace sort {
namespace {

constexpr const char* kPaths[] = {"in order", "one block", "buckets", "digits"};

template <uint32_t kThreads, uint32_t kItems>
static __global__ void __launch_bounds__(kThreads, 1)
    one_block_kernel(const __grid_constant__ OnesweepArgs args) {
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ typename OneBlockSort<kThreads, kItems>::Shared shared;
    OneBlockSort<kThreads, kItems>::sort(args, words, shared);
}

template <class Shape>
static __global__ void __launch_bounds__(Shape::kThreads, 1)
    mid_kernel(const __grid_constant__ OnesweepArgs args) {
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ MidShared<Shape> shared;
    mid_sort<Shape, GridBarrier>(args, words, shared);
}

template <uint32_t kThreads, uint32_t kItems>
static __global__ void __launch_bounds__(kThreads, 1)
    digits_kernel(const __grid_constant__ OnesweepArgs args) {
    using Sort = onesweep::SortByDigits<kThreads, kItems>;
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ typename Sort::Shared shared;
    const onesweep::DigitSort& sort = args.digits;
    const GridBarrier barrier;
    Sort::clear(sort);
    barrier();
    Sort::count(sort, words);
    barrier();
    const bool needed = !args.check_order || __ldcg(&sort.words->out_of_order) != 0;
    const uint32_t passes = needed ? __popc(Sort::run_passes(sort, barrier, words, shared)) : 0;
    if (blockIdx.x == 0 && threadIdx.x == 0 && args.report != nullptr) {
        const auto path = needed ? OnesweepPath::digits : OnesweepPath::in_order;
        *args.report = {passes, sort.passes() - passes, static_cast<uint32_t>(path), 0, 0};
    }
}

/// A kernel for sorts of up to so many pairs.
struct Way {
    void (*kernel)(OnesweepArgs) = nullptr;
    uint32_t threads = 0, most_pairs = 0;
    uint32_t blocks = 0;  // at most; 0: this device cannot run it
    size_t shared_bytes = 0;
    bool by_digits = false;
};

template <class Kernel>
Way way_of(Kernel kernel, uint32_t threads, uint32_t words, const DeviceLimits& limits) {
    Way way{kernel, threads};
    way.shared_bytes = sizeof(uint32_t) * words;
    way.blocks = std::min(limits.processors, allow_shared_bytes(kernel, threads, way.shared_bytes, limits));
    return way;
}

template <uint32_t kThreads, uint32_t kItems>
Way one_block_way(const DeviceLimits& limits) {
    using Sort = OneBlockSort<kThreads, kItems>;
    Way way = way_of(one_block_kernel<kThreads, kItems>, kThreads, Sort::kWords, limits);
    way.blocks = std::min(way.blocks, 1u);
    way.most_pairs = Sort::kCapacity;
    return way;
}

template <class Shape>
Way mid_way(const DeviceLimits& limits) {
    Way way = way_of(mid_kernel<Shape>, Shape::kThreads, MidSort<Shape>::kWords, limits);
    // Buckets half full on average leave room for uneven ones.
    way.most_pairs = std::min(way.blocks * Shape::kTilePairs, Shape::kBuckets * Shape::kBucketPairs / 2);
    return way;
}

template <uint32_t kThreads, uint32_t kItems>
Way digits_way(const DeviceLimits& limits) {
    using Sort = onesweep::SortByDigits<kThreads, kItems>;
    Way way = way_of(digits_kernel<kThreads, kItems>, kThreads, Sort::kWords, limits);
    way.most_pairs = kMostPairs;
    way.by_digits = true;
    return way;
}

class Onesweep : public Sorter {
public:
    explicit Onesweep(uint32_t capacity) : capacity_(capacity) {
        const DeviceLimits limits = device_limits();
        if (!limits.cooperative) throw Unavailable("this device has no cooperative launches");
        if (capacity > kMostPairs) throw OverLimit("onesweep sorts up to 2^30 pairs");
        const Way all[] = {one_block_way<256, 4>(limits),
                           one_block_way<1024, 8>(limits),
                           mid_way<MidShape<512, 1, 2, 7>>(limits),
                           mid_way<MidShape<512, 2, 4, 7>>(limits),
                           mid_way<MidShape<512, 4, 8, 7>>(limits),
                           mid_way<MidShape<512, 8, 16, 7>>(limits),
                           mid_way<MidShape<1024, 8, 16, 7>>(limits),
                           mid_way<MidShape<1024, 16, 16, 8>>(limits),
                           digits_way<1024, 16>(limits),
                           digits_way<512, 8>(limits)};
        for (const Way& way : all) {
            if (way.blocks > 0) ways_.push_back(way);
        }
        if (ways_.empty() || !ways_.back().by_digits)
            throw Unavailable("this device has too little shared memory");
        keys_ = DeviceBuffer<uint32_t>(capacity);
        values_ = DeviceBuffer<uint32_t>(capacity);
        rows_ = DeviceBuffer<uint16_t>(size_t{limits.processors} * kRowLength);
        status_ = DeviceBuffer<unsigned long long>(onesweep::SortByDigits<512, 8>::status_words(capacity));
        state_ = DeviceBuffer<OnesweepState>(1);
        digit_words_ = DeviceBuffer<onesweep::DigitWords>(1);
        check(cudaMemset(state_.data(), 0, state_.bytes()));
        check(cudaStreamSynchronize(nullptr));
    }

    static size_t bytes(uint32_t count) {
        constexpr size_t kMostProcessors = 160;  // of any device: asked before there is a sorter
        return 2 * sizeof(uint32_t) * size_t{count} + sizeof(uint16_t) * kMostProcessors * kRowLength +
               sizeof(unsigned long long) * onesweep::SortByDigits<512, 8>::status_words(count) +
               sizeof(OnesweepState) + sizeof(onesweep::DigitWords);
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        const int bits = options.end_bit - options.begin_bit;
        if (pairs.count < 2 || bits == 0) {
            queue_report({0, 1, static_cast<uint32_t>(OnesweepPath::in_order), 0, 0}, options.report, stream);
            return;
        }
        const Way& way = way_for(pairs.count, bits);
        const uint64_t pair_bytes = pairs.values ? 8 : 4;
        const uint64_t moves = way.by_digits    ? 2 * static_cast<uint64_t>(pass_count(options, 8))
                               : way.blocks > 1 ? 4
                                                : 2;
        const Stage stage{"sort", -1, pairs, {}, (4 + moves * pair_bytes) * pairs.count, pairs.count};
        observed(pairs, stage, stream, options, [&] { launch(way, pairs, stream, options); });
    }

private:
    static constexpr size_t kRowLength = 256;

    /// Few bits are a pass or two, and the pairs need not be ordered after that.
    const Way& way_for(uint32_t count, int bits) const {
        constexpr int kFewBits = 16;
        for (const Way& way : ways_) {
            const bool distributes = way.blocks > 1 && !way.by_digits;
            if (count <= way.most_pairs && !(distributes && bits <= kFewBits)) return way;
        }
        return ways_.back();
    }

    void launch(const Way& way, Pairs pairs, cudaStream_t stream, const Options& options) {
        const Pairs scratch{keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count};
        OnesweepArgs args{};
        args.pairs = pairs;
        args.scratch = scratch;
        args.bits = key_bits(options.begin_bit, options.end_bit);
        args.end_of_bits = options.end_bit - options.begin_bit;
        args.check_order = options.check_order;
        uint32_t blocks = way.blocks;
        if (!way.by_digits) {
            // Every block has something to do, and a warp's keys start at a multiple of 32.
            args.tile_pairs = (tile_count(pairs.count, blocks) + 31) / 32 * 32;
            blocks = tile_count(pairs.count, args.tile_pairs);
        }
        args.rows = rows_.data();
        args.state = state_.data();
        args.report = options.report;
        args.digits = {pairs,         scratch, options.begin_bit, options.end_bit, digit_words_.data(),
                       status_.data()};
        cudaLaunchAttribute cooperative{};
        cooperative.id = cudaLaunchAttributeCooperative;
        cooperative.val.cooperative = 1;
        cudaLaunchConfig_t config{};
        config.gridDim = dim3(blocks);
        config.blockDim = dim3(way.threads);
        config.dynamicSmemBytes = way.shared_bytes;
        config.stream = stream;
        config.attrs = &cooperative;
        config.numAttrs = 1;
        check(cudaLaunchKernelEx(&config, way.kernel, args));
        check_launch(stream);
    }

    uint32_t capacity_;
    std::vector<Way> ways_;  // from few pairs to many
    DeviceBuffer<uint32_t> keys_, values_;
    DeviceBuffer<uint16_t> rows_;
    DeviceBuffer<unsigned long long> status_;
    DeviceBuffer<OnesweepState> state_;
    DeviceBuffer<onesweep::DigitWords> digit_words_;
};

const bool registered = add_engine(
    {kOnesweepText.name,
     kOnesweepText.sentence,
     kOnesweepText.paper,
     Backend::cuda,
     kOnesweepText.stable,
     [](uint32_t count, const EngineConfig&) { return Onesweep::bytes(count); },
     [](uint32_t capacity, const EngineConfig&) { return std::unique_ptr<Sorter>(new Onesweep(capacity)); },
     true,
     {},
     {},
     {},
     nullptr,
     true,
     kPaths});

}  // namespace
}  // namespace sort
