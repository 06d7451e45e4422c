// The way that `adaptive` takes nearly always: overlapping windows, one launch, one barrier of the grid.
//
// The output is cut into tiles. The window of a tile is its places and `halo` more on either side. If no pair
// lies further than the halo from where it belongs, the window holds all pairs of the tile, and of the pairs
// that come before them all but those that lie before the window: sorted, the window shows the tile at the
// tile's own places. So each block
//
//   reads     the keys of its window, and looks for a descent
//   orders    them, if there is one (block_order.cuh), brings the tile's pairs into shared memory, and
//             publishes its first and its last pair: (key, place in the input)
//   barrier
//   checks    that these ascend strictly over all tile borders. Then all n pairs ascend strictly by (key,
//             place), so they are n different ones: nothing is lost and nothing is there twice, whatever the
//             halo was
//   writes    the tile in place; a tile that had no descent is there already
//
// Where the check fails nothing has been written. Where there are more tiles than blocks the tiles go to the
// scratch first and are copied back after the check. Example, tile 4, halo 2: 0 2 1 4 | 3 9 6 7: the windows
// 0 2 1 4 3 9 and 1 4 3 9 6 7 are sorted 0 1 2 3 4 9 and 1 3 4 6 7 9; kept are 0 1 2 3 and 4 6 7 9.
#pragma once
#include "sort/engines/adaptive_state.cuh"
#include "sort/engines/block_order.cuh"
#include "sort/tiles.h"

namespace sort {

/// What a block tells the others of one tile.
struct alignas(8) WindowRecord {
    uint32_t first_key, first_place, last_key, last_place;
    uint32_t flags;  // kDescends, kTooMuch
    uint32_t max_shift;
};

struct RepairArgs {
    Pairs pairs, scratch;  // the caller's, and as many of our own; values null in both: keys alone
    KeyBits bits;
    bool check_order;
    uint32_t tile_pairs;    // 0: as many as the halo leaves of a window
    WindowRecord* records;  // [tile]
    uint32_t* disordered;   // [block]; where tiles are many
};

enum class RepairOutcome { in_order, repaired, failed };

template <uint32_t kThreadsOf, uint32_t kItemsOf>
struct RepairShape {
    static constexpr uint32_t kThreads = kThreadsOf, kItems = kItemsOf;
    static constexpr uint32_t kPlaces = kThreads * kItems;  // of a window, at most
    static constexpr uint32_t kLeastTile = kPlaces / 4;

    HOST_DEVICE static constexpr uint32_t most_halo(uint32_t tile_pairs) {
        return (kPlaces - (tile_pairs == 0 ? kLeastTile : tile_pairs)) / 2;
    }
};

template <class Shape>
class RepairWindows {
    static constexpr uint32_t kThreads = Shape::kThreads, kItems = Shape::kItems;
    using Order = BlockOrder<kThreads, kItems>;

public:
    static constexpr uint32_t kWords = Order::kWords;

    struct Shared {
        typename Order::Shared order;
        uint32_t halo, tile_pairs, tiles;  // kept here: registers are scarce
        uint32_t flags, max_shift, windows;
    };

    /// `halo` is the same for all blocks, and at most Shape::most_halo(args.tile_pairs).
    __device__ RepairWindows(const RepairArgs& args, uint32_t halo, uint32_t* words, Shared& shared)
        : args_(args), words_(words), shared_(shared) {
        if (threadIdx.x != 0) return;
        shared.halo = halo;
        shared.tile_pairs = args.tile_pairs != 0 ? args.tile_pairs : Shape::kPlaces - 2 * halo;
        shared.tiles = tile_count(args.pairs.count, shared.tile_pairs);
    }

    /// By all blocks of the grid; Sync{}() is its barrier. `report`, but for the path, is known to all
    /// threads where the outcome is not `failed`.
    template <class Sync>
    __device__ RepairOutcome run(Sync sync) {
        __syncthreads();
        if (!one_each() && args_.check_order) {
            // Writing tiles that are in order to the scratch would cost more than asking first.
            args_.disordered[blockIdx.x] = find_descent() ? 1 : 0;
            sync();
            if (!any_disordered()) {
                if (threadIdx.x == 0) shared_.windows = shared_.max_shift = 0;
                return RepairOutcome::in_order;
            }
        }
        bool moved = false;
        for (uint32_t tile = blockIdx.x; tile < shared_.tiles; tile += gridDim.x) {
            moved = make_tile(tile);
            if (one_each()) break;
            write(tile, args_.scratch);
        }
        sync();
        const RepairOutcome outcome = check();
        if (outcome != RepairOutcome::repaired) return outcome;
        if (!one_each()) {
            copy_back();
        } else if (moved) {
            write(blockIdx.x, args_.pairs);
        }
        return outcome;
    }

private:
    __device__ bool one_each() const { return shared_.tiles <= gridDim.x; }
    __device__ uint32_t begin_of(uint32_t tile) const { return tile * shared_.tile_pairs; }
    __device__ uint32_t end_of(uint32_t tile) const {
        return min(args_.pairs.count, begin_of(tile) + shared_.tile_pairs);
    }

    __device__ uint32_t first_of(uint32_t tile) const {
        return begin_of(tile) > shared_.halo ? begin_of(tile) - shared_.halo : 0;
    }
    __device__ uint32_t length_of(uint32_t tile) const {
        return min(args_.pairs.count, end_of(tile) + shared_.halo) - first_of(tile);
    }

    /// Is there a descent in this block's share of all keys? It leaves with the first.
    __device__ bool find_descent() const {
        constexpr uint32_t kOwn = 8;
        const uint32_t count = args_.pairs.count, share = tile_count(count, gridDim.x);
        const uint32_t begin = min(count, blockIdx.x * share), end = min(count, begin + share);
        for (uint32_t from = begin; from < end; from += kOwn * kThreads) {
            uint32_t keys[kOwn], after[kOwn];
#pragma unroll
            for (uint32_t k = 0; k < kOwn; ++k) {
                const uint32_t at = from + k * kThreads + threadIdx.x;
                keys[k] = at < end ? __ldcg(args_.pairs.keys + at) : ~0u;
                after[k] = ~0u;
                const bool ends = own_lane() == 31 || at + 1 == end;
                if (ends && at < end && at + 1 < count) after[k] = __ldcg(args_.pairs.keys + at + 1);
            }
            bool found = false;
#pragma unroll
            for (uint32_t k = 0; k < kOwn; ++k) {
                const uint32_t at = from + k * kThreads + threadIdx.x;
                uint32_t next = __shfl_down_sync(kAllLanes, keys[k], 1);
                if (own_lane() == 31 || at + 1 == end) next = after[k];
                found = found || (at < end && at + 1 < count && args_.bits(keys[k]) > args_.bits(next));
            }
            if (__syncthreads_or(found)) return true;
        }
        return false;
    }

    __device__ bool any_disordered() const {
        bool found = false;
        for (uint32_t i = threadIdx.x; i < gridDim.x; i += kThreads) {
            found = found || __ldcg(args_.disordered + i) != 0;
        }
        return __syncthreads_or(found);
    }

    /// Brings the sorted tile into shared memory, keys before values; false: it is in order in the input.
    __device__ bool make_tile(uint32_t tile) {
        const uint32_t first = first_of(tile), length = length_of(tile);
        const uint32_t* const window = args_.pairs.keys + first;
        uint32_t keys[kItems], ranks[kItems];
        uint32_t after[kItems];
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t slot = k * kThreads + threadIdx.x;
            if (k * kThreads >= length) break;
            keys[k] = slot < length ? __ldcg(window + slot) : ~0u;
            after[k] = ~0u;
            if (own_lane() == 31 && first + slot + 1 < args_.pairs.count)
                after[k] = __ldcg(window + slot + 1);
        }
        bool descends = false;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t slot = k * kThreads + threadIdx.x;
            if (k * kThreads >= length) break;
            uint32_t next = __shfl_down_sync(kAllLanes, keys[k], 1);
            if (own_lane() == 31) next = after[k];
            descends = descends || (slot + 1 < length && args_.bits(keys[k]) > args_.bits(next));
        }
        const bool disordered = __syncthreads_or(descends);
        bool ranked = true;
        if (disordered) {
            ranked = Order::template rank<true>(keys, length, args_.bits, ranks, words_, shared_.order);
        } else {
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) ranks[k] = k * kThreads + threadIdx.x;
        }
        if (threadIdx.x == 0) shared_.max_shift = 0;
        __syncthreads();
        WindowRecord& record = args_.records[tile];
        if (!ranked) {
            if (threadIdx.x == 0) record = {0, 0, 0, 0, kDescends | kTooMuch, 0};
            return true;
        }
        keep(keys, ranks, tile, record, disordered || !one_each());
        __syncthreads();
        if (threadIdx.x == 0) {
            record.flags = disordered ? kDescends : 0;
            record.max_shift = shared_.max_shift;
        }
        return disordered;
    }

    /// The ranks that are the tile's go to shared memory; the first and the last of them to the record.
    __device__ void keep(uint32_t (&keys)[kItems], const uint32_t (&ranks)[kItems], uint32_t tile,
                         WindowRecord& record, bool wanted) {
        const uint32_t begin = begin_of(tile), kept = end_of(tile) - begin, first = first_of(tile);
        const uint32_t length = length_of(tile), skipped = begin - first;
        const bool values = args_.pairs.values != nullptr;
        uint32_t max_shift = 0;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t slot = k * kThreads + threadIdx.x;
            if (k * kThreads >= length) break;
            const uint32_t to = ranks[k] - skipped;  // wraps where the tile before has it
            if (slot >= length || to >= kept) continue;
            if (to == 0) record.first_key = args_.bits(keys[k]), record.first_place = first + slot;
            if (to == kept - 1) record.last_key = args_.bits(keys[k]), record.last_place = first + slot;
            if (!wanted) continue;
            max_shift = max(max_shift, slot < ranks[k] ? ranks[k] - slot : slot - ranks[k]);
            words_[to] = keys[k];
            if (values) keys[k] = __ldcg(args_.pairs.values + first + slot);
        }
        if (!wanted) return;
        if (values) {
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) {
                if (k * kThreads >= length) break;
                const uint32_t to = ranks[k] - skipped;
                if (k * kThreads + threadIdx.x < length && to < kept) words_[Shape::kPlaces + to] = keys[k];
            }
        }
        max_shift = warp_max(max_shift);
        if (own_lane() == 0 && max_shift != 0) atomicMax(&shared_.max_shift, max_shift);
    }

    __device__ void write(uint32_t tile, Pairs to) const {
        __syncthreads();
        const uint32_t begin = begin_of(tile), kept = end_of(tile) - begin;
        for (uint32_t at = threadIdx.x; at < kept; at += kThreads) {
            to.keys[begin + at] = words_[at];
            if (to.values != nullptr) to.values[begin + at] = words_[Shape::kPlaces + at];
        }
        __syncthreads();
    }

    /// Every block looks at all tiles by itself: the answer is the same, and needs no second barrier.
    __device__ RepairOutcome check() {
        if (threadIdx.x == 0) shared_.flags = shared_.max_shift = shared_.windows = 0;
        __syncthreads();
        uint32_t flags = 0, max_shift = 0, windows = 0;
        for (uint32_t tile = threadIdx.x; tile < shared_.tiles; tile += kThreads) {
            const WindowRecord own = read(tile);
            flags |= own.flags;
            windows += own.flags & kDescends;
            max_shift = max(max_shift, own.max_shift);
            if (tile + 1 == shared_.tiles) continue;
            const WindowRecord next = read(tile + 1);
            const bool ascends = own.last_key < next.first_key ||
                                 (own.last_key == next.first_key && own.last_place < next.first_place);
            if (!ascends) flags |= kTooMuch | kDescends;
        }
        flags = warp_or(flags);
        max_shift = warp_max(max_shift);
        windows = warp_total(windows);
        if (own_lane() == 0 && flags != 0) {
            atomicOr(&shared_.flags, flags);
            atomicMax(&shared_.max_shift, max_shift);
            atomicAdd(&shared_.windows, windows);
        }
        __syncthreads();
        flags = shared_.flags;
        if ((flags & kTooMuch) != 0) return RepairOutcome::failed;
        const bool repaired = (flags & kDescends) != 0 || !args_.check_order;
        return repaired ? RepairOutcome::repaired : RepairOutcome::in_order;
    }

    __device__ WindowRecord read(uint32_t tile) const {
        const auto* two = reinterpret_cast<const uint2*>(args_.records + tile);
        const uint2 first = __ldcg(two), last = __ldcg(two + 1), rest = __ldcg(two + 2);
        return {first.x, first.y, last.x, last.y, rest.x, rest.y};
    }

    __device__ void copy_back() const {
        const uint32_t step = gridDim.x * kThreads;
        for (uint32_t i = blockIdx.x * kThreads + threadIdx.x; i < args_.pairs.count; i += step) {
            args_.pairs.keys[i] = __ldcg(args_.scratch.keys + i);
            if (args_.pairs.values) args_.pairs.values[i] = __ldcg(args_.scratch.values + i);
        }
    }

    const RepairArgs& args_;
    uint32_t* words_;
    Shared& shared_;
};

}  // namespace sort
