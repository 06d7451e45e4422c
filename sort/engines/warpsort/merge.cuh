// warpsort, steps 2 and 4: a warp merges two sorted runs, or the pieces of two runs that hold the same part
// of the keys, with a bitonic network of t pairs (IV.B, figure 4). It fetches t / 2 at a time, always from
// the run whose last fetched key is the smaller, and gives out the smaller half of what it holds.
#pragma once
#include <type_traits>

#include "sort/engines/warpsort/items.cuh"

namespace sort::warpsort {

constexpr uint32_t kMergeThreads = 128;
constexpr uint32_t kMergeWarps = kMergeThreads / kLanes;
constexpr uint32_t kFewMerges = 2048;  // fewer go a warp a block, so that they spread over the device

/// One level of merging: runs of `length` pairs, the last one shorter, become runs of twice the length.
struct Level {
    Pairs in, out;
    uint64_t length;
    uint32_t parts;          // pieces of a run
    const uint32_t* begins;  // of the pieces, a run a row; null: one piece
    uint32_t* next_begins;   // of the merged pieces, as the next level wants them

    uint32_t runs() const { return tile_count(in.count, length); }
    uint32_t merges() const { return half_rounded_up(runs()) * parts; }
};

/// Trace for lessons, else null: the number of the fetch that brought each pair; begin and end of both runs,
/// a row per merge.
struct MergeTrace {
    uint32_t* fetches;
    uint32_t* runs;
};
constexpr uint32_t kMergeColumns = 4;

/// Method by which two sorted halves are merged. The paper fetches in order and reverses before the network
/// (figure 5b); reversed_fetch is its 5a, which only devices of its time did not coalesce; uncoalesced fetches as such
/// a device did, an access per lane; ranks are Satish's method, by binary search.
enum class Merging { bitonic, reversed_fetch, uncoalesced, ranks };

/// Part of a run that a warp has not fetched yet.
struct Unmerged {
    uint32_t next, end;

    __device__ bool empty() const { return next == end; }
};

/// Begin of piece `part` of run `run`; piece `parts` is the first of the next run.
__device__ inline uint32_t piece_begin(const Level& level, uint32_t run, uint32_t part) {
    if (part == level.parts) return run_begin(run + 1, level.length, level.in.count);
    const uint32_t begin = run_begin(run, level.length, level.in.count);
    if (part == 0 || begin == level.in.count) return begin;
    return level.begins[run * level.parts + part];
}

/// The next chunk of a run, what is missing filled up. kReversed: the last pair first; kApart: uncoalesced.
template <bool kReversed, bool kApart = false, class Item, int kItems>
__device__ void fetch(Item (&items)[kItems], const Level& level, Unmerged& rest, KeyView view,
                      const MergeTrace& trace, uint32_t& number) {
    constexpr uint32_t kChunk = kLanes * kItems;
    const uint32_t left = rest.end - rest.next;
    if constexpr (kApart) {
        load_rows_apart(items, level.in, rest.next, left, view);
    } else {
        load_rows<kReversed>(items, level.in, rest.next, left, view);
    }
    if (trace.fetches != nullptr) {
#pragma unroll 1
        for (uint32_t at = threadIdx.x % kLanes; at < min(left, kChunk); at += kLanes) {
            trace.fetches[rest.next + at] = number;
        }
    }
    ++number;
    rest.next += min(left, kChunk);
}

/// Copies a run with nothing to merge it with, in chunks of its own length. Returns the end of the output.
template <class Item>
__device__ uint32_t copy(const Level& level, Unmerged rest, uint32_t to, KeyView view,
                         const MergeTrace& trace, uint32_t& number) {
    while (!rest.empty()) {
        const uint32_t count = min(rest.end - rest.next, kLanes * kCopyItems);
        Item items[kCopyItems];
        fetch<false>(items, level, rest, view, trace, number);
        store_rows(items, level.out, to, count, view);
        to += count;
    }
    return to;
}

/// Returns the item that came last of a whole chunk: the largest of it.
template <bool kReversed, class Item, int kItems>
__device__ auto last_of(const Item (&items)[kItems]) {
    return kReversed ? __shfl_sync(kAllLanes, order_of(items[0]), 0)
                     : __shfl_sync(kAllLanes, order_of(items[kItems - 1]), kLanes - 1);
}

/// Merge by ranks: the place of an item is its own in its half, plus how many of the other half come before.
template <class Item, int kItems>
__device__ void rank_merge(Item (&first)[kItems], Item (&second)[kItems], Item* s_items) {
    constexpr uint32_t kChunk = kLanes * kItems;
    const uint32_t lane = threadIdx.x % kLanes;
    for (int i = 0; i < kItems; ++i) {
        s_items[i * kLanes + lane] = first[i];
        s_items[kChunk + i * kLanes + lane] = second[i];
    }
    __syncwarp();
    uint32_t first_places[kItems], second_places[kItems];
    for (int i = 0; i < kItems; ++i) {
        // Equal items: those of the first half come first.
        uint32_t below = 0, not_above = 0;
#pragma unroll
        for (uint32_t step = kChunk; step > 0; step /= 2) {
            if (below + step <= kChunk && order_of(s_items[kChunk + below + step - 1]) < order_of(first[i])) {
                below += step;
            }
            if (not_above + step <= kChunk &&
                !(order_of(second[i]) < order_of(s_items[not_above + step - 1]))) {
                not_above += step;
            }
        }
        first_places[i] = i * kLanes + lane + below;
        second_places[i] = i * kLanes + lane + not_above;
    }
    __syncwarp();
    for (int i = 0; i < kItems; ++i) {
        s_items[first_places[i]] = first[i];
        s_items[second_places[i]] = second[i];
    }
    __syncwarp();
    for (int i = 0; i < kItems; ++i) {
        first[i] = s_items[i * kLanes + lane];
        second[i] = s_items[kChunk + i * kLanes + lane];
    }
    __syncwarp();
}

/// Merges a and b to `to`. Right because what is given out is never above anything still to be fetched: of
/// each run all chunks but the last fetched lie below the smaller of the two last keys, and so do all of one
/// of the runs; that is one chunk more than was given out before.
template <class Item, int kItems, Merging kMerging>
__device__ uint32_t merge(const Level& level, Unmerged a, Unmerged b, uint32_t to, KeyView view,
                          const MergeTrace& trace, uint32_t& number, Item* s_items) {
    constexpr uint32_t kChunk = kLanes * kItems;
    constexpr bool kReversed = kMerging == Merging::reversed_fetch, kApart = kMerging == Merging::uncoalesced;
    uint32_t left = (a.end - a.next) + (b.end - b.next);
    Item kept[kItems], fetched[kItems], coming[kItems];
    fetch<false, kApart>(kept, level, a, view, trace, number);
    fetch<kReversed, kApart>(fetched, level, b, view, trace, number);
    auto a_last = last_of<false>(kept), b_last = last_of<kReversed>(fetched);

    while (true) {
        // Which run goes on is known before the network has run: its next chunk is loaded meanwhile.
        const bool more = !a.empty() || !b.empty();
        const bool from_a = b.empty() || (!a.empty() && !(b_last < a_last));
        if (more) {
            Unmerged rest = from_a ? a : b;
            fetch<kReversed, kApart>(coming, level, rest, view, trace, number);
            (from_a ? a : b) = rest;
        }

        if constexpr (kMerging == Merging::ranks) {
            rank_merge(kept, fetched, s_items);
        } else {
            if constexpr (!kReversed) reverse(fetched);
            bitonic_merge(kept, fetched);
        }
        store_rows(kept, level.out, to, left, view);
        to += min(left, kChunk);
        left -= min(left, kChunk);
        if (!more) break;

        const auto last = last_of<kReversed>(coming);
        if (from_a) {
            a_last = last;
        } else {
            b_last = last;
        }
#pragma unroll
        for (int i = 0; i < kItems; ++i) {
            kept[i] = fetched[i];
            fetched[i] = coming[i];
        }
    }
    store_rows(fetched, level.out, to, left, view);
    return to + left;
}

/// Returns where the pairs with the largest key begin in a sorted run. They cannot be told from sentinels,
/// and need no merging.
template <class Item>
__device__ uint32_t largest_begin(const Level& level, Unmerged rest, KeyView view) {
    if constexpr (std::is_same_v<Item, KeyValue>) {
        if (!rest.empty() && level.in.keys[rest.end - 1] == kLargest) {
            return bound<false, Key>(level.in, rest.next, rest.end, kLargest, view);
        }
    }
    return rest.end;
}

template <class Item, int kItems, Merging kMerging>
static __global__ void __launch_bounds__(kMergeThreads)
    merge_kernel(Level level, uint32_t merges, KeyView view, const uint32_t* gate, MergeTrace trace) {
    if (gate_closed(gate)) return;
    const uint32_t warp = threadIdx.x / kLanes;
    const uint32_t index = blockIdx.x * (blockDim.x / kLanes) + warp;
    if (index >= merges) return;  // a whole warp, and there are no barriers

    // Find both runs, and where the merged one begins: before it lie the pieces of smaller parts of both.
    const uint32_t a_run = index / level.parts * 2, part = index % level.parts;
    Unmerged a{piece_begin(level, a_run, part), piece_begin(level, a_run, part + 1)};
    Unmerged b{piece_begin(level, a_run + 1, part), piece_begin(level, a_run + 1, part + 1)};
    uint32_t to = a.next + (b.next - run_begin(a_run + 1, level.length, level.in.count));
    if (threadIdx.x % kLanes == 0) {
        if (level.next_begins != nullptr) level.next_begins[index] = to;
        if (trace.runs != nullptr) {
            uint32_t* row = trace.runs + index * kMergeColumns;
            row[0] = a.next, row[1] = a.end, row[2] = b.next, row[3] = b.end;
        }
    }

    // Merge them, but for the largest keys.
    const Unmerged a_largest{largest_begin<Item>(level, a, view), a.end};
    const Unmerged b_largest{largest_begin<Item>(level, b, view), b.end};
    a.end = a_largest.next;
    b.end = b_largest.next;
    uint32_t number = 0;
    if (a.empty() || b.empty()) {
        to = copy<Item>(level, a.empty() ? b : a, to, view, trace, number);
    } else if constexpr (kMerging == Merging::ranks) {
        __shared__ Item s_items[kMergeWarps][2 * kLanes * kItems];
        to = merge<Item, kItems, kMerging>(level, a, b, to, view, trace, number, s_items[warp]);
    } else {
        to = merge<Item, kItems, kMerging>(level, a, b, to, view, trace, number, nullptr);
    }
    to = copy<Item>(level, a_largest, to, view, trace, number);
    copy<Item>(level, b_largest, to, view, trace, number);
}

template <class Item, int kItems>
void queue_merges(const Level& level, Merging merging, KeyView view, const uint32_t* gate,
                  const MergeTrace& trace, cudaStream_t stream) {
    const uint32_t merges = level.merges();
    const uint32_t warps = merges < kFewMerges ? 1 : kMergeWarps;
    const uint32_t blocks = (merges + warps - 1) / warps, threads = warps * kLanes;
    if (merging == Merging::bitonic) {
        merge_kernel<Item, kItems, Merging::bitonic>
            <<<blocks, threads, 0, stream>>>(level, merges, view, gate, trace);
    } else if (merging == Merging::reversed_fetch) {
        merge_kernel<Item, kItems, Merging::reversed_fetch>
            <<<blocks, threads, 0, stream>>>(level, merges, view, gate, trace);
    } else if (merging == Merging::uncoalesced) {
        merge_kernel<Item, kItems, Merging::uncoalesced>
            <<<blocks, threads, 0, stream>>>(level, merges, view, gate, trace);
    } else {
        merge_kernel<Item, kItems, Merging::ranks>
            <<<blocks, threads, 0, stream>>>(level, merges, view, gate, trace);
    }
    check_launch(stream);
}

/// Queues all merges of a level; `items` is merge_items of its plan.
template <class Item>
void queue_level(const Level& level, uint32_t items, Merging merging, KeyView view, const uint32_t* gate,
                 const MergeTrace& trace, cudaStream_t stream) {
    if (items == 8) {
        queue_merges<Item, 8>(level, merging, view, gate, trace, stream);
    } else if (items == 4) {
        queue_merges<Item, 4>(level, merging, view, gate, trace, stream);
    } else {
        queue_merges<Item, 1>(level, merging, view, gate, trace, stream);
    }
}

}  // namespace sort::warpsort
