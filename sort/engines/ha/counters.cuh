// How a block of fourway, eightway and sixteenway counts its tile: the shape of the tile, and counters of all
// bins side by side in 64-bit words (the paper: an array a bin, algorithms 5 and 6). A thread counts its own
// pairs in one word, 64 / bins bits a bin; the block in 16-bit fields, four a word. kernels.cuh uses them.
//
// Example, four ways, a thread with the digits 1 3 3: its word is 0002 0000 0001 0000, one field for digit 1
// and two for digit 3. Sums of such words are sums of all fields at once, as long as no field overflows.
#pragma once
#include "sort/cuda/warp.cuh"

namespace sort::ha {

constexpr uint32_t kFieldBits = 16;   // of the block's packed words, one field a bin
constexpr uint32_t kFieldsAWord = 4;  // 64 bits
constexpr uint32_t kFieldMask = 0xffffu;
constexpr uint64_t kEveryField = 0x0001000100010001u;
static_assert(kFieldBits * kFieldsAWord == 64, "full words");

/// Shape of a pass: bits of the digit, threads of a block, and pairs per thread.
template <int kBitsAPass, uint32_t kThreadsABlock, uint32_t kPairsAThread>
struct Shape {
    static constexpr int kDigitBits = kBitsAPass;
    static constexpr uint32_t kBins = 1u << kDigitBits;
    static constexpr int kMaxPasses = (32 + kDigitBits - 1) / kDigitBits;
    static constexpr uint32_t kThreads = kThreadsABlock;
    static constexpr uint32_t kItems = kPairsAThread;
    static constexpr uint32_t kTilePairs = kThreads * kItems;
    static constexpr uint32_t kWarps = kThreads / 32;
    // Resident blocks that the compiler is to leave registers for; 0: as it likes. Six of 256 threads (40
    // registers) is what fourway was measured with.
    static constexpr uint32_t kCountBlocks = kBins == 4 && kItems == 8 ? 1536 / kThreads : 0;
    static constexpr uint32_t kWords = kBins / kFieldsAWord;  // of the block's counters
    static constexpr uint32_t kOwnBits = 64 / kBins;          // of a thread's own counters: all in one word
    static constexpr uint32_t kOwnMask = (1u << kOwnBits) - 1;
    static_assert(kTilePairs <= kFieldMask, "a field holds a whole tile");
    static_assert(kItems <= kOwnMask, "a thread's own counter holds all its pairs");
    static_assert(kThreads % 32 == 0 && kWarps <= 32,
                  "whole warps, and one warp scans what the warps counted");
    static_assert(kItems % 4 == 0 || kItems < 4, "16-byte loads, or few pairs");
    static_assert(kBins % kFieldsAWord == 0 && kThreads >= kBins && kBins <= 32, "a thread, a lane a bin");
    static_assert(kMaxPasses <= 32, "the last kernel looks at one pass a lane");
    static_assert(2 * sizeof(uint32_t) * kTilePairs <= 40 * 1024, "the tile fits static shared memory");
};

/// The reverse of load_items, to a tile that is aligned and whole: words past `valid` may be written too.
template <uint32_t kItems>
__device__ void store_items(uint32_t* tile, uint32_t valid, const uint32_t (&items)[kItems]) {
    const uint32_t first = threadIdx.x * kItems;
    if constexpr (kItems % 4 == 0) {
#pragma unroll
        for (uint32_t i = 0; i < kItems; i += 4) {
            const uint4 four = {items[i], items[i + 1], items[i + 2], items[i + 3]};
            if (first + i < valid) *reinterpret_cast<uint4*>(tile + first + i) = four;
        }
    } else {
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            if (first + i < valid) tile[first + i] = items[i];
        }
    }
}

/// Field `bin` of packed words. `bin` is known at run time only: the word is selected, never indexed, so that
/// the words stay in registers.
template <uint32_t kWords>
__device__ uint32_t field(const uint64_t (&words)[kWords], uint32_t bin) {
    if constexpr (kWords == 1) return static_cast<uint32_t>(words[0] >> (kFieldBits * bin)) & kFieldMask;
    uint64_t word = words[0];
#pragma unroll
    for (uint32_t w = 1; w < kWords; ++w) word = bin / kFieldsAWord == w ? words[w] : word;
    return static_cast<uint32_t>(word >> (kFieldBits * (bin % kFieldsAWord))) & kFieldMask;
}

/// A thread's own counters, spread over the wider fields of the block's words.
template <class S>
__device__ void widen(uint64_t own, uint64_t (&words)[S::kWords]) {
#pragma unroll
    for (uint32_t w = 0; w < S::kWords; ++w) {
        words[w] = 0;
#pragma unroll
        for (uint32_t f = 0; f < kFieldsAWord; ++f) {
            const uint64_t count = (own >> (S::kOwnBits * (kFieldsAWord * w + f))) & S::kOwnMask;
            words[w] |= count << (kFieldBits * f);
        }
    }
}

/// Algorithms 5 and 6 for all bins at once: what the threads before this one have counted, and all threads.
/// s_warps holds one row a word; all threads have read it when the next barrier of the caller is passed.
template <class S>
__device__ void block_sums(uint64_t own, uint64_t (&s_warps)[S::kWords][S::kWarps + 1],
                           uint64_t (&before)[S::kWords], uint64_t (&total)[S::kWords]) {
    const uint32_t lane = own_lane(), warp = own_warp();
    uint64_t counts[S::kWords];
    widen<S>(own, counts);
#pragma unroll
    for (uint32_t w = 0; w < S::kWords; ++w) {
        const uint64_t up_to_own = warp_sums(counts[w]);
        if (lane == 31) s_warps[w][warp] = up_to_own;
        before[w] = up_to_own - counts[w];
    }
    __syncthreads();
    if constexpr (S::kWords == 1) {
        total[0] = 0;
        for (uint32_t w = 0; w < S::kWarps; ++w) {
            if (w < warp) before[0] += s_warps[0][w];
            total[0] += s_warps[0][w];
        }
    } else {
        // More words: a warp sums a word over all warps, instead of every thread all words.
        for (uint32_t w = warp; w < S::kWords; w += S::kWarps) {
            const uint64_t counted = lane < S::kWarps ? s_warps[w][lane] : 0;
            const uint64_t up_to_own = warp_sums(counted);
            if (lane < S::kWarps) s_warps[w][lane] = up_to_own - counted;
            if (lane == S::kWarps - 1) s_warps[w][S::kWarps] = up_to_own;
        }
        __syncthreads();
#pragma unroll
        for (uint32_t w = 0; w < S::kWords; ++w) {
            before[w] += s_warps[w][warp];
            total[w] = s_warps[w][S::kWarps];
        }
    }
}

/// Computes where each bin begins in the shuffled tile, packed like the counts.
template <uint32_t kWords>
__device__ void bin_begins(const uint64_t (&total)[kWords], uint64_t (&begins)[kWords]) {
    uint64_t lower_words = 0;
#pragma unroll
    for (uint32_t w = 0; w < kWords; ++w) {
        begins[w] = (total[w] << kFieldBits) + (total[w] << (2 * kFieldBits)) +
                    (total[w] << (3 * kFieldBits)) + lower_words * kEveryField;
        lower_words = (begins[w] + total[w]) >> (3 * kFieldBits);
    }
}

/// The place of a thread's next pair of each bin.
template <class S>
struct Places {
    uint64_t next[S::kWords];
    uint64_t taken = 0;  // by this thread; with one word the fields of `next` move on instead

    __device__ uint32_t take(uint32_t digit) {
        const uint32_t place = field(next, digit);
        if constexpr (S::kWords == 1) {
            next[0] += uint64_t{1} << (kFieldBits * digit);
            return place;
        } else {
            const uint32_t own = static_cast<uint32_t>(taken >> (S::kOwnBits * digit)) & S::kOwnMask;
            taken += uint64_t{1} << (S::kOwnBits * digit);
            return place + own;
        }
    }
};

}  // namespace sort::ha
