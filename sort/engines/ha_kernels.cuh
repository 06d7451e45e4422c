// The kernels of fourway, eightway and sixteenway: L. Ha, J. Krueger, C. T. Silva, "Fast 4-way parallel radix
// sorting on GPUs", Computer Graphics Forum 2009, section 4 and algorithms 2, 4, 5 and 6, as one template
// over the ways (2, 3 or 4 bits a pass) and the tile; the paper has such a template too (section 5). What a
// pass does, stage by stage, stands in fourway.cu; ha.cuh queues the kernels.
#pragma once
#include "sort/cuda/warp.cuh"
#include "sort/digits.h"
#include "sort/sorter.h"

namespace sort::ha {

constexpr uint32_t kFieldBits = 16;   // of the block's packed words, one field a bin
constexpr uint32_t kFieldsAWord = 4;  // 64 bits
constexpr uint32_t kFieldMask = 0xffffu;
constexpr uint64_t kEveryField = 0x0001000100010001u;
constexpr uint32_t kScanItems = 16;  // bins a thread and round
static_assert(kFieldBits * kFieldsAWord == 64 && kScanItems % 4 == 0, "full words, 16-byte loads");

/// How many bits a pass sorts by, and how a block cuts its tile.
template <int kBitsAPass, uint32_t kThreadsABlock, uint32_t kPairsAThread>
struct Shape {
    static constexpr int kDigitBits = kBitsAPass;
    static constexpr uint32_t kBins = 1u << kDigitBits;
    static constexpr int kMaxPasses = (32 + kDigitBits - 1) / kDigitBits;
    static constexpr uint32_t kThreads = kThreadsABlock;
    static constexpr uint32_t kItems = kPairsAThread;
    static constexpr uint32_t kTilePairs = kThreads * kItems;
    static constexpr uint32_t kWarps = kThreads / 32;
    static constexpr uint32_t kWords = kBins / kFieldsAWord;  // of the block's counters
    static constexpr uint32_t kOwnBits = 64 / kBins;          // of a thread's own counters: all in one word
    static constexpr uint32_t kOwnMask = (1u << kOwnBits) - 1;
    static_assert(kTilePairs <= kFieldMask, "a field holds a whole tile");
    static_assert(kItems <= kOwnMask, "a thread's own counter holds all its pairs");
    static_assert(kThreads % 32 == 0 && kWarps <= 32,
                  "whole warps, and one warp scans what the warps counted");
    static_assert(kItems % 4 == 0 || kItems == 1, "16-byte loads, or lessons");
    static_assert(kBins % kFieldsAWord == 0 && kThreads >= kBins && kBins <= 32, "a thread, a lane a bin");
    static_assert(kMaxPasses <= 32, "the last kernel looks at one pass a lane");
    static_assert(2 * sizeof(uint32_t) * kTilePairs <= 40 * 1024, "the tile fits static shared memory");
};

/// A thread's consecutive words of a tile, those past `valid` as 0.
template <uint32_t kItems>
__device__ void load_items(const uint32_t* tile, uint32_t valid, uint32_t (&items)[kItems]) {
    const uint32_t first = threadIdx.x * kItems;
    if constexpr (kItems % 4 == 0) {
        if (reinterpret_cast<uintptr_t>(tile) % sizeof(uint4) == 0 && first + kItems <= valid) {
#pragma unroll
            for (uint32_t i = 0; i < kItems; i += 4) {
                const uint4 four = *reinterpret_cast<const uint4*>(tile + first + i);
                items[i] = four.x, items[i + 1] = four.y, items[i + 2] = four.z, items[i + 3] = four.w;
            }
            return;
        }
    }
#pragma unroll
    for (uint32_t i = 0; i < kItems; ++i) items[i] = first + i < valid ? tile[first + i] : 0;
}

/// The other way, to a tile that is aligned and whole: words past `valid` may be written too.
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
    const uint32_t lane = threadIdx.x % 32, own_warp = threadIdx.x / 32;
    uint64_t counts[S::kWords];
    widen<S>(own, counts);
#pragma unroll
    for (uint32_t w = 0; w < S::kWords; ++w) {
        const uint64_t up_to_own = warp_sums(counts[w]);
        if (lane == 31) s_warps[w][own_warp] = up_to_own;
        before[w] = up_to_own - counts[w];
    }
    __syncthreads();
    if constexpr (S::kWords == 1) {
        total[0] = 0;
        for (uint32_t warp = 0; warp < S::kWarps; ++warp) {
            if (warp < own_warp) before[0] += s_warps[0][warp];
            total[0] += s_warps[0][warp];
        }
    } else {
        // More words: a warp sums a word over all warps, instead of every thread all words.
        for (uint32_t w = own_warp; w < S::kWords; w += S::kWarps) {
            const uint64_t counted = lane < S::kWarps ? s_warps[w][lane] : 0;
            const uint64_t up_to_own = warp_sums(counted);
            if (lane < S::kWarps) s_warps[w][lane] = up_to_own - counted;
            if (lane == S::kWarps - 1) s_warps[w][S::kWarps] = up_to_own;
        }
        __syncthreads();
#pragma unroll
        for (uint32_t w = 0; w < S::kWords; ++w) {
            before[w] += s_warps[w][own_warp];
            total[w] = s_warps[w][S::kWarps];
        }
    }
}

/// Where each bin begins in the shuffled tile.
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

/// Makes histograms, `length` bins in all, offsets: exclusive prefix sums in place, by one block, with the
/// sum of all behind them. Read past L1: other blocks wrote them during this very kernel.
template <uint32_t kThreads>
__device__ void scan_histograms(uint32_t* bins, uint32_t length) {
    constexpr uint32_t kWarps = kThreads / 32;
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

/// Algorithm 2: prefix sum over all bins with in-block shuffle. Without the shuffle it reads the keys alone
/// and writes their ranks, for the map to use. The tracing twin also writes digits and ranks (figure 2b)
/// where there is room for them, and leaves the scan to its own kernel.
template <class S, bool kShuffle, bool kTrace>
static __global__ void __launch_bounds__(S::kThreads)
    count_kernel(Pairs in, Pairs out, KeyBits digit, uint32_t tiles, const uint32_t* gate,
                 uint32_t* histograms, uint32_t* ticket, uint32_t* ranks, uint32_t* digits) {
    if (gate_closed(gate)) return;
    constexpr uint32_t kShared = kShuffle ? S::kTilePairs : 1;
    __shared__ uint32_t s_keys[kShared], s_values[kShared];
    __shared__ uint64_t s_warps[S::kWords][S::kWarps + 1];
    const bool has_values = kShuffle && in.values != nullptr;

    for (uint32_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        // Read consecutive pairs, a thread's share side by side: the order in the tile is thread order.
        const uint32_t start = tile * S::kTilePairs;
        const uint32_t valid = min(in.count - start, S::kTilePairs);
        const uint32_t first = threadIdx.x * S::kItems;
        uint32_t keys[S::kItems], values[S::kItems];
        load_items(in.keys + start, valid, keys);
        if (has_values) load_items(in.values + start, valid, values);

        // Count all digits in one word and scan the words over the block.
        uint64_t own = 0;
#pragma unroll
        for (uint32_t i = 0; i < S::kItems; ++i) {
            if (first + i < valid) own += uint64_t{1} << (S::kOwnBits * digit(keys[i]));
        }
        uint64_t total[S::kWords];
        Places<S> places;
        block_sums<S>(own, s_warps, places.next, total);

        if constexpr (kShuffle) {
            // Shuffle the tile by digit.
            uint64_t begins[S::kWords];
            bin_begins(total, begins);
#pragma unroll
            for (uint32_t w = 0; w < S::kWords; ++w) places.next[w] += begins[w];
#pragma unroll
            for (uint32_t i = 0; i < S::kItems; ++i) {
                if (first + i >= valid) continue;
                const uint32_t own_digit = digit(keys[i]);
                const uint32_t to = places.take(own_digit);
                s_keys[to] = keys[i];
                if (has_values) s_values[to] = values[i];
                if (kTrace && digits != nullptr) {
                    digits[start + first + i] = own_digit;
                    ranks[start + first + i] = to - field(begins, own_digit);
                }
            }
            __syncthreads();
            for (uint32_t i = threadIdx.x; i < valid; i += S::kThreads) {
                out.keys[start + i] = s_keys[i];
                if (has_values) out.values[start + i] = s_values[i];
            }
        } else {
            // Where it will stand among the pairs of the tile with the same digit.
            uint32_t own_ranks[S::kItems];
#pragma unroll
            for (uint32_t i = 0; i < S::kItems; ++i) {
                const uint32_t own_digit = digit(keys[i]);
                own_ranks[i] = first + i < valid ? places.take(own_digit) : 0;
                if (kTrace && digits != nullptr && first + i < valid) digits[start + first + i] = own_digit;
            }
            store_items(ranks + start, valid, own_ranks);
        }
        if (threadIdx.x < S::kBins) histograms[threadIdx.x * tiles + tile] = field(total, threadIdx.x);
        __syncthreads();  // all have read the shared words before those of the next tile are written
    }
    if (!kTrace && last_block(ticket)) scan_histograms<S::kThreads>(histograms, S::kBins * tiles);
}

template <class S>
static __global__ void __launch_bounds__(S::kThreads)
    scan_kernel(uint32_t tiles, const uint32_t* gate, uint32_t* histograms) {
    if (gate_closed(gate)) return;
    scan_histograms<S::kThreads>(histograms, S::kBins * tiles);
}

/// Algorithm 4 and equation (1): a pair goes to the offset of its bin + its rank in the bin. In a shuffled
/// tile that is a fixed way for all pairs of a bin, from where they lie. How many a tile's bin holds follows
/// from the next offset in bin-major order.
template <class S, bool kShuffle>
static __global__ void __launch_bounds__(S::kThreads)
    map_kernel(Pairs in, Pairs out, KeyBits digit, uint32_t tiles, const uint32_t* gate,
               const uint32_t* offsets, const uint32_t* ranks) {
    if (gate_closed(gate)) return;
    const bool has_values = in.values != nullptr;
    const uint32_t lane = threadIdx.x % 32;
    for (uint32_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        // Lane b of every warp holds what to add for the pairs of bin b: no barrier, no shared memory.
        uint32_t offset = 0, way = 0;
        if (lane < S::kBins) offset = offsets[lane * tiles + tile];
        if constexpr (kShuffle) {
            uint32_t held = 0;
            if (lane < S::kBins) held = offsets[lane * tiles + tile + 1] - offset;
            uint32_t up_to_own = held;
#pragma unroll
            for (uint32_t step = 1; step < S::kBins; step *= 2) {
                const uint32_t lower = __shfl_up_sync(kAllLanes, up_to_own, step);
                if (lane >= step) up_to_own += lower;
            }
            way = offset - (up_to_own - held);
        } else {
            way = offset;
        }

        // Read all, then write all, so that the loads are in flight together.
        const uint32_t start = tile * S::kTilePairs;
        const uint32_t valid = min(in.count - start, S::kTilePairs);
        uint32_t keys[S::kItems], values[S::kItems], own_ranks[S::kItems];
#pragma unroll
        for (uint32_t i = 0; i < S::kItems; ++i) {
            const uint32_t from = threadIdx.x + i * S::kThreads;
            keys[i] = from < valid ? in.keys[start + from] : 0;
            if (from < valid && has_values) values[i] = in.values[start + from];
            if (!kShuffle && from < valid) own_ranks[i] = ranks[start + from];
        }
#pragma unroll
        for (uint32_t i = 0; i < S::kItems; ++i) {
            const uint32_t from = threadIdx.x + i * S::kThreads;
            uint32_t to = __shfl_sync(kAllLanes, way, static_cast<int>(digit(keys[i])));
            if (from >= valid) continue;
            to += kShuffle ? from : own_ranks[i];
            out.keys[to] = keys[i];
            if (has_values) out.values[to] = values[i];
        }
    }
}

/// Ends the sort: writes the report and clears the words for the next one; *odd tells whether an odd number
/// of passes ran. One warp, a pass a lane.
static __global__ void finish_kernel(uint32_t* out_of_order, int passes, bool checked, uint32_t path,
                                     uint32_t* odd, Report* report) {
    const int lane = static_cast<int>(threadIdx.x);
    const bool run = lane < passes && (!checked || out_of_order[lane] != 0);
    const uint32_t passes_run = __popc(__ballot_sync(kAllLanes, run));
    if (checked && lane < passes) out_of_order[lane] = 0;
    if (lane == 0) *odd = passes_run % 2;
    if (lane == 0 && report != nullptr) {
        *report = {passes_run, static_cast<uint32_t>(passes) - passes_run, path, 0, 0};
    }
}

/// Without the in-block shuffle an odd number of passes leaves the pairs in the other buffer.
static __global__ void copy_back_kernel(Pairs from, Pairs to, const uint32_t* gate) {
    if (gate_closed(gate)) return;
    const size_t step = size_t{gridDim.x} * blockDim.x;
    for (size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < from.count; i += step) {
        to.keys[i] = from.keys[i];
        if (from.values != nullptr) to.values[i] = from.values[i];
    }
}

}  // namespace sort::ha
