// The engine that fourway, eightway and sixteenway are: which kernels of kernels.cuh a sort queues, in
// which order, and what it reports to its observer. A file of sort/engines registers it for one digit width.
#pragma once
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sort/cuda/copy_pairs.cuh"
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/device_limits.cuh"
#include "sort/cuda/owned.cuh"
#include "sort/cuda/report.cuh"
#include "sort/engines/early_exit.cuh"
#include "sort/engines/ha/kernels.cuh"
#include "sort/engines/ha/shapes.h"
#include "sort/engines/observed.h"
#include "sort/engines/order_check.cuh"
#include "sort/engines/sortable.h"
#include "sort/registry.h"

namespace sort::ha {

enum Path : uint32_t { kGatedLaunches = 0, kIfNode = 1 };

/// Returns the words of the bins of all histograms, and of the sum of all, rounded up to 16 bytes.
template <class S>
size_t bins_length(uint32_t capacity) {
    return size_t{S::kBins} * tile_count(capacity, S::kTilePairs) + 4;
}

/// Returns the words for ranks. With the shuffle they are kept for lessons only, else they go through memory,
/// in whole tiles.
template <class S>
size_t ranks_length(uint32_t capacity, bool shuffle) {
    return shuffle ? std::min(capacity, kTraceLimit)
                   : size_t{S::kTilePairs} * tile_count(capacity, S::kTilePairs);
}

/// Threads that have pairs of a traced sort.
template <class S>
uint32_t traced_threads(uint32_t count) {
    return tile_count(std::min(count, kTraceLimit), S::kItems);
}

/// Returns the words of all threads' own counters and those of the threads before each, for lessons only.
template <class S>
size_t packed_length(uint32_t capacity) {
    return (1 + S::kWords) * size_t{traced_threads<S>(capacity)};
}

template <class S>
class HaSorter : public Sorter {
public:
    HaSorter(uint32_t capacity, const EngineConfig& config)
        : capacity_(capacity),
          mapping_(mapping_of(config)),
          shuffle_(mapping_ != Mapping::no_shuffle),
          if_nodes_(uses_if_nodes(config.early_exit)),
          other_keys_(capacity),
          other_values_(capacity),
          bins_(bins_length<S>(capacity)),
          digits_(std::min(capacity, kTraceLimit)),
          ranks_(ranks_length<S>(capacity, shuffle_)),
          packed_(packed_length<S>(capacity)),
          words_(kWords) {
        check(cudaMemset(words_.data(), 0, words_.bytes()));
        check(cudaStreamSynchronize(nullptr));
        count_grid_ = shuffle_ ? full_grid(count_kernel<S, true, false, false>, S::kThreads)
                               : full_grid(count_kernel<S, false, false, false>, S::kThreads);
        map_grid_ = mapping_ == Mapping::by_cluster ? full_grid(cluster_map_kernel<S, false>, S::kThreads)
                    : shuffle_                      ? full_grid(map_kernel<S, true, false>, S::kThreads)
                                                    : full_grid(map_kernel<S, false, false>, S::kThreads);
    }

    static size_t scratch_bytes(uint32_t count, const EngineConfig& config) {
        return sizeof(uint32_t) *
                   (2 * size_t{count} + bins_length<S>(count) + std::min(count, kTraceLimit) +
                    ranks_length<S>(count, mapping_of(config) != Mapping::no_shuffle) + kWords) +
               sizeof(uint64_t) * packed_length<S>(count);
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options, false, true);
        const int passes = pass_count(options, S::kDigitBits);
        if (pairs.count < 2 || passes == 0) {
            queue_report({0, static_cast<uint32_t>(passes), kGatedLaunches, 0, 0}, options.report, stream);
            return;
        }

        const bool if_node = if_nodes_ && options.check_order && !options.observer && being_captured(stream);
        if (if_node) {
            queue_check(pairs, 0, stream, options);
            capture_if(stream, body_.get(), gate(0, options), [&](cudaStream_t body) {
                for (int pass = 0; pass < passes; ++pass) queue_pass(pairs, pass, pass > 0, body, options);
            });
        } else {
            for (int pass = 0; pass < passes; ++pass) queue_pass(pairs, pass, true, stream, options);
        }
        finish_kernel<<<1, 32, 0, stream>>>(words_.data(), passes, options.check_order,
                                            if_node ? kIfNode : kGatedLaunches, odd(), options.report);
        check_launch(stream);
        if (!shuffle_ && (options.check_order || passes % 2 == 1)) queue_copy_back(pairs, stream, options);
    }

private:
    static constexpr size_t kWords = S::kMaxPasses + 2;

    /// Returns the word of a pass: not 0 when its check met a descent. A pass whose check did not run has 0.
    uint32_t* word(int pass) const { return words_.data() + pass; }
    uint32_t* ticket() const { return words_.data() + S::kMaxPasses; }
    uint32_t* odd() const { return words_.data() + S::kMaxPasses + 1; }
    const uint32_t* gate(int pass, const Options& options) const {
        return options.check_order && pass >= 0 ? word(pass) : nullptr;
    }

    Pairs other(Pairs pairs) const {
        return {other_keys_.data(), pairs.values ? other_values_.data() : nullptr, pairs.count};
    }
    /// Returns the arrays that pass `pass` reads: with the shuffle always the caller's, else they alternate.
    /// A pass runs only if all before it ran.
    Pairs at_pass(Pairs pairs, int pass) const { return shuffle_ || pass % 2 == 0 ? pairs : other(pairs); }

    void queue_check(Pairs pairs, int pass, cudaStream_t stream, const Options& options) const {
        const Pairs now = at_pass(pairs, pass);
        const StageArray out_of_order{"out of order", word(pass), 1};
        const uint32_t* open = gate(pass - 1, options);
        observed(now, order_check_stage(now, pass, out_of_order, open), stream, options, [&] {
            order_check_.queue(now.keys, now.count, key_bits(options.begin_bit, options.end_bit), open,
                               word(pass), stream, options.live_count);
        });
    }

    void queue_pass(Pairs pairs, int pass, bool with_check, cudaStream_t stream,
                    const Options& options) const {
        if (with_check && options.check_order) queue_check(pairs, pass, stream, options);

        const Pairs in = at_pass(pairs, pass);
        const Pairs counted = shuffle_ ? other(pairs) : in;  // where count leaves the pairs
        const Pairs out = at_pass(pairs, pass + 1);
        const KeyBits digit = pass_digit(options, S::kDigitBits, pass);
        const uint32_t tiles = tile_count(pairs.count, S::kTilePairs), bins = S::kBins * tiles;
        const uint32_t* open = gate(pass, options);
        const uint64_t words_a_pair = pairs.values ? 2 : 1, bins_bytes = uint64_t{4} * bins;
        const uint64_t pairs_bytes = 4 * words_a_pair * pairs.count, ranks_bytes = uint64_t{4} * pairs.count;

        const uint64_t count_bytes = shuffle_ ? 2 * pairs_bytes : 2 * ranks_bytes;
        if (wants_arrays(options, pairs.count) && !options.live_count) {
            const uint32_t threads = traced_threads<S>(pairs.count);
            const CountTrace trace{digits_.data(), packed_.data(), packed_.data() + threads};
            const StageArray arrays[] = {
                {"histograms", bins_.data(), bins, tiles},
                {"digits", digits_.data(), pairs.count},
                {"packed counts", halves(trace.own), 2 * threads, 2},
                {"packed sums", halves(trace.before), 2 * S::kWords * threads, 2 * S::kWords},
                {"ranks", ranks_.data(), pairs.count}};
            observed(in, {"count", pass, counted, arrays, count_bytes + bins_bytes, pairs.count, open},
                     stream, options, [&] {
                         queue_count<true, false>(in, counted, digit, tiles, open, trace, options, stream);
                     });
            const StageArray scanned[] = {{"offsets", bins_.data(), bins, tiles}};
            observed(counted, {"scan", pass, counted, scanned, 2 * bins_bytes, bins, open}, stream, options,
                     [&] {
                         scan_kernel<S><<<1, S::kThreads, 0, stream>>>(tiles, open, bins_.data());
                         check_launch(stream);
                     });
        } else {
            const uint64_t bytes = count_bytes + 3 * bins_bytes;  // the last block to count scans
            observed(in, {"count and scan", pass, counted, {}, bytes, pairs.count, open}, stream, options,
                     [&] {
                         if (options.live_count) {
                             queue_count<false, true>(in, counted, digit, tiles, open, {}, options, stream);
                         } else {
                             queue_count<false, false>(in, counted, digit, tiles, open, {}, options, stream);
                         }
                     });
        }

        const uint64_t map_bytes = 2 * pairs_bytes + (shuffle_ ? 0 : ranks_bytes) + bins_bytes;
        observed(counted, {"map", pass, out, {}, map_bytes, pairs.count, open}, stream, options, [&] {
            if (options.live_count) return queue_map<true>(counted, out, digit, tiles, open, options, stream);
            queue_map<false>(counted, out, digit, tiles, open, options, stream);
        });
    }

    template <bool kTrace, bool kLive>
    void queue_count(Pairs in, Pairs counted, KeyBits digit, uint32_t tiles, const uint32_t* open,
                     const CountTrace& trace, const Options& options, cudaStream_t stream) const {
        const auto kernel =
            shuffle_ ? count_kernel<S, true, kTrace, kLive> : count_kernel<S, false, kTrace, kLive>;
        kernel<<<std::min(tiles, count_grid_), S::kThreads, 0, stream>>>(
            in, counted, digit, tiles, options.live_count, open, bins_.data(), ticket(), ranks_.data(),
            trace);
        check_launch(stream);
    }

    template <bool kLive>
    void queue_map(Pairs counted, Pairs out, KeyBits digit, uint32_t tiles, const uint32_t* open,
                   const Options& options, cudaStream_t stream) const {
        const uint32_t grid = std::min(tiles, map_grid_);
        if (mapping_ == Mapping::by_cluster) {
            cluster_map_kernel<S, kLive><<<grid, S::kThreads, 0, stream>>>(
                counted, out, digit, tiles, options.live_count, open, bins_.data());
        } else if (shuffle_) {
            map_kernel<S, true, kLive><<<grid, S::kThreads, 0, stream>>>(
                counted, out, digit, tiles, options.live_count, open, bins_.data(), nullptr);
        } else {
            map_kernel<S, false, kLive><<<grid, S::kThreads, 0, stream>>>(
                counted, out, digit, tiles, options.live_count, open, bins_.data(), ranks_.data());
        }
        check_launch(stream);
    }

    void queue_copy_back(Pairs pairs, cudaStream_t stream, const Options& options) const {
        const Pairs from = other(pairs);
        const uint32_t* open = options.check_order ? odd() : nullptr;
        const uint64_t bytes = uint64_t{pairs.values ? 16u : 8u} * pairs.count;
        observed(from, {"copy back", -1, pairs, {}, bytes, pairs.count, open}, stream, options,
                 [&] { copy_.queue(from, pairs, open, stream, options.live_count); });
    }

    /// Words of 64 bits as observers see them, the lower half first.
    static const uint32_t* halves(const uint64_t* words) { return reinterpret_cast<const uint32_t*>(words); }

    uint32_t capacity_;
    Mapping mapping_;
    bool shuffle_, if_nodes_;
    OrderCheck order_check_;
    PairsCopy copy_;
    OwnedStream body_;  // only to capture the IF node's body
    DeviceBuffer<uint32_t> other_keys_, other_values_, bins_, digits_, ranks_;
    DeviceBuffer<uint64_t> packed_;
    DeviceBuffer<uint32_t> words_;
    uint32_t count_grid_ = 1, map_grid_ = 1;
};

/// The engine of one digit width, with all tile shapes there is code for.
template <const Ways& kWays>
class Choice {
public:
    static Engine engine() {
        Engine made{kWays.name, kWays.sentence, kPaper, Backend::cuda, true, bytes, create};
        made.digit_bits = {kWays.digit_bits, kWays.digit_bits, kWays.digit_bits};
        made.tiles = kWays.tiles;
        made.variants = kVariants;
        made.counts_live = true;
        return made;
    }

private:
    using Bytes = size_t (*)(uint32_t, const EngineConfig&);
    using Create = std::unique_ptr<Sorter> (*)(uint32_t, const EngineConfig&);
    using Places = std::make_index_sequence<kWays.tiles.size()>;

    template <size_t kPlace>
    using SorterAt =
        HaSorter<Shape<kWays.digit_bits, kWays.tiles[kPlace].threads, kWays.tiles[kPlace].items>>;

    /// Returns the place of the shape that is asked for.
    static size_t place(const EngineConfig& config) {
        if (config.tile == TileShape{}) return 0;
        const auto found = std::find(kWays.tiles.begin(), kWays.tiles.end(), config.tile);
        if (found == kWays.tiles.end()) throw std::invalid_argument("there is no code for this tile");
        return static_cast<size_t>(found - kWays.tiles.begin());
    }

    template <size_t... kPlaces>
    static Bytes bytes_at(size_t place, std::index_sequence<kPlaces...>) {
        constexpr Bytes kAll[] = {SorterAt<kPlaces>::scratch_bytes...};
        return kAll[place];
    }
    static size_t bytes(uint32_t count, const EngineConfig& config) {
        return bytes_at(place(config), Places{})(count, config);
    }

    template <size_t kPlace>
    static std::unique_ptr<Sorter> create_one(uint32_t capacity, const EngineConfig& config) {
        return std::make_unique<SorterAt<kPlace>>(capacity, config);
    }
    template <size_t... kPlaces>
    static Create create_at(size_t place, std::index_sequence<kPlaces...>) {
        constexpr Create kAll[] = {create_one<kPlaces>...};
        return kAll[place];
    }
    static std::unique_ptr<Sorter> create(uint32_t capacity, const EngineConfig& config) {
        return create_at(place(config), Places{})(capacity, config);
    }
};

}  // namespace sort::ha
