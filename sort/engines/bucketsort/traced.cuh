// The host's side of a traced sort by `bucketsort`, one whose observer gets arrays: its stages in order, each
// with what it made and the word that gates it. The kernels are in stages.cuh. Stages, tiles and blocks are
// the same on every device, as the model has none.
#pragma once
#include <initializer_list>

#include "sort/cuda/cooperative.cuh"
#include "sort/cuda/device_buffer.cuh"
#include "sort/engines/bucketsort/mid_stages.cuh"
#include "sort/engines/observed.h"
#include "sort/engines/order_check.cuh"
#include "sort/engines/sortable.h"

namespace sort::bucketsort {

/// The kernel of all stages of a sort.
struct TracedPolicy {
    void (*kernel)(Args, StageCall);
    TileShape tile;
    size_t shared_bytes;
    bool fits;  // this device
};

template <class Stages>
TracedPolicy traced_policy(TileShape tile, const DeviceLimits& limits) {
    const size_t bytes = sizeof(uint32_t) * Stages::kWords;
    const auto kernel = stage_kernel<Stages>;
    return {kernel, tile, bytes, allow_shared_bytes(kernel, tile.threads, bytes, limits) > 0};
}

class TracedSort {
public:
    TracedSort(uint32_t capacity, bool lesson, const DeviceLimits& limits)
        : capacity_(std::min(capacity, kTraceLimit)),
          lesson_(lesson),
          buckets_(lesson ? kLesson : kTraced),
          small_block_(traced_policy<OneBlockStages<kSmallBlock>>(kSmallBlock, limits)),
          large_block_(traced_policy<OneBlockStages<kLargeBlock>>(kLargeBlock, limits)),
          by_buckets_(lesson ? traced_policy<MidStages<ShapeOf<kLesson>>>(kLesson.tile, limits)
                             : traced_policy<MidStages<ShapeOf<kTraced>>>(kTraced.tile, limits)),
          by_digits_(traced_policy<DigitStages<512, 8>>({512, 8}, limits)),
          trace_(trace_words(capacity, buckets_)),
          words_(1),
          state_(1) {
        check(cudaMemset(words_.data(), 0, words_.bytes()));
    }

    static size_t bytes(uint32_t capacity, const BucketsPolicy& buckets) {
        return sizeof(uint32_t) * trace_words(capacity, buckets) + sizeof(TraceWords) + sizeof(State);
    }

    /// Queues the sort of two pairs or more, at most kTraceLimit, by at least one bit.
    void sort(const Args& args, cudaStream_t stream, const Options& options) const {
        Run run{args, {}, by_digits_, 0, stream, options};
        const uint32_t count = args.pairs.count;
        const TracedPolicy& block = count <= kSmallBlock.pairs() ? small_block_ : large_block_;
        queue_check(run);
        if (!lesson_ && block.fits && count <= block.tile.pairs()) {
            prepare(run, block, 1, Path::one_block);
            sort_in_block(run);
        } else if (!by_buckets_.fits || (args.end_of_bits <= kFewBits && !lesson_)) {
            prepare(run, by_digits_, tile_count(count, by_digits_.tile.pairs()), Path::digits);
            sort_by_digits(run);
        } else {
            run.args.tile_pairs = by_buckets_.tile.pairs();
            prepare(run, by_buckets_, tile_count(count, run.args.tile_pairs), Path::buckets);
            sort_by_buckets(run);
        }
    }

private:
    static constexpr uint32_t kPairArrays = 6, kMostSamples = 1024, kMostBuckets = 256;

    struct Run {
        Args args;
        StageCall call;
        TracedPolicy policy;
        uint32_t blocks;
        cudaStream_t stream;
        const Options& options;

        uint32_t count() const { return args.pairs.count; }
        uint64_t key_bytes() const { return uint64_t{4} * count(); }
        uint64_t pair_bytes() const { return uint64_t{args.pairs.values ? 16u : 8u} * count(); }
        const uint32_t* gate() const { return args.check_order ? &args.state->out_of_order : nullptr; }
        /// Returns a copy of the pairs from wherever they are: the host does not know which passes have moved any.
        Pairs shown() const {
            return {call.trace.exchanged_keys, args.pairs.values ? call.trace.exchanged_values : nullptr,
                    count()};
        }
    };

    static size_t trace_words(uint32_t capacity, const BucketsPolicy& buckets) {
        return kPairArrays * size_t{std::min(capacity, kTraceLimit)} + 2 * table_words(capacity, buckets) +
               kMostSamples + 2 * kMostBuckets + sizeof(StoredSplitters) / sizeof(uint32_t);
    }

    void prepare(Run& run, const TracedPolicy& policy, uint32_t blocks, Path path) const {
        run.policy = policy;
        run.blocks = blocks;
        run.call.path = static_cast<uint32_t>(path);
        run.call.words = words_.data();
        uint32_t* at = trace_.data();
        const auto take = [&](size_t words) { return std::exchange(at, at + words); };
        StageTrace& trace = run.call.trace;
        trace.samples = take(kMostSamples);
        trace.first_keys = take(kMostBuckets);
        trace.crowded = take(kMostBuckets);
        trace.splitters =
            reinterpret_cast<StoredSplitters*>(take(sizeof(StoredSplitters) / sizeof(uint32_t)));
        for (uint32_t** array : {&trace.digits, &trace.exchanged_keys, &trace.exchanged_values, &trace.bins,
                                 &trace.bin_starts, &trace.ranks}) {
            *array = take(capacity_);
        }
        for (uint32_t** table : {&trace.counts, &trace.offsets})
            *table = take(table_words(capacity_, buckets_));
    }

    static void launch(const Run& run, StageKind kind) {
        StageCall call = run.call;
        call.kind = kind;
        const TracedPolicy& policy = run.policy;
        const auto kernel = policy.kernel;
        kernel<<<run.blocks, policy.tile.threads, policy.shared_bytes, run.stream>>>(run.args, call);
        check_launch(run.stream);
    }

    /// Queues one stage, with one launch for each kind.
    static void stage(const Run& run, Pairs from, const Stage& stage,
                      std::initializer_list<StageKind> kinds) {
        observed(from, stage, run.stream, run.options, [&] {
            for (const StageKind kind : kinds) launch(run, kind);
        });
    }

    void queue_check(const Run& run) const {
        const Args& args = run.args;
        if (!args.check_order) return;
        const StageArray out_of_order{"out of order", &args.state->out_of_order, 1};
        observed(args.pairs, order_check_stage(args.pairs, -1, out_of_order), run.stream, run.options, [&] {
            order_check_.queue(args.pairs.keys, args.pairs.count, args.bits, nullptr,
                               &args.state->out_of_order, run.stream);
        });
    }

    static void finish(const Run& run, int passes) {
        finish_stages_kernel<<<1, 1, 0, run.stream>>>(run.args, run.call, static_cast<uint32_t>(passes));
        check_launch(run.stream);
    }

    void sort_in_block(const Run& run) const {
        const Pairs& pairs = run.args.pairs;
        const uint32_t count = run.count();
        const StageArray ranked[] = {{"bins", run.call.trace.bins, count},
                                     {"bin starts", run.call.trace.bin_starts, count},
                                     {"ranks", run.args.scratch.keys, count}};
        stage(run, pairs, {"rank", -1, pairs, ranked, 2 * run.key_bytes(), count, run.gate()},
              {StageKind::rank});
        stage(run, pairs, {"write", -1, pairs, {}, run.pair_bytes() + run.key_bytes(), count, run.gate()},
              {StageKind::write});
        finish(run, 1);
    }

    /// Queues one distribution into buckets by a linear map; if that fails, one between splitters, except in
    /// lessons, whose blocks are too small for those; passes by digits if that fails as well.
    void sort_by_buckets(Run& run) const {
        const Pairs &pairs = run.args.pairs, &scratch = run.args.scratch;
        const StageTrace& trace = run.call.trace;
        TraceWords* const words = words_.data();
        const uint32_t count = run.count(), buckets = buckets_.buckets(), entries = run.blocks * buckets;
        const uint64_t row_bytes = 2 * uint64_t{entries};

        const StageArray split[] = {{"samples", trace.samples, 2 * run.policy.tile.threads, 1},
                                    {"by value", &words->by_value, 1},
                                    {"first keys", trace.first_keys, buckets, 1},
                                    {"buckets", trace.digits, count},
                                    {"exchanged keys", trace.exchanged_keys, count},
                                    {"tile counts", trace.counts, entries, buckets}};
        stage(run, pairs, {"split", -1, pairs, split, run.key_bytes() + row_bytes, count, run.gate()},
              {StageKind::split});
        const StageArray summed[] = {{"offsets", trace.offsets, entries, buckets},
                                     {"bucket starts", words->starts, buckets, 1},
                                     {"uneven", &words->uneven, 1},
                                     {"fullest bucket", &words->fullest, 1},
                                     {"fits", &words->fits, 1}};
        stage(run, pairs, {"offsets", -1, pairs, summed, row_bytes, entries, run.gate()},
              {StageKind::offsets});
        stage(run, pairs, {"place", -1, scratch, {}, run.pair_bytes() + row_bytes, count, &words->fits},
              {StageKind::place});
        const StageArray ordered[] = {{"buckets", trace.digits, count},
                                      {"bins", trace.bins, count},
                                      {"bin starts", trace.bin_starts, count},
                                      {"ranks", trace.ranks, count},
                                      {"by digits", trace.crowded, buckets, 1}};
        stage(run, scratch, {"order buckets", -1, pairs, ordered, run.pair_bytes(), count, &words->fits},
              {StageKind::order_buckets});
        if (!lesson_) distribute_by_splitters(run);

        const int passes = pass_count(run.options, buckets_.digit_bits);
        for (run.call.pass = 0; run.call.pass < passes; ++run.call.pass) queue_tile_pass(run);
        stage(run, run.shown(), {"copy back", -1, pairs, {}, run.pair_bytes(), count, &words->in_scratch},
              {StageKind::copy_back});
        finish(run, passes);
    }

    void distribute_by_splitters(const Run& run) const {
        using SampleOf = Samples<kTracedSplitterBits>;
        const Pairs &pairs = run.args.pairs, &scratch = run.args.scratch;
        const StageTrace& trace = run.call.trace;
        TraceWords* const words = words_.data();
        const uint32_t count = run.count(), buckets = 1u << kTracedSplitterBits,
                       entries = run.blocks * buckets;
        const uint64_t row_bytes = 2 * uint64_t{entries};

        const StageArray sampled[] = {{"samples", scratch.keys + SampleOf::kCount, SampleOf::kCount, 1}};
        stage(run, pairs,
              {"sort samples", -1, pairs, sampled, uint64_t{16} * SampleOf::kCount, SampleOf::kCount,
               &words->by_splitters},
              {StageKind::offer_samples, StageKind::sort_samples});
        const StageArray split[] = {{"splitters", trace.splitters->sorted, buckets - 1, 1},
                                    {"buckets", trace.digits, count},
                                    {"tile counts", trace.counts, entries, buckets}};
        stage(run, pairs,
              {"split by splitters", -1, pairs, split, run.key_bytes() + row_bytes, count,
               &words->by_splitters},
              {StageKind::split_by_splitters});
        const StageArray summed[] = {{"offsets", trace.offsets, entries, buckets},
                                     {"bucket starts", words->starts, buckets, 1},
                                     {"fullest bucket", &words->fullest, 1},
                                     {"fits", &words->splitters_fit, 1}};
        stage(run, pairs, {"offsets", -1, pairs, summed, row_bytes, entries, &words->by_splitters},
              {StageKind::offsets_of_splitters});
        stage(run, pairs,
              {"place", -1, scratch, {}, run.pair_bytes() + row_bytes, count, &words->splitters_fit},
              {StageKind::place_by_splitters});
        Run own = run;  // the word of this sort is still needed: the single launch clears it here
        own.args.state = state_.data();
        own.args.report = nullptr;
        stage(own, scratch, {"order runs", -1, pairs, {}, run.pair_bytes(), count, &words->splitters_fit},
              {StageKind::order_runs});
    }

    /// Queues a pass from the caller's arrays to the scratch or back, wherever the pairs are.
    void queue_tile_pass(const Run& run) const {
        TraceWords* const words = words_.data();
        const int pass = run.call.pass;
        const uint32_t count = run.count(), bins = 1u << buckets_.digit_bits, entries = run.blocks * bins;
        const uint64_t row_bytes = 2 * uint64_t{entries};
        const Pairs from = pass == 0 ? run.args.pairs : run.shown();
        const StageArray counted[] = {{"digit", run.call.trace.digits, count},
                                      {"tile counts", run.call.trace.counts, entries, bins}};
        stage(run, from,
              {"count digits", pass, from, counted, run.key_bytes() + row_bytes, count, &words->by_digits},
              {StageKind::count_digits});
        const StageArray summed[] = {{"offsets", run.call.trace.offsets, entries, bins}};
        stage(run, from,
              {"place by digit", pass, run.shown(), summed, run.pair_bytes() + row_bytes, count,
               &words->in_use[pass]},
              {StageKind::place_by_digit, StageKind::show});
    }

    /// Digits of 8 bits with decoupled look-back.
    void sort_by_digits(Run& run) const {
        const Args& args = run.args;
        TraceWords* const words = words_.data();
        const int passes = pass_count(run.options, onesweep::kDigitBits);
        const StageArray counted[] = {{"histograms", &args.digits.words->histograms[0][0],
                                       static_cast<uint32_t>(passes) * onesweep::kDigitBins,
                                       onesweep::kDigitBins}};
        stage(run, args.pairs, {"count", -1, args.pairs, counted, run.key_bytes(), run.count(), run.gate()},
              {StageKind::clear_digits, StageKind::count_all_digits});
        for (run.call.pass = 0; run.call.pass < passes; ++run.call.pass) {
            stage(run, run.call.pass == 0 ? args.pairs : run.shown(),
                  {"pass",
                   run.call.pass,
                   run.shown(),
                   {},
                   run.pair_bytes(),
                   run.count(),
                   &words->in_use[run.call.pass]},
                  {StageKind::pass, StageKind::show});
        }
        stage(run, run.shown(),
              {"copy back", -1, args.pairs, {}, run.pair_bytes(), run.count(), &words->in_scratch},
              {StageKind::copy_back});
        finish(run, passes);
    }

    uint32_t capacity_;
    bool lesson_;
    BucketsPolicy buckets_;
    TracedPolicy small_block_, large_block_, by_buckets_, by_digits_;
    OrderCheck order_check_;
    DeviceBuffer<uint32_t> trace_;
    DeviceBuffer<TraceWords> words_;
    DeviceBuffer<State> state_;
};

}  // namespace sort::bucketsort
