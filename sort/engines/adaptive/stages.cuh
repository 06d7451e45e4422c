// The kernels of an observed sort by `adaptive`, of up to kTraceLimit pairs: each step a launch of its own
// that leaves what it found where an observer can see it, cut the same on every device. Windows are put in
// order by the sort's own code (block_order.cuh), splitters are those of window.cuh.
#pragma once
#include "sort/engines/adaptive/shapes.h"
#include "sort/engines/adaptive/window.cuh"
#include "sort/engines/bucketsort/order_trace.cuh"

namespace sort::adaptive {

/// On the device; all but `halo` are 0 between two sorts.
struct StageWords {
    uint32_t halo;
    uint32_t proved, unproved, complete, repairs;  // gates, but for the first
    uint32_t way, repaired, max_shift;
    uint32_t in_windows;  // the largest shift of pairs that are no movers
};

struct StageArgs {
    Pairs pairs, scratch;
    KeyBits bits;
    bool check_order;
    uint32_t tile_pairs, most_halo, tiles;
    BucketsortState* order;  // its word: out of order
    BucketsortState* full;   // its word: the full sort is needed
    StageWords* words;
    uint32_t *begins, *ends, *descends;                                          // [tile]
    uint32_t *first_keys, *first_places, *last_keys, *last_places, *ascends;     // [tile]
    uint32_t *splitter_keys, *splitter_places, *tile_pairs_found, *tile_movers;  // [tile]
    uint32_t *kept_keys, *kept_places, *tile_of, *mover, *sources;               // [pair]
    uint32_t* ranks;                                                             // [tile][place of a window]
    Report* report;

    __device__ bool left_out() const { return check_order && __ldcg(&order->out_of_order) == 0; }
    __device__ uint32_t begin_of(uint32_t tile) const { return tile * tile_pairs; }
    __device__ uint32_t end_of(uint32_t tile) const { return min(pairs.count, begin_of(tile + 1)); }
};

constexpr uint32_t kStageThreads = 256;

/// A block a tile.
template <uint32_t kThreads, uint32_t kItems>
static __global__ void __launch_bounds__(kThreads)
    windows_stage_kernel(const __grid_constant__ StageArgs args) {
    using Trace = OrderTrace<kThreads, kItems>;
    __shared__ uint32_t words[BlockOrder<kThreads, kItems>::kWords];
    __shared__ typename Trace::Shared shared;
    if (args.left_out()) return;
    const uint32_t tile = blockIdx.x, begin = args.begin_of(tile), end = args.end_of(tile);
    const uint32_t halo = args.words->halo;
    const uint32_t first = begin > halo ? begin - halo : 0, last = min(args.pairs.count, end + halo);
    const uint32_t* const keys = args.pairs.keys;
    bool descends = false;
    for (uint32_t i = first + threadIdx.x; i + 1 < last; i += kThreads) {
        descends = descends || args.bits(keys[i]) > args.bits(keys[i + 1]);
    }
    descends = __syncthreads_or(descends);
    if (threadIdx.x == 0) {
        args.begins[tile] = first;
        args.ends[tile] = last;
        args.descends[tile] = descends ? 1 : 0;
    }
    uint32_t* const ranks = args.ranks + size_t{tile} * (kThreads * kItems);
    Trace::ranks(keys + first, last - first, args.bits, ranks, words, shared);
    for (uint32_t i = first + threadIdx.x; i < last; i += kThreads) {
        const uint32_t to = first + ranks[i - first];
        if (to < begin || to >= end) continue;
        args.kept_keys[to] = keys[i];
        args.kept_places[to] = i;
    }
}

/// One block.
static __global__ void __launch_bounds__(kStageThreads)
    check_stage_kernel(const __grid_constant__ StageArgs args) {
    if (args.left_out()) return;
    for (uint32_t tile = threadIdx.x; tile < args.tiles; tile += kStageThreads) {
        const uint32_t first = args.begin_of(tile), last = args.end_of(tile) - 1;
        args.first_keys[tile] = args.bits(args.kept_keys[first]);
        args.first_places[tile] = args.kept_places[first];
        args.last_keys[tile] = args.bits(args.kept_keys[last]);
        args.last_places[tile] = args.kept_places[last];
    }
    __syncthreads();
    bool all = true;
    for (uint32_t tile = threadIdx.x; tile < args.tiles; tile += kStageThreads) {
        const bool ascends = tile + 1 == args.tiles ||
                             comes_before(args.last_keys[tile], args.last_places[tile],
                                          Splitter{args.first_keys[tile + 1], args.first_places[tile + 1]});
        args.ascends[tile] = ascends ? 1 : 0;
        all = all && ascends;
    }
    all = __syncthreads_and(all);
    if (threadIdx.x == 0) (all ? args.words->proved : args.words->unproved) = 1;
}

/// A warp a tile.
static __global__ void __launch_bounds__(32) splitters_stage_kernel(const __grid_constant__ StageArgs args) {
    if (args.words->unproved == 0) return;
    const uint32_t tile = blockIdx.x;
    Splitter splitter{0, 0};
    if (tile > 0) {
        SplitterSample sample;
        sample.load(args.pairs, args.bits, args.begin_of(tile));
        splitter = sample.middle();
    }
    if (threadIdx.x != 0) return;
    args.splitter_keys[tile] = splitter.key;
    args.splitter_places[tile] = splitter.place;
    args.tile_pairs_found[tile] = args.tile_movers[tile] = 0;
}

static __global__ void __launch_bounds__(kStageThreads)
    movers_stage_kernel(const __grid_constant__ StageArgs args) {
    if (args.words->unproved == 0) return;
    for (uint32_t i = blockIdx.x * kStageThreads + threadIdx.x; i < args.pairs.count;
         i += gridDim.x * kStageThreads) {
        const uint32_t key = args.bits(args.pairs.keys[i]);
        uint32_t tile = args.tiles - 1;
        while (tile > 0 && comes_before(key, i, {args.splitter_keys[tile], args.splitter_places[tile]}))
            --tile;
        const bool mover = i < args.begins[tile] || i >= args.ends[tile];
        args.tile_of[i] = tile;
        args.mover[i] = mover ? 1 : 0;
        atomicAdd((mover ? args.tile_movers : args.tile_pairs_found) + tile, 1u);
    }
}

/// One block: which way it goes.
static __global__ void __launch_bounds__(kStageThreads)
    decide_stage_kernel(const __grid_constant__ StageArgs args) {
    if (args.left_out()) return;
    StageWords& words = *args.words;
    if (words.unproved != 0) {
        __shared__ uint32_t s_movers;
        if (threadIdx.x == 0) s_movers = 0;
        __syncthreads();
        bool good = true;
        for (uint32_t tile = threadIdx.x; tile < args.tiles; tile += kStageThreads) {
            atomicAdd(&s_movers, args.tile_movers[tile]);
            good = good &&
                   args.tile_pairs_found[tile] + args.tile_movers[tile] <= args.tile_pairs + args.most_halo;
            if (tile == 0) continue;
            good = good && comes_before(args.splitter_keys[tile - 1], args.splitter_places[tile - 1],
                                        {args.splitter_keys[tile], args.splitter_places[tile]});
        }
        good = __syncthreads_and(good);
        if (threadIdx.x == 0) words.complete = good && 4 * s_movers <= args.pairs.count ? 1 : 0;
    }
    if (threadIdx.x != 0) return;
    words.repairs = words.proved | words.complete;
    args.full->out_of_order = words.repairs == 0 ? 1 : 0;
    const auto way = words.proved != 0     ? AdaptivePath::windows
                     : words.complete != 0 ? AdaptivePath::movers
                                           : AdaptivePath::full_sort;
    words.way = static_cast<uint32_t>(way);
}

/// A block a tile, where there are movers: its pairs in the order of the input, then sorted.
template <uint32_t kThreads, uint32_t kItems>
static __global__ void __launch_bounds__(kThreads)
    order_stage_kernel(const __grid_constant__ StageArgs args) {
    using Trace = OrderTrace<kThreads, kItems>;
    __shared__ uint32_t words[BlockOrder<kThreads, kItems>::kWords];
    __shared__ typename Trace::Shared shared;
    __shared__ uint32_t s_start;
    if (args.words->complete == 0) return;
    if (threadIdx.x == 0) s_start = 0;
    __syncthreads();
    for (uint32_t tile = threadIdx.x; tile < blockIdx.x; tile += kThreads) {
        atomicAdd(&s_start, args.tile_pairs_found[tile] + args.tile_movers[tile]);
    }
    __syncthreads();
    const uint32_t start = s_start, count = args.tile_pairs_found[blockIdx.x] + args.tile_movers[blockIdx.x];
    uint32_t found = start;
    for (uint32_t begin = 0; begin < args.pairs.count; begin += kThreads) {
        const uint32_t i = begin + threadIdx.x;
        const bool here = i < args.pairs.count && args.tile_of[i] == blockIdx.x;
        const uint32_t lanes = __ballot_sync(kAllLanes, here);
        const uint32_t before = sum_before_warp<kThreads>(__popc(lanes), shared.words);
        if (here) {
            const uint32_t to = found + before + __popc(lanes & ((1u << own_lane()) - 1));
            args.scratch.keys[to] = args.pairs.keys[i];
            args.sources[to] = i;
        }
        found += static_cast<uint32_t>(__syncthreads_count(here));
    }
    uint32_t* const ranks = args.ranks + size_t{blockIdx.x} * (kThreads * kItems);
    Trace::ranks(args.scratch.keys + start, count, args.bits, ranks, words, shared);
    for (uint32_t at = threadIdx.x; at < count; at += kThreads) {
        args.kept_places[start + ranks[at]] = args.sources[start + at];
    }
}

/// To the scratch, and what was done.
static __global__ void __launch_bounds__(kStageThreads)
    gather_stage_kernel(const __grid_constant__ StageArgs args) {
    StageWords& words = *args.words;
    if (words.repairs == 0) return;
    const uint32_t first = blockIdx.x * kStageThreads + threadIdx.x, step = gridDim.x * kStageThreads;
    for (uint32_t to = first; to < args.pairs.count; to += step) {
        const uint32_t from = args.kept_places[to], shift = to < from ? from - to : to - from;
        args.scratch.keys[to] = args.pairs.keys[from];
        if (args.pairs.values != nullptr) args.scratch.values[to] = args.pairs.values[from];
        atomicMax(&words.max_shift, shift);
        if (words.proved != 0 || args.mover[from] == 0) atomicMax(&words.in_windows, shift);
    }
    for (uint32_t tile = first; tile < args.tiles; tile += step) {
        const bool moved = words.complete != 0 && args.tile_movers[tile] != 0;
        if (args.descends[tile] != 0 || moved) atomicAdd(&words.repaired, 1u);
    }
}

static __global__ void __launch_bounds__(kStageThreads)
    copy_stage_kernel(const __grid_constant__ StageArgs args) {
    if (args.words->repairs == 0) return;
    for (uint32_t i = blockIdx.x * kStageThreads + threadIdx.x; i < args.pairs.count;
         i += gridDim.x * kStageThreads) {
        args.pairs.keys[i] = args.scratch.keys[i];
        if (args.pairs.values != nullptr) args.pairs.values[i] = args.scratch.values[i];
    }
}

/// One thread: the report, and the words for the next sort.
static __global__ void finish_stage_kernel(const __grid_constant__ StageArgs args) {
    const StageWords words = *args.words;
    const bool needed = !args.left_out(), repaired = needed && words.repairs != 0;
    if (args.report != nullptr) {
        *args.report = {needed ? 1u : 0u, needed ? 0u : 1u, words.way, repaired ? words.repaired : 0,
                        repaired ? words.max_shift : 0};
    }
    const uint32_t halo =
        repaired ? halo_after(words.in_windows, words.halo, args.tile_pairs, args.most_halo) : words.halo;
    *args.words = {halo, 0, 0, 0, 0, 0, 0, 0, 0};
    args.order->out_of_order = args.full->out_of_order = 0;
}

}  // namespace sort::adaptive
