// The second kernel of reghist: scan and scatter (Polok, Ila, Smrz 2014, section 4.3). Each block adds up
// what its segment needs of the table of histograms, then takes the segment tile by tile, carrying every
// bin's next offset: ranks by a prefix sum over composite counters, exchange in shared memory, coalesced
// writes.
//
// Composite counters (Merrill and Grimshaw 2010): a thread's counts of the 16 bins are 4-bit fields of 64
// bits while it goes through its own keys, and 8-bit fields of four words while the warp scans them, all by
// shuffles. A warp has up to 256 keys a tile, so that the counts of all lanes before the last fit 8 bits.
#pragma once
#include "sort/base/digits.h"
#include "sort/cuda/tile.cuh"
#include "sort/cuda/warp.cuh"
#include "sort/engines/reghist/shapes.h"
#include "sort/stage.h"

namespace sort::reghist {

constexpr uint32_t kFieldWords = kBins / 4;
constexpr uint32_t kLowNibbles = 0x0f0f0f0fu;

/// Trace for lessons. ranks: among the equal digits of the tile; exchanged: the keys of the tiles as they lie
/// in shared memory; places: where the pairs go.
struct Trace {
    uint32_t *offsets = nullptr, *digits = nullptr, *ranks = nullptr, *exchanged = nullptr, *places = nullptr;
};

/// A count for each bin in 8-bit fields, in the order of the bins.
struct Fields {
    uint32_t words[kFieldWords];

    __device__ uint32_t bin(uint32_t b) const {
        const uint32_t low = __byte_perm(words[0], words[1], b & 7);
        const uint32_t high = __byte_perm(words[2], words[3], b & 7);
        return (b < 8 ? low : high) & 0xffu;
    }
};

/// Words of the even and odd bins, as nibbles come apart, to words in the order of the bins.
__device__ inline Fields in_bin_order(const uint32_t (&words)[kFieldWords]) {
    return {__byte_perm(words[0], words[1], 0x5140), __byte_perm(words[0], words[1], 0x7362),
            __byte_perm(words[2], words[3], 0x5140), __byte_perm(words[2], words[3], 0x7362)};
}

/// Sums over the lanes below with 16 lanes in a row, one a bin.
__device__ inline uint32_t bins_before(uint32_t count) {
    uint32_t sum = count;
#pragma unroll
    for (uint32_t step = 1; step < kBins; step *= 2) {
        const uint32_t lower = __shfl_up_sync(kAllLanes, sum, step, kBins);
        if (threadIdx.x % kBins >= step) sum += lower;
    }
    return sum - count;
}

/// Scans the table, as much of it as this block needs: lane b of every warp gets the offset of the segment's
/// first key of bin b % 16.
template <uint32_t kThreads>
__device__ uint32_t segment_offset(const uint32_t* segment_histograms, uint32_t segments, uint32_t segment) {
    __shared__ uint32_t s_all[kBins], s_before[kBins];
    const uint32_t lane = own_lane();
    for (uint32_t bin = own_warp(); bin < kBins; bin += kThreads / 32) {
        const uint32_t* const row = segment_histograms + bin * segments;
        uint32_t all = 0, before = 0;
#pragma unroll 4
        for (uint32_t s = lane; s < segments; s += 32) {
            const uint32_t count = row[s];
            all += count;
            before += s < segment ? count : 0;
        }
        all = warp_sums(all);
        before = warp_sums(before);
        if (lane == 31) s_all[bin] = all, s_before[bin] = before;
    }
    __syncthreads();
    return bins_before(s_all[lane % kBins]) + s_before[lane % kBins];
}

/// Counts of the lanes before, of this warp's share of a tile. own_ranks: 4 bits a key, its rank among the
/// equal digits of its thread. warp_count: of bin lane % 16, over the whole warp.
template <uint32_t kItems>
__device__ Fields scan_counts(const uint32_t (&keys)[kItems], uint32_t valid_items, KeyBits digit,
                              uint32_t& own_ranks, uint32_t& warp_count) {
    uint64_t nibbles = 0;
    own_ranks = 0;
#pragma unroll
    for (uint32_t i = 0; i < kItems; ++i) {
        const uint32_t field = 4 * digit(keys[i]);
        own_ranks |= (static_cast<uint32_t>(nibbles >> field) & 15u) << (4 * i);
        if (i < valid_items) nibbles += uint64_t{1} << field;
    }
    const uint32_t low = static_cast<uint32_t>(nibbles), high = static_cast<uint32_t>(nibbles >> 32);
    const uint32_t own[kFieldWords] = {low & kLowNibbles, low >> 4 & kLowNibbles, high & kLowNibbles,
                                       high >> 4 & kLowNibbles};

    // Scan what the lane below has, so that no field ever holds the last lane's own keys.
    const uint32_t lane = own_lane();
    uint32_t before[kFieldWords];
#pragma unroll
    for (uint32_t w = 0; w < kFieldWords; ++w) {
        const uint32_t lower = __shfl_up_sync(kAllLanes, own[w], 1);
        before[w] = warp_sums(lane > 0 ? lower : 0u);
    }
    uint32_t last_before[kFieldWords], last_own[kFieldWords];
#pragma unroll
    for (uint32_t w = 0; w < kFieldWords; ++w) {
        last_before[w] = __shfl_sync(kAllLanes, before[w], 31);
        last_own[w] = __shfl_sync(kAllLanes, own[w], 31);
    }
    warp_count = in_bin_order(last_before).bin(lane % kBins) + in_bin_order(last_own).bin(lane % kBins);
    return in_bin_order(before);
}

/// Scatters the pairs, one block per segment.
template <uint32_t kThreads, uint32_t kItems, bool kTrace>
static __global__ void __launch_bounds__(kThreads)
    scatter_kernel(Pairs in, Pairs out, KeyBits digit, uint32_t tiles, const uint32_t* gate,
                   const uint32_t* segment_histograms, Trace trace) {
    if (gate_closed(gate)) return;
    constexpr uint32_t kWarps = kThreads / 32;
    constexpr uint32_t kTilePairs = kThreads * kItems;
    static_assert(31 * kItems < 256, "8-bit fields hold what the lanes before have");
    static_assert(kItems <= 8, "own ranks fill a word");
    __shared__ uint32_t s_keys[kTilePairs], s_values[kTilePairs];
    __shared__ uint32_t s_counts[kWarps * kBins];
    const bool has_values = in.values != nullptr;
    const bool aligned_keys = is_aligned(in.keys);
    const bool aligned_values = is_aligned(in.values);
    const uint32_t lane = own_lane(), warp = own_warp(), bin = lane % kBins;
    const uint32_t first = threadIdx.x * kItems;
    const bool traced = kTrace && trace.digits != nullptr;

    // Lane b keeps what concerns bin b % 16: the offset of the bin's next key.
    const uint32_t segment = blockIdx.x, segments = gridDim.x;
    uint32_t next = segment_offset<kThreads>(segment_histograms, segments, segment);
    if (traced && threadIdx.x < kBins) trace.offsets[bin * segments + segment] = next;

    const uint32_t end = first_tile(tiles, segments, segment + 1);
    for (uint32_t tile = first_tile(tiles, segments, segment); tile < end; ++tile) {
        const uint32_t start = tile * kTilePairs;
        const uint32_t valid = min(in.count - start, kTilePairs);
        uint32_t keys[kItems], values[kItems];
        load_items(in.keys + start, valid, aligned_keys, keys);
        if (has_values) load_items(in.values + start, valid, aligned_values, values);

        // Count in each warp, then add up the warps; every warp does it for itself.
        uint32_t own_ranks, warp_count;
        const uint32_t valid_items = first < valid ? min(valid - first, kItems) : 0;
        const Fields lanes_before = scan_counts(keys, valid_items, digit, own_ranks, warp_count);
        if (lane < kBins) s_counts[warp * kBins + bin] = warp_count;
        __syncthreads();
        uint32_t warps_before = 0, all = 0;
#pragma unroll
        for (uint32_t w = 0; w < kWarps; ++w) {
            const uint32_t count = s_counts[w * kBins + bin];
            if (w < warp) warps_before += count;
            all += count;
        }
        const uint32_t bin_begin = bins_before(all);
        const uint32_t travel = next - bin_begin;  // from the place in the tile, modulo 2^32
        next += all;

        // Exchange: the tile in order of its digit.
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            const uint32_t d = digit(keys[i]);
            const uint32_t place = __shfl_sync(kAllLanes, bin_begin + warps_before, d) + lanes_before.bin(d) +
                                   (own_ranks >> (4 * i) & 15u);
            if (i < valid_items) {
                s_keys[place] = keys[i];
                if (has_values) s_values[place] = values[i];
            }
            if (traced) {
                const uint32_t rank = place - __shfl_sync(kAllLanes, bin_begin, d);
                const uint32_t to = __shfl_sync(kAllLanes, travel, d) + place;
                if (i >= valid_items) continue;
                trace.digits[start + first + i] = d;
                trace.ranks[start + first + i] = rank;
                trace.places[start + first + i] = to;
            }
        }
        __syncthreads();

        // Write the runs of equal digits, threads on consecutive pairs.
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            const uint32_t from = threadIdx.x + i * kThreads;
            const uint32_t key = s_keys[from];
            const uint32_t to = __shfl_sync(kAllLanes, travel, digit(key)) + from;
            if (from >= valid) continue;
            out.keys[to] = key;
            if (has_values) out.values[to] = s_values[from];
            if (traced) trace.exchanged[start + from] = key;
        }
        // The next tile is exchanged after the barrier behind its counts, when all have read this one.
    }
}

}  // namespace sort::reghist
