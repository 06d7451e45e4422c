// The sorter of keys of 64 bits of `adaptive`.
#pragma once
#include <algorithm>
#include <vector>

#include "sort/cuda/cooperative.cuh"
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/report.cuh"
#include "sort/engines/observed.h"
#include "sort/engines/sortable.h"
#include "sort/engines/wide/wide_sort.cuh"
#include "sort/engines/wide_types.h"

namespace sort::wide {

/// The launches for one type of key, and what they can have of the current device.
template <class Key>
class WideLaunches {
    static constexpr TileShape kFew{512, 4}, kMany{1024, 8};  // of the digits
    using Tiles = WideTiles<Key>;
    // Where blocks have several tiles, more registers are worth more than more blocks.
    static constexpr uint32_t kLargeBlocks = 3;
    static constexpr auto kLargeRepair = migration::repair_kernel<Key, GridBarrier, kLargeBlocks>;
    static constexpr size_t kTileBytes = sizeof(migration::RepairShared<Tiles>);
    static constexpr size_t kEndBytes =
        std::max(sizeof(MigrationShared<Tiles>), sizeof(uint32_t) * EndDigits<Key>::kWords);

public:
    explicit WideLaunches(const DeviceLimits& limits)
        : repair_(migration::repair_kernel<Key, GridBarrier>, Tiles::kThreads, kTileBytes, limits),
          large_repair_(kLargeRepair, Tiles::kThreads, kTileBytes, limits, kLargeBlocks),
          end_(wide_end_kernel<Key, GridBarrier>, Tiles::kThreads, kEndBytes, limits) {
        for (const Digits& digits : {digits_of<kFew>(limits), digits_of<kMany>(limits)}) {
            if (digits.blocks > 0) digits_.push_back(digits);
        }
        if (digits_.empty() || repair_.blocks == 0 || large_repair_.blocks == 0 || end_.blocks == 0) {
            throw Unavailable("this device has too little shared memory" +
                              because_of_limits(limits, &DeviceLimits::shared_bytes));
        }
    }

    static uint64_t status_words(uint32_t capacity) {
        return onesweep::SortByDigits<kFew.threads, kFew.items, Key>::status_words(capacity);
    }

    void queue(const WideArgs<Key>& args, cudaStream_t stream, const Options& options) const {
        const KeyPairs<Key>& pairs = args.repair.pairs;
        const uint64_t count = pairs.count, once = uint64_t{pairs.values ? 24u : 16u} * count;
        const Pairs shown{nullptr, pairs.values, pairs.count};
        const WideState& state = *args.state;
        Stage repair{"repair", -1, shown, {}, 8 * count + once, count};
        repair.stopped = &state.repair.in_order;
        repair.bytes_if_stopped = 8 * count;
        observed(shown, repair, stream, options, [&] {
            const bool large = pairs.count > uint64_t{repair_.blocks} * Tiles::kTilePairs;
            launch_cooperative(large ? kLargeRepair : migration::repair_kernel<Key, GridBarrier>,
                               blocks(large ? large_repair_ : repair_, pairs.count), Tiles::kThreads,
                               repair_.shared_bytes, stream, args.repair);
        });
        Stage digits{"digits", -1, shown, {}, 8 * count + 8 * once, count, &state.repair.full};
        digits.stopped = &state.repair.ends;  // by three of them
        digits.bytes_if_stopped = 8 * count + 3 * once;
        observed(shown, digits, stream, options, [&] {
            const Digits& shape = digits_for(pairs.count);
            launch_cooperative(shape.kernel,
                               std::min(shape.blocks, tile_count(pairs.count, Tiles::kLeastTile)),
                               shape.threads, shape.shared_bytes, stream, args);
        });
        observed(shown, {"end", -1, shown, {}, 8 * count + once, count, &state.repair.ends}, stream, options,
                 [&] {
                     launch_cooperative(wide_end_kernel<Key, GridBarrier>, blocks(end_, pairs.count),
                                        Tiles::kThreads, end_.shared_bytes, stream, args);
                 });
    }

private:
    struct Digits {
        void (*kernel)(WideArgs<Key>) = nullptr;
        uint32_t threads = 0, blocks = 0;  // at most
        size_t shared_bytes = 0;
    };

    template <const TileShape& kTile>
    static Digits digits_of(const DeviceLimits& limits) {
        Digits digits{wide_digits_kernel<Key, kTile.threads, kTile.items, GridBarrier>, kTile.threads};
        digits.shared_bytes = sizeof(uint32_t) * WideDigits<Key, kTile.threads, kTile.items>::kWords;
        digits.blocks =
            std::min(1024 / kTile.threads * limits.processors,
                     allow_shared_bytes(digits.kernel, digits.threads, digits.shared_bytes, limits));
        return digits;
    }

    /// Small tiles until each block has two of them.
    const Digits& digits_for(uint32_t count) const {
        const Digits& few = digits_.front();
        return tile_count(count, kFew.pairs()) <= 2 * few.blocks ? few : digits_.back();
    }

    static uint32_t blocks(const migration::MigrationLaunch& launch, uint32_t count) {
        return launch.blocks_for(count, Tiles::kLeastTile);
    }

    migration::MigrationLaunch repair_, large_repair_, end_;
    std::vector<Digits> digits_;  // from few pairs to many
};

/// Paths of the engine, for its reports.
struct WidePaths {
    migration::RepairPaths repair;
    uint32_t full_sort;
};

class DeviceWideSorter : public WideSorter {
public:
    /// `paths`: of the engine, for its reports.
    DeviceWideSorter(uint32_t capacity, const WidePaths& paths)
        : capacity_(capacity),
          paths_(paths),
          types_(cooperative_limits()),
          keys_(capacity),
          values_(capacity),
          status_(WideLaunches<uint64_t>::status_words(capacity)),
          words_(1),
          repairs_(capacity),
          state_(1) {
        if (capacity > onesweep::kMostPairs) throw OverLimit("64-bit keys are sorted up to 2^30 pairs");
        check(cudaMemset(state_.data(), 0, state_.bytes()));
        check(cudaStreamSynchronize(nullptr));
    }

    static size_t bytes(uint32_t capacity, const EngineConfig&) {
        return size_t{12} * capacity +
               sizeof(unsigned long long) * WideLaunches<uint64_t>::status_words(capacity) +
               sizeof(onesweep::DigitWordsOf<uint64_t>) + migration::RepairMemory<uint64_t>::bytes(capacity) +
               sizeof(WideState);
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(WidePairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        if (pairs.count < 2 || options.begin_bit == options.end_bit) {
            return queue_report({0, 1, paths_.repair.in_order, 0, 0}, options.report, stream);
        }
        types_.use(options.key_type, pairs, [&](const auto& launches, auto typed) {
            launches.queue(args_of(typed, options), stream, options);
        });
    }

private:
    static DeviceLimits cooperative_limits() {
        const DeviceLimits limits = device_limits();
        require_cooperative(limits);
        return limits;
    }

    template <class Key>
    WideArgs<Key> args_of(const KeyPairs<Key>& pairs, const Options& options) const {
        WideArgs<Key> args{};
        args.repair.pairs = pairs;
        args.scratch = typed_pairs<Key>({keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count});
        args.repair.bits = wide_key_bits<Key>(options.begin_bit, options.end_bit, options.key_type);
        args.repair.check_order = options.check_order;
        args.repair.paths = paths_.repair;
        args.full_sort = paths_.full_sort;
        auto* const words = reinterpret_cast<onesweep::DigitWordsOf<Key>*>(words_.data());
        args.digits = {args.repair.pairs,       args.scratch, options.begin_bit,
                       options.end_bit,         words,        status_.data(),
                       args.repair.bits.flipped};
        args.repair.lists = repairs_.lists();
        args.state = state_.data();
        args.repair.state = &state_.data()->repair;
        args.repair.report = options.report;
        return args;
    }

    uint32_t capacity_;
    WidePaths paths_;
    WideTypes<WideLaunches> types_;
    DeviceBuffer<uint64_t> keys_;
    DeviceBuffer<uint32_t> values_;
    DeviceBuffer<unsigned long long> status_;
    DeviceBuffer<onesweep::DigitWordsOf<uint64_t>> words_;
    migration::RepairMemory<uint64_t> repairs_;
    DeviceBuffer<WideState> state_;
};

}  // namespace sort::wide
