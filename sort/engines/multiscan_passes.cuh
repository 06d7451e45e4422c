// The three kernels of a pass of the engine multiscan (Merrill, Grimshaw 2011, 3.2.2 and figure 5), and those
// that end a sort. A fixed grid of blocks; each block owns a run of consecutive tiles and goes through it
// alone, so that only one count a block and bin ever reaches memory.
//
// Which of the two buffers holds the pairs is a device word a pass (`side`), because the scan may decide that
// a pass is left out.
#pragma once
#include "sort/cuda/warp.cuh"
#include "sort/engines/multiscan_block.cuh"
#include "sort/sorter.h"

namespace sort::multiscan {

constexpr int kMaxPasses = 32;  // of one bit
constexpr uint32_t kScanThreads = 1024;
constexpr uint32_t kScanItems = 16;  // table words a thread and round: 16 bins of 1024 blocks in one round
constexpr uint32_t kCopyThreads = 256;
static_assert(kScanItems % 4 == 0, "16-byte loads");

/// The words that steer a sort, all 0 between sorts.
struct Words {
    uint32_t out_of_order;
    uint32_t ticket;
    uint32_t in_use[kMaxPasses];    // of a pass: not all keys agree in its digit
    uint32_t side[kMaxPasses + 1];  // before a pass, and at the end: 0 = the caller's arrays, 1 = scratch
};

/// What the kernels of a pass are given. Tiles are dealt out evenly: the first blocks get one more.
struct Pass {
    Pairs caller, scratch;
    const uint32_t* side;
    KeyBits digit;
    uint32_t tiles, blocks;
    const uint32_t* gate;

    __device__ uint32_t first_tile(uint32_t block) const {
        const uint32_t extra = tiles % blocks;
        return tiles / blocks * block + (block < extra ? block : extra);
    }
    __device__ Pairs in() const { return *side ? scratch : caller; }
    __device__ Pairs out() const { return *side ? caller : scratch; }
};

/// For lessons: arrays that otherwise live in registers and shared memory; null when there is no trace.
struct Trace {
    uint32_t* digits = nullptr;
    uint32_t* ranks = nullptr;           // among the pairs of the tile with the same digit
    uint32_t* exchanged_keys = nullptr;  // each tile in digit order
};

/// Counts four keys that were read together.
template <int kBits>
__device__ void take_four(GroupCounters<kBits>& group, KeyBits digit, uint4 keys) {
    group.take(digit(keys.x));
    group.take(digit(keys.y));
    group.take(digit(keys.z));
    group.take(digit(keys.w));
}

/// Upsweep reduction: each thread counts digits in registers over the block's whole run, then the block adds
/// up. The order of the keys does not matter here, so threads read 16 bytes side by side from the first
/// aligned key on.
template <int kBits, uint32_t kThreads, bool kTrace>
static __global__ void __launch_bounds__(kThreads)
    upsweep_kernel(Pass pass, uint32_t tile_pairs, uint32_t* block_counts, Trace trace) {
    if (gate_closed(pass.gate)) return;
    constexpr uint32_t kBins = 1u << kBits, kWarps = kThreads / 32;
    __shared__ uint32_t s_counts[kWarps][kBins];
    const Pairs in = pass.in();
    const uint32_t end_tile = pass.first_tile(blockIdx.x + 1);
    const uint32_t begin = pass.first_tile(blockIdx.x) * tile_pairs;
    const uint32_t end = end_tile == pass.tiles ? in.count : end_tile * tile_pairs;
    const uint32_t* keys = in.keys + begin;
    const uint32_t count = end - begin;

    // Keys before the first 16-byte address and after the last whole four: at most one each for a thread.
    const uint32_t misaligned = reinterpret_cast<uintptr_t>(keys) / sizeof(uint32_t) % 4;
    const uint32_t head = min((4 - misaligned) % 4, count);
    const uint32_t fours = (count - head) / 4;
    const uint32_t tail = head + 4 * fours;
    RunCounters<kBits> counters;
    {
        GroupCounters<kBits> group;
        if (threadIdx.x < head) group.take(pass.digit(keys[threadIdx.x]));
        if (threadIdx.x < count - tail) group.take(pass.digit(keys[tail + threadIdx.x]));
        counters.add(group);
    }

    // The rest, four loads in flight a thread.
    const uint4* aligned = reinterpret_cast<const uint4*>(keys + head);
    uint32_t at = threadIdx.x;
    for (; at < fours && fours - at > 3 * kThreads; at += 4 * kThreads) {
        const uint4 a = aligned[at], b = aligned[at + kThreads];
        const uint4 c = aligned[at + 2 * kThreads], d = aligned[at + 3 * kThreads];
        GroupCounters<kBits> first, second;
        take_four(first, pass.digit, a);
        take_four(first, pass.digit, b);
        take_four(second, pass.digit, c);
        take_four(second, pass.digit, d);
        counters.add(first);
        counters.add(second);
    }
    for (; at < fours; at += kThreads) {
        GroupCounters<kBits> group;
        take_four(group, pass.digit, aligned[at]);
        counters.add(group);
    }

    // Reduce over the warp, then over the block.
    const uint32_t warp_total = counters.warp_totals();
    constexpr uint32_t kLanesPerBin = 32 / kBins;
    if (threadIdx.x % kLanesPerBin == 0) {
        s_counts[threadIdx.x / 32][threadIdx.x % 32 / kLanesPerBin] = warp_total;
    }
    __syncthreads();
    if (threadIdx.x < kBins) {
        uint32_t total = 0;
        for (uint32_t warp = 0; warp < kWarps; ++warp) total += s_counts[warp][threadIdx.x];
        block_counts[threadIdx.x * pass.blocks + blockIdx.x] = total;
    }

    if (kTrace && trace.digits != nullptr) {
        for (uint32_t i = threadIdx.x; i < count; i += kThreads)
            trace.digits[begin + i] = pass.digit(keys[i]);
    }
}

/// Top-level scan: one block makes the counts, bin-major, exclusive prefix sums in place. Then it looks at
/// where the bins begin: when none begins within [1, n - 1] all keys are in one bin and the pass is left out.
static __global__ void __launch_bounds__(kScanThreads)
    scan_kernel(uint32_t bins, Pass pass, uint32_t* table, uint32_t* in_use, uint32_t* next_side) {
    if (gate_closed(pass.gate)) return;
    __shared__ uint32_t s_warp_sums[kScanThreads / 32];
    const uint32_t length = bins * pass.blocks;
    uint32_t carry = 0;
    for (uint32_t round = 0; round < length; round += kScanThreads * kScanItems) {
        const uint32_t first = round + threadIdx.x * kScanItems;
        uint32_t items[kScanItems];
        uint32_t own = 0;
#pragma unroll
        for (uint32_t i = 0; i < kScanItems; i += 4) {
            uint4 four = {0, 0, 0, 0};  // the table is a whole number of fours, the last padded
            if (first + i < length) four = *reinterpret_cast<const uint4*>(table + first + i);
            items[i] = four.x, items[i + 1] = four.y, items[i + 2] = four.z, items[i + 3] = four.w;
            own += four.x + four.y + four.z + four.w;
        }

        // Sum of all before this thread: in its warp, then in the warps before.
        const uint32_t up_to_own = warp_sums(own);
        if (threadIdx.x % 32 == 31) s_warp_sums[threadIdx.x / 32] = up_to_own;
        __syncthreads();
        const uint32_t warp_sum = s_warp_sums[threadIdx.x % 32];  // each warp scans the warps' sums
        const uint32_t up_to_warp = warp_sums(warp_sum);
        uint32_t before =
            carry + up_to_own - own + __shfl_sync(kAllLanes, up_to_warp - warp_sum, threadIdx.x / 32);
        carry += __shfl_sync(kAllLanes, up_to_warp, 31);

#pragma unroll
        for (uint32_t i = 0; i < kScanItems; i += 4) {
            uint4 four;
            four.x = before, before += items[i];
            four.y = before, before += items[i + 1];
            four.z = before, before += items[i + 2];
            four.w = before, before += items[i + 3];
            if (first + i < length) *reinterpret_cast<uint4*>(table + first + i) = four;
        }
        __syncthreads();  // all have read s_warp_sums before the next round; the table is written
    }

    bool within = false;
    if (threadIdx.x < bins) {
        const uint32_t bin_begin = table[threadIdx.x * pass.blocks];
        within = bin_begin != 0 && bin_begin < pass.caller.count;
    }
    const bool some_differ = __syncthreads_or(within) != 0;
    if (threadIdx.x == 0) {
        *in_use = some_differ;
        *next_side = *pass.side ^ (some_differ ? 1u : 0u);
    }
}

/// How many blocks of the downsweep should fit a multiprocessor: bounds its registers. As many as there can
/// be with nothing spilled (seen with nvcc 13 for compute capability 9.0).
template <int kBits, uint32_t kThreads, uint32_t kItems>
constexpr uint32_t resident_blocks() {
    if (kItems == 1) return 1;
    if (kItems > kGroupKeys) return (kBits < 4 ? 768 : 512) / kThreads;
    return (kBits < 4 ? 1280 : kBits == 4 ? 1024 : 768) / kThreads;
}

/// Downsweep scan and scatter: tile by tile, places by the local multi-scan, exchange through shared memory,
/// and out, threads on consecutive pairs. Where a bin's next pair goes is carried from tile to tile in a
/// register of the thread that owns the bin.
template <int kBits, uint32_t kThreads, uint32_t kItems, bool kTrace>
static __global__ void __launch_bounds__(kThreads, kTrace ? 1 : resident_blocks<kBits, kThreads, kItems>())
    downsweep_kernel(Pass pass, const uint32_t* offsets, Trace trace) {
    if (gate_closed(pass.gate)) return;
    using Scan = BlockMultiScan<kBits, kThreads, kItems>;
    constexpr uint32_t kTilePairs = Scan::kTilePairs, kBins = Scan::kBins;
    __shared__ typename Scan::Shared s_scan;
    __shared__ uint32_t s_keys[kTilePairs], s_values[kTilePairs];
    __shared__ uint32_t s_travel[kBins];  // from the place in the tile to the place among all pairs
    __shared__ uint32_t s_bin_begins[kTrace ? kBins : 1];
    const Pairs in = pass.in(), out = pass.out();
    const bool has_values = in.values != nullptr;
    const KeyBits digit = pass.digit;
    uint32_t next = threadIdx.x < kBins ? offsets[threadIdx.x * pass.blocks + blockIdx.x] : 0;

    const uint32_t end_tile = pass.first_tile(blockIdx.x + 1);
    for (uint32_t tile = pass.first_tile(blockIdx.x); tile < end_tile; ++tile) {
        // Read the pairs. Missing keys are the largest, so they get the last places of the last tile.
        const uint32_t start = tile * kTilePairs;
        const uint32_t valid = min(in.count - start, kTilePairs);
        uint32_t keys[kItems], values[kItems], places[kItems];
        Scan::load(in.keys + start, valid, ~0u, keys);
        if (has_values) Scan::load(in.values + start, valid, 0, values);

        // Local multi-scan; the running offsets move on by the tile's totals.
        Scan::find_places(keys, digit, s_scan, places, [&](uint32_t bin, uint32_t begin, uint32_t total) {
            s_travel[bin] = next - begin;
            next += total;
            if (kTrace) s_bin_begins[bin] = begin;
        });

        // Exchange the pairs, so that equal digits lie side by side.
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            s_keys[places[i]] = keys[i];
            if (has_values) s_values[places[i]] = values[i];
        }
        if (kTrace && trace.ranks != nullptr) {
            for (uint32_t i = 0; i < kItems; ++i) {
                const uint32_t at = Scan::first_of(i / Scan::kGroup) + i % Scan::kGroup;
                if (at < valid) trace.ranks[start + at] = places[i] - s_bin_begins[digit(keys[i])];
            }
        }
        __syncthreads();

        // Scatter runs of equal digits. The next tile's barriers keep it from the shared pairs until all have
        // read them.
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            const uint32_t at = threadIdx.x + i * kThreads;
            if (at >= valid) break;
            const uint32_t key = s_keys[at];
            const uint32_t to = s_travel[digit(key)] + at;
            out.keys[to] = key;
            if (has_values) out.values[to] = s_values[at];
            if (kTrace && trace.exchanged_keys != nullptr) trace.exchanged_keys[start + at] = key;
        }
    }
}

/// By one block: writes the report and clears the words for the next sort.
__device__ inline void end_sort(Words* words, int passes, uint32_t path, Report* report) {
    if (threadIdx.x >= 32) return;
    const int lane = static_cast<int>(threadIdx.x);
    const uint32_t run = __popc(__ballot_sync(kAllLanes, lane < passes && words->in_use[lane] != 0));
    if (lane == 0) {
        words->out_of_order = 0;
        if (report != nullptr) *report = {run, static_cast<uint32_t>(passes) - run, path, 0, 0};
    }
    words->in_use[lane] = 0;
    words->side[lane + 1] = 0;
}

/// By the whole grid: 16 bytes at a time where both are aligned.
__device__ inline void copy_words(uint32_t* to, const uint32_t* from, uint32_t count) {
    const uint32_t threads = gridDim.x * kCopyThreads;
    const uint32_t own = blockIdx.x * kCopyThreads + threadIdx.x;
    const bool aligned =
        (reinterpret_cast<uintptr_t>(to) | reinterpret_cast<uintptr_t>(from)) % sizeof(uint4) == 0;
    const uint32_t fours = aligned ? count / 4 : 0;
    for (uint64_t i = own; i < fours; i += threads) {
        reinterpret_cast<uint4*>(to)[i] = reinterpret_cast<const uint4*>(from)[i];
    }
    for (uint64_t i = uint64_t{4} * fours + own; i < count; i += threads) to[i] = from[i];
}

/// Brings the pairs back when the last pass that ran wrote the scratch. The last block ends the sort, unless
/// an observer still wants to see the words.
static __global__ void __launch_bounds__(kCopyThreads)
    copy_back_kernel(Pairs caller, Pairs scratch, Words* words, int passes, bool ends, uint32_t path,
                     Report* report) {
    if (words->side[passes] != 0) {
        copy_words(caller.keys, scratch.keys, caller.count);
        if (caller.values != nullptr) copy_words(caller.values, scratch.values, caller.count);
    }
    if (ends && last_block(&words->ticket)) end_sort(words, passes, path, report);
}

static __global__ void end_sort_kernel(Words* words, int passes, uint32_t path, Report* report) {
    end_sort(words, passes, path, report);
}

/// For an observer, who is told one buffer: a copy of the pairs from wherever they are after a pass.
static __global__ void __launch_bounds__(kCopyThreads)
    show_pairs_kernel(Pairs caller, Pairs scratch, const uint32_t* side, Pairs shown) {
    const Pairs from = *side ? scratch : caller;
    copy_words(shown.keys, from.keys, shown.count);
    if (shown.values != nullptr) copy_words(shown.values, from.values, shown.count);
}

}  // namespace sort::multiscan
