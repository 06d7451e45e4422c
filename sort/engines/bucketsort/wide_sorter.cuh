// The sorter of keys of 64 bits of `bucketsort`.
#pragma once
#include <algorithm>

#include "sort/engines/bucketsort/sorter.cuh"
#include "sort/engines/bucketsort/wide.cuh"
#include "sort/engines/wide_types.h"

namespace sort::bucketsort {

/// The launches for one type of key.
template <class Key>
class WideLaunches {
    static constexpr uint32_t kThreads = WideSort<Key>::kThreads, kBlocksEach = 4;
    using Digits = onesweep::SortByDigits<512, 8, Key>;

public:
    explicit WideLaunches(const DeviceLimits& limits)
        : lead_blocks_(blocks_of(lead_kernel<Key>, limits)),
          gather_blocks_(blocks_of(gather_kernel<Key>, limits)),
          digits_(digits_policy<512, 8, Key>(limits)) {
        if (digits_.blocks == 0) {
            throw Unavailable("this device has too little shared memory" +
                              because_of_limits(limits, &DeviceLimits::shared_bytes));
        }
    }

    static uint64_t status_words(uint32_t capacity) { return Digits::status_words(capacity); }

    /// `sort_pieces()` queues the sort of args.pieces, behind the gate.
    template <class SortPieces>
    void queue(const WideArgs<Key>& args, const ArgsOf<Key>& digits, cudaStream_t stream,
               const Options& options, SortPieces sort_pieces) const {
        const uint64_t count = args.pairs.count, pair = args.pairs.values ? 12 : 8;
        const Pairs shown{nullptr, args.pairs.values, args.pairs.count};
        const uint32_t *sorts = &args.state->sorts, *left = &args.state->left;
        observed(shown, {"lead", -1, shown, {}, 24 * count, count}, stream, options, [&] {
            launch_cooperative(lead_kernel<Key>, blocks(lead_blocks_, args.pairs.count), kThreads, 0, stream,
                               args);
        });
        sort_pieces();
        observed(shown, {"gather", -1, shown, {}, (8 + 4 * pair) * count, count, sorts}, stream, options,
                 [&] {
                     launch_cooperative(gather_kernel<Key>, blocks(gather_blocks_, args.pairs.count),
                                        kThreads, 0, stream, args);
                 });
        const uint64_t passes = digits.digits.passes() + digits.digits.passes() % 2;
        observed(shown, {"digits", -1, shown, {}, (8 + 2 * passes * pair) * count, count, left}, stream,
                 options, [&] {
                     launch_cooperative(digits_.kernel,
                                        std::min(digits_.blocks, tile_count(args.pairs.count, 4096)),
                                        digits_.threads, digits_.shared_bytes, stream, digits);
                 });
    }

private:
    template <class Kernel>
    static uint32_t blocks_of(Kernel kernel, const DeviceLimits& limits) {
        return std::min(kBlocksEach * limits.processors, allow_shared_bytes(kernel, kThreads, 0, limits));
    }

    static uint32_t blocks(uint32_t most, uint32_t count) {
        return std::min(most, tile_count(count, kThreads));
    }

    uint32_t lead_blocks_, gather_blocks_;
    PolicyOf<Key> digits_;
};

class WideBucketsort : public WideSorter {
public:
    WideBucketsort(uint32_t capacity, const EngineConfig& config)
        : narrow_(capacity, config),
          types_(device_limits()),
          pieces_(capacity),
          places_(capacity),
          keys_(capacity),
          values_(capacity),
          status_(WideLaunches<uint64_t>::status_words(capacity)),
          digit_words_(1),
          digit_state_(1),
          state_(1) {
        check(cudaMemset(state_.data(), 0, state_.bytes()));
        check(cudaMemset(digit_state_.data(), 0, digit_state_.bytes()));
        check(cudaStreamSynchronize(nullptr));
    }

    static size_t bytes(uint32_t count, const EngineConfig& config) {
        return Bucketsort::bytes(count, config) + size_t{20} * count +
               sizeof(unsigned long long) * WideLaunches<uint64_t>::status_words(count) +
               sizeof(onesweep::DigitWordsOf<uint64_t>) + sizeof(State) + sizeof(WideState);
    }

    uint32_t capacity() const override { return narrow_.capacity(); }

    void sort(WidePairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity(), options);
        if (pairs.count < 2 || options.begin_bit == options.end_bit) {
            return queue_report({0, 1, static_cast<uint32_t>(Path::in_order), 0, 0}, options.report, stream);
        }
        types_.use(options.key_type, pairs,
                   [&](const auto& launches, auto typed) { queue(launches, typed, stream, options); });
    }

private:
    template <class Key>
    void queue(const WideLaunches<Key>& launches, const KeyPairs<Key>& pairs, Stream stream,
               const Options& options) {
        Options of_pieces{.end_bit = std::min(32, options.end_bit - options.begin_bit), .check_order = false};
        of_pieces.observer = options.observer;
        WideArgs<Key> args{};
        args.pairs = pairs;
        args.scratch = typed_pairs<Key>({keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count});
        args.bits = wide_key_bits<Key>(options.begin_bit, options.end_bit, options.key_type);
        args.check_order = options.check_order;
        args.pieces = {pieces_.data(), places_.data(), pairs.count};
        args.state = state_.data();
        args.path = narrow_.path_of(pairs.count, of_pieces);
        args.report = options.report;

        ArgsOf<Key> digits{};
        digits.pairs = args.pairs;
        digits.scratch = args.scratch;
        digits.bits = args.bits;
        digits.state = digit_state_.data();
        digits.report = options.report;
        digits.gate = &args.state->left;
        digits.gated_path = static_cast<uint32_t>(Path::digits);
        auto* const words = reinterpret_cast<onesweep::DigitWordsOf<Key>*>(digit_words_.data());
        digits.digits = {args.pairs, args.scratch,   options.begin_bit, options.end_bit,
                         words,      status_.data(), args.bits.flipped};
        launches.queue(args, digits, stream, options,
                       [&] { narrow_.sort_behind(&args.state->sorts, args.pieces, stream, of_pieces); });
    }

    Bucketsort narrow_;
    WideTypes<WideLaunches> types_;
    DeviceBuffer<uint32_t> pieces_, places_;
    DeviceBuffer<uint64_t> keys_;
    DeviceBuffer<uint32_t> values_;
    DeviceBuffer<unsigned long long> status_;
    DeviceBuffer<onesweep::DigitWordsOf<uint64_t>> digit_words_;
    DeviceBuffer<State> digit_state_;
    DeviceBuffer<WideState> state_;
};

}  // namespace sort::bucketsort
