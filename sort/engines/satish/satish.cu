// satish: N. Satish, M. Harris, M. Garland, "Designing efficient sorting algorithms for manycore GPUs", IPDPS
// 2009, as D. Merrill and A. Grimshaw describe it ("Revisiting sorting for GPGPU stream architectures", 2010,
// figure 4; "High performance and scalable radix sorting", 2011, table 1). The baseline that the later papers
// compare with. Least significant digit first, 4 bits a pass, so 8 passes for 32 bits; tiles of b = 1024.
//
// A pass, with the kernels of that figure:
//   local sort    each block sorts its tile by the digit in shared memory: four splits by one bit, each a
//                 scan of flags and an exchange of the pairs; the sorted tile goes to the scratch pairs
//   histogram     where the digit changes in a sorted tile a bin begins: counts, bin-major, and bin begins
//   scan          prefix sum over the counts, three kernels: sums of rounds, scan of the sums, scan
//   scatter       the runs of a sorted tile go to their bins' offsets, threads on consecutive pairs
// local sort reads the caller's arrays, scatter brings the pairs back: there is never a copy back.
//
// Example, one pass of 2-bit digits on 1 2 0 3 0 1 1 0 with tiles of four:
//   local sort    tiles 1 2 0 3 | 0 1 1 0   bit 0: 2 0 1 3 | 0 0 1 1   bit 1: 0 1 2 3 | 0 0 1 1
//   histogram     bin-major   0: 1 2   1: 1 2   2: 1 0   3: 1 0     bin begins   0 1 2 3 | 0 2 0 0
//   scan          offsets     0: 0 1   1: 3 4   2: 6 7   3: 7 8
//   scatter       0 -> 0, 1 -> 3, 2 -> 6, 3 -> 7 | 0 0 -> 1 2, 1 1 -> 4 5: 0 0 0 1 1 1 2 3
//
// Bytes a pair and pass: 16 local sort + 4 histogram + 16 scatter = 36, keys alone 20 (the figure's total
// says 28, its own rows 20), and 7 tables of 64 bytes a tile (the figure counts 5, without the bin begins):
// 0.44 bytes a pair. Launches a pass: local sort, histogram, three for the scan, scatter = 6; with the order
// check and the end of the sort 50. Leaving early: one order check before the first pass (the paper has
// none), then as sort/engines/checked_once.cuh says.
//
// Departures from the paper, each for today's hardware:
// - a block's scan of the flags is a scan of each warp by shuffles, then of the warps' sums.
// - each scan block takes whole rounds of 1024 counts, and a table of one round is scanned by one kernel.
#include <algorithm>

#include "sort/cuda/table_scan.cuh"
#include "sort/cuda/tile.cuh"
#include "sort/engines/checked_once.cuh"
#include "sort/engines/satish/shapes.h"
#include "sort/engines/sortable.h"

namespace sort {
namespace {

using satish::kBins;
using satish::kDigitBits;
using table_scan::block_sums_before;

static_assert(kBins % 4 == 0, "a table is a whole number of 16-byte groups");

/// Trace for lessons: each pair's digit, and the keys of the tiles after each split.
struct Trace {
    uint32_t* digits = nullptr;
    uint32_t* splits = nullptr;  // one array of count words a split
};

/// The reverse of load_items, to scratch: aligned, as whole tiles from an aligned start are.
template <uint32_t kItems>
__device__ void store_items(uint32_t* tile, uint32_t valid, const uint32_t (&items)[kItems]) {
    const uint32_t first = threadIdx.x * kItems;
    if constexpr (kItems == 4) {
        if (first + kItems <= valid) {
            *reinterpret_cast<uint4*>(tile + first) = {items[0], items[1], items[2], items[3]};
            return;
        }
    }
#pragma unroll
    for (uint32_t i = 0; i < kItems; ++i) {
        if (first + i < valid) tile[first + i] = items[i];
    }
}

/// Step 1: the tile in order of the digit. Each split keeps the order among equal bits, so four of them sort.
template <uint32_t kThreads, uint32_t kItems, bool kTrace>
static __global__ void __launch_bounds__(kThreads)
    local_sort_kernel(Pairs in, Pairs out, KeyBits digit, const uint32_t* gate, Trace trace) {
    if (gate_closed(gate)) return;
    constexpr uint32_t kWarps = kThreads / 32;
    __shared__ alignas(16) uint32_t s_keys[kThreads * kItems];
    __shared__ alignas(16) uint32_t s_values[kThreads * kItems];
    __shared__ uint32_t s_warp_zeros[kWarps];
    const bool has_values = in.values != nullptr;
    const uint32_t start = blockIdx.x * (kThreads * kItems);
    const uint32_t valid = min(in.count - start, kThreads * kItems);
    const uint32_t first = threadIdx.x * kItems;

    uint32_t keys[kItems], values[kItems];
    load_items(in.keys + start, valid, is_aligned(in.keys + start), keys);
    if (has_values) load_items(in.values + start, valid, is_aligned(in.values + start), values);
    if (kTrace && trace.digits != nullptr) {
        for (uint32_t i = 0; i < kItems; ++i) {
            if (first + i < valid) trace.digits[start + first + i] = digit(keys[i]);
        }
    }

    const uint32_t splits = __popc(digit.mask);
    for (uint32_t split = 0; split < splits; ++split) {
        // Scan the flags of the pairs whose bit is 0. Places past the end count as 1 and stay where they are.
        const KeyBits bit{digit.shift + split, 1};
        uint32_t zeros = 0;
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) zeros += first + i < valid && bit(keys[i]) == 0 ? 1 : 0;
        uint32_t all = 0, before = block_sums_before(zeros, s_warp_zeros, all);

        // Exchange: the zeros in their order, then the ones in theirs.
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            const bool zero = first + i < valid && bit(keys[i]) == 0;
            const uint32_t to = zero ? before : all + (first + i - before);
            before += zero ? 1 : 0;
            s_keys[to] = keys[i];
            if (has_values) s_values[to] = values[i];
        }
        __syncthreads();
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            keys[i] = s_keys[first + i];
            if (has_values) values[i] = s_values[first + i];
            if (kTrace && trace.splits != nullptr && first + i < valid) {
                trace.splits[split * in.count + start + first + i] = keys[i];
            }
        }
    }
    store_items(out.keys + start, valid, keys);
    if (has_values) store_items(out.values + start, valid, values);
}

/// Step 2: the counts of a sorted tile, from the places where the digit changes. bin_begins: a row a tile.
template <uint32_t kThreads, uint32_t kItems>
static __global__ void __launch_bounds__(kThreads)
    histogram_kernel(const uint32_t* keys, uint32_t count, KeyBits digit, uint32_t tiles,
                     const uint32_t* gate, uint32_t* histograms, uint32_t* bin_begins) {
    if (gate_closed(gate)) return;
    __shared__ uint32_t s_begins[kBins], s_ends[kBins];
    if (threadIdx.x < kBins) s_begins[threadIdx.x] = s_ends[threadIdx.x] = 0;
    __syncthreads();

    const uint32_t start = blockIdx.x * (kThreads * kItems);
    const uint32_t valid = min(count - start, kThreads * kItems);
    const uint32_t first = threadIdx.x * kItems;
    uint32_t own[kItems];
    load_items(keys + start, valid, is_aligned(keys + start), own);
    uint32_t lower = first > 0 && first < valid ? digit(keys[start + first - 1]) : 0;
#pragma unroll
    for (uint32_t i = 0; i < kItems; ++i) {
        const uint32_t at = first + i, d = digit(own[i]);
        if (at >= valid) break;
        if (at > 0 && d != lower) {
            s_begins[d] = at;
            s_ends[lower] = at;
        }
        if (at + 1 == valid) s_ends[d] = valid;
        lower = d;
    }
    __syncthreads();
    if (threadIdx.x < kBins) {
        const uint32_t bin = threadIdx.x;
        histograms[bin * tiles + blockIdx.x] = s_ends[bin] - s_begins[bin];
        bin_begins[blockIdx.x * kBins + bin] = s_begins[bin];
    }
}

/// Step 4: pair p of a sorted tile goes to its bin's offset + (p - where the bin begins in the tile).
template <uint32_t kThreads, uint32_t kItems, bool kTrace>
static __global__ void __launch_bounds__(kThreads)
    scatter_kernel(Pairs in, Pairs out, KeyBits digit, uint32_t tiles, const uint32_t* gate,
                   const uint32_t* offsets, const uint32_t* bin_begins, uint32_t* places) {
    if (gate_closed(gate)) return;
    __shared__ uint32_t s_travel[kBins];  // modulo 2^32
    const bool has_values = in.values != nullptr;
    const uint32_t start = blockIdx.x * (kThreads * kItems);
    const uint32_t valid = min(in.count - start, kThreads * kItems);

    // Read all, then write all, so that the loads are in flight together.
    uint32_t keys[kItems], values[kItems];
#pragma unroll
    for (uint32_t i = 0; i < kItems; ++i) {
        const uint32_t from = threadIdx.x + i * kThreads;
        if (from < valid) keys[i] = in.keys[start + from];
        if (from < valid && has_values) values[i] = in.values[start + from];
    }
    if (threadIdx.x < kBins) {
        const uint32_t bin = threadIdx.x;
        s_travel[bin] = offsets[bin * tiles + blockIdx.x] - bin_begins[blockIdx.x * kBins + bin];
    }
    __syncthreads();
#pragma unroll
    for (uint32_t i = 0; i < kItems; ++i) {
        const uint32_t from = threadIdx.x + i * kThreads;
        if (from >= valid) continue;
        const uint32_t to = s_travel[digit(keys[i])] + from;
        out.keys[to] = keys[i];
        if (has_values) out.values[to] = values[i];
        if (kTrace && places != nullptr) places[start + from] = to;
    }
}

template <uint32_t kThreads, uint32_t kItems>
class Satish : public Sorter {
public:
    Satish(uint32_t capacity, const EngineConfig& config)
        : capacity_(capacity),
          checked_once_(config.early_exit),
          keys_(capacity),
          values_(capacity),
          histograms_(table_length(capacity)),
          bin_begins_(table_length(capacity)),
          sums_(table_scan::kScanBlocks),
          digits_(traced(capacity)),
          splits_(kDigitBits * traced(capacity)),
          places_(traced(capacity)) {
        check(cudaMemset(sums_.data(), 0, sums_.bytes()));  // the top-level scan reads a whole round
        check(cudaStreamSynchronize(nullptr));
    }

    static size_t bytes(uint32_t count) {
        const size_t words = 2 * size_t{count} + 2 * table_length(count) + table_scan::kScanBlocks +
                             (kDigitBits + 2) * size_t{traced(count)};
        return sizeof(uint32_t) * words + CheckedOnce::bytes();
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        const int passes = pass_count(options, kDigitBits);
        checked_once_.sort(pairs, passes, stream, options, [&](cudaStream_t on, const uint32_t* d_gate) {
            for (int pass = 0; pass < passes; ++pass) queue_pass(pairs, pass, d_gate, on, options);
        });
    }

private:
    static constexpr uint32_t kTilePairs = kThreads * kItems;

    static size_t table_length(uint32_t pairs) { return size_t{kBins} * tile_count(pairs, kTilePairs); }
    static uint32_t traced(uint32_t pairs) { return std::min(pairs, kTraceLimit); }

    void queue_pass(Pairs pairs, int pass, const uint32_t* d_gate, cudaStream_t stream,
                    const Options& options) const {
        const bool has_values = pairs.values != nullptr;
        const Pairs local{keys_.data(), has_values ? values_.data() : nullptr, pairs.count};
        const KeyBits digit = pass_digit(options, kDigitBits, pass);
        const uint32_t tiles = tile_count(pairs.count, kTilePairs), length = kBins * tiles;
        const uint32_t traced = wants_arrays(options, pairs.count) ? pairs.count : 0;
        const auto stage = [&](const char* name, Pairs at, std::span<const StageArray> arrays, uint64_t bytes,
                               uint64_t items) {
            return Stage{name, pass, at, arrays, bytes, items, d_gate};
        };

        static constexpr const char* kSplitNames[] = {"split 0", "split 1", "split 2", "split 3"};
        StageArray sorted[1 + kDigitBits] = {{"digits", digits_.data(), traced}};
        size_t sorted_arrays = 1;
        for (uint32_t bits = digit.mask; bits != 0; bits >>= 1, ++sorted_arrays) {
            const size_t split = sorted_arrays - 1;
            sorted[sorted_arrays] = {kSplitNames[split], splits_.data() + split * traced, traced};
        }
        observed(pairs,
                 stage("local sort", local, {sorted, sorted_arrays},
                       satish::moved_bytes(pairs.count, has_values), pairs.count),
                 stream, options, [&] {
                     const Trace trace = traced ? Trace{digits_.data(), splits_.data()} : Trace{};
                     const auto kernel = traced ? local_sort_kernel<kThreads, kItems, true>
                                                : local_sort_kernel<kThreads, kItems, false>;
                     kernel<<<tiles, kThreads, 0, stream>>>(pairs, local, digit, d_gate, trace);
                     check_launch(stream);
                 });

        const StageArray counted[] = {{"histograms", histograms_.data(), length, tiles},
                                      {"bin begins", bin_begins_.data(), length, kBins}};
        observed(local,
                 stage("histogram", local, counted, satish::histogram_bytes(pairs.count, tiles), pairs.count),
                 stream, options, [&] {
                     histogram_kernel<kThreads, kItems>
                         <<<tiles, kThreads, 0, stream>>>(local.keys, pairs.count, digit, tiles, d_gate,
                                                          histograms_.data(), bin_begins_.data());
                     check_launch(stream);
                 });

        const StageArray scanned[] = {{"offsets", histograms_.data(), length, tiles}};
        observed(local, stage("scan", local, scanned, satish::scan_bytes(tiles), length), stream, options,
                 [&] { table_scan::queue_scan(histograms_.data(), length, d_gate, sums_.data(), stream); });

        const StageArray scattered[] = {{"places", places_.data(), traced}};
        observed(local,
                 stage("scatter", pairs, scattered, satish::scatter_bytes(pairs.count, tiles, has_values),
                       pairs.count),
                 stream, options, [&] {
                     const auto kernel = traced ? scatter_kernel<kThreads, kItems, true>
                                                : scatter_kernel<kThreads, kItems, false>;
                     kernel<<<tiles, kThreads, 0, stream>>>(local, pairs, digit, tiles, d_gate,
                                                            histograms_.data(), bin_begins_.data(),
                                                            traced ? places_.data() : nullptr);
                     check_launch(stream);
                 });
    }

    uint32_t capacity_;
    CheckedOnce checked_once_;
    DeviceBuffer<uint32_t> keys_, values_, histograms_, bin_begins_, sums_, digits_, splits_, places_;
};

using Usual = Satish<satish::kTiles[0].threads, satish::kTiles[0].items>;
using Lesson = Satish<satish::kTiles[1].threads, satish::kTiles[1].items>;

bool for_lessons(const EngineConfig& config) { return config.tile == satish::kTiles[1]; }

}  // namespace

bool register_satish() {
    return add_engine({"satish",
                       satish::kSentence,
                       satish::kPaper,
                       Backend::cuda,
                       true,
                       [](uint32_t count, const EngineConfig& config) {
                           return for_lessons(config) ? Lesson::bytes(count) : Usual::bytes(count);
                       },
                       [](uint32_t capacity, const EngineConfig& config) -> std::unique_ptr<Sorter> {
                           if (for_lessons(config)) return std::make_unique<Lesson>(capacity, config);
                           return std::make_unique<Usual>(capacity, config);
                       },
                       true,
                       {kDigitBits, kDigitBits, kDigitBits},
                       satish::kTiles});
}

}  // namespace sort
