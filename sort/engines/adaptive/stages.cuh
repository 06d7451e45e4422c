// The kernels of an observed sort by `adaptive`, of up to kTraceLimit pairs: each step a launch of its own
// that leaves what it found where an observer can see it, cut the same on every device. Windows are put in
// order by the sort's own code (block_order.cuh).
#pragma once
#include "sort/engines/adaptive/shapes.h"
#include "sort/engines/adaptive/state.cuh"
#include "sort/engines/bucketsort/order_trace.cuh"

namespace sort::adaptive {

/// On the device; all but `halo` are 0 between two sorts.
struct StageWords {
    uint32_t halo;
    uint32_t proved;  // a gate
    uint32_t repaired, max_shift;
};

struct StageArgs {
    Pairs pairs, scratch;
    KeyBits bits;
    bool check_order;
    uint32_t tile_pairs, most_halo, tiles;
    BucketsortState* order;  // its word: out of order
    BucketsortState* full;   // its word: the full sort is needed
    StageWords* words;
    uint32_t *begins, *ends, *descends;                                       // [tile]
    uint32_t *first_keys, *first_places, *last_keys, *last_places, *ascends;  // [tile]
    uint32_t *kept_keys, *kept_places;                                        // [pair]
    uint32_t* ranks;                                                          // [tile][place of a window]
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
        bool ascends = tile + 1 == args.tiles;
        if (!ascends) {
            const uint32_t key = args.last_keys[tile], next = args.first_keys[tile + 1];
            ascends = key < next || (key == next && args.last_places[tile] < args.first_places[tile + 1]);
        }
        args.ascends[tile] = ascends ? 1 : 0;
        all = all && ascends;
    }
    all = __syncthreads_and(all);
    if (threadIdx.x == 0) (all ? args.words->proved : args.full->out_of_order) = 1;
}

/// To the scratch, and what was done.
static __global__ void __launch_bounds__(kStageThreads)
    gather_stage_kernel(const __grid_constant__ StageArgs args) {
    StageWords& words = *args.words;
    if (words.proved == 0) return;
    const uint32_t first = blockIdx.x * kStageThreads + threadIdx.x, step = gridDim.x * kStageThreads;
    for (uint32_t to = first; to < args.pairs.count; to += step) {
        const uint32_t from = args.kept_places[to], shift = to < from ? from - to : to - from;
        args.scratch.keys[to] = args.pairs.keys[from];
        if (args.pairs.values != nullptr) args.scratch.values[to] = args.pairs.values[from];
        atomicMax(&words.max_shift, shift);
    }
    for (uint32_t tile = first; tile < args.tiles; tile += step) {
        if (args.descends[tile] != 0) atomicAdd(&words.repaired, 1u);
    }
}

static __global__ void __launch_bounds__(kStageThreads)
    copy_stage_kernel(const __grid_constant__ StageArgs args) {
    if (args.words->proved == 0) return;
    for (uint32_t i = blockIdx.x * kStageThreads + threadIdx.x; i < args.pairs.count;
         i += gridDim.x * kStageThreads) {
        args.pairs.keys[i] = args.scratch.keys[i];
        if (args.pairs.values != nullptr) args.pairs.values[i] = args.scratch.values[i];
    }
}

/// One thread: the report, and the words for the next sort.
static __global__ void finish_stage_kernel(const __grid_constant__ StageArgs args) {
    const StageWords words = *args.words;
    const bool needed = !args.left_out(), repaired = words.proved != 0;
    const auto path = !needed    ? AdaptivePath::in_order
                      : repaired ? AdaptivePath::windows
                                 : AdaptivePath::full_sort;
    if (args.report != nullptr) {
        *args.report = {needed ? 1u : 0u, needed ? 0u : 1u, static_cast<uint32_t>(path), words.repaired,
                        words.max_shift};
    }
    const uint32_t halo =
        repaired ? halo_after(words.max_shift, words.halo, args.tile_pairs, args.most_halo) : words.halo;
    *args.words = {halo, 0, 0, 0};
    args.order->out_of_order = args.full->out_of_order = 0;
}

}  // namespace sort::adaptive
