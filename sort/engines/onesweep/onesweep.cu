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
// as sort/engines/checked_once.cuh says. Keys of 64 bits have up to 8 passes by the same kernels: wide_sorter.cuh.
// A live count is read by each kernel (kernels of their own, launch.cuh): blocks behind it find no tile and leave.
//
// Departures from the paper:
// - blocks stay for many tiles and store one while they rank the next; passes.cuh says what that gains.
// - the look-back goes back four tiles at a time, a thread per pair of bins.
#include "sort/engines/onesweep/wide_sorter.cuh"

namespace sort {
namespace onesweep {
namespace {

using Args = ArgsOf<uint32_t>;
using Policy = PolicyOf<uint32_t>;

/// Copies the pairs for an observer, which cannot know in which arrays a pass has left them.
static __global__ void show_kernel(const __grid_constant__ Args args, Pairs shown) {
    const uint32_t run = __popc(args.plan->to_run & ((2u << args.pass) - 1));
    const Pairs now = run % 2 != 0 ? args.sort.other : args.sort.pairs;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < now.count; i += gridDim.x * blockDim.x) {
        shown.keys[i] = now.keys[i];
        if (now.values != nullptr) shown.values[i] = now.values[i];
    }
}

constexpr uint32_t kShowThreads = 256;

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
    const bool any = config.tile == TileShape{};
    std::vector<Policy> all;
    if (any || config.tile == kSmallTile) all.push_back(policy_of<kSmallTile, uint32_t>(limits));
    if (any || config.tile == kLargeTile) all.push_back(policy_of<kLargeTile, uint32_t>(limits));
    if (config.tile == kLessonTile) all.push_back(policy_of<kLessonTile, uint32_t>(limits));
    return usable(std::move(all), limits);
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
               sizeof(unsigned long long) * status_words(count, tile) + sizeof(DigitWords) +
               sizeof(PlanOf<uint32_t>) + CheckedOnce::bytes();
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options, false, true);
        if (shows_arrays(options, pairs.count) && !policies_.front().traceable) {
            throw Unavailable("onesweep: arrays are shown by " + std::to_string(kTracedBlocks) +
                              " blocks that wait for each other, and " + why_not_traceable());
        }
        const int passes = pass_count(options, kDigitBits);
        checked_once_.sort(
            pairs, passes, stream, options,
            [&](cudaStream_t on, const uint32_t* d_gate) { queue(pairs, d_gate, on, options); },
            [&](uint32_t* d_word, uint32_t path) {
                end_kernel<uint32_t><<<1, kEndThreads, 0, stream>>>(
                    words_.data(), plan_.data(), d_word, static_cast<uint32_t>(passes), path, options.report);
                check_launch(stream);
            });
    }

private:
    static constexpr size_t kPairArrays = 8, kTables = 3;

    /// Lessons know how many pairs there are.
    static bool shows_arrays(const Options& options, uint32_t count) {
        return wants_arrays(options, count) && options.live_count == nullptr;
    }

    static TileShape smallest_tile(const EngineConfig& config) {
        return config.tile == TileShape{} ? kSmallTile : config.tile;
    }

    static size_t trace_words(uint32_t capacity, TileShape tile) {
        const uint32_t pairs = std::min(capacity, kTraceLimit), tiles = tile_count(pairs, tile.pairs());
        return kPairArrays * size_t{pairs} + size_t{tiles} * (kTables * kDigitBins + kTracedBlocks) +
               kMostPasses * kDigitBins;
    }

    /// Traced sorts have the same tiles on every device.
    const Policy& policy_of(uint32_t count, bool traced) const {
        return traced ? policies_.front() : policy_for(policies_, count);
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
        const bool traced = shows_arrays(options, pairs.count);
        const Policy& policy = policy_of(pairs.count, traced);
        Args args{};
        args.sort = {pairs, scratch, options.begin_bit, options.end_bit, words_.data(), status_.data()};
        args.plan = plan_.data();
        args.gate = d_gate;
        args.live = options.live_count;
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
                 [&] { copy_.queue(scratch, pairs, copies, stream, options.live_count); });
    }

    static void queue_count(const Policy& policy, const Args& args, bool traced, cudaStream_t stream,
                            const Options& options) {
        const Pairs& pairs = args.sort.pairs;
        const auto passes = static_cast<uint32_t>(pass_count(options, kDigitBits));
        const StageArray counted[] = {
            {"histograms", args.shown_histograms, traced ? passes * kDigitBins : 0, passes}};
        observed(pairs, {"count", -1, pairs, counted, count_bytes(pairs.count), pairs.count, args.gate},
                 stream, options, [&] { policy.launch_count(args, stream); });
    }

    static void queue_pass(const Policy& policy, const Args& args, bool traced, const Pairs& shown,
                           cudaStream_t stream, const Options& options) {
        const Pairs& pairs = args.sort.pairs;
        const PassTrace& trace = args.trace;
        const uint32_t tiles = policy.tiles(pairs.count), arrays = traced ? pairs.count : 0;
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
                     if (!traced) return policy.launch_pass(args, stream);
                     launch_cooperative(policy.traced_pass.run, std::min(kTracedBlocks, tiles),
                                        policy.tile.threads, policy.pass_shared_bytes, stream, args);
                     show_kernel<<<tile_count(pairs.count, kShowThreads), kShowThreads, 0, stream>>>(args,
                                                                                                     shown);
                     check_launch(stream);
                 });
    }

    uint32_t capacity_;
    TileShape smallest_tile_;
    CheckedOnce checked_once_;
    PairsCopy copy_;
    std::vector<Policy> policies_;
    DeviceBuffer<uint32_t> keys_, values_;
    DeviceBuffer<unsigned long long> status_;
    DeviceBuffer<DigitWords> words_;
    DeviceBuffer<PlanOf<uint32_t>> plan_;
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
                       bool arrays) { return arrays ? refused_for_cooperative(device, true) : ""; },
         .wide_bytes = WideOnesweep::bytes,
         .create_wide = [](uint32_t capacity, const EngineConfig& config) -> std::unique_ptr<WideSorter> {
             return std::make_unique<WideOnesweep>(capacity, config);
         },
         .counts_live = true});
}

}  // namespace
}  // namespace onesweep

bool register_onesweep() { return onesweep::add(); }

}  // namespace sort
