// The three kernels of a pass of the engine multiscan (Merrill, Grimshaw 2011, 3.2.2 and figure 5): a scan with
// visitors (sort/cuda/visitor_scan.cuh). What its first stage counts is digits of keys, what its last one stores is pairs.
//
// Which of the two buffers holds the pairs is a device word a pass (`side`), because the scan may decide that
// a pass is left out.
#pragma once
#include "sort/cuda/publish.cuh"
#include "sort/cuda/visitor_scan.cuh"
#include "sort/cuda/warp.cuh"
#include "sort/engines/multiscan/block.cuh"
#include "sort/sorter.h"

namespace sort::multiscan {

/// Arguments of the kernels of a pass.
struct Pass {
    Pairs caller, scratch;
    const uint32_t* side;
    KeyBits digit;
    visitor_scan::Runs runs;
    const uint32_t* gate;

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
template <int kBits, class Digit>
__device__ void take_four(GroupCounters<kBits>& group, Digit digit, uint4 keys) {
    group.take(digit(keys.x));
    group.take(digit(keys.y));
    group.take(digit(keys.z));
    group.take(digit(keys.w));
}

/// What the upsweep counts: each thread digits in registers over the block's whole run. The order of the keys does not
/// matter here, so threads read 16 bytes side by side from the first aligned key on.
template <int kBits, uint32_t kThreads, bool kTrace, class Digit>
struct DigitCounts {
    const uint32_t* all_keys;
    uint32_t all_count, tiles, tile_pairs;
    Digit digit;
    Trace trace;

    __device__ uint32_t count(uint32_t first_tile, uint32_t end_tile) const {
        const uint32_t begin = first_tile * tile_pairs;
        const uint32_t end = end_tile == tiles ? all_count : end_tile * tile_pairs;
        const uint32_t* keys = all_keys + begin;
        const uint32_t count = end - begin;

        // Keys before the first 16-byte address and after the last whole four: at most one each for a thread.
        const uint32_t misaligned = reinterpret_cast<uintptr_t>(keys) / sizeof(uint32_t) % 4;
        const uint32_t head = min((4 - misaligned) % 4, count);
        const uint32_t fours = (count - head) / 4;
        const uint32_t tail = head + 4 * fours;
        RunCounters<kBits> counters;
        {
            GroupCounters<kBits> group;
            if (threadIdx.x < head) group.take(digit(keys[threadIdx.x]));
            if (threadIdx.x < count - tail) group.take(digit(keys[tail + threadIdx.x]));
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
                if (at + i * kThreads < fours) take_four(group, digit, loaded[i]);
                if (at + (i + 1) * kThreads < fours) take_four(group, digit, loaded[i + 1]);
                counters.add(group);
            }
        }

        if (kTrace && trace.digits != nullptr) {
            for (uint32_t i = threadIdx.x; i < count; i += kThreads) trace.digits[begin + i] = digit(keys[i]);
        }
        return counters.warp_totals();
    }
};

/// Upsweep reduction.
template <int kBits, uint32_t kThreads, bool kTrace, class Digit>
static __global__ void __launch_bounds__(kThreads)
    upsweep_kernel(Pass pass, uint32_t tile_pairs, uint32_t* block_counts, Trace trace) {
    const bool in_scratch = pass.in_scratch();
    if (gate_closed(pass.gate)) return;
    const Pairs in = in_scratch ? pass.scratch : pass.caller;
    const DigitCounts<kBits, kThreads, kTrace, Digit> counts{in.keys,    in.count,          pass.runs.tiles,
                                                             tile_pairs, Digit{pass.digit}, trace};
    visitor_scan::reduce_runs<1u << kBits, kThreads>(pass.runs, block_counts, counts);
}

/// Top-level scan: one block makes the counts, bin-major, exclusive prefix sums in place. Then it checks
/// where the bins begin: when none begins within [1, n - 1] all keys are in one bin and the pass is left out.
static __global__ void __launch_bounds__(visitor_scan::kTableThreads)
    scan_kernel(uint32_t bins, Pass pass, uint32_t* table, uint32_t* in_use, uint32_t* next_side) {
    if (gate_closed(pass.gate)) return;
    visitor_scan::scan_table(table, bins * pass.runs.blocks);
    bool within = false;
    if (threadIdx.x < bins) {
        const uint32_t bin_begin = table[threadIdx.x * pass.runs.blocks];
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

/// Shared memory of the exchange.
template <uint32_t kTilePairs, uint32_t kBins, bool kTrace>
struct Exchange {
    uint32_t keys[kTilePairs], values[kTilePairs];
    uint32_t bin_begins[kTrace ? kBins : 1];
};

/// What the downsweep loads and stores: pairs of a tile, exchanged through shared memory, and out, threads on consecutive
/// pairs. The next upsweep reads the keys again and not the values: the values stream past the caches, and the next tile
/// is asked for early (985 to 949 us at 2^24 pairs, H200).
template <class Scan, uint32_t kThreads, uint32_t kThreadItems, bool kTrace, class Digit>
struct PairVisitor {
    static constexpr uint32_t kTilePairs = Scan::kTilePairs, kItems = kThreadItems;
    using Shared = Exchange<kTilePairs, Scan::kBins, kTrace>;

    Pairs in, out;
    Digit digit;
    Trace trace;
    Shared& shared;
    uint32_t start = 0, valid = 0;  // of the tile that was loaded
    uint32_t values[kItems] = {};

    __device__ bool has_values() const { return in.values != nullptr; }
    __device__ Digit bins() const { return digit; }

    /// Reads the pairs. Missing keys are the largest, so they get the last places of the last tile.
    __device__ void load(uint32_t tile, bool is_last, uint32_t (&keys)[kItems]) {
        start = tile * kTilePairs;
        valid = min(in.count - start, kTilePairs);
        Scan::load(in.keys + start, valid, Digit::greatest(), keys);
        if (has_values()) Scan::template load<true>(in.values + start, valid, 0, values);
        if (is_last) return;
        const uint32_t next_valid = min(in.count - start - kTilePairs, kTilePairs);
        prefetch_words(in.keys + start + kTilePairs, next_valid);
        if (has_values()) prefetch_words(in.values + start + kTilePairs, next_valid);
    }

    __device__ void on_bin(uint32_t bin, uint32_t begin) {
        if (kTrace) shared.bin_begins[bin] = begin;
    }

    /// Consumer of the packed words: writes them for a lesson.
    __device__ auto watcher() const {
        if constexpr (kTrace) {
            return [this](uint32_t subtile, const auto& own, const auto& before) {
                if (trace.own_counts == nullptr || Scan::first_of(subtile) >= valid) return;
                const uint32_t row = (start + Scan::first_of(subtile)) / Scan::kGroup * Scan::kWords;
                for (uint32_t w = 0; w < Scan::kWords; ++w) {
                    trace.own_counts[row + w] = own[w];
                    trace.counts_before[row + w] = before[w];
                }
            };
        } else {
            return NoWords();
        }
    }

    /// Exchanges the pairs, so that equal digits lie side by side, and scatters runs of equal digits. The next tile's
    /// barriers keep it from the shared pairs until all have read them.
    __device__ void store(const uint32_t (&keys)[kItems], const uint32_t (&places)[kItems],
                          const uint32_t* s_travel) {
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            shared.keys[places[i]] = keys[i];
            if (has_values()) shared.values[places[i]] = values[i];
        }
        if (kTrace && trace.ranks != nullptr) {
            for (uint32_t i = 0; i < kItems; ++i) {
                const uint32_t at = Scan::first_of(i / Scan::kGroup) + i % Scan::kGroup;
                if (at < valid) trace.ranks[start + at] = places[i] - shared.bin_begins[digit(keys[i])];
            }
        }
        __syncthreads();

#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            const uint32_t at = threadIdx.x + i * kThreads;
            if (at >= valid) break;
            const uint32_t key = shared.keys[at];
            const uint32_t to = s_travel[digit(key)] + at;
            out.keys[to] = key;
            if (has_values()) __stcs(out.values + to, shared.values[at]);
            if (kTrace && trace.exchanged_keys != nullptr) trace.exchanged_keys[start + at] = key;
        }
    }
};

/// Downsweep scan and scatter.
template <int kBits, uint32_t kThreads, uint32_t kItems, bool kTrace, Flags kFlags, class Digit>
static __global__ void __launch_bounds__(kThreads,
                                         kTrace ? 1 : resident_blocks<kBits, kThreads, kItems, kFlags>())
    downsweep_kernel(Pass pass, const uint32_t* offsets, Trace trace) {
    static_assert(!kTrace || kFlags == Flags::composite, "lessons show composite words");
    using Scan = BlockMultiScan<kBits, kThreads, kItems, kFlags, Digit>;
    using Visitor = PairVisitor<Scan, kThreads, kItems, kTrace, Digit>;
    const bool in_scratch = pass.in_scratch();
    if (gate_closed(pass.gate)) return;
    __shared__ typename Visitor::Shared s_exchange;
    Visitor visitor{in_scratch ? pass.scratch : pass.caller, in_scratch ? pass.caller : pass.scratch,
                    Digit{pass.digit}, trace, s_exchange};
    visitor_scan::scan_runs<Scan>(pass.runs, offsets, visitor);
}

}  // namespace sort::multiscan
