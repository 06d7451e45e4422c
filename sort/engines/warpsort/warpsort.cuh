// warpsort as a Sorter, in two forms: on pairs compared by key (not stable), and, kIndexed, on (key,
// position) compared whole (stable), which brings the values at the end. Steps and paper: warpsort.cu.
#pragma once
#include <algorithm>
#include <memory>

#include "sort/cuda/copy_pairs.cuh"
#include "sort/engines/checked_once.cuh"
#include "sort/engines/sortable.h"
#include "sort/engines/warpsort/merge.cuh"
#include "sort/engines/warpsort/sort.cuh"
#include "sort/engines/warpsort/split.cuh"

namespace sort::warpsort {

constexpr uint32_t kGatherThreads = 256;

/// Values by position, and, where the sorted words hold some bits of the keys only, the keys. Null outputs
/// are not requested. What comes from `in` may not be written to it: other threads still read it.
[[maybe_unused]] static __global__ void __launch_bounds__(kGatherThreads)
    gather_kernel(Pairs in, Pairs sorted, uint32_t* keys, uint32_t* values, bool gather_keys,
                  const uint32_t* gate) {
    if (gate_closed(gate)) return;
    // lesson: warpsort/gather, warpsort-index/gather
    const uint64_t at = uint64_t{blockIdx.x} * kGatherThreads + threadIdx.x;
    if (at >= sorted.count) return;
    const uint32_t position = sorted.values[at];
    if (keys) keys[at] = gather_keys ? in.keys[position] : sorted.keys[at];
    if (values) values[at] = in.values[position];
    // lesson end
}

/// Scratch of a sorter for `capacity` pairs, in words.
struct Scratch {
    size_t pairs, begins, samples, splitters, network, fetches, runs;

    Scratch(uint32_t capacity, const TileShape& tile) {
        const Plan most = make_plan(capacity, tile);
        const uint32_t traced = std::min(capacity, kTraceLimit);
        const Plan most_traced = make_plan(traced, tile);
        pairs = capacity;
        begins = most.most_pieces;
        samples = most.samples();
        splitters = most.parts > 1 ? most.parts : 0;
        network = size_t{traced} * (std::bit_width(most.run) - 1);
        fetches = traced;
        const uint32_t merges = std::max(half_rounded_up(most_traced.runs), most_traced.most_pieces);
        runs = size_t{merges} * kMergeColumns;
    }

    size_t words(bool indexed) const {
        return (indexed ? 4 : 2) * pairs + 2 * begins + (indexed ? 2 : 1) * (2 * samples + splitters) +
               network + fetches + runs;
    }
};

template <bool kIndexed>
class WarpSort : public Sorter {
public:
    WarpSort(uint32_t capacity, const EngineConfig& config)
        : WarpSort(capacity, config, Scratch(capacity, config.tile)) {}

    static size_t bytes(uint32_t count, const EngineConfig& config) {
        return sizeof(uint32_t) * Scratch(count, config.tile).words(kIndexed) + CheckedOnce::bytes();
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        const Plan plan = make_plan(pairs.count, tile_);
        const bool empty_range = options.begin_bit == options.end_bit;
        checked_.sort(pairs, empty_range ? 0 : static_cast<int>(plan.levels()), stream, options,
                      [&](cudaStream_t on, const uint32_t* gate) {
                          const Queue queue{plan, options, on, gate};
                          if constexpr (kIndexed) {
                              queue_indexed(pairs, queue);
                          } else if (pairs.values) {
                              queue_pairs<KeyValue>(pairs, queue);
                          } else {
                              queue_pairs<Key>(pairs, queue);
                          }
                      });
    }

private:
    struct Queue {
        Plan plan;
        const Options& options;
        cudaStream_t stream;
        const uint32_t* gate;
    };

    WarpSort(uint32_t capacity, const EngineConfig& config, const Scratch& scratch)
        : capacity_(capacity),
          tile_(config.tile),
          variant_(variant_of(config)),
          checked_(config.early_exit),
          keys_{DeviceBuffer<uint32_t>(scratch.pairs), DeviceBuffer<uint32_t>(kIndexed ? scratch.pairs : 0)},
          values_{DeviceBuffer<uint32_t>(scratch.pairs),
                  DeviceBuffer<uint32_t>(kIndexed ? scratch.pairs : 0)},
          begins_{DeviceBuffer<uint32_t>(scratch.begins), DeviceBuffer<uint32_t>(scratch.begins)},
          samples_(Memory(scratch.samples)),
          sorted_samples_(Memory(scratch.samples)),
          splitters_(Memory(scratch.splitters)),
          network_(scratch.network),
          fetches_(scratch.fetches),
          runs_(scratch.runs) {}

    /// Keys, and their positions where these are compared.
    struct Memory {
        explicit Memory(size_t count) : keys(count), positions(kIndexed ? count : 0) {}
        Pairs pairs(uint32_t count) const { return {keys.data(), positions.data(), count}; }
        DeviceBuffer<uint32_t> keys, positions;
    };

    Merging merging() const {
        return variant_ == Variant::reversed_fetch ? Merging::reversed_fetch
               : variant_ == Variant::uncoalesced  ? Merging::uncoalesced
               : variant_ == Variant::rank_merge   ? Merging::ranks
                                                   : Merging::bitonic;
    }

    Pairs scratch(int which, uint32_t count, bool has_values) const {
        return {keys_[which].data(), has_values ? values_[which].data() : nullptr, count};
    }

    /// Step 1 sorts in place or into the scratch, whichever lets the last level end in the caller's arrays.
    template <class Item>
    void queue_pairs(Pairs pairs, const Queue& queue) const {
        const Pairs other = scratch(0, pairs.count, pairs.values != nullptr);
        const uint32_t levels = queue.plan.merges + queue.plan.final_merges;
        const bool in_place = levels % 2 == 0;
        queue_steps<Item>(pairs, in_place ? pairs : other, in_place ? other : pairs,
                          range_on_top(queue.options), queue);
    }

    /// The caller's arrays stay as they are until positions are sorted.
    void queue_indexed(Pairs pairs, const Queue& queue) const {
        const uint32_t levels = queue.plan.merges + queue.plan.final_merges;
        const Pairs sorted = scratch(levels % 2, pairs.count, true);
        const Pairs free = scratch(1 - levels % 2, pairs.count, true);
        const KeyView view = range_alone(queue.options);
        queue_steps<Word>(pairs, scratch(0, pairs.count, true), scratch(1, pairs.count, true), view, queue);

        // Whole keys go to where they belong at once; what is gathered cannot, yet.
        const bool gather_keys = view.mask != kLargest, gather_values = pairs.values != nullptr;
        const Pairs gathered{gather_keys ? free.keys : pairs.keys, gather_values ? free.values : nullptr,
                             pairs.count};
        const uint32_t blocks = tile_count(pairs.count, kGatherThreads);
        const uint64_t bytes = gather_bytes(pairs.count, gather_values);
        observe(queue, sorted, {"gather", -1, gathered, {}, bytes, pairs.count}, [&] {
            gather_kernel<<<blocks, kGatherThreads, 0, queue.stream>>>(
                pairs, sorted, gathered.keys, gathered.values, gather_keys, queue.gate);
            check_launch(queue.stream);
        });
        if (!gather_keys && !gather_values) return;
        const uint64_t copy_bytes =
            uint64_t{8} * pairs.count * ((gather_keys ? 1u : 0u) + (gather_values ? 1u : 0u));
        observe(queue, gathered, {"copy back", -1, pairs, {}, copy_bytes, pairs.count}, [&] {
            Pairs from = gathered;
            if (!gather_keys) from.keys = nullptr;  // they are there already
            copy_.queue(from, pairs, queue.gate, queue.stream);
        });
    }

    /// Steps 1 to 4: step 1 writes to `first`, the levels go to and fro between `first` and `second`.
    template <class Item>
    void queue_steps(Pairs pairs, Pairs first, Pairs second, KeyView view, const Queue& queue) const {
        const Plan& plan = queue.plan;
        const Samples samples{samples_.pairs(plan.samples()), sorted_samples_.pairs(plan.samples()),
                              splitters_.pairs(plan.parts)};
        if (plan.parts > 1) observe_samples<Item>(pairs, samples, view, queue);
        observe_sort<Item>(pairs, first, view, queue);

        uint64_t length = plan.run;
        for (uint32_t merge = 0; merge < plan.merges; ++merge, length *= 2) {
            observe_level<Item>({first, second, length, 1, nullptr, nullptr}, "merge", merge, view, queue);
            std::swap(first, second);
        }
        if (plan.parts > 1) observe_split<Item>(first, samples, view, queue);
        for (uint32_t merge = 0; merge < plan.final_merges; ++merge, length *= 2) {
            const Level level{
                first, second, length, plan.parts, begins_[merge % 2].data(), begins_[1 - merge % 2].data()};
            observe_level<Item>(level, "final merge", merge, view, queue);
            std::swap(first, second);
        }
    }

    template <class Item>
    void observe_samples(Pairs pairs, const Samples& samples, KeyView view, const Queue& queue) const {
        const uint32_t count = samples.sorted.count, parts = samples.splitters.count;
        const uint32_t indexed = kIndexed ? 1 : 0;
        const StageArray arrays[] = {
            {"samples", samples.sorted.keys, count, queue.plan.samples_a_part},
            {"splitters", samples.splitters.keys, parts, 1},
            {"splitter positions", samples.splitters.values, parts * indexed, 1},
        };
        const std::span<const StageArray> all(arrays, 2 + indexed);
        observe(queue, pairs, {"sample", -1, pairs, all, sample_bytes(queue.plan, kIndexed), count},
                [&] { queue_samples<Item>(pairs, samples, queue.plan, view, queue.gate, queue.stream); });
    }

    template <class Item>
    void observe_sort(Pairs pairs, Pairs to, KeyView view, const Queue& queue) const {
        const uint32_t traced = traced_pairs(pairs.count, queue);
        const uint32_t phases = std::bit_width(queue.plan.run) - 1;
        const StageArray arrays[] = {{"network", network_.data(), traced * phases, traced}};
        const uint64_t bytes = sort_bytes(to.count, to.values ? 2 : 1, kIndexed);
        observe(queue, pairs, {"bitonic sort", -1, to, arrays, bytes, pairs.count}, [&] {
            queue_sort_runs<Item>(pairs, to, queue.plan, variant_ == Variant::block_sort, view, queue.gate,
                                  traced ? network_.data() : nullptr, queue.stream);
        });
    }

    template <class Item>
    void observe_split(Pairs pairs, const Samples& samples, KeyView view, const Queue& queue) const {
        const uint32_t pieces = queue.plan.pieces();
        const StageArray arrays[] = {{"split points", begins_[0].data(), pieces, queue.plan.parts}};
        observe(queue, pairs, {"split", -1, pairs, arrays, uint64_t{4} * pieces, pieces}, [&] {
            queue_split<Item>(pairs, samples, queue.plan, view, queue.gate, begins_[0].data(), queue.stream);
        });
    }

    template <class Item>
    void observe_level(const Level& level, const char* name, uint32_t pass, KeyView view,
                       const Queue& queue) const {
        const uint32_t traced = traced_pairs(level.in.count, queue);
        const MergeTrace trace =
            traced ? MergeTrace{fetches_.data(), runs_.data()} : MergeTrace{nullptr, nullptr};
        const StageArray arrays[] = {
            {"fetch", fetches_.data(), traced},
            {"runs", runs_.data(), traced ? level.merges() * kMergeColumns : 0, kMergeColumns}};
        const uint64_t bytes = stage_bytes(level.in.count, level.in.values ? 2 : 1);
        observe(queue, level.in, {name, static_cast<int>(pass), level.out, arrays, bytes, level.in.count},
                [&] {
                    queue_level<Item>(level, merge_items(queue.plan, level.length / level.parts), merging(),
                                      view, queue.gate, trace, queue.stream);
                });
    }

    uint32_t traced_pairs(uint32_t count, const Queue& queue) const {
        return wants_arrays(queue.options, count) ? count : 0;
    }

    template <class Work>
    static void observe(const Queue& queue, Pairs from, Stage stage, Work work) {
        stage.gate = queue.gate;
        observed(from, stage, queue.stream, queue.options, work);
    }

    uint32_t capacity_;
    TileShape tile_;
    Variant variant_;
    CheckedOnce checked_;
    PairsCopy copy_;
    DeviceBuffer<uint32_t> keys_[2], values_[2], begins_[2];
    Memory samples_, sorted_samples_, splitters_;
    DeviceBuffer<uint32_t> network_, fetches_, runs_;  // for lessons
};

template <bool kIndexed>
Engine warpsort_engine(const char* name, const char* sentence) {
    return {name,
            sentence,
            kPaper,
            Backend::cuda,
            kIndexed,
            WarpSort<kIndexed>::bytes,
            [](uint32_t capacity, const EngineConfig& config) {
                return std::unique_ptr<Sorter>(new WarpSort<kIndexed>(capacity, config));
            },
            true,
            {},
            kTiles,
            kVariants};
}

}  // namespace sort::warpsort
