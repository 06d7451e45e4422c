// The host's side of an observed sort by `bucketsort`: its stages in order, each told to the observer with
// what it made and the word that gates it. The kernels are in stages.cuh.
#pragma once
#include "sort/cuda/device_buffer.cuh"
#include "sort/engines/bucketsort/stages.cuh"
#include "sort/engines/observed.h"
#include "sort/engines/order_check.cuh"
#include "sort/engines/sortable.h"

namespace sort::bucketsort {

static __global__ void finish_stages_kernel(BucketsortArgs args, StageCall call, uint32_t passes) {
    finish_stages(args, call, passes);
    *call.words = {};
}

/// How the stages are launched; rows: what the blocks of a distribution count.
struct StageGrid {
    void (*kernel)(BucketsortArgs, StageCall);
    uint32_t blocks, threads;
    size_t shared_bytes;
    uint32_t buckets, digit_bits;  // 0 buckets: no distribution
};

class ObservedStages {
public:
    ObservedStages(uint32_t capacity, size_t table_words)
        : capacity_(std::min(capacity, kTraceLimit)),
          table_words_(table_words),
          trace_(trace_words(capacity, table_words)),
          words_(1) {
        check(cudaMemset(words_.data(), 0, words_.bytes()));
    }

    static size_t bytes(uint32_t capacity, size_t table_words) {
        return sizeof(uint32_t) * trace_words(capacity, table_words) + sizeof(StageWords);
    }

    /// One block: rank, write.
    void sort_in_block(const StageGrid& grid, BucketsortArgs args, cudaStream_t stream,
                       const Options& options) const {
        StageCall call = call_of(args, BucketsortPath::one_block, options);
        const uint32_t traced = words_traced(args, options);
        const uint64_t count = args.pairs.count;
        queue_check(args, stream, options);
        const StageArray ranked[] = {{"bins", call.trace.bins, traced},
                                     {"bin starts", call.trace.bin_starts, traced},
                                     {"ranks", args.scratch.keys, traced}};
        observed(args.pairs, {"rank", -1, args.pairs, ranked, 8 * count, count, gate(args)}, stream, options,
                 [&] { launch(grid, args, call, StageKind::rank, stream); });
        observed(args.pairs, {"write", -1, args.pairs, {}, pair_bytes(args) + 4 * count, count, gate(args)},
                 stream, options, [&] { launch(grid, args, call, StageKind::write, stream); });
        finish(args, call, 1, stream);
    }

    /// One distribution into buckets; passes by digits where it does not work.
    void sort_by_buckets(const StageGrid& grid, BucketsortArgs args, cudaStream_t stream,
                         const Options& options) const {
        StageCall call = call_of(args, BucketsortPath::buckets, options);
        const StageTrace& trace = call.trace;
        StageWords* const words = words_.data();
        const uint32_t traced = words_traced(args, options), buckets = traced ? grid.buckets : 0;
        const uint64_t count = args.pairs.count, entries = uint64_t{grid.blocks} * grid.buckets;
        const uint32_t shown = traced ? static_cast<uint32_t>(entries) : 0;
        queue_check(args, stream, options);

        const StageArray split[] = {{"samples", trace.samples, traced ? 2 * grid.threads : 0, 1},
                                    {"by value", &words->by_value, 1},
                                    {"first keys", trace.first_keys, buckets, 1},
                                    {"buckets", trace.digits, traced},
                                    {"exchanged keys", trace.exchanged_keys, traced},
                                    {"tile counts", trace.counts, shown, grid.buckets}};
        observed(args.pairs, {"split", -1, args.pairs, split, 4 * count + 2 * entries, count, gate(args)},
                 stream, options, [&] { launch(grid, args, call, StageKind::split, stream); });

        const StageArray summed[] = {{"offsets", trace.offsets, shown, grid.buckets},
                                     {"bucket starts", words->starts, buckets, 1},
                                     {"uneven", &words->uneven, 1},
                                     {"fullest bucket", &words->fullest, 1},
                                     {"fits", &words->fits, 1}};
        observed(args.pairs, {"offsets", -1, args.pairs, summed, 2 * entries, entries, gate(args)}, stream,
                 options, [&] { launch(grid, args, call, StageKind::offsets, stream); });

        observed(args.pairs,
                 {"place", -1, args.scratch, {}, pair_bytes(args) + 2 * entries, count, &words->fits}, stream,
                 options, [&] { launch(grid, args, call, StageKind::place, stream); });

        const StageArray ordered[] = {{"buckets", trace.digits, traced},
                                      {"bins", trace.bins, traced},
                                      {"bin starts", trace.bin_starts, traced},
                                      {"ranks", trace.ranks, traced},
                                      {"by digits", trace.crowded, buckets, 1}};
        observed(args.scratch,
                 {"order buckets", -1, args.pairs, ordered, pair_bytes(args), count, &words->fits}, stream,
                 options, [&] { launch(grid, args, call, StageKind::order_buckets, stream); });

        const int passes = pass_count(options, static_cast<int>(grid.digit_bits));
        for (int pass = 0; pass < passes; ++pass) {
            call.pass = pass;
            queue_tile_pass(grid, args, call, traced, stream, options);
        }
        finish(args, call, static_cast<uint32_t>(passes), stream);
    }

    /// Digits of 8 bits with decoupled look-back.
    void sort_by_digits(const StageGrid& grid, BucketsortArgs args, cudaStream_t stream,
                        const Options& options) const {
        StageCall call = call_of(args, BucketsortPath::digits, options);
        StageWords* const words = words_.data();
        const uint32_t traced = words_traced(args, options);
        const uint64_t count = args.pairs.count;
        const int passes = pass_count(options, onesweep::kDigitBits);
        queue_check(args, stream, options);

        const uint32_t bins = static_cast<uint32_t>(passes) * onesweep::kDigitBins;
        const StageArray counted[] = {
            {"histograms", &args.digits.words->histograms[0][0], traced ? bins : 0, onesweep::kDigitBins}};
        observed(args.pairs, {"count", -1, args.pairs, counted, 4 * count, count, gate(args)}, stream,
                 options, [&] {
                     launch(grid, args, call, StageKind::clear_digits, stream);
                     launch(grid, args, call, StageKind::count_all_digits, stream);
                 });

        // The host does not know where the pairs are: what it tells is a copy, or nothing.
        Pairs shown{nullptr, nullptr, args.pairs.count};
        if (traced) {
            shown.keys = call.trace.exchanged_keys;
            if (args.pairs.values) shown.values = call.trace.exchanged_values;
        }
        for (int pass = 0; pass < passes; ++pass) {
            call.pass = pass;
            observed(pass == 0 ? args.pairs : shown,
                     {"pass", pass, shown, {}, pair_bytes(args), count, &words->in_use[pass]}, stream,
                     options, [&] {
                         launch(grid, args, call, StageKind::pass, stream);
                         if (traced) launch(grid, args, call, StageKind::show, stream);
                     });
        }
        observed(shown, {"copy back", -1, args.pairs, {}, pair_bytes(args), count, &words->in_scratch},
                 stream, options, [&] { launch(grid, args, call, StageKind::copy_back, stream); });
        finish(args, call, static_cast<uint32_t>(passes), stream);
    }

private:
    static constexpr uint32_t kPairArrays = 6, kMostSamples = 1024, kMostBuckets = 256;

    static size_t trace_words(uint32_t capacity, size_t table_words) {
        return kPairArrays * size_t{std::min(capacity, kTraceLimit)} + 2 * table_words + kMostSamples +
               2 * kMostBuckets;
    }

    static uint64_t pair_bytes(const BucketsortArgs& args) {
        return uint64_t{args.pairs.values ? 16u : 8u} * args.pairs.count;
    }

    static const uint32_t* gate(const BucketsortArgs& args) {
        return args.check_order ? &args.state->out_of_order : nullptr;
    }

    static uint32_t words_traced(const BucketsortArgs& args, const Options& options) {
        return is_traced(options, args.pairs.count) ? args.pairs.count : 0;
    }

    StageCall call_of(const BucketsortArgs& args, BucketsortPath path, const Options& options) const {
        StageCall call{StageKind::finish, 0, static_cast<uint32_t>(path), words_.data(), {}};
        if (!is_traced(options, args.pairs.count)) return call;
        uint32_t* at = trace_.data();
        const auto take = [&](size_t words) { return std::exchange(at, at + words); };
        call.trace = {take(kMostSamples), take(kMostBuckets), take(capacity_),    take(capacity_),
                      take(capacity_),    take(table_words_), take(table_words_), take(capacity_),
                      take(capacity_),    take(capacity_),    take(kMostBuckets)};
        return call;
    }

    void queue_check(const BucketsortArgs& args, cudaStream_t stream, const Options& options) const {
        if (!args.check_order) return;
        const StageArray out_of_order{"out of order", &args.state->out_of_order, 1};
        observed(args.pairs, order_check_stage(args.pairs, -1, out_of_order), stream, options, [&] {
            order_check_.queue(args.pairs.keys, args.pairs.count, args.bits, nullptr,
                               &args.state->out_of_order, stream);
        });
    }

    /// To the scratch and back: the host does not know which passes move anything.
    void queue_tile_pass(const StageGrid& grid, const BucketsortArgs& args, const StageCall& call,
                         uint32_t traced, cudaStream_t stream, const Options& options) const {
        StageWords* const words = words_.data();
        const uint32_t bins = 1u << grid.digit_bits;
        const uint64_t count = args.pairs.count, entries = uint64_t{grid.blocks} * bins;
        const uint32_t shown = traced ? static_cast<uint32_t>(entries) : 0;
        const StageArray counted[] = {{"digit", call.trace.digits, traced},
                                      {"tile counts", call.trace.counts, shown, bins}};
        observed(args.pairs,
                 {"count digits", call.pass, args.pairs, counted, 4 * count + 2 * entries, count,
                  &words->by_digits},
                 stream, options, [&] { launch(grid, args, call, StageKind::count_digits, stream); });
        const StageArray summed[] = {{"offsets", call.trace.offsets, shown, bins}};
        observed(args.pairs,
                 {"place by digit", call.pass, args.pairs, summed, 2 * pair_bytes(args) + 2 * entries, count,
                  &words->in_use[call.pass]},
                 stream, options, [&] {
                     launch(grid, args, call, StageKind::place_by_digit, stream);
                     launch(grid, args, call, StageKind::bring_back, stream);
                 });
    }

    static void launch(const StageGrid& grid, const BucketsortArgs& args, StageCall call, StageKind kind,
                       cudaStream_t stream) {
        call.kind = kind;
        cudaLaunchConfig_t config{};
        config.gridDim = dim3(grid.blocks);
        config.blockDim = dim3(grid.threads);
        config.dynamicSmemBytes = grid.shared_bytes;
        config.stream = stream;
        check(cudaLaunchKernelEx(&config, grid.kernel, args, call));
        check_launch(stream);
    }

    static void finish(const BucketsortArgs& args, const StageCall& call, uint32_t passes,
                       cudaStream_t stream) {
        finish_stages_kernel<<<1, 1, 0, stream>>>(args, call, passes);
        check_launch(stream);
    }

    uint32_t capacity_;
    size_t table_words_;
    OrderCheck order_check_;
    DeviceBuffer<uint32_t> trace_;
    DeviceBuffer<StageWords> words_;
};

}  // namespace sort::bucketsort
