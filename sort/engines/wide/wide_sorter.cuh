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

namespace sort::wide {

/// The launches for one type of key, and what they can have of the current device.
template <class Key>
class WideLaunches {
    static constexpr TileShape kFew{512, 4}, kMany{1024, 8};  // of the digits

public:
    static constexpr uint32_t kMostBlocks = 1024;

    explicit WideLaunches(const DeviceLimits& limits) {
        constexpr size_t kTileBytes = sizeof(MigrationShared<WideTiles<Key>>);
        constexpr size_t kEndBytes = std::max(kTileBytes, sizeof(uint32_t) * EndDigits<Key>::kWords);
        repair_ = launch_of(wide_repair_kernel<Key, GridBarrier>, WideTiles<Key>::kThreads, kTileBytes,
                            kMigrationBlocks, limits);
        end_ = launch_of(wide_end_kernel<Key, GridBarrier>, WideTiles<Key>::kThreads, kEndBytes,
                         kMigrationBlocks, limits);
        for (const Launch& launch : {digits_launch<kFew>(limits), digits_launch<kMany>(limits)}) {
            if (launch.blocks > 0) digits_.push_back(launch);
        }
        if (digits_.empty() || repair_.blocks == 0 || end_.blocks == 0) {
            throw Unavailable("this device has too little shared memory" +
                              because_of_limits(limits, &DeviceLimits::shared_bytes));
        }
    }

    static uint32_t status_words(uint32_t capacity) {
        return onesweep::SortByDigits<kFew.threads, kFew.items, Key>::status_words(capacity);
    }

    void queue(WideArgs<Key> args, cudaStream_t stream, const Options& options) const {
        args.most_at_once = end_.blocks * WideTiles<Key>::kTilePairs;
        const uint64_t count = args.pairs.count, once = uint64_t{args.pairs.values ? 24u : 16u} * count;
        const Pairs shown{nullptr, args.pairs.values, args.pairs.count};
        const WideState& state = *args.state;
        Stage repair{"repair", -1, shown, {}, 8 * count + once, count};
        repair.stopped = &state.in_order;
        repair.bytes_if_stopped = 8 * count;
        observed(shown, repair, stream, options, [&] { launch(repair_, args, stream); });
        Stage digits{"digits", -1, shown, {}, 8 * count + 8 * once, count, &state.full};
        digits.stopped = &state.ends;  // by three of them
        digits.bytes_if_stopped = 8 * count + 3 * once;
        observed(shown, digits, stream, options, [&] { launch(digits_for(args.pairs.count), args, stream); });
        observed(shown, {"end", -1, shown, {}, 8 * count + once, count, &state.ends}, stream, options,
                 [&] { launch(end_, args, stream); });
    }

private:
    struct Launch {
        void (*kernel)(WideArgs<Key>) = nullptr;
        uint32_t threads = 0, blocks = 0;  // at most
        size_t shared_bytes = 0;
    };

    static Launch launch_of(void (*kernel)(WideArgs<Key>), uint32_t threads, size_t bytes,
                            uint32_t blocks_each, const DeviceLimits& limits) {
        const uint32_t resident = allow_shared_bytes(kernel, threads, bytes, limits);
        return {kernel, threads, std::min({blocks_each * limits.processors, kMostBlocks, resident}), bytes};
    }

    template <const TileShape& kTile>
    static Launch digits_launch(const DeviceLimits& limits) {
        return launch_of(wide_digits_kernel<Key, kTile.threads, kTile.items, GridBarrier>, kTile.threads,
                         sizeof(uint32_t) * WideDigits<Key, kTile.threads, kTile.items>::kWords,
                         1024 / kTile.threads, limits);
    }

    /// Small tiles until each block has two of them.
    const Launch& digits_for(uint32_t count) const {
        const Launch& few = digits_.front();
        return tile_count(count, kFew.pairs()) <= 2 * few.blocks ? few : digits_.back();
    }

    static void launch(const Launch& launch, const WideArgs<Key>& args, cudaStream_t stream) {
        const uint32_t blocks =
            std::min(launch.blocks, tile_count(args.pairs.count, WideTiles<Key>::kLeastTile));
        launch_cooperative(launch.kernel, blocks, launch.threads, launch.shared_bytes, stream, args);
    }

    Launch repair_, end_;
    std::vector<Launch> digits_;  // from few pairs to many
};

class DeviceWideSorter : public WideSorter {
    using Tiles = WideTiles<uint64_t>;

public:
    /// `paths`: of the engine, for its reports.
    DeviceWideSorter(uint32_t capacity, const WidePaths& paths)
        : capacity_(capacity),
          paths_(paths),
          integers_(cooperative_limits()),
          doubles_(cooperative_limits()),
          keys_(capacity),
          values_(capacity),
          status_(WideLaunches<uint64_t>::status_words(capacity)),
          words_(1),
          borders_(tiles(capacity)),
          inboxes_(tiles(capacity) * Tiles::kMostIncoming),
          tile_words_(3 * tiles(capacity)),
          state_(1) {
        if (capacity > onesweep::kMostPairs) throw OverLimit("64-bit keys are sorted up to 2^30 pairs");
        check(cudaMemset(state_.data(), 0, state_.bytes()));
        check(cudaStreamSynchronize(nullptr));
    }

    static size_t bytes(uint32_t capacity, const EngineConfig&) {
        return size_t{12} * capacity +
               sizeof(unsigned long long) * WideLaunches<uint64_t>::status_words(capacity) +
               sizeof(onesweep::DigitWordsOf<uint64_t>) +
               tiles(capacity) * (sizeof(Migrant) * (1 + Tiles::kMostIncoming) + 3 * sizeof(uint32_t)) +
               sizeof(WideState);
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(WidePairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        if (pairs.count < 2 || options.begin_bit == options.end_bit) {
            return queue_report({0, 1, paths_.in_order, 0, 0}, options.report, stream);
        }
        if (options.wide_type == KeyType::f64) {
            doubles_.queue(args_of<double>(pairs, options), stream, options);
        } else {
            integers_.queue(args_of<uint64_t>(pairs, options), stream, options);
        }
    }

private:
    static DeviceLimits cooperative_limits() {
        const DeviceLimits limits = device_limits();
        require_cooperative(limits);
        return limits;
    }

    template <class Key>
    WideArgs<Key> args_of(WidePairs pairs, const Options& options) const {
        const auto typed = [&](const WidePairs& of) {
            return KeyPairs<Key>{reinterpret_cast<Key*>(of.keys), of.values, of.count};
        };
        WideArgs<Key> args{};
        args.pairs = typed(pairs);
        args.scratch = typed({keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count});
        args.bits = wide_key_bits<Key>(options.begin_bit, options.end_bit, options.wide_type);
        args.check_order = options.check_order;
        args.paths = paths_;
        auto* const words = reinterpret_cast<onesweep::DigitWordsOf<Key>*>(words_.data());
        args.digits = {args.pairs, args.scratch,   options.begin_bit, options.end_bit,
                       words,      status_.data(), args.bits.flipped};
        const size_t all = tiles(capacity_);
        uint32_t* const of_tiles = tile_words_.data();
        args.lists = {borders_.data(), inboxes_.data(), of_tiles, of_tiles + all, of_tiles + 2 * all};
        args.state = state_.data();
        args.report = options.report;
        return args;
    }

    /// Tiles of any number of pairs up to `capacity`: where they are small there are as many as blocks, at most.
    static size_t tiles(uint32_t capacity) {
        return std::max<size_t>(
            tile_count(capacity, Tiles::kTilePairs),
            std::min(WideLaunches<uint64_t>::kMostBlocks, tile_count(capacity, Tiles::kLeastTile)));
    }

    uint32_t capacity_;
    WidePaths paths_;
    WideLaunches<uint64_t> integers_;
    WideLaunches<double> doubles_;
    DeviceBuffer<uint64_t> keys_;
    DeviceBuffer<uint32_t> values_;
    DeviceBuffer<unsigned long long> status_;
    DeviceBuffer<onesweep::DigitWordsOf<uint64_t>> words_;
    DeviceBuffer<Migrant> borders_, inboxes_;
    DeviceBuffer<uint32_t> tile_words_;
    DeviceBuffer<WideState> state_;
};

}  // namespace sort::wide
