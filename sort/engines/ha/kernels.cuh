// The kernels of fourway, eightway and sixteenway: L. Ha, J. Krueger, C. T. Silva, "Fast 4-way parallel radix
// sorting on GPUs", Computer Graphics Forum 2009, section 4 and algorithms 2, 4, 5 and 6, as one template
// over the ways (2, 3 or 4 bits a pass) and the tile; the paper has such a template too (section 5). What a
// pass does, stage by stage, stands in fourway.cu; ha.cuh queues the kernels.
#pragma once
#include "sort/base/digits.h"
#include "sort/cuda/live_count.cuh"
#include "sort/cuda/publish.cuh"
#include "sort/cuda/tile.cuh"
#include "sort/engines/ha/counters.cuh"
#include "sort/sorter.h"

namespace sort::ha {

constexpr uint32_t kScanGroups = 4;  // of four bins, a thread and round

/// Sets how many pairs and tiles there are by a live count.
template <class S>
__device__ void read_live_count(const uint32_t* live, uint32_t& count, uint32_t& tiles) {
    count = live_pairs<true>(count, live);
    tiles = count / S::kTilePairs + (count % S::kTilePairs != 0 ? 1 : 0);
}

/// Makes histograms, `length` bins in all, offsets: exclusive prefix sums in place, by one block, with the
/// sum of all behind them. Read past L1: other blocks wrote them during this very kernel. A lane's groups of
/// four bins lie a whole warp apart, so that warps read and write full lines.
template <uint32_t kThreads>
__device__ void scan_histograms(uint32_t* bins, uint32_t length) {
    constexpr uint32_t kWarps = kThreads / 32, kGroupStep = 32 * 4;
    constexpr uint32_t kWarpBins = kScanGroups * kGroupStep;
    __shared__ uint32_t s_warp_sums[kWarps];
    const uint32_t lane = own_lane(), warp = own_warp();
    uint32_t carry = 0;
    for (uint32_t round = 0; round < length; round += kWarps * kWarpBins) {
        const uint32_t first = round + warp * kWarpBins + 4 * lane;
        uint4 groups[kScanGroups];
#pragma unroll
        for (uint32_t g = 0; g < kScanGroups; ++g) {
            const uint32_t at = first + g * kGroupStep;
            groups[g] = {0, 0, 0, 0};
            if (at < length) groups[g] = __ldcg(reinterpret_cast<const uint4*>(bins + at));
        }

        // Sum of all before each group: in this warp (kept in w, which is not needed any more), then in the
        // warps before.
        // lesson: fourway/scan, eightway/scan, sixteenway/scan
        uint32_t warp_sum = 0;
#pragma unroll
        for (uint32_t g = 0; g < kScanGroups; ++g) {
            const uint32_t own = groups[g].x + groups[g].y + groups[g].z + groups[g].w;
            const uint32_t up_to_own = warp_sums(own);
            groups[g].w = warp_sum + up_to_own - own;
            warp_sum += __shfl_sync(kAllLanes, up_to_own, 31);
        }
        if (lane == 31) s_warp_sums[warp] = warp_sum;
        // lesson end
        __syncthreads();
        uint32_t warps_before = carry;
#pragma unroll 2
        for (uint32_t w = 0; w < kWarps; ++w) {
            if (w < warp) warps_before += s_warp_sums[w];
            carry += s_warp_sums[w];
        }

#pragma unroll
        for (uint32_t g = 0; g < kScanGroups; ++g) {
            const uint32_t at = first + g * kGroupStep;
            uint4 offsets;
            offsets.x = warps_before + groups[g].w;
            offsets.y = offsets.x + groups[g].x;
            offsets.z = offsets.y + groups[g].y;
            offsets.w = offsets.z + groups[g].z;
            if (at < length) *reinterpret_cast<uint4*>(bins + at) = offsets;
        }
        __syncthreads();  // all have read s_warp_sums before the next round writes it
    }
    if (threadIdx.x == 0) bins[length] = carry;
}

/// Arrays that the tracing twin of `count` writes beside ranks; null where there is no room. Packed counters
/// are a row per thread that has pairs, in the order of the pairs; the lowest field is digit 0.
struct CountTrace {
    uint32_t* digits = nullptr;
    uint64_t* own = nullptr;     // a word per thread: its pairs, 64 / bins bits a digit
    uint64_t* before = nullptr;  // kWords words per thread: the pairs of the threads before it in the tile
};

/// Algorithm 2: prefix sum over all bins with in-block shuffle. Without the shuffle it reads the keys alone
/// and writes their ranks, for the map to use. The tracing twin also writes digits and ranks (figure 2b) and
/// packed counters where there is room for them, and leaves the scan to its own kernel.
template <class S, bool kShuffle, bool kTrace, bool kLive>
static __global__ void __launch_bounds__(S::kThreads,
                                         bound_blocks(S::kThreads, kShuffle && !kTrace ? S::kCountBlocks : 0))
    count_kernel(Pairs in, Pairs out, KeyBits digit, uint32_t tiles, const uint32_t* live_count,
                 const uint32_t* gate, uint32_t* histograms, uint32_t* ticket, uint32_t* ranks,
                 CountTrace trace) {
    if (gate_closed(gate)) return;
    if constexpr (kLive) read_live_count<S>(live_count, in.count, tiles);
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
        load_items(in.keys + start, valid, is_aligned(in.keys + start), keys);
        if (has_values) load_items(in.values + start, valid, is_aligned(in.values + start), values);

        // lesson: fourway/count, eightway/count, sixteenway/count
        // Count all digits in one word and scan the words over the block.
        uint64_t own = 0;
#pragma unroll
        for (uint32_t i = 0; i < S::kItems; ++i) {
            if (first + i < valid) own += uint64_t{1} << (S::kOwnBits * digit(keys[i]));
        }
        uint64_t total[S::kWords];
        Places<S> places;
        block_sums<S>(own, s_warps, places.next, total);
        // lesson end
        if (kTrace && trace.own != nullptr && first < valid) {
            const uint32_t row = tile * S::kThreads + threadIdx.x;
            trace.own[row] = own;
#pragma unroll
            for (uint32_t w = 0; w < S::kWords; ++w) trace.before[row * S::kWords + w] = places.next[w];
        }

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
                if (kTrace && trace.digits != nullptr) {
                    trace.digits[start + first + i] = own_digit;
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
                if (kTrace && trace.digits != nullptr && first + i < valid) {
                    trace.digits[start + first + i] = own_digit;
                }
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

/// In the place of algorithm 4, and equation (1): a pair goes to the offset of its bin + its rank in the bin. In a shuffled
/// tile that is a fixed distance for all pairs of a bin, from where they lie. How many a tile's bin holds follows
/// from the next offset in bin-major order.
template <class S, bool kShuffle, bool kLive>
static __global__ void __launch_bounds__(S::kThreads)
    map_kernel(Pairs in, Pairs out, KeyBits digit, uint32_t tiles, const uint32_t* live_count,
               const uint32_t* gate, const uint32_t* offsets, const uint32_t* ranks) {
    if (gate_closed(gate)) return;
    if constexpr (kLive) read_live_count<S>(live_count, in.count, tiles);
    const bool has_values = in.values != nullptr;
    const uint32_t lane = own_lane();
    for (uint32_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        // Lane b of every warp holds what to add for the pairs of bin b: no barrier, no shared memory.
        uint32_t offset = 0, distance = 0;
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
            distance = offset - (up_to_own - held);
        } else {
            distance = offset;
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
            // lesson: fourway/map, eightway/map, sixteenway/map
            uint32_t to = __shfl_sync(kAllLanes, distance, static_cast<int>(digit(keys[i])));
            if (from >= valid) continue;
            to += kShuffle ? from : own_ranks[i];
            out.keys[to] = keys[i];
            if (has_values) out.values[to] = values[i];
            // lesson end
        }
    }
}

/// Algorithm 4 as the paper has it: the shuffled tile goes through shared memory, and the pairs of one digit after the
/// other (a cluster) from there to their offset, each thread to an address of its own number within lines of a warp.
template <class S, bool kLive>
static __global__ void __launch_bounds__(S::kThreads)
    cluster_map_kernel(Pairs in, Pairs out, KeyBits digit, uint32_t tiles, const uint32_t* live_count,
                       const uint32_t* gate, const uint32_t* offsets) {
    if (gate_closed(gate)) return;
    if constexpr (kLive) read_live_count<S>(live_count, in.count, tiles);
    __shared__ uint32_t s_keys[S::kTilePairs], s_values[S::kTilePairs];
    __shared__ uint32_t s_offsets[S::kBins], s_begins[S::kBins + 1];
    const bool has_values = in.values != nullptr;
    for (uint32_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const uint32_t start = tile * S::kTilePairs;
        const uint32_t valid = min(in.count - start, S::kTilePairs);
        if (threadIdx.x == 0) {
            s_begins[0] = 0;
            for (uint32_t bin = 0; bin < S::kBins; ++bin) {
                s_offsets[bin] = offsets[bin * tiles + tile];
                s_begins[bin + 1] = s_begins[bin] + offsets[bin * tiles + tile + 1] - s_offsets[bin];
            }
        }
        for (uint32_t i = threadIdx.x; i < valid; i += S::kThreads) {
            s_keys[i] = in.keys[start + i];
            if (has_values) s_values[i] = in.values[start + i];
        }
        __syncthreads();
        for (uint32_t bin = 0; bin <= digit.mask; ++bin) {
            const uint32_t before = s_offsets[bin] % 32, aligned = s_offsets[bin] - before;
            const uint32_t begin = s_begins[bin], held = s_begins[bin + 1] - begin;
            for (uint32_t t = threadIdx.x; t < before + held; t += S::kThreads) {
                if (t < before) continue;  // before the cluster
                const uint32_t from = begin + t - before;
                out.keys[aligned + t] = s_keys[from];
                if (has_values) out.values[aligned + t] = s_values[from];
            }
        }
        __syncthreads();  // all have read the shared pairs before those of the next tile are written
    }
}

/// Ends the sort: writes the report and clears the words for the next one; *odd says whether an odd number
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

}  // namespace sort::ha
