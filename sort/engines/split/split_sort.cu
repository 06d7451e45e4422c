// split-sort: M. Harris, S. Sengupta, J. D. Owens, "Parallel prefix sum (scan) with CUDA", GPU Gems 3, chapter 39,
// 2007, section 39.3.3: the split by one bit, as CUDPP's first radix sort makes it over the whole array. A baseline of
// Ha, Krueger and Silva 2009. Least significant bit first, 1 bit a pass, so 32 passes for 32 bits, from the caller's
// arrays to the scratch and back. (A range of bits with an odd number of passes ends with a copy.)
//
// A pass, with the names of the chapter's figure:
//   flags      e: 1 for each pair whose bit is 0
//   scan       f: prefix sum over all flags, three kernels (sort/cuda/table_scan.cuh)
//   scatter    a pair with a 0 goes to f, one with a 1 to i - f + (number of zeros)
//
// Example, bit 0 of 5 2 7 2 0 1 6 3:
//   flags      0 1 0 1 1 0 1 0
//   scan       0 0 1 1 2 3 3 4, 4 zeros
//   scatter    to 4 0 5 1 2 6 3 7: 2 2 0 6 5 7 1 3
//
// Bytes a pair and pass: 8 flags + 12 scan + 20 scatter = 40, keys alone 32; 1280 for 32 bits. Launches a pass: 5, and
// 162 with the order check and the end of the sort. Leaving early: one order check before the first pass (CUDPP has
// it, too), then as sort/engines/checked_once.cuh says.
//
// Departures from the chapter:
// - the whole array is split in each pass, as in CUDPP; the chapter's own sort does so in each block, and merges.
// - the sum behind the last flag is the number of zeros: no thread adds the last flag again.
// - the scan is that of this library, by shuffles (the chapter: up and down a tree in shared memory).
#include "sort/cuda/table_scan.cuh"
#include "sort/cuda/tile.cuh"
#include "sort/engines/alternating_passes.cuh"
#include "sort/engines/sortable.h"
#include "sort/engines/split/shapes.h"

namespace sort {
namespace {

constexpr uint32_t kThreads = 256;
constexpr uint32_t kItems = 4;
constexpr uint32_t kBlockPairs = kThreads * kItems;

/// Writes 1 for each key whose bit is 0, and 0 for the words behind the last key.
static __global__ void __launch_bounds__(kThreads)
    flags_kernel(const uint32_t* keys, uint32_t count, KeyBits bit, const uint32_t* gate, uint32_t* flags,
                 uint32_t words) {
    if (gate_closed(gate)) return;
    const uint32_t start = blockIdx.x * kBlockPairs, first = threadIdx.x * kItems;
    if (start + first >= words) return;
    const uint32_t valid = min(count - start, kBlockPairs);
    // lesson: split-sort/flags
    uint32_t own[kItems];
    load_items(keys + start, valid, is_aligned(keys + start), own);
    const auto flag = [&](uint32_t i) { return first + i < valid && bit(own[i]) == 0 ? 1u : 0u; };
    *reinterpret_cast<uint4*>(flags + start + first) = {flag(0), flag(1), flag(2), flag(3)};
    // lesson end
}

/// `sums` has the zeros before each pair, and behind the last one all zeros. `places`: a trace.
template <bool kTrace>
static __global__ void __launch_bounds__(kThreads)
    scatter_kernel(Pairs in, Pairs out, KeyBits bit, const uint32_t* gate, const uint32_t* sums,
                   uint32_t* places) {
    if (gate_closed(gate)) return;
    const uint32_t zeros = sums[in.count];
#pragma unroll
    for (uint32_t k = 0; k < kItems; ++k) {
        const uint32_t i = blockIdx.x * kBlockPairs + k * kThreads + threadIdx.x;
        if (i >= in.count) return;
        // lesson: split-sort/scatter
        const uint32_t key = in.keys[i], before = sums[i];
        const uint32_t to = bit(key) == 0 ? before : zeros + (i - before);
        out.keys[to] = key;
        if (in.values != nullptr) out.values[to] = in.values[i];
        // lesson end
        if (kTrace) places[i] = to;
    }
}

class SplitSort : public Sorter {
public:
    SplitSort(uint32_t capacity, const EngineConfig& config)
        : capacity_(capacity),
          passes_(capacity, config.early_exit),
          flags_(split::flag_words(capacity)),
          sums_(table_scan::kScanBlocks),
          places_(std::min(capacity, kTraceLimit)) {
        if (capacity > split::kMostPairs) throw OverLimit("split-sort sorts up to 2^30 pairs");
        check(cudaMemset(sums_.data(), 0, sums_.bytes()));  // the top-level scan reads a whole round
        check(cudaStreamSynchronize(nullptr));
    }

    static size_t bytes(uint32_t count, const EngineConfig&) {
        const size_t words =
            split::flag_words(count) + table_scan::kScanBlocks + std::min(count, kTraceLimit);
        return sizeof(uint32_t) * words + AlternatingPasses::bytes(count);
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        const int passes = pass_count(options, split::kDigitBits);
        passes_.sort(pairs, passes, stream, options,
                     [&](Pairs from, Pairs to, int pass, const uint32_t* d_gate, cudaStream_t on) {
                         queue_pass(from, to, pass, d_gate, on, options);
                     });
    }

private:
    void queue_pass(Pairs from, Pairs to, int pass, const uint32_t* d_gate, cudaStream_t stream,
                    const Options& options) const {
        const KeyBits bit = pass_digit(options, split::kDigitBits, pass);
        const uint32_t count = from.count, words = split::flag_words(count);
        const uint32_t traced = wants_arrays(options, count) ? count : 0;
        const bool has_values = from.values != nullptr;

        const StageArray flagged[] = {{"flags", flags_.data(), traced}};
        observed(from, {"flags", pass, from, flagged, split::flags_bytes(count), count, d_gate}, stream,
                 options, [&] {
                     flags_kernel<<<tile_count(words, kBlockPairs), kThreads, 0, stream>>>(
                         from.keys, count, bit, d_gate, flags_.data(), words);
                     check_launch(stream);
                 });

        const StageArray scanned[] = {{"zeros before", flags_.data(), traced},
                                      {"zeros", flags_.data() + count, 1}};
        observed(from, {"scan", pass, from, scanned, table_scan::scan_bytes(words), words, d_gate}, stream,
                 options,
                 [&] { table_scan::queue_scan(flags_.data(), words, d_gate, sums_.data(), stream); });

        const StageArray moved[] = {{"places", places_.data(), traced}};
        observed(from, {"scatter", pass, to, moved, split::scatter_bytes(count, has_values), count, d_gate},
                 stream, options, [&] {
                     const auto kernel = traced ? scatter_kernel<true> : scatter_kernel<false>;
                     kernel<<<tile_count(count, kBlockPairs), kThreads, 0, stream>>>(
                         from, to, bit, d_gate, flags_.data(), places_.data());
                     check_launch(stream);
                 });
    }

    uint32_t capacity_;
    AlternatingPasses passes_;
    DeviceBuffer<uint32_t> flags_, sums_, places_;
};

}  // namespace

bool register_split_sort() {
    return add_engine({"split-sort",
                       split::kSentence,
                       split::kPaper,
                       Backend::cuda,
                       true,
                       SplitSort::bytes,
                       [](uint32_t capacity, const EngineConfig& config) -> std::unique_ptr<Sorter> {
                           return std::make_unique<SplitSort>(capacity, config);
                       },
                       true,
                       {split::kDigitBits, split::kDigitBits, split::kDigitBits}});
}

}  // namespace sort
