// onesweep: A. Adinets, D. Merrill, "Onesweep: A faster least significant digit radix sort for GPUs",
// arXiv:2206.01784, 2022. Least significant digit first, 8 bits per pass, so 4 passes for 32 bits, any number
// of pairs to 2^30.
//
//   count      one read of the keys makes the histograms of all digits: histograms.cuh
//   pass       one launch per digit. A block takes the number of its next tile from a counter, ranks the
//              tile, publishes its counts, and finds what the earlier tiles hold by decoupled look-back while
//              the pairs are in shared memory: each pair is read once and written once: passes.cuh
//   copy back  after an odd number of passes the pairs are in the scratch
//
// Example, one pass of 2-bit digits on 1 2 0 3 0 1 1 0 with tiles of four (counts of bins 0 1 2 3):
//   count      histogram 3 3 1 1, so the bins begin at 0 3 6 7
//   pass       tile 0 publishes 1 1 1 1, which is also the total up to it; tile 1 publishes 2 2 0 0, reads
//              the total of tile 0, and publishes the total 3 3 1 1
//              places 3 6 0 7 | 1 4 5 2: 0 0 0 1 1 1 2 3
//
// Bytes per pair and pass: 16, keys alone 8; once per sort 4 to count, and 16 (8) to copy back. Per tile and
// pass 2 KiB of status words, 0.13 bytes per pair. Launches: order check, count, one per pass, copy back,
// end: 8 for 32 bits. A pass whose keys all share the digit moves nothing: the count leaves a word that says
// so, and the launch ends at once. Leaving early: one order check before the count (the paper has none), then
// as sort/engines/checked_once.cuh says.
//
// Departures from the paper:
// - blocks stay for many tiles and store one while they rank the next; passes.cuh says what that gains.
// - the look-back goes back four tiles at a time, a thread per pair of bins.
#include <vector>

#include "sort/cuda/cooperative.cuh"
#include "sort/cuda/copy_pairs.cuh"
#include "sort/cuda/publish.cuh"
#include "sort/engines/checked_once.cuh"
#include "sort/engines/onesweep/digits.cuh"
#include "sort/engines/onesweep/trace.cuh"
#include "sort/engines/sortable.h"

namespace sort {
namespace onesweep {
namespace {

/// Results of the count for the passes. In device memory, all 0 between two sorts, like DigitWords.
struct Plan {
    uint32_t to_run;              // bit p: pass p moves something
    uint32_t moves[kMostPasses];  // the same, a word per pass: gates
    uint32_t copies;              // 1: the passes end in the scratch
    uint32_t ticket;              // of the blocks that count
};

/// Arguments of every kernel. `pass` is the number of the pass.
struct Args {
    DigitSort sort;
    Plan* plan;
    const uint32_t* gate;  // of the count: 0 when the pairs are in order; null: none
    uint32_t pass;
    uint32_t* shown_histograms;  // [bin][pass] of a traced sort, else null
    PassTrace trace;
};

template <uint32_t kThreads, uint32_t kItems>
static __global__ void __launch_bounds__(kThreads) count_kernel(const __grid_constant__ Args args) {
    using Sort = SortByDigits<kThreads, kItems>;
    __shared__ uint32_t words[Sort::Counts::kWords];
    __shared__ typename Sort::Shared shared;
    if (gate_closed(args.gate)) return;
    Sort::count(args.sort, words);
    if (!last_block(&args.plan->ticket)) return;

    // All histograms are there: which passes have something to do?
    const uint32_t to_run = Sort::passes_to_run(args.sort, shared);
    if (threadIdx.x == 0) {
        args.plan->to_run = to_run;
        args.plan->copies = __popc(to_run) % 2;
        for (uint32_t pass = 0; pass < kMostPasses; ++pass) args.plan->moves[pass] = to_run >> pass & 1;
    }
    if (args.shown_histograms == nullptr) return;
    const uint32_t passes = args.sort.passes();
    for (uint32_t i = threadIdx.x; i < passes * kDigitBins; i += kThreads) {
        args.shown_histograms[i] = __ldcg(&args.sort.words->histograms[i % passes][i / passes]);
    }
}

template <uint32_t kThreads, uint32_t kItems, bool kTrace>
static __global__ void __launch_bounds__(kThreads, 1) pass_kernel(const __grid_constant__ Args args) {
    using Sort = SortByDigits<kThreads, kItems>;
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ typename Sort::Shared shared;
    const uint32_t to_run = __ldcg(&args.plan->to_run);
    if constexpr (kTrace) {
        Sort::pass(args.sort, args.pass, to_run, words, shared, args.trace);
    } else {
        Sort::pass(args.sort, args.pass, to_run, words, shared);
    }
}

/// Copies the pairs for an observer, which cannot know in which arrays a pass has left them.
static __global__ void show_kernel(const __grid_constant__ Args args, Pairs shown) {
    const uint32_t run = __popc(args.plan->to_run & ((2u << args.pass) - 1));
    const Pairs now = run % 2 != 0 ? args.sort.other : args.sort.pairs;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < now.count; i += gridDim.x * blockDim.x) {
        shown.keys[i] = now.keys[i];
        if (now.values != nullptr) shown.values[i] = now.values[i];
    }
}

constexpr uint32_t kShowThreads = 256, kEndThreads = 256;

/// Writes the report, and sets all words to 0 for the next sort. By one block.
static __global__ void end_kernel(DigitWords* words, Plan* plan, uint32_t* out_of_order, uint32_t passes,
                                  uint32_t path, Report* report) {
    if (threadIdx.x == 0) {
        const uint32_t run = __popc(plan->to_run);
        if (report != nullptr) *report = {run, passes - run, path, 0, 0};
        if (out_of_order != nullptr) *out_of_order = 0;
        *plan = {};
    }
    auto* const all = reinterpret_cast<uint32_t*>(words);
    for (uint32_t i = threadIdx.x; i < sizeof(DigitWords) / sizeof(uint32_t); i += kEndThreads) all[i] = 0;
}

/// The kernels for one tile, and how many of their blocks run at once; no blocks: not on this device.
struct Policy {
    TileShape tile;
    void (*count)(Args);
    void (*pass)(Args);
    void (*traced_pass)(Args);
    size_t pass_shared_bytes;
    uint32_t count_blocks, pass_blocks;
    bool traceable;  // the blocks of a traced pass wait for each other
};

template <const TileShape& kTile>
Policy policy_of(const DeviceLimits& limits) {
    constexpr uint32_t kThreads = kTile.threads, kItems = kTile.items;
    const auto count = count_kernel<kThreads, kItems>;
    const auto pass = pass_kernel<kThreads, kItems, false>;
    const auto traced_pass = pass_kernel<kThreads, kItems, true>;
    constexpr size_t kBytes = sizeof(uint32_t) * SortByDigits<kThreads, kItems>::kWords;
    const uint32_t traced_blocks = allow_shared_bytes(traced_pass, kThreads, kBytes, limits);
    return {kTile,
            count,
            pass,
            traced_pass,
            kBytes,
            full_grid(count, kThreads),
            allow_shared_bytes(pass, kThreads, kBytes, limits),
            limits.cooperative && traced_blocks >= kTracedBlocks};
}

/// Returns why a policy is not traceable on the current device.
std::string why_not_traceable() {
    const DeviceLimits limits = device_limits();
    const std::string refusal = no_cooperative(limits);
    if (!refusal.empty()) return refusal;
    return "this device does not run so many at once" + because_of_limits(limits, &DeviceLimits::processors);
}

/// Returns the policies, smaller tiles first: that of the tile that the caller has chosen, or those that the
/// number of pairs decides on.
std::vector<Policy> policies_of(const EngineConfig& config) {
    const DeviceLimits limits = device_limits();
    std::vector<Policy> all;
    const auto add = [&](const Policy& policy) {
        if (policy.pass_blocks > 0) all.push_back(policy);
    };
    const bool any = config.tile == TileShape{};
    if (any || config.tile == kSmallTile) add(policy_of<kSmallTile>(limits));
    if (any || config.tile == kLargeTile) add(policy_of<kLargeTile>(limits));
    if (config.tile == kLessonTile) add(policy_of<kLessonTile>(limits));
    if (all.empty())
        throw Unavailable("this device has too little shared memory for this tile" +
                          because_of_limits(limits, &DeviceLimits::shared_bytes));
    return all;
}

/// 8-byte words: DigitPass::status_words.
size_t status_words(uint32_t count, TileShape tile) {
    return size_t{tile_count(count, tile.pairs())} * (kDigitBins / 2);
}

class Onesweep : public Sorter {
public:
    Onesweep(uint32_t capacity, const EngineConfig& config)
        : capacity_(capacity),
          smallest_tile_(smallest_tile(config)),
          checked_once_(config.early_exit),
          policies_(policies_of(config)),
          keys_(capacity),
          values_(capacity),
          status_(status_words(capacity, smallest_tile_)),
          words_(1),
          plan_(1),
          trace_(trace_words(capacity, smallest_tile_)) {
        if (capacity > kMostPairs) throw OverLimit("onesweep sorts up to 2^30 pairs");
        check(cudaMemset(words_.data(), 0, words_.bytes()));
        check(cudaMemset(plan_.data(), 0, plan_.bytes()));
        check(cudaStreamSynchronize(nullptr));
    }

    static size_t bytes(uint32_t count, const EngineConfig& config) {
        const TileShape tile = smallest_tile(config);
        return sizeof(uint32_t) * (2 * size_t{count} + trace_words(count, tile)) +
               sizeof(unsigned long long) * status_words(count, tile) + sizeof(DigitWords) + sizeof(Plan) +
               CheckedOnce::bytes();
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        if (wants_arrays(options, pairs.count) && !policies_.front().traceable) {
            throw Unavailable("onesweep: arrays are shown by " + std::to_string(kTracedBlocks) +
                              " blocks that wait for each other, and " + why_not_traceable());
        }
        const int passes = pass_count(options, kDigitBits);
        checked_once_.sort(
            pairs, passes, stream, options,
            [&](cudaStream_t on, const uint32_t* d_gate) { queue(pairs, d_gate, on, options); },
            [&](uint32_t* d_word, uint32_t path) {
                end_kernel<<<1, kEndThreads, 0, stream>>>(
                    words_.data(), plan_.data(), d_word, static_cast<uint32_t>(passes), path, options.report);
                check_launch(stream);
            });
    }

private:
    static constexpr size_t kPairArrays = 8, kTables = 3;

    static TileShape smallest_tile(const EngineConfig& config) {
        return config.tile == TileShape{} ? kSmallTile : config.tile;
    }

    static size_t trace_words(uint32_t capacity, TileShape tile) {
        const uint32_t pairs = std::min(capacity, kTraceLimit), tiles = tile_count(pairs, tile.pairs());
        return kPairArrays * size_t{pairs} + size_t{tiles} * (kTables * kDigitBins + kTracedBlocks) +
               kMostPasses * kDigitBins;
    }

    /// Small tiles until each block has kSmallRounds of them; traced sorts the same on every device.
    const Policy& policy_for(uint32_t count, bool traced) const {
        const Policy& small = policies_.front();
        const bool few = tile_count(count, small.tile.pairs()) <= kSmallRounds * small.pass_blocks;
        return few || traced ? small : policies_.back();
    }

    /// Arrays of a traced sort of pairs.count pairs; `shown` has values where the pairs have.
    void place_trace(const Pairs& pairs, TileShape tile, Args& args, Pairs& shown) const {
        const uint32_t count = pairs.count, tiles = tile_count(count, tile.pairs());
        uint32_t* at = trace_.data();
        const auto take = [&](size_t words) { return std::exchange(at, at + words); };
        PassTrace& trace = args.trace;
        trace.count = count;
        trace.tile_pairs = tile.pairs();
        for (uint32_t** array : {&trace.digits, &trace.ranks, &trace.before, &trace.bin_starts, &trace.places,
                                 &trace.exchanged, &shown.keys, &shown.values}) {
            *array = take(count);
        }
        if (pairs.values == nullptr) shown.values = nullptr;
        for (uint32_t** table : {&trace.tile_counts, &trace.tile_before, &trace.tile_starts}) {
            *table = take(size_t{tiles} * kDigitBins);
        }
        trace.reads = take(size_t{tiles} * kTracedBlocks);
        args.shown_histograms = take(kMostPasses * kDigitBins);
    }

    /// Queues all work that an input out of order needs.
    void queue(Pairs pairs, const uint32_t* d_gate, cudaStream_t stream, const Options& options) const {
        const Pairs scratch{keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count};
        const bool traced = wants_arrays(options, pairs.count);
        const Policy& policy = policy_for(pairs.count, traced);
        Args args{};
        args.sort = {pairs, scratch, options.begin_bit, options.end_bit, words_.data(), status_.data()};
        args.plan = plan_.data();
        args.gate = d_gate;
        Pairs shown{nullptr, nullptr, pairs.count};
        if (traced) place_trace(pairs, policy.tile, args, shown);
        queue_count(policy, args, traced, stream, options);
        const int passes = pass_count(options, kDigitBits);
        for (int pass = 0; pass < passes; ++pass) {
            args.pass = static_cast<uint32_t>(pass);
            args.trace.last_bin = pass_digit(options, kDigitBits, pass)(~0u);
            queue_pass(policy, args, traced, shown, stream, options);
        }
        const uint32_t* const copies = &plan_.data()->copies;
        observed(shown, {"copy back", -1, pairs, {}, pass_bytes(pairs), pairs.count, copies}, stream, options,
                 [&] { copy_.queue(scratch, pairs, copies, stream); });
    }

    static void queue_count(const Policy& policy, const Args& args, bool traced, cudaStream_t stream,
                            const Options& options) {
        const Pairs& pairs = args.sort.pairs;
        const auto passes = static_cast<uint32_t>(pass_count(options, kDigitBits));
        const StageArray counted[] = {
            {"histograms", args.shown_histograms, traced ? passes * kDigitBins : 0, passes}};
        observed(pairs, {"count", -1, pairs, counted, count_bytes(pairs.count), pairs.count, args.gate},
                 stream, options, [&] {
                     const uint32_t block_keys = 8 * policy.tile.threads;  // a block's loads in flight
                     launch(policy.count, std::min(policy.count_blocks, tile_count(pairs.count, block_keys)),
                            policy.tile.threads, 0, stream, args);
                 });
    }

    static void queue_pass(const Policy& policy, const Args& args, bool traced, const Pairs& shown,
                           cudaStream_t stream, const Options& options) {
        const Pairs& pairs = args.sort.pairs;
        const PassTrace& trace = args.trace;
        const uint32_t tiles = tile_count(pairs.count, policy.tile.pairs()),
                       arrays = traced ? pairs.count : 0;
        const StageArray moved[] = {
            {"digits", trace.digits, arrays},
            {"tile counts", trace.tile_counts, traced ? kDigitBins * tiles : 0, tiles},
            {"look-back", trace.reads, traced ? tiles * kTracedBlocks : 0, kTracedBlocks},
            {"bin starts", trace.bin_starts, arrays},
            {"earlier tiles", trace.before, arrays},
            {"ranks", trace.ranks, arrays},
            {"places", trace.places, arrays},
            {"exchanged keys", trace.exchanged, arrays}};
        observed(args.pass == 0 ? pairs : shown,
                 {"pass", static_cast<int>(args.pass), shown, moved, pass_bytes(pairs), pairs.count,
                  &args.plan->moves[args.pass]},
                 stream, options, [&] {
                     if (!traced) {
                         launch(policy.pass, std::min(policy.pass_blocks, tiles), policy.tile.threads,
                                policy.pass_shared_bytes, stream, args);
                         return;
                     }
                     launch_cooperative(policy.traced_pass, std::min(kTracedBlocks, tiles),
                                        policy.tile.threads, policy.pass_shared_bytes, stream, args);
                     show_kernel<<<tile_count(pairs.count, kShowThreads), kShowThreads, 0, stream>>>(args,
                                                                                                     shown);
                     check_launch(stream);
                 });
    }

    static void launch(void (*kernel)(Args), uint32_t blocks, uint32_t threads, size_t shared_bytes,
                       cudaStream_t stream, const Args& args) {
        kernel<<<blocks, threads, shared_bytes, stream>>>(args);
        check_launch(stream);
    }

    uint32_t capacity_;
    TileShape smallest_tile_;
    CheckedOnce checked_once_;
    PairsCopy copy_;
    std::vector<Policy> policies_;
    DeviceBuffer<uint32_t> keys_, values_;
    DeviceBuffer<unsigned long long> status_;
    DeviceBuffer<DigitWords> words_;
    DeviceBuffer<Plan> plan_;
    DeviceBuffer<uint32_t> trace_;
};

bool add() {
    return add_engine(
        {.name = "onesweep",
         .sentence = kSentence,
         .paper = kPaper,
         .backend = Backend::cuda,
         .stable = true,
         .bytes = Onesweep::bytes,
         .create =
             [](uint32_t capacity, const EngineConfig& config) {
                 return std::unique_ptr<Sorter>(new Onesweep(capacity, config));
             },
         .digit_bits = {kDigitBits, kDigitBits, kDigitBits},
         .tiles = kTiles,
         .refusal = [](int device,
                       bool arrays) { return arrays ? refused_for_cooperative(device, true) : ""; }});
}

}  // namespace
}  // namespace onesweep

bool register_onesweep() { return onesweep::add(); }

}  // namespace sort
