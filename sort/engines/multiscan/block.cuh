// The local multi-scan of the engine multiscan (Merrill, Grimshaw 2011, 3.3.1 and figure 9): where every key
// of a tile goes when the tile is put into digit order, in three phases.
//
//   thread   counts its keys one after the other, in registers
//   warp     scans the threads' composite words by shuffles (the paper's Kogge-Stone phase)
//   block    one warp rakes over what the warps found, a lane a digit, and returns where each warp's keys of
//            each digit begin
//
// The paper's order is thread, raking, warp scan: it rakes in shared memory first so that one warp is left to
// scan. With shuffles each warp can scan at once, and a quarter of the shared memory does.
//
// Example, digits 1 2 0 3 | 0 1 1 0 of two warps of four lanes, a key each:
//   thread   words, counters of digits 3 2 1 0: 0010 0100 0001 1000 | 0001 0010 0010 0001
//   warp     keys of a lane's own digit in the lanes before: 0 0 0 0 | 0 0 1 1
//   block    totals 1 1 1 1 | 2 2 0 0; digits begin at 0 3 6 7; warps begin at 0 3 6 7 | 1 4 7 8
//   places   3 6 0 7 | 1 4 5 2
#pragma once
#include "sort/cuda/warp.cuh"
#include "sort/engines/multiscan/counters.cuh"
#include "sort/engines/multiscan/flags.cuh"
#include "sort/key_bits.h"

namespace sort::multiscan {

/// Consumer of a thread's packed words that ignores them.
struct NoWords {
    template <class Words>
    __device__ void operator()(uint32_t, const Words&, const Words&) const {}
};

template <int kBits, uint32_t kThreads, uint32_t kItems, Flags kFlags, class Digit>
struct BlockMultiScan {
    static constexpr uint32_t kBins = 1u << kBits;
    static constexpr uint32_t kTilePairs = kThreads * kItems;
    static constexpr uint32_t kGroup = kItems < kGroupKeys ? kItems : kGroupKeys;
    static constexpr uint32_t kSubtiles = kItems / kGroup;  // the paper's: each scanned on its own
    static constexpr uint32_t kSubtilePairs = kThreads * kGroup;
    static constexpr uint32_t kWarps = kThreads / 32;
    static constexpr uint32_t kRows = kSubtiles * kWarps;  // in the order of the pairs
    static constexpr bool kComposite = kFlags == Flags::composite;
    static constexpr uint32_t kWords = kComposite ? kCounterWords<kBits> : kBins;
    static_assert(kItems % kGroup == 0 && kThreads % 32 == 0, "whole groups, whole warps");
    static_assert(kItems <= 32, "a thread asks for one line of the next tile");
    static_assert(kBins <= 32, "one warp rakes, a lane a bin");

    struct __align__(16) Shared {
        uint32_t before_last[kRows][kWords];  // what the last lane of a warp found before it,
        uint32_t last[kRows][kWords];         // and its own part
        uint32_t begins[kRows][kBins];
        uint32_t digit_shift, digit_mask;
    };

    /// Returns the first of the pairs of thread threadIdx.x in a subtile, counted from the tile's begin.
    __device__ static uint32_t first_of(uint32_t subtile) {
        return subtile * kSubtilePairs + threadIdx.x * kGroup;
    }

    /// Reads a thread's words of a tile that has `valid` of them, the others as `fill`. kOnce: nobody reads
    /// these words again soon, the caches need not keep them.
    template <bool kOnce = false>
    __device__ static void load(const uint32_t* tile, uint32_t valid, uint32_t fill,
                                uint32_t (&items)[kItems]) {
        if constexpr (kGroup % 4 == 0) {
            if (valid == kTilePairs && reinterpret_cast<uintptr_t>(tile) % sizeof(uint4) == 0) {
#pragma unroll
                for (uint32_t i = 0; i < kItems; i += 4) {
                    const uint4* from =
                        reinterpret_cast<const uint4*>(tile + first_of(i / kGroup) + i % kGroup);
                    const uint4 four = kOnce ? __ldcs(from) : *from;
                    items[i] = four.x, items[i + 1] = four.y, items[i + 2] = four.z, items[i + 3] = four.w;
                }
                return;
            }
        }
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            const uint32_t at = first_of(i / kGroup) + i % kGroup;
            items[i] = at < valid ? tile[at] : fill;
        }
    }

    /// places[i]: where keys[i] goes in the tile when it is in digit order, equal digits in the order of the
    /// pairs. on_bin(bin, begin, total) is called by one thread a bin, threadIdx.x == bin, between the two
    /// barriers; on_words(subtile, own, before) by every thread, with its packed counts of a subtile and those
    /// of the lanes before it. All threads call.
    template <class OnBin, class OnWords = NoWords>
    __device__ static void find_places(const uint32_t (&keys)[kItems], Digit digit, Shared& shared,
                                       uint32_t (&places)[kItems], OnBin on_bin, OnWords on_words = {}) {
        // Thread: count the keys of each group; warp: scan the counts.
        uint32_t before[kSubtiles][kWords];
        uint32_t thread_ranks[kSubtiles];  // 4 bits a key: few registers stay in use over the barriers
#pragma unroll
        for (uint32_t s = 0; s < kSubtiles; ++s) {
            uint32_t own[kWords];
            if constexpr (kComposite) {
                GroupCounters<kBits> group;
                thread_ranks[s] = 0;
#pragma unroll
                for (uint32_t i = 0; i < kGroup; ++i) {
                    thread_ranks[s] |= group.take(digit(keys[s * kGroup + i])) << (4 * i);
                }
                group.widen(own);
#pragma unroll
                for (uint32_t w = 0; w < kWords; ++w) before[s][w] = warp_sums(own[w]) - own[w];
            } else {
                uint32_t digits[kGroup];
#pragma unroll
                for (uint32_t i = 0; i < kGroup; ++i) digits[i] = digit(keys[s * kGroup + i]);
                thread_ranks[s] = count_apart<kFlags>(digits, own, before[s]);
            }
            on_words(s, own, before[s]);
            if (own_lane() == 31) {
                const uint32_t row = s * kWarps + own_warp();
                store(before[s], shared.before_last[row]);
                store(own, shared.last[row]);
            }
        }
        __syncthreads();

        // Block: the first warp rakes over the rows, and scans the totals to find where the bins begin.
        if (threadIdx.x == 0) shared.digit_shift = digit.shift, shared.digit_mask = digit.mask;
        if (threadIdx.x < 32) rake(shared, on_bin);
        __syncthreads();

        // Read the digits again, from the keys: told so by memory, the compiler does not keep all of them in
        // registers over the barriers.
        const Digit again{KeyBits{shared.digit_shift, shared.digit_mask}};
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            const uint32_t row = i / kGroup * kWarps + own_warp();
            const uint32_t own = again(keys[i]);
            const uint32_t thread_rank = (thread_ranks[i / kGroup] >> (4 * (i % kGroup))) & 15;
            uint32_t lanes_before;
            if constexpr (kComposite) {
                lanes_before = counter<kBits>(before[i / kGroup], own);
            } else {
                lanes_before = word_of_digit(before[i / kGroup], own);
            }
            places[i] = thread_rank + lanes_before + shared.begins[row][own];
        }
    }

private:
    __device__ static void store(const uint32_t (&words)[kWords], uint32_t* to) {
        if constexpr (kWords % 4 == 0) {
#pragma unroll
            for (uint32_t w = 0; w < kWords; w += 4) {
                *reinterpret_cast<uint4*>(to + w) = {words[w], words[w + 1], words[w + 2], words[w + 3]};
            }
        } else {
#pragma unroll
            for (uint32_t w = 0; w < kWords; ++w) to[w] = words[w];
        }
    }

    /// Returns how many keys of a warp and subtile have the digit `bin`: of composite words byte b is the counter of
    /// bin b.
    __device__ static uint32_t count_of(const Shared& shared, uint32_t row, uint32_t bin) {
        if constexpr (!kComposite) return shared.before_last[row][bin] + shared.last[row][bin];
        return reinterpret_cast<const uint8_t*>(shared.before_last[row])[bin] +
               reinterpret_cast<const uint8_t*>(shared.last[row])[bin];
    }

    template <class OnBin>
    __device__ static void rake(Shared& shared, OnBin on_bin) {
        const uint32_t bin = threadIdx.x;
        const uint32_t own = bin < kBins ? bin : 0;
        uint32_t total = 0;
#pragma unroll
        for (uint32_t row = 0; row < kRows; ++row) total += count_of(shared, row, own);
        if (bin >= kBins) total = 0;
        const uint32_t begin = warp_sums(total) - total;
        if (bin >= kBins) return;
        uint32_t next = begin;
#pragma unroll
        for (uint32_t row = 0; row < kRows; ++row) {  // reads again: registers are dearer here
            shared.begins[row][bin] = next;
            next += count_of(shared, row, bin);
        }
        on_bin(bin, begin, total);
    }
};

}  // namespace sort::multiscan
