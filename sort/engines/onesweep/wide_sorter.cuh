// The sorter of keys of 64 bits of `onesweep`: the kernels of the 32-bit sort with the type of the key, up to eight
// passes, and tiles of half as many pairs. Not traced: lessons sort keys of 32 bits.
//
// Bytes per pair: 8 to check the order, 8 to count, 24 per pass that moves something, 24 after an odd number of them.
#pragma once
#include "sort/cuda/copy_pairs.cuh"
#include "sort/engines/checked_once.cuh"
#include "sort/engines/onesweep/launch.cuh"
#include "sort/engines/sortable.h"
#include "sort/engines/wide_types.h"

namespace sort::onesweep {

/// The launches for one type of key.
template <class Key>
class WideLaunches {
public:
    explicit WideLaunches(const DeviceLimits& limits)
        : policies_(usable<Key>(
              {policy_of<kSmallWideTile, Key>(limits), policy_of<kLargeWideTile, Key>(limits)}, limits)) {}

    /// Queues count and passes.
    void queue(ArgsOf<Key> args, int passes, cudaStream_t stream, const Options& options) const {
        const KeyPairs<Key>& pairs = args.sort.pairs;
        const Pairs seen = shown(pairs);
        const uint64_t count = pairs.count, once = uint64_t{pairs.values ? 24u : 16u} * count;
        const PolicyOf<Key>& policy = policy_for(policies_, pairs.count);
        observed(seen, {"count", -1, seen, {}, 8 * count, count, args.gate}, stream, options,
                 [&] { policy.launch_count(args, stream); });
        for (int pass = 0; pass < passes; ++pass) {
            args.pass = static_cast<uint32_t>(pass);
            observed(seen, {"pass", pass, seen, {}, once, count, &args.plan->moves[pass]}, stream, options,
                     [&] { policy.launch_pass(args, stream); });
        }
    }

private:
    std::vector<PolicyOf<Key>> policies_;
};

class WideOnesweep : public WideSorter {
public:
    WideOnesweep(uint32_t capacity, const EngineConfig& config)
        : capacity_(capacity),
          checked_once_(config.early_exit),
          types_(device_limits()),
          keys_(capacity),
          values_(capacity),
          status_(status_words(capacity, kSmallWideTile)),
          words_(1),
          plan_(1) {
        if (capacity > kMostPairs) throw OverLimit("onesweep sorts up to 2^30 pairs");
        check(cudaMemset(words_.data(), 0, words_.bytes()));
        check(cudaMemset(plan_.data(), 0, plan_.bytes()));
        check(cudaStreamSynchronize(nullptr));
    }

    static size_t bytes(uint32_t count, const EngineConfig&) {
        return size_t{12} * count + sizeof(unsigned long long) * status_words(count, kSmallWideTile) +
               sizeof(DigitWordsOf<uint64_t>) + sizeof(PlanOf<uint64_t>) + CheckedOnce::bytes();
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(WidePairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options, true, true);
        const int passes = pass_count(options, kDigitBits);
        const auto queue_end = [&](uint32_t* d_word, uint32_t path) {
            end_kernel<uint64_t><<<1, kEndThreads, 0, stream>>>(
                words_.data(), plan_.data(), d_word, static_cast<uint32_t>(passes), path, options.report);
            check_launch(stream);
        };
        types_.use(options.key_type, pairs, [&](const auto& launches, auto typed) {
            const auto queue_passes = [&](cudaStream_t on, const uint32_t* d_gate) {
                launches.queue(args_of(typed, d_gate, options), passes, on, options);
                queue_copy(pairs, on, options);
            };
            checked_once_.sort(typed, passes, stream, options, queue_passes, queue_end);
        });
    }

private:
    template <class Key>
    WidePairs scratch_for(const KeyPairs<Key>& pairs) const {
        return {keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count};
    }

    template <class Key>
    ArgsOf<Key> args_of(const KeyPairs<Key>& pairs, const uint32_t* d_gate, const Options& options) const {
        ArgsOf<Key> args{};
        args.sort = {pairs,
                     typed_pairs<Key>(scratch_for(pairs)),
                     options.begin_bit,
                     options.end_bit,
                     reinterpret_cast<DigitWordsOf<Key>*>(words_.data()),
                     status_.data(),
                     wide_key_bits<Key>(options.begin_bit, options.end_bit, options.key_type).flipped};
        args.plan = plan_.data();
        args.gate = d_gate;
        args.live = options.live_count;
        return args;
    }

    void queue_copy(const WidePairs& pairs, cudaStream_t stream, const Options& options) const {
        const WidePairs scratch = scratch_for(pairs);
        const uint64_t once = uint64_t{pairs.values ? 24u : 16u} * pairs.count;
        const uint32_t* const copies = &plan_.data()->copies;
        observed(shown(scratch), {"copy back", -1, shown(pairs), {}, once, pairs.count, copies}, stream,
                 options, [&] { copy_.queue(scratch, pairs, copies, stream, options.live_count); });
    }

    uint32_t capacity_;
    CheckedOnce checked_once_;
    PairsCopy copy_;
    WideTypes<WideLaunches> types_;
    DeviceBuffer<uint64_t> keys_;
    DeviceBuffer<uint32_t> values_;
    DeviceBuffer<unsigned long long> status_;
    DeviceBuffer<DigitWordsOf<uint64_t>> words_;
    DeviceBuffer<PlanOf<uint64_t>> plan_;
};

}  // namespace sort::onesweep
