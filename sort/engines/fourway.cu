// fourway: L. Ha, J. Krueger, C. T. Silva, "Fast 4-way parallel radix sorting on GPUs", Computer Graphics
// Forum 2009, sections 3 and 4 and algorithms 1 to 6. Least significant digit first, 2 bits a pass, so 16
// passes for 32 bits.
//
// A pass (section 4):
//   order check   are the keys in order? Then this and all later passes leave (4.2; sort/order_check.cu)
//   count         each block counts its tile four ways at once, shuffles it by digit in shared memory (4.3,
//                 4.6), writes it to the scratch pairs and its histogram (the paper's block sums), bin-major
//   scan          one-way prefix sum over the histograms gives each tile's four bins their offsets (4.4)
//   map           the pairs of a bin (the paper's cluster) go to its offset, threads on consecutive pairs
//                 (4.5, 4.6)
// count reads the caller's arrays and writes the scratch, map brings the pairs back: after every pass, and so
// however many passes run, the data is where the caller gave it, and there is never a copy back to decide on.
//
// Example, one pass on 1 2 0 3 0 1 1 0 with tiles of four (figure 2):
//   count    tiles 1 2 0 3 | 0 1 1 0, shuffled 0 1 2 3 | 0 0 1 1
//            histograms, bin-major   0: 1 2   1: 1 2   2: 1 0   3: 1 0
//   scan     offsets                 0: 0 1   1: 3 4   2: 6 7   3: 7 8
//   map      0 -> 0, 1 -> 3, 2 -> 6, 3 -> 7 | 0 0 -> 1 2, 1 1 -> 4 5: 0 0 0 1 1 1 2 3
//
// Bytes a pair and pass: 4 check (a few KB when the quick part finds a descent) + 16 count + 16 map = 36;
// keys alone 20. The histograms add 16 a tile of 2048. Launches a pass: check, count with scan, map = 3, and
// one that ends the sort: 49. Leaving early with no word from the host:
//   gated      every later kernel reads the word of its pass and leaves (0.6 us each in a graph on an H200)
//   IF node    captured streams only: the first check, then all passes, gated, in the body of one IF node
//
// Departures from the paper, each for today's hardware:
// - tiles of 2048 pairs, 256 threads with 8 each, instead of 256 pairs (2 each), which filled the 16 KB of
//   shared memory of the day. How many blocks are resident is asked of the device, as in the paper; they loop
//   over the tiles.
// - the four counters stand side by side in one 64-bit word (the paper: four arrays) and are scanned together
//   by warp shuffles (the paper: an up and a down sweep in shared memory).
// - the scan is done by the last block that has counted, which saves a launch; an observer gets a kernel.
// - threads are not shifted to 128-byte lines when a bin is written: writes merge by 32-byte sectors now.
// - the check's two parts are one kernel (see there), and the index is moved like the key, not by texture.
#include <algorithm>

#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/if_node.cuh"
#include "sort/cuda/owned.cuh"
#include "sort/cuda/report.cuh"
#include "sort/cuda/warp.cuh"
#include "sort/observed.h"
#include "sort/order_check.cuh"
#include "sort/registry.h"

namespace sort {
namespace {

constexpr int kDigitBits = 2;
constexpr uint32_t kBins = 1u << kDigitBits;
constexpr int kMaxPasses = 32 / kDigitBits;
constexpr uint32_t kThreads = 256;
constexpr uint32_t kItems = 8;  // pairs a thread
constexpr uint32_t kTilePairs = kThreads * kItems;
constexpr uint32_t kWarps = kThreads / 32;
constexpr int kCounterBits = 16;     // of the packed word, one counter a bin
constexpr uint32_t kScanItems = 16;  // bins a thread and round
static_assert(kBins * kCounterBits == 64, "four counters fill the packed word");
static_assert(kTilePairs < (1u << kCounterBits), "a counter holds a whole tile");
static_assert(kThreads % 32 == 0 && kItems % 4 == 0 && kScanItems % 4 == 0, "whole warps, 16-byte loads");
static_assert(kBins % 4 == 0, "a histogram is a whole number of 16-byte groups");
static_assert(kThreads >= kBins, "one thread a bin writes the histogram");
static_assert(kMaxPasses <= 32, "the last kernel looks at one pass a lane");

/// Eight consecutive words of a tile, those past `valid` as 0.
__device__ void load_items(const uint32_t* tile, uint32_t valid, uint32_t (&items)[kItems]) {
    const uint32_t first = threadIdx.x * kItems;
    if (reinterpret_cast<uintptr_t>(tile) % sizeof(uint4) == 0 && first + kItems <= valid) {
#pragma unroll
        for (uint32_t i = 0; i < kItems; i += 4) {
            const uint4 four = *reinterpret_cast<const uint4*>(tile + first + i);
            items[i] = four.x, items[i + 1] = four.y, items[i + 2] = four.z, items[i + 3] = four.w;
        }
    } else {
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) items[i] = first + i < valid ? tile[first + i] : 0;
    }
}

/// Makes histograms, `length` bins in all, offsets: exclusive prefix sums in place, by one block, with the
/// sum of all behind them. Read past L1: other blocks wrote them during this very kernel.
__device__ void scan_histograms(uint32_t* bins, uint32_t length) {
    __shared__ uint32_t s_warp_sums[kWarps];
    uint32_t carry = 0;
    for (uint32_t round = 0; round < length; round += kThreads * kScanItems) {
        const uint32_t first = round + threadIdx.x * kScanItems;
        uint32_t items[kScanItems];
        uint32_t own = 0;
#pragma unroll
        for (uint32_t i = 0; i < kScanItems; i += 4) {
            uint4 four = {0, 0, 0, 0};
            if (first + i < length) four = __ldcg(reinterpret_cast<const uint4*>(bins + first + i));
            items[i] = four.x, items[i + 1] = four.y, items[i + 2] = four.z, items[i + 3] = four.w;
            own += four.x + four.y + four.z + four.w;
        }

        // Sum of all before this thread: in its warp, then in the warps before.
        const uint32_t up_to_own = warp_sums(own);
        if (threadIdx.x % 32 == 31) s_warp_sums[threadIdx.x / 32] = up_to_own;
        __syncthreads();
        uint32_t before = carry + up_to_own - own;
        for (uint32_t warp = 0; warp < kWarps; ++warp) {
            if (warp < threadIdx.x / 32) before += s_warp_sums[warp];
            carry += s_warp_sums[warp];
        }

#pragma unroll
        for (uint32_t i = 0; i < kScanItems; i += 4) {
            uint4 four;
            four.x = before, before += items[i];
            four.y = before, before += items[i + 1];
            four.z = before, before += items[i + 2];
            four.w = before, before += items[i + 3];
            if (first + i < length) *reinterpret_cast<uint4*>(bins + first + i) = four;
        }
        __syncthreads();  // all have read s_warp_sums before the next round writes it
    }
    if (threadIdx.x == 0) bins[length] = carry;
}

/// For lessons: each pair's digit, and its rank among the pairs of its tile with the same digit (figure 2b).
struct Trace {
    uint32_t* digits = nullptr;
    uint32_t* ranks = nullptr;
};

/// Algorithm 2: 4-way prefix sum with in-block shuffle. The tracing twin leaves the scan to its own kernel.
template <bool kTrace>
static __global__ void __launch_bounds__(kThreads)
    count_kernel(Pairs in, Pairs out, KeyBits digit, uint32_t tiles, const uint32_t* gate,
                 uint32_t* histograms, uint32_t* ticket, Trace trace) {
    if (gate_closed(gate)) return;
    __shared__ uint32_t s_keys[kTilePairs], s_values[kTilePairs];
    __shared__ uint64_t s_warp_counts[kWarps];
    const bool has_values = in.values != nullptr;

    for (uint32_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        // Read consecutive pairs, a thread's share side by side: the order in the tile is thread order.
        const uint32_t start = tile * kTilePairs;
        const uint32_t valid = min(in.count - start, kTilePairs);
        const uint32_t first = threadIdx.x * kItems;
        uint32_t keys[kItems], values[kItems];
        load_items(in.keys + start, valid, keys);
        if (has_values) load_items(in.values + start, valid, values);

        // Count the four digits in one word and scan the words over the block.
        uint64_t own = 0;
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            if (first + i < valid) own += uint64_t{1} << (kCounterBits * digit(keys[i]));
        }
        const uint64_t up_to_own = warp_sums(own);
        if (threadIdx.x % 32 == 31) s_warp_counts[threadIdx.x / 32] = up_to_own;
        __syncthreads();
        uint64_t before = up_to_own - own, total = 0;
        for (uint32_t warp = 0; warp < kWarps; ++warp) {
            if (warp < threadIdx.x / 32) before += s_warp_counts[warp];
            total += s_warp_counts[warp];
        }

        // Shuffle the tile by digit. Field b of `bin_begins` is where bin b begins in the tile.
        const uint64_t bin_begins =
            (total << kCounterBits) + (total << (2 * kCounterBits)) + (total << (3 * kCounterBits));
        uint64_t next = bin_begins + before;
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            if (first + i >= valid) continue;
            const uint32_t own_digit = digit(keys[i]);
            const uint32_t field = kCounterBits * own_digit;
            const uint32_t to = (next >> field) & 0xffffu;
            next += uint64_t{1} << field;
            s_keys[to] = keys[i];
            if (has_values) s_values[to] = values[i];
            if (kTrace && trace.digits != nullptr) {
                trace.digits[start + first + i] = own_digit;
                trace.ranks[start + first + i] = to - ((bin_begins >> field) & 0xffffu);
            }
        }
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < valid; i += kThreads) {
            out.keys[start + i] = s_keys[i];
            if (has_values) out.values[start + i] = s_values[i];
        }
        if (threadIdx.x < kBins) {
            histograms[threadIdx.x * tiles + tile] = (total >> (kCounterBits * threadIdx.x)) & 0xffffu;
        }
        __syncthreads();  // all have read the shared tile before the next one is written over it
    }
    if (!kTrace && last_block(ticket)) scan_histograms(histograms, kBins * tiles);
}

static __global__ void __launch_bounds__(kThreads)
    scan_kernel(uint32_t tiles, const uint32_t* gate, uint32_t* histograms) {
    if (gate_closed(gate)) return;
    scan_histograms(histograms, kBins * tiles);
}

/// Algorithm 4 and equation (1): a pair goes to the offset of its bin + its rank in the bin. How many a
/// tile's bin holds follows from the next offset in bin-major order.
static __global__ void __launch_bounds__(kThreads)
    map_kernel(Pairs in, Pairs out, uint32_t tiles, const uint32_t* gate, const uint32_t* offsets) {
    if (gate_closed(gate)) return;
    const bool has_values = in.values != nullptr;
    for (uint32_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        // Where each bin begins in the tile, and how far its pairs travel from where they lie in the tile.
        uint32_t bin_begin[kBins], travel[kBins];
        uint32_t begin = 0;
#pragma unroll
        for (uint32_t b = 0; b < kBins; ++b) {
            const uint32_t to = offsets[b * tiles + tile], next = offsets[b * tiles + tile + 1];
            bin_begin[b] = begin;
            travel[b] = to - begin;
            begin += next - to;
        }

        // Read all, then write all, so that the loads are in flight together.
        const uint32_t start = tile * kTilePairs;
        const uint32_t valid = min(in.count - start, kTilePairs);
        uint32_t keys[kItems], values[kItems];
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            const uint32_t from = threadIdx.x + i * kThreads;
            if (from < valid) keys[i] = in.keys[start + from];
            if (from < valid && has_values) values[i] = in.values[start + from];
        }
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            const uint32_t from = threadIdx.x + i * kThreads;
            if (from >= valid) continue;
            uint32_t to = travel[0];
#pragma unroll
            for (uint32_t b = 1; b < kBins; ++b) to = from >= bin_begin[b] ? travel[b] : to;
            to += from;
            out.keys[to] = keys[i];
            if (has_values) out.values[to] = values[i];
        }
    }
}

/// Ends the sort: writes the report and clears the words for the next one. One warp, a pass a lane.
static __global__ void finish_kernel(uint32_t* out_of_order, int passes, bool checked, uint32_t path,
                                     Report* report) {
    const int lane = static_cast<int>(threadIdx.x);
    const bool run = lane < passes && (!checked || out_of_order[lane] != 0);
    const uint32_t passes_run = __popc(__ballot_sync(kAllLanes, run));
    if (checked && lane < passes) out_of_order[lane] = 0;
    if (lane == 0 && report != nullptr) {
        *report = {passes_run, static_cast<uint32_t>(passes) - passes_run, path, 0, 0};
    }
}

uint32_t tile_count(uint32_t pairs) { return pairs / kTilePairs + (pairs % kTilePairs != 0 ? 1 : 0); }

/// The bins of all histograms, then the sum of all, rounded up to 16 bytes.
size_t bins_length(uint32_t capacity) { return size_t{kBins} * tile_count(capacity) + 4; }

enum Path : uint32_t { kGatedLaunches = 0, kIfNode = 1 };

class Fourway : public Sorter {
public:
    Fourway(uint32_t capacity, EarlyExit early_exit)
        : capacity_(capacity),
          if_nodes_(early_exit != EarlyExit::gated && driver_has_if_nodes()),
          shuffled_keys_(capacity),
          shuffled_values_(capacity),
          bins_(bins_length(capacity)),
          digits_(std::min(capacity, kTraceLimit)),
          ranks_(std::min(capacity, kTraceLimit)),
          words_(kMaxPasses + 1) {
        if (early_exit == EarlyExit::if_node && !if_nodes_) {
            throw Unavailable("this driver has no conditional graph nodes (CUDA 12.4 has)");
        }
        check(cudaMemset(words_.data(), 0, words_.bytes()));
        check(cudaStreamSynchronize(nullptr));
        count_grid_ = full_grid(count_kernel<false>, kThreads);
        map_grid_ = full_grid(map_kernel, kThreads);
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        const int passes = pass_count(options, kDigitBits);
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
                                            if_node ? kIfNode : kGatedLaunches, options.report);
        check_launch(stream);
    }

private:
    /// The word of a pass: not 0 when its check met a descent. A pass whose check did not run has 0.
    uint32_t* word(int pass) const { return words_.data() + pass; }
    uint32_t* ticket() const { return words_.data() + kMaxPasses; }
    const uint32_t* gate(int pass, const Options& options) const {
        return options.check_order && pass >= 0 ? word(pass) : nullptr;
    }

    void queue_check(Pairs pairs, int pass, cudaStream_t stream, const Options& options) const {
        const StageArray arrays[] = {{"out of order", word(pass), 1}};
        observed(pairs, {"order check", pass, pairs, arrays, uint64_t{4} * pairs.count, pairs.count}, stream,
                 options, [&] {
                     order_check_.queue(pairs.keys, pairs.count, key_bits(options.begin_bit, options.end_bit),
                                        gate(pass - 1, options), word(pass), stream);
                 });
    }

    void queue_pass(Pairs pairs, int pass, bool with_check, cudaStream_t stream,
                    const Options& options) const {
        if (with_check && options.check_order) queue_check(pairs, pass, stream, options);

        const Pairs shuffled{shuffled_keys_.data(), pairs.values ? shuffled_values_.data() : nullptr,
                             pairs.count};
        const KeyBits digit = pass_digit(options, kDigitBits, pass);
        const uint32_t tiles = tile_count(pairs.count);
        const uint32_t* open = gate(pass, options);
        const uint64_t moved_bytes = uint64_t{pairs.values ? 16u : 8u} * pairs.count;
        const uint64_t bins_bytes = uint64_t{4} * kBins * tiles;

        const uint32_t traced = options.observer && pairs.count <= kTraceLimit ? pairs.count : 0;
        const StageArray counted[] = {{"histograms", bins_.data(), kBins * tiles},
                                      {"digits", digits_.data(), traced},
                                      {"ranks", ranks_.data(), traced}};
        const uint32_t grid = std::min(tiles, count_grid_);
        if (options.observer) {
            const Trace trace = traced ? Trace{digits_.data(), ranks_.data()} : Trace{};
            observed(pairs, {"count", pass, shuffled, counted, moved_bytes + bins_bytes, pairs.count}, stream,
                     options, [&] {
                         count_kernel<true><<<grid, kThreads, 0, stream>>>(
                             pairs, shuffled, digit, tiles, open, bins_.data(), ticket(), trace);
                         check_launch(stream);
                     });
            const StageArray scanned[] = {{"offsets", bins_.data(), kBins * tiles}};
            observed(shuffled, {"scan", pass, shuffled, scanned, 2 * bins_bytes, kBins * tiles}, stream,
                     options, [&] {
                         scan_kernel<<<1, kThreads, 0, stream>>>(tiles, open, bins_.data());
                         check_launch(stream);
                     });
        } else {
            count_kernel<false><<<grid, kThreads, 0, stream>>>(pairs, shuffled, digit, tiles, open,
                                                               bins_.data(), ticket(), Trace{});
            check_launch(stream);
        }

        observed(shuffled, {"map", pass, pairs, {}, moved_bytes + bins_bytes, pairs.count}, stream, options,
                 [&] {
                     map_kernel<<<std::min(tiles, map_grid_), kThreads, 0, stream>>>(shuffled, pairs, tiles,
                                                                                     open, bins_.data());
                     check_launch(stream);
                 });
    }

    uint32_t capacity_;
    bool if_nodes_;
    OrderCheck order_check_;
    OwnedStream body_;  // only to capture the IF node's body
    DeviceBuffer<uint32_t> shuffled_keys_, shuffled_values_, bins_, digits_, ranks_, words_;
    uint32_t count_grid_ = 1, map_grid_ = 1;
};

size_t scratch_bytes(uint32_t count, const EngineConfig&) {
    const size_t traced = 2 * std::min(count, kTraceLimit);
    return sizeof(uint32_t) * (2 * size_t{count} + bins_length(count) + traced + kMaxPasses + 1);
}

const bool registered = add_engine(
    {"fourway", "2 bits a pass: order check, packed 4-way count with in-block shuffle, scan, coalesced map",
     "L. Ha, J. Krueger, C. T. Silva: Fast 4-way parallel radix sorting on GPUs. Computer Graphics Forum, "
     "2009",
     Backend::cuda, true, scratch_bytes, [](uint32_t capacity, const EngineConfig& config) {
         return std::unique_ptr<Sorter>(new Fourway(capacity, config.early_exit));
     }});

}  // namespace
}  // namespace sort
