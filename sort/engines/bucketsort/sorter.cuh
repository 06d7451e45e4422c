// The engine `bucketsort` as a class, which bucketsort.cu registers.
#pragma once
#include <vector>

#include "sort/base/tiles.h"
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/report.cuh"
#include "sort/engines/bucketsort/ways.cuh"
#include "sort/engines/observed.h"
#include "sort/engines/sortable.h"
#include "sort/registry.h"

namespace sort::bucketsort {

class Bucketsort : public Sorter {
public:
    Bucketsort(uint32_t capacity, const EngineConfig& config)
        : capacity_(capacity),
          lesson_(config.tile == kLesson.tile),
          observed_(capacity, table_words(capacity, traced_shape())) {
        const DeviceLimits limits = device_limits();
        if (!limits.cooperative) throw Unavailable("this device has no cooperative launches");
        if (capacity > kMostPairs) throw OverLimit("bucketsort sorts up to 2^30 pairs");
        for (const Way& way : lesson_ ? lesson_ways(limits) : usual_ways(limits)) {
            if (way.blocks > 0) ways_.push_back(way);
        }
        if (ways_.empty() || ways_.back().kind != WayKind::digits)
            throw Unavailable("this device has too little shared memory");
        keys_ = DeviceBuffer<uint32_t>(capacity);
        values_ = DeviceBuffer<uint32_t>(capacity);
        rows_ = DeviceBuffer<uint16_t>(row_words(capacity, limits.processors, traced_shape()));
        status_ = DeviceBuffer<unsigned long long>(onesweep::SortByDigits<512, 8>::status_words(capacity));
        state_ = DeviceBuffer<BucketsortState>(1);
        digit_words_ = DeviceBuffer<onesweep::DigitWords>(1);
        check(cudaMemset(state_.data(), 0, state_.bytes()));
        check(cudaStreamSynchronize(nullptr));
    }

    static size_t bytes(uint32_t count, const EngineConfig& config) {
        constexpr size_t kMostProcessors = 256;  // more than any device has: asked before there is a sorter
        const Distribution& traced = config.tile == kLesson.tile ? kLesson : kTraced;
        return 2 * sizeof(uint32_t) * size_t{count} +
               sizeof(uint16_t) * row_words(count, kMostProcessors, traced) +
               sizeof(unsigned long long) * onesweep::SortByDigits<512, 8>::status_words(count) +
               ObservedStages::bytes(count, table_words(count, traced)) + sizeof(BucketsortState) +
               sizeof(onesweep::DigitWords);
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        const int bits = options.end_bit - options.begin_bit;
        if (pairs.count < 2 || bits == 0) {
            queue_report({0, 1, static_cast<uint32_t>(BucketsortPath::in_order), 0, 0}, options.report,
                         stream);
        } else if (is_traced(options, pairs.count)) {
            sort_in_stages(way_traced(pairs.count, bits), pairs, stream, options);
        } else if (options.observer) {
            sort_in_stages(way_for(pairs.count, bits), pairs, stream, options);
        } else {
            launch(way_for(pairs.count, bits), pairs, stream, options);
        }
    }

    /// What its kernels are given, but for the tile.
    BucketsortArgs args_of(Pairs pairs, const Options& options) const {
        BucketsortArgs args{};
        args.pairs = pairs;
        args.scratch = {keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count};
        args.bits = key_bits(options.begin_bit, options.end_bit);
        args.end_of_bits = options.end_bit - options.begin_bit;
        args.check_order = options.check_order;
        args.rows = rows_.data();
        args.state = state_.data();
        args.report = options.report;
        args.digits = {pairs,           args.scratch,        options.begin_bit,
                       options.end_bit, digit_words_.data(), status_.data()};
        return args;
    }

private:
    static constexpr size_t kRowLength = 512, kLeastShare = 32;  // of a row a block; pairs of a block

    static size_t row_words(uint32_t capacity, size_t processors, const Distribution& traced) {
        const size_t rows = std::min<size_t>(processors, tile_count(capacity, kLeastShare));
        return std::max(rows * kRowLength, table_words(capacity, traced));
    }

    template <const Distribution& kOf>
    using ShapeOf = MidShape<kOf.tile.threads, kOf.tile.items, 2 * kOf.tile.items, kOf.bucket_bits>;

    static std::vector<Way> usual_ways(const DeviceLimits& limits) {
        return {one_block_way<kSmallBlock.threads, kSmallBlock.items>(limits),
                one_block_way<kLargeBlock.threads, kLargeBlock.items>(limits),
                mid_way<ShapeOf<kTraced>>(limits),
                mid_way<MidShape<512, 2, 4, 7>>(limits),
                mid_way<MidShape<512, 4, 8, 7>>(limits),
                mid_way<MidShape<512, 8, 16, 7>>(limits),
                mid_way<MidShape<1024, 8, 16, 7>>(limits),
                mid_way<MidShape<1024, 16, 16, 8>>(limits),
                large_digits_way(limits),
                digits_way<512, 8>(limits)};
    }

    static std::vector<Way> lesson_ways(const DeviceLimits& limits) {
        return {mid_way<ShapeOf<kLesson>>(limits), digits_way<512, 8>(limits)};
    }

    const Distribution& traced_shape() const { return lesson_ ? kLesson : kTraced; }

    /// Few bits are a pass or two, and the pairs need not be ordered after that.
    bool by_digits(int bits) const { return bits <= kFewBits && !lesson_; }

    const Way& way_for(uint32_t count, int bits) const {
        for (const Way& way : ways_) {
            if (count <= way.most_pairs && !(way.kind == WayKind::buckets && by_digits(bits))) return way;
        }
        return ways_.back();
    }

    /// The same on every device: as the model has none.
    const Way& way_traced(uint32_t count, int bits) const {
        for (const Way& way : ways_) {
            const bool takes = way.kind == WayKind::one_block ? count <= way.most_pairs
                               : way.kind == WayKind::buckets
                                   ? way.tile == traced_shape().tile && !by_digits(bits)
                                   : true;
            if (takes) return way;
        }
        return ways_.back();
    }

    /// Every block has something to do, and a warp's keys start at a multiple of 32. Returns the blocks.
    static uint32_t cut(BucketsortArgs& args, const Way& way) {
        if (way.kind == WayKind::digits) return way.blocks;
        args.tile_pairs = tile_count(tile_count(args.pairs.count, way.blocks), kLeastShare) * kLeastShare;
        return tile_count(args.pairs.count, args.tile_pairs);
    }

    void launch(const Way& way, Pairs pairs, cudaStream_t stream, const Options& options) const {
        BucketsortArgs args = args_of(pairs, options);
        const uint32_t blocks = cut(args, way);
        launch_cooperative(way.kernel, blocks, way.threads, way.shared_bytes, stream, args);
    }

    void sort_in_stages(const Way& way, Pairs pairs, cudaStream_t stream, const Options& options) const {
        BucketsortArgs args = args_of(pairs, options);
        uint32_t blocks = cut(args, way);
        switch (way.kind) {
            case WayKind::one_block:
                return observed_.sort_in_block(way.stage_grid(blocks), args, stream, options);
            case WayKind::buckets:
                if (is_traced(options, pairs.count)) {
                    args.tile_pairs = way.tile.pairs();
                    blocks = tile_count(pairs.count, args.tile_pairs);
                }
                return observed_.sort_by_buckets(way.stage_grid(blocks), args, stream, options);
            case WayKind::digits:
                return observed_.sort_by_digits(way.stage_grid(blocks), args, stream, options);
        }
    }

    uint32_t capacity_;
    bool lesson_;
    ObservedStages observed_;
    std::vector<Way> ways_;  // from few pairs to many
    DeviceBuffer<uint32_t> keys_, values_;
    DeviceBuffer<uint16_t> rows_;
    DeviceBuffer<unsigned long long> status_;
    DeviceBuffer<BucketsortState> state_;
    DeviceBuffer<onesweep::DigitWords> digit_words_;
};

}  // namespace sort::bucketsort
