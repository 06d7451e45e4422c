// legrand: S. Le Grand, "Broad-phase collision detection with CUDA", GPU Gems 3, chapter 32, 2007: the radix-16 sort
// that Ha, Krueger and Silva 2009 compare with. Least significant digit first, 4 bits a pass, so 8 passes for 32 bits,
// from the caller's arrays to the scratch and back. (A range of bits with an odd number of passes ends with a copy.)
//
// The pairs are cut into strips, one a thread. The number of threads is bounded: with more pairs strips grow. A pass:
//   histogram   each thread counts the digits of its strip in 16 counters of its own, 16 bits each, in shared memory:
//               no atomics, which there were none of. All counters of all threads go to a table, bin-major
//   scan        prefix sum over the whole table, three kernels (sort/cuda/table_scan.cuh)
//   scatter     each thread reads its strip again, and writes each pair to the next place of its digit
//
// Example, one pass of 2-bit digits on 1 2 0 3 0 1 1 0 with two threads, strips of four:
//   histogram   0: 1 2   1: 1 2   2: 1 0   3: 1 0
//   scan        0: 0 1   1: 3 4   2: 6 7   3: 7 8
//   scatter     places 3 6 0 7 | 1 4 5 2: 0 0 0 1 1 1 2 3
//
// Bytes a pair and pass: 4 histogram + 16 scatter = 20, keys alone 12, and 20 for each of the 16 counters of a thread;
// neither reads nor writes of a warp fall on neighbouring addresses, so that more sectors move than that. Launches a
// pass: 5 (3 where the table has no more than 1024 words), and 42 with the order check and the end of the sort.
// Leaving early: one order check before the first pass (the chapter has none), then as checked_once.cuh says.
//
// Departures from the chapter, as far as the papers that compare with it describe it:
// - each thread has counters of its own; there, threads of a group share them and take turns.
// - there are as many strips as today's devices have threads, or up to four times fewer; there, 3072.
// - strips are read 16 bytes at a time where their address allows it.
#include "sort/cuda/table_scan.cuh"
#include "sort/cuda/tile.cuh"
#include "sort/engines/alternating_passes.cuh"
#include "sort/engines/legrand/shapes.h"
#include "sort/engines/sortable.h"

namespace sort {
namespace {

using legrand::kBins;
using legrand::kDigitBits;
using legrand::kThreads;

/// How the pairs are cut: one strip a thread, of a multiple of four pairs.
struct Strips {
    uint32_t pairs, count;

    uint32_t blocks() const { return tile_count(count, kThreads); }
};

/// Calls work(index, key) for the keys of a strip in their order.
template <class Work>
__device__ void for_strip(const uint32_t* keys, uint32_t count, uint32_t first, uint32_t pairs, Work work) {
    const uint32_t end = min(count - first, pairs) + first;
    uint32_t i = first;
    if (is_aligned(keys)) {
        for (; end - i >= 4; i += 4) {  // i + 4 may be beyond 32 bits
            const uint4 four = *reinterpret_cast<const uint4*>(keys + i);
            work(i, four.x), work(i + 1, four.y), work(i + 2, four.z), work(i + 3, four.w);
        }
    }
    for (; i < end; ++i) work(i, keys[i]);
}

/// Step 1: the table gets a row a bin, a column a strip.
static __global__ void __launch_bounds__(kThreads)
    histogram_kernel(const uint32_t* keys, uint32_t count, KeyBits digit, Strips strips, const uint32_t* gate,
                     uint32_t* table, uint32_t* digits) {
    if (gate_closed(gate)) return;
    __shared__ uint16_t s_counts[kBins][kThreads];  // a column a thread: nobody else touches it
    const uint32_t strip = blockIdx.x * kThreads + threadIdx.x;
    if (strip >= strips.count) return;  // there are no barriers
    for (uint32_t bin = 0; bin < kBins; ++bin) s_counts[bin][threadIdx.x] = 0;
    // lesson: legrand/histogram
    for_strip(keys, count, strip * strips.pairs, strips.pairs, [&](uint32_t i, uint32_t key) {
        ++s_counts[digit(key)][threadIdx.x];
        if (digits != nullptr) digits[i] = digit(key);
    });
    for (uint32_t bin = 0; bin <= digit.mask; ++bin) {
        table[bin * strips.count + strip] = s_counts[bin][threadIdx.x];
    }
    // lesson end
}

/// Step 3: the table's sums are where the pairs of each strip and bin begin.
static __global__ void __launch_bounds__(kThreads)
    scatter_kernel(Pairs in, Pairs out, KeyBits digit, Strips strips, const uint32_t* gate,
                   const uint32_t* table, uint32_t* places) {
    if (gate_closed(gate)) return;
    __shared__ uint32_t s_next[kBins][kThreads];
    const uint32_t strip = blockIdx.x * kThreads + threadIdx.x;
    if (strip >= strips.count) return;
    for (uint32_t bin = 0; bin <= digit.mask; ++bin) {
        s_next[bin][threadIdx.x] = table[bin * strips.count + strip];
    }
    // lesson: legrand/scatter
    for_strip(in.keys, in.count, strip * strips.pairs, strips.pairs, [&](uint32_t i, uint32_t key) {
        const uint32_t to = s_next[digit(key)][threadIdx.x]++;
        out.keys[to] = key;
        if (in.values != nullptr) out.values[to] = in.values[i];
        if (places != nullptr) places[i] = to;
    });
    // lesson end
}

class LeGrand : public Sorter {
public:
    LeGrand(uint32_t capacity, const EngineConfig& config)
        : capacity_(capacity),
          passes_(capacity, config.early_exit),
          table_(legrand::most_table_words(capacity)),
          sums_(table_scan::kScanBlocks),
          traces_(2 * size_t{std::min(capacity, kTraceLimit)}) {
        // The scan reads whole groups of 16 bytes, the top-level scan a whole round.
        if (table_.size() > 0) check(cudaMemset(table_.data(), 0, table_.bytes()));
        check(cudaMemset(sums_.data(), 0, sums_.bytes()));
        check(cudaStreamSynchronize(nullptr));
    }

    static size_t bytes(uint32_t count, const EngineConfig&) {
        const size_t words = legrand::most_table_words(count) + table_scan::kScanBlocks +
                             2 * size_t{std::min(count, kTraceLimit)};
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
    void queue_pass(Pairs from, Pairs to, int pass, const uint32_t* d_gate, cudaStream_t stream,
                    const Options& options) const {
        const KeyBits digit = pass_digit(options, kDigitBits, pass);
        const uint32_t count = from.count, traced = wants_arrays(options, count) ? count : 0;
        const bool has_values = from.values != nullptr;
        const Strips strips{legrand::strip_pairs(count, traced != 0),
                            legrand::strip_count(count, traced != 0)};
        const uint32_t bins = digit.mask + 1, length = bins * strips.count;
        uint32_t* const d_digits = traced ? traces_.data() : nullptr;
        uint32_t* const d_places = traced ? traces_.data() + traced : nullptr;

        const StageArray counted[] = {
            {"digits", d_digits, traced},
            {"thread histograms", table_.data(), traced ? length : 0, strips.count}};
        observed(from,
                 {"histogram", pass, from, counted, legrand::histogram_bytes(count, strips.count, bins),
                  count, d_gate},
                 stream, options, [&] {
                     histogram_kernel<<<strips.blocks(), kThreads, 0, stream>>>(
                         from.keys, count, digit, strips, d_gate, table_.data(), d_digits);
                     check_launch(stream);
                 });

        const StageArray scanned[] = {{"offsets", table_.data(), traced ? length : 0, strips.count}};
        observed(from, {"scan", pass, from, scanned, table_scan::scan_bytes(length), length, d_gate}, stream,
                 options, [&] {
                     const auto words = static_cast<uint32_t>(table_scan::padded(length));
                     table_scan::queue_scan(table_.data(), words, d_gate, sums_.data(), stream);
                 });

        const StageArray moved[] = {{"places", d_places, traced}};
        observed(from,
                 {"scatter", pass, to, moved, legrand::scatter_bytes(count, strips.count, has_values, bins),
                  count, d_gate},
                 stream, options, [&] {
                     scatter_kernel<<<strips.blocks(), kThreads, 0, stream>>>(from, to, digit, strips, d_gate,
                                                                              table_.data(), d_places);
                     check_launch(stream);
                 });
    }

    uint32_t capacity_;
    AlternatingPasses passes_;
    DeviceBuffer<uint32_t> table_, sums_, traces_;
};

}  // namespace

bool register_legrand() {
    return add_engine({"legrand",
                       legrand::kSentence,
                       legrand::kPaper,
                       Backend::cuda,
                       true,
                       LeGrand::bytes,
                       [](uint32_t capacity, const EngineConfig& config) -> std::unique_ptr<Sorter> {
                           return std::make_unique<LeGrand>(capacity, config);
                       },
                       true,
                       {kDigitBits, kDigitBits, kDigitBits}});
}

}  // namespace sort
