// How `adaptive` repairs: overlapping windows, one launch, one barrier of the grid.
//
// The output is cut into tiles. The window of a tile is its places and `halo` more on either side. If no pair
// lies further than the halo from where it belongs, the window holds all pairs of the tile, and of the pairs
// that come before them all but those that lie before the window: sorted, the window shows the tile at the
// tile's own places. So each block
//
//   reads     the keys of its window, and looks for a descent
//   orders    them, if there is one (window.cuh), brings the tile's pairs into shared memory, and
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
#include "sort/base/tiles.h"
#include "sort/cuda/block.cuh"
#include "sort/engines/adaptive/window.cuh"

namespace sort::adaptive {

enum class RepairOutcome { in_order, repaired, failed };

/// Values of a repair kept in shared memory beside the words of its windows, to save registers.
struct RepairShared {
    uint32_t halo, tile_pairs, tiles;
    uint32_t flags, max_shift, windows;
    uint32_t descending;  // threads that saw a descent, over all windows
};

template <class Policy>
class Repair {
    using TileWindow = Window<Policy>;

public:
    static constexpr uint32_t kThreads = Policy::kThreads, kWords = TileWindow::kWords;

    struct Shared {
        typename TileWindow::Shared window;
        RepairShared repair;
    };

    /// `halo` is the same for all blocks, and at most Policy::most_halo(args.tile_pairs).
    __device__ Repair(const RepairArgs& args, uint32_t halo, uint32_t* words, Shared& shared)
        : args_(args), words_(words), window_(shared.window), shared_(shared.repair) {
        if (threadIdx.x != 0) return;
        shared_.halo = halo;
        shared_.tile_pairs = args.tile_pairs != 0 ? args.tile_pairs : TileWindow::kPlaces - 2 * halo;
        shared_.tiles = tile_count(args.pairs.count, shared_.tile_pairs);
    }

    /// Repairs the pairs, by all blocks of the grid; Sync{}() is its barrier. Shared::repair has the numbers
    /// of the report, known to all threads unless the outcome is `failed`.
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
            moved = make(tile, !one_each());
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

    __device__ RepairTile tile_at(uint32_t tile) const {
        const uint32_t count = args_.pairs.count, begin = tile * shared_.tile_pairs;
        const uint32_t end = min(count, begin + shared_.tile_pairs);
        const uint32_t first = begin > shared_.halo ? begin - shared_.halo : 0;
        return {begin, end - begin, first, min(count, end + shared_.halo) - first};
    }

    __device__ bool make(uint32_t tile, bool always) {
        if (threadIdx.x == 0) shared_.max_shift = 0;
        WindowRecord& record = args_.records[tile];
        const RepairTile at = tile_at(tile);
        const bool moved = TileWindow::make(args_, at, record, always, words_, window_, &shared_.max_shift);
        __syncthreads();
        if (threadIdx.x == 0) record.max_shift = shared_.max_shift;
        return moved;
    }

    __device__ void write(uint32_t tile, Pairs to) const {
        __syncthreads();
        const RepairTile at = tile_at(tile);
        for (uint32_t i = threadIdx.x; i < at.kept; i += kThreads) {
            to.keys[at.begin + i] = words_[TileWindow::key_at(i)];
            if (to.values != nullptr) to.values[at.begin + i] = words_[TileWindow::value_at(i)];
        }
        __syncthreads();
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

    /// Checks the records of all tiles. Every block does so itself: the result is the same, and needs no
    /// second barrier.
    __device__ RepairOutcome check() {
        if (threadIdx.x == 0) shared_.flags = shared_.max_shift = shared_.windows = shared_.descending = 0;
        __syncthreads();
        uint32_t flags = 0, max_shift = 0, windows = 0, descending = 0;
        for (uint32_t tile = threadIdx.x; tile < shared_.tiles; tile += kThreads) {
            const WindowRecord own = read(tile);
            flags |= own.flags & ((1u << kFlagBits) - 1);
            descending += own.flags >> kFlagBits;
            windows += own.flags & kDescends;
            max_shift = max(max_shift, own.max_shift);
            // lesson: adaptive/check
            bool ascends = true;
            if (tile + 1 < shared_.tiles) {
                const WindowRecord next = read(tile + 1);
                ascends = own.last_key < next.first_key ||
                          (own.last_key == next.first_key && own.last_place < next.first_place);
            }
            if (!ascends) flags |= kTooMuch | kDescends;
            // lesson end
        }
        flags = warp_or(flags);
        max_shift = warp_max(max_shift);
        windows = warp_total(windows);
        descending = warp_total(descending);
        if (own_lane() == 0 && flags != 0) {
            atomicOr(&shared_.flags, flags);
            atomicMax(&shared_.max_shift, max_shift);
            atomicAdd(&shared_.windows, windows);
            atomicAdd(&shared_.descending, descending);
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
        // lesson: adaptive/write
        const uint32_t step = gridDim.x * kThreads;
        for (uint32_t i = blockIdx.x * kThreads + threadIdx.x; i < args_.pairs.count; i += step) {
            args_.pairs.keys[i] = __ldcg(args_.scratch.keys + i);
            if (args_.pairs.values) args_.pairs.values[i] = __ldcg(args_.scratch.values + i);
        }
        // lesson end
    }

    const RepairArgs& args_;
    uint32_t* words_;
    typename TileWindow::Shared& window_;
    RepairShared& shared_;
};

}  // namespace sort::adaptive
