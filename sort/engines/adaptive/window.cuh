// How `adaptive` orders one window inside a block: as a block orders any few thousand keys (block_order.cuh).
#pragma once
#include "sort/cuda/block_order.cuh"
#include "sort/engines/adaptive/shapes.h"
#include "sort/sorter.h"

namespace sort::adaptive {

constexpr uint32_t kDescends = 1;  // a key of the window is greater than the next
constexpr uint32_t kTooMuch = 2;   // windows cannot repair this
constexpr uint32_t kFlagBits = 2;  // above them: threads that saw a descent

/// Record that a block publishes of one tile.
struct alignas(8) WindowRecord {
    uint32_t first_key, first_place, last_key, last_place;
    uint32_t flags;  // kDescends, kTooMuch, threads << kFlagBits
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

/// Position of a tile in the output, and of its window.
struct RepairTile {
    uint32_t begin, kept;    // of the output
    uint32_t first, length;  // of the window: the tile, and the halo on either side as far as there are pairs
};

template <uint32_t kThreadsOf, uint32_t kItemsOf>
struct WindowPolicy {
    static constexpr uint32_t kThreads = kThreadsOf, kItems = kItemsOf;
    static constexpr uint32_t kPlaces = kThreads * kItems;  // of a window, at most
    static constexpr uint32_t kLeastTile = kPlaces / 4;

    HOST_DEVICE static constexpr uint32_t most_halo(uint32_t tile_pairs) {
        return (kPlaces - (tile_pairs == 0 ? kLeastTile : tile_pairs)) / 2;
    }
};

/// Sorts one window, and brings the tile in its middle into shared memory.
template <class Policy>
class Window {
    static constexpr uint32_t kItems = Policy::kItems;
    using Order = BlockOrder<Policy::kThreads, kItems>;

public:
    static constexpr uint32_t kThreads = Policy::kThreads, kPlaces = Policy::kPlaces, kWords = Order::kWords;
    using Shared = typename Order::Shared;

    // Where the words of the tile's pair i are.
    __device__ static uint32_t key_at(uint32_t i) { return i; }
    __device__ static uint32_t value_at(uint32_t i) { return kPlaces + i; }

    /// Sorts a window. Returns false if it is in order in the input; its tile is then only loaded if
    /// `always`. Fills the record except for max_shift, and raises *max_shift in shared memory, which is 0.
    __device__ static bool make(const RepairArgs& args, const RepairTile& tile, WindowRecord& record,
                                bool always, uint32_t* words, Shared& shared, uint32_t* max_shift) {
        const uint32_t first = tile.first, length = tile.length;
        const uint32_t* const window = args.pairs.keys + first;
        uint32_t keys[kItems], ranks[kItems];
        uint32_t after[kItems];
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t slot = k * kThreads + threadIdx.x;
            if (k * kThreads >= length) break;
            keys[k] = slot < length ? __ldcg(window + slot) : ~0u;
            after[k] = ~0u;
            if (own_lane() == 31 && first + slot + 1 < args.pairs.count) after[k] = __ldcg(window + slot + 1);
        }
        bool descends = false;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t slot = k * kThreads + threadIdx.x;
            if (k * kThreads >= length) break;
            uint32_t next = __shfl_down_sync(kAllLanes, keys[k], 1);
            if (own_lane() == 31) next = after[k];
            descends = descends || (slot + 1 < length && args.bits(keys[k]) > args.bits(next));
        }
        const auto descending = static_cast<uint32_t>(__syncthreads_count(descends));
        // lesson: adaptive/windows
        const bool disordered = descending != 0;
        if (threadIdx.x == 0) record.flags = disordered ? kDescends | descending << kFlagBits : 0;
        bool ranked = true;
        if (disordered) {
            ranked = Order::template rank<true>(keys, length, args.bits, ranks, words, shared);
        } else {
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) ranks[k] = k * kThreads + threadIdx.x;
        }
        __syncthreads();
        if (!ranked) {
            if (threadIdx.x == 0) record = {0, 0, 0, 0, record.flags | kTooMuch, 0};
            return true;
        }
        keep(args, keys, ranks, tile, record, disordered || always, words, max_shift);
        // lesson end
        return disordered;
    }

private:
    /// The ranks that are the tile's go to shared memory; the first and the last of them to the record.
    __device__ static void keep(const RepairArgs& args, uint32_t (&keys)[kItems],
                                const uint32_t (&ranks)[kItems], const RepairTile& tile, WindowRecord& record,
                                bool wanted, uint32_t* words, uint32_t* max_shift) {
        const uint32_t kept = tile.kept, first = tile.first, length = tile.length;
        const uint32_t skipped = tile.begin - first;
        const bool values = args.pairs.values != nullptr;
        uint32_t furthest = 0;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t slot = k * kThreads + threadIdx.x;
            if (k * kThreads >= length) break;
            const uint32_t to = ranks[k] - skipped;  // wraps where the tile before has it
            if (slot >= length || to >= kept) continue;
            if (to == 0) record.first_key = args.bits(keys[k]), record.first_place = first + slot;
            if (to == kept - 1) record.last_key = args.bits(keys[k]), record.last_place = first + slot;
            if (!wanted) continue;
            furthest = max(furthest, slot < ranks[k] ? ranks[k] - slot : slot - ranks[k]);
            words[key_at(to)] = keys[k];
            if (values) keys[k] = __ldcg(args.pairs.values + first + slot);
        }
        if (!wanted) return;
        if (values) {
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) {
                if (k * kThreads >= length) break;
                const uint32_t to = ranks[k] - skipped;
                if (k * kThreads + threadIdx.x < length && to < kept) words[value_at(to)] = keys[k];
            }
        }
        furthest = warp_max(furthest);
        if (own_lane() == 0 && furthest != 0) atomicMax(max_shift, furthest);
    }
};

}  // namespace sort::adaptive
