// reghist: L. Polok, V. Ila, P. Smrz, "Fast radix sort for sparse linear algebra on GPU", HPC 2014, section 4
// and algorithms 1 to 3. Least significant digit first, 4 bits a pass, so 8 passes for 32 bits, from the
// caller's arrays to the scratch and back. (A range of bits with an odd number of passes ends with a copy.)
//
// A pass has two kernels, one block a segment; a segment is a run of tiles, and there are as few segments as
// fill the device (4.2):
//   histogram          counts the digits of each segment in registers: histogram.cuh
//   scan and scatter   each block scans the table of histograms for its own segment, ranks and moves the
//                      segment's pairs, tile by tile: scatter.cuh
//
// Example, one pass of 2-bit digits on 1 2 0 3 0 1 1 0 with two segments of one tile of four:
//   histogram          a row a bin, a column a segment   0: 1 2   1: 1 2   2: 1 0   3: 1 0
//   scan and scatter   offsets   0: 0 1   1: 3 4   2: 6 7   3: 7 8
//                      ranks 0 0 0 0 | 0 0 1 1, exchanged 0 1 2 3 | 0 0 1 1
//                      places 3 6 0 7 | 1 4 5 2: 0 0 0 1 1 1 2 3
//
// Bytes a pair and pass: 4 histogram + 16 scatter = 20, keys alone 12: the paper's table 1. The table of 64
// bytes a segment is written once and read by every block, out of L2. Launches a pass: 2; with the order
// check and the end of the sort 18. Leaving early: one order check before the first pass (the paper has
// none), then as sort/engines/checked_once.cuh says.
//
// Departures from the paper, each for today's hardware:
// - four bins share a counter register, in bytes that a thread's batch of 16 keys cannot fill (the paper: a
//   register a bin, 34 in all; its section 4.4 fights for them). Wider counters take them in after a batch.
// - the warp-synchronous parts (a warp's reduction, the prefix sums) say __syncwarp or are shuffles.
// - a thread ranks 8 keys of a tile at once (the paper: 2), as 8-bit counters of a warp just bear it; what is
//   carried on is the bins' next offsets from tile to tile, and each warp adds up the other warps' counts.
// - keys and values are read 16 bytes at a time where their address allows it.
#include "sort/engines/reghist/shapes.h"

#include "sort/cuda/device_limits.cuh"
#include "sort/engines/alternating_passes.cuh"
#include "sort/engines/reghist/histogram.cuh"
#include "sort/engines/reghist/scatter.cuh"
#include "sort/engines/sortable.h"

namespace sort {
namespace {

using reghist::kBins;
using reghist::kDigitBits;

template <uint32_t kThreads, uint32_t kItems>
class Reghist : public Sorter {
public:
    Reghist(uint32_t capacity, const EngineConfig& config)
        : capacity_(capacity),
          device_segments_(device_segments()),
          passes_(capacity, config.early_exit),
          table_(kBins * most_segments(capacity)),
          thread_histograms_(kBins * kThreads),
          offsets_(kBins * reghist::kTracedSegments),
          traces_(kTraces * size_t{traced(capacity)}) {}

    static size_t bytes(uint32_t count) {
        const size_t words = kBins * size_t{most_segments(count)} + kBins * kThreads +
                             kBins * reghist::kTracedSegments + kTraces * size_t{traced(count)};
        return sizeof(uint32_t) * words + AlternatingPasses::bytes(count);
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        const int passes = pass_count(options, kDigitBits);
        passes_.sort(pairs, passes, stream, options,
                     [&](Pairs from, Pairs to, int pass, const uint32_t* d_gate, cudaStream_t on) {
                         queue_pass(from, to, pass, d_gate, on, options);
                     });
    }

private:
    static constexpr uint32_t kTilePairs = kThreads * kItems;
    static constexpr size_t kTraces = 4;  // arrays of a word a pair
    static constexpr uint32_t kMostTiles = reghist::most_segment_tiles(kItems);

    static uint32_t traced(uint32_t pairs) { return std::min(pairs, kTraceLimit); }

    static constexpr uint32_t kMostResident = 1u << 14;  // blocks, on any device

    /// Returns the fewest segments that fill the device with blocks of the second kernel, the longer one.
    static uint32_t device_segments() {
        return std::min(full_grid(scatter_kernel<false>(), kThreads), kMostResident);
    }

    /// Returns the number of segments: `wanted`, or more where a thread could not count its share of a segment.
    static uint32_t segment_count(uint32_t tiles, uint32_t wanted) {
        return std::min(tiles, std::max(wanted, tile_count(tiles, kMostTiles)));
    }

    /// Returns the most segments of any sort of up to `pairs` pairs, on any device: used before a sorter exists.
    static uint32_t most_segments(uint32_t pairs) {
        return std::max(segment_count(tile_count(pairs, kTilePairs), kMostResident),
                        reghist::kTracedSegments);
    }

    template <bool kTrace>
    static auto scatter_kernel() {
        return reghist::scatter_kernel<kThreads, kItems, kTrace>;
    }

    void queue_pass(Pairs from, Pairs to, int pass, const uint32_t* d_gate, cudaStream_t stream,
                    const Options& options) const {
        const KeyBits digit = pass_digit(options, kDigitBits, pass);
        const uint32_t count = from.count, tiles = tile_count(count, kTilePairs);
        const uint32_t traced = wants_arrays(options, count) ? count : 0;
        const uint32_t segments = segment_count(tiles, traced ? reghist::kTracedSegments : device_segments_);
        const uint32_t length = kBins * segments;
        uint32_t* const d_thread_histograms = traced ? thread_histograms_.data() : nullptr;

        const StageArray counted[] = {
            {"thread histograms", d_thread_histograms, traced ? kBins * kThreads : 0, kBins},
            {"segment histograms", table_.data(), length, segments}};
        observed(from,
                 {"histogram", pass, from, counted, reghist::histogram_bytes(count, segments), count, d_gate},
                 stream, options, [&] {
                     reghist::histogram_kernel<kThreads, kItems><<<segments, kThreads, 0, stream>>>(
                         from.keys, count, digit, tiles, d_gate, table_.data(), d_thread_histograms);
                     check_launch(stream);
                 });

        const auto trace_words = [&](size_t i) { return traces_.data() + i * traced; };
        const reghist::Trace trace{offsets_.data(), trace_words(0), trace_words(1), trace_words(2),
                                   trace_words(3)};
        const StageArray moved[] = {{"offsets", trace.offsets, traced ? length : 0, segments},
                                    {"digits", trace.digits, traced},
                                    {"ranks", trace.ranks, traced},
                                    {"exchanged", trace.exchanged, traced},
                                    {"places", trace.places, traced}};
        const uint64_t bytes = reghist::scatter_bytes(count, segments, from.values != nullptr);
        observed(from, {"scan and scatter", pass, to, moved, bytes, count, d_gate}, stream, options, [&] {
            const auto kernel = traced ? scatter_kernel<true>() : scatter_kernel<false>();
            kernel<<<segments, kThreads, 0, stream>>>(from, to, digit, tiles, d_gate, table_.data(),
                                                      traced ? trace : reghist::Trace{});
            check_launch(stream);
        });
    }

    uint32_t capacity_, device_segments_;
    AlternatingPasses passes_;
    DeviceBuffer<uint32_t> table_, thread_histograms_, offsets_, traces_;
};

/// work.template operator()<threads, items>() for the tile that `config` names.
template <class Work>
auto with_tile(const EngineConfig& config, Work work) {
    using reghist::kTiles;
    static_assert(std::size(kTiles) == 3);
    if (config.tile == kTiles[1]) return work.template operator()<kTiles[1].threads, kTiles[1].items>();
    if (config.tile == kTiles[2]) return work.template operator()<kTiles[2].threads, kTiles[2].items>();
    return work.template operator()<kTiles[0].threads, kTiles[0].items>();
}

}  // namespace

bool register_reghist() {
    return add_engine({"reghist",
                       reghist::kSentence,
                       reghist::kPaper,
                       Backend::cuda,
                       true,
                       [](uint32_t count, const EngineConfig& config) {
                           return with_tile(config, [&]<uint32_t kThreads, uint32_t kItems>() {
                               return Reghist<kThreads, kItems>::bytes(count);
                           });
                       },
                       [](uint32_t capacity, const EngineConfig& config) {
                           return with_tile(
                               config, [&]<uint32_t kThreads, uint32_t kItems>() -> std::unique_ptr<Sorter> {
                                   return std::make_unique<Reghist<kThreads, kItems>>(capacity, config);
                               });
                       },
                       true,
                       {kDigitBits, kDigitBits, kDigitBits},
                       reghist::kTiles});
}

}  // namespace sort
