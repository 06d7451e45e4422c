// The engine `bucketsort` as a class, which bucketsort.cu registers.
#pragma once
#include <vector>

#include "sort/base/tiles.h"
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/report.cuh"
#include "sort/engines/bucketsort/policy.cuh"
#include "sort/engines/observed.h"
#include "sort/engines/sortable.h"
#include "sort/registry.h"

namespace sort::bucketsort {

class Bucketsort : public Sorter {
public:
    Bucketsort(uint32_t capacity, const EngineConfig& config)
        : Bucketsort(capacity, config.tile == kLesson.tile, device_limits()) {}

    static size_t bytes(uint32_t count, const EngineConfig&) {
        return 2 * sizeof(uint32_t) * size_t{count} + sizeof(uint16_t) * row_words(count) +
               sizeof(unsigned long long) * onesweep::SortByDigits<512, 8>::status_words(count) +
               sizeof(State) + sizeof(onesweep::DigitWords);
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        const int bits = options.end_bit - options.begin_bit;
        if (pairs.count < 2 || bits == 0) {
            queue_report({0, 1, static_cast<uint32_t>(Path::in_order), 0, 0}, options.report, stream);
        } else {
            launch(policy_for(pairs.count, bits), pairs, stream, options);
        }
    }

    /// Sorts unless *gate is 0 when it begins. Its report is left to who asks.
    void sort_behind(const uint32_t* gate, Pairs pairs, Stream stream, const Options& options) {
        launch(policy_for(pairs.count, options.end_bit - options.begin_bit), pairs, stream, options, gate);
    }

    /// Returns the path of pairs that are not in order; a sort by buckets may still use digits.
    Path path_of(uint32_t count, const Options& options) const {
        return policy_for(count, options.end_bit - options.begin_bit).path;
    }

    /// Returns the arguments of the kernels, without the tile.
    Args args_of(Pairs pairs, const Options& options) const {
        Args args{};
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

    Bucketsort(uint32_t capacity, bool lesson, const DeviceLimits& limits)
        : capacity_(capacity), lesson_(lesson) {
        require_cooperative(limits);
        if (capacity > kMostPairs) throw OverLimit("bucketsort sorts up to 2^30 pairs");
        for (const Policy& policy : lesson ? lesson_policies(limits) : usual_policies(limits)) {
            if (policy.blocks > 0) policies_.push_back(policy);
        }
        if (policies_.empty() || policies_.back().path != Path::digits)
            throw Unavailable("this device has too little shared memory" +
                              because_of_limits(limits, &DeviceLimits::shared_bytes));
        keys_ = DeviceBuffer<uint32_t>(capacity);
        values_ = DeviceBuffer<uint32_t>(capacity);
        rows_ = DeviceBuffer<uint16_t>(row_words(capacity));
        status_ = DeviceBuffer<unsigned long long>(onesweep::SortByDigits<512, 8>::status_words(capacity));
        state_ = DeviceBuffer<State>(1);
        digit_words_ = DeviceBuffer<onesweep::DigitWords>(1);
        check(cudaMemset(state_.data(), 0, state_.bytes()));
        check(cudaStreamSynchronize(nullptr));
    }

    /// A row a block; asked before there is a sorter, so as for the largest device.
    static size_t row_words(uint32_t capacity) {
        constexpr uint32_t kMostProcessors = 256;
        return kRowLength * std::min(kMostProcessors, tile_count(capacity, kLeastShare));
    }

    static std::vector<Policy> usual_policies(const DeviceLimits& limits) {
        return {one_block_policy<kSmallBlock.threads, kSmallBlock.items>(limits),
                one_block_policy<kLargeBlock.threads, kLargeBlock.items>(limits),
                mid_policy<ShapeOf<kSmallest>>(limits),
                mid_policy<MidShape<512, 2, 4, 7>>(limits),
                mid_policy<MidShape<512, 4, 8, 7>>(limits),
                mid_policy<MidShape<512, 8, 16, 7>>(limits),
                mid_policy<MidShape<1024, 8, 16, 7>>(limits),
                mid_policy<MidShape<1024, 16, 16, 8>>(limits),
                large_digits_policy(limits),
                digits_policy<512, 8>(limits)};
    }

    static std::vector<Policy> lesson_policies(const DeviceLimits& limits) {
        return {mid_policy<ShapeOf<kLesson>>(limits), digits_policy<512, 8>(limits)};
    }

    const Policy& policy_for(uint32_t count, int bits) const {
        // Few bits are a pass or two, and the pairs need not be ordered after that.
        const bool no_buckets = bits <= kFewBits && !lesson_;
        for (const Policy& policy : policies_) {
            if (count > policy.most_pairs) continue;
            if (policy.path != Path::buckets || !no_buckets) return policy;
        }
        return policies_.back();
    }

    /// Queues one launch and, for an observer, one stage, named after the path unless the pairs are in order.
    void launch(const Policy& policy, Pairs pairs, cudaStream_t stream, const Options& options,
                const uint32_t* gate = nullptr) const {
        Args args = args_of(pairs, options);
        args.gate = gate;
        uint32_t blocks = policy.blocks;
        if (policy.path != Path::digits) {
            // Every block has something to do, and a warp's keys start at a multiple of 32.
            args.tile_pairs = tile_count(tile_count(pairs.count, policy.blocks), kLeastShare) * kLeastShare;
            blocks = tile_count(pairs.count, args.tile_pairs);
        }
        const char* const name = kPaths[static_cast<uint32_t>(policy.path)];
        Stage stage{name, -1, pairs, {}, moved_bytes(policy.path, pairs, options), pairs.count, gate};
        // What the sort leaves in its scratch.
        const StageArray left[] = {{"in buckets", args.scratch.values, pairs.count}};
        if (pairs.values && policy.path == Path::buckets) stage.arrays = left;
        observed(pairs, stage, stream, options, [&] {
            launch_cooperative(policy.kernel, blocks, policy.threads, policy.shared_bytes, stream, args);
        });
    }

    /// Returns the bytes that a path moves. It moves less if the pairs are in order, and more if buckets do not fit.
    static uint64_t moved_bytes(Path path, const Pairs& pairs, const Options& options) {
        const uint64_t once = uint64_t{pairs.values ? 16u : 8u} * pairs.count,
                       keys = uint64_t{4} * pairs.count;
        if (path == Path::one_block) return once;
        if (path == Path::buckets) return keys + 2 * once;
        const auto passes = static_cast<uint32_t>(pass_count(options, onesweep::kDigitBits));
        return keys + (passes + passes % 2) * once;
    }

    uint32_t capacity_;
    bool lesson_;
    std::vector<Policy> policies_;  // from few pairs to many
    DeviceBuffer<uint32_t> keys_, values_;
    DeviceBuffer<uint16_t> rows_;
    DeviceBuffer<unsigned long long> status_;
    DeviceBuffer<State> state_;
    DeviceBuffer<onesweep::DigitWords> digit_words_;
};

}  // namespace sort::bucketsort
