// The three kernels of a pass of the engine multiscan (Merrill, Grimshaw 2011, 3.2.2 and figure 5). A fixed
// grid of blocks; each block owns a run of consecutive tiles and goes through it alone, so that only one
// count a block and bin ever reaches memory.
//
// Which of the two buffers holds the pairs is a device word a pass (`side`), because the scan may decide that
// a pass is left out.
#pragma once
#include "sort/cuda/publish.cuh"
#include "sort/cuda/warp.cuh"
#include "sort/engines/multiscan/block.cuh"
#include "sort/sorter.h"

namespace sort::multiscan {

constexpr uint32_t kScanThreads = 1024;
constexpr uint32_t kScanItems = 8;  // table words a thread and round: 16 bins of 512 blocks in one round
static_assert(kScanItems % 4 == 0, "16-byte loads");

/// Arguments of the kernels of a pass. Tiles are distributed evenly: the first blocks get one more.
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
    /// Loaded before the gate is read, so that both loads are in flight at once; volatile, so that the
    /// compiler leaves it there.
    __device__ bool in_scratch() const { return flag_is_raised(side); }
};

/// Arrays for lessons that otherwise live in registers and shared memory; null when there is no trace.
struct Trace {
    uint32_t* digits = nullptr;
    uint32_t* ranks = nullptr;           // among the pairs of the tile with the same digit
    uint32_t* exchanged_keys = nullptr;  // each tile in digit order
    // counter_words per group of keys, the groups in the order of the pairs: a thread's own counts, and those of
    // the lanes before it in its warp.
    uint32_t *own_counts = nullptr, *counts_before = nullptr;
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
    const bool in_scratch = pass.in_scratch();
    if (gate_closed(pass.gate)) return;
    constexpr uint32_t kBins = 1u << kBits, kWarps = kThreads / 32;
    __shared__ uint32_t s_counts[kWarps][kBins];
    const Pairs in = in_scratch ? pass.scratch : pass.caller;
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

    // The remaining keys, four loads in flight per thread.
    const uint4* aligned = reinterpret_cast<const uint4*>(keys + head);
    for (uint32_t at = threadIdx.x; at < fours; at += 4 * kThreads) {
        uint4 loaded[4];
#pragma unroll
        for (uint32_t i = 0; i < 4; ++i) {
            if (at + i * kThreads < fours) loaded[i] = aligned[at + i * kThreads];
        }
#pragma unroll
        for (uint32_t i = 0; i < 4; i += 2) {
            GroupCounters<kBits> group;
            if (at + i * kThreads < fours) take_four(group, pass.digit, loaded[i]);
            if (at + (i + 1) * kThreads < fours) take_four(group, pass.digit, loaded[i + 1]);
            counters.add(group);
        }
    }

    // Reduce over the warp, then over the block.
    const uint32_t warp_total = counters.warp_totals();
    constexpr uint32_t kLanesPerBin = 32 / kBins;
    if (threadIdx.x % kLanesPerBin == 0) {
        s_counts[own_warp()][own_lane() / kLanesPerBin] = warp_total;
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

/// Top-level scan: one block makes the counts, bin-major, exclusive prefix sums in place. Then it checks
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
        if (own_lane() == 31) s_warp_sums[own_warp()] = up_to_own;
        __syncthreads();
        const uint32_t warp_sum = s_warp_sums[own_lane()];  // each warp scans the warps' sums
        const uint32_t up_to_warp = warp_sums(warp_sum);
        uint32_t before = carry + up_to_own - own + __shfl_sync(kAllLanes, up_to_warp - warp_sum, own_warp());
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
        *next_side = pass.in_scratch() != some_differ;
    }
}

/// Returns how many blocks of the downsweep should fit a multiprocessor: it bounds their registers. As many
/// as can be with nothing spilled (seen with nvcc 13 for compute capability 9.0).
template <int kBits, uint32_t kThreads, uint32_t kItems, Flags kFlags>
constexpr uint32_t resident_blocks() {
    if (kItems == 1) return 1;
    if (kFlags != Flags::composite) return (kBits < 5 ? 512 : 256) / kThreads;  // 0: as the compiler likes
    if (kItems > kGroupKeys) return (kBits < 4 ? 768 : 512) / kThreads;
    return (kBits < 5 ? 1024 : 768) / kThreads;
}

/// Downsweep scan and scatter: tile by tile, places by the local multi-scan, exchange through shared memory,
/// and out, threads on consecutive pairs. Where a bin's next pair goes is carried from tile to tile in a
/// register of the thread that owns the bin. The next upsweep reads the keys again and not the values: the
/// values stream past the caches, and the next tile is asked for early (985 to 949 us at 2^24 pairs, H200).
template <int kBits, uint32_t kThreads, uint32_t kItems, bool kTrace, Flags kFlags = Flags::composite>
static __global__ void __launch_bounds__(kThreads,
                                         kTrace ? 1 : resident_blocks<kBits, kThreads, kItems, kFlags>())
    downsweep_kernel(Pass pass, const uint32_t* offsets, Trace trace) {
    static_assert(!kTrace || kFlags == Flags::composite, "lessons show composite words");
    using Scan = BlockMultiScan<kBits, kThreads, kItems, kFlags>;
    constexpr uint32_t kTilePairs = Scan::kTilePairs, kBins = Scan::kBins;
    const bool in_scratch = pass.in_scratch();
    if (gate_closed(pass.gate)) return;
    __shared__ typename Scan::Shared s_scan;
    __shared__ uint32_t s_keys[kTilePairs], s_values[kTilePairs];
    __shared__ uint32_t s_travel[kBins];  // from the place in the tile to the place among all pairs
    __shared__ uint32_t s_bin_begins[kTrace ? kBins : 1];
    const Pairs in = in_scratch ? pass.scratch : pass.caller, out = in_scratch ? pass.caller : pass.scratch;
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
        if (has_values) Scan::template load<true>(in.values + start, valid, 0, values);
        if (tile + 1 < end_tile) {
            const uint32_t next_valid = min(in.count - start - kTilePairs, kTilePairs);
            prefetch_words(in.keys + start + kTilePairs, next_valid);
            if (has_values) prefetch_words(in.values + start + kTilePairs, next_valid);
        }

        // Local multi-scan; the running offsets move on by the tile's totals.
        const auto on_bin = [&](uint32_t bin, uint32_t begin, uint32_t total) {
            s_travel[bin] = next - begin;
            next += total;
            if (kTrace) s_bin_begins[bin] = begin;
        };
        if constexpr (kTrace) {
            const auto on_words = [&](uint32_t subtile, const auto& own, const auto& before) {
                if (trace.own_counts == nullptr || Scan::first_of(subtile) >= valid) return;
                const uint32_t row = (start + Scan::first_of(subtile)) / Scan::kGroup * Scan::kWords;
                for (uint32_t w = 0; w < Scan::kWords; ++w) {
                    trace.own_counts[row + w] = own[w];
                    trace.counts_before[row + w] = before[w];
                }
            };
            Scan::find_places(keys, digit, s_scan, places, on_bin, on_words);
        } else {
            Scan::find_places(keys, digit, s_scan, places, on_bin);
        }

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
            if (has_values) __stcs(out.values + to, s_values[at]);
            if (kTrace && trace.exchanged_keys != nullptr) trace.exchanged_keys[start + at] = key;
        }
    }
}

}  // namespace sort::multiscan
