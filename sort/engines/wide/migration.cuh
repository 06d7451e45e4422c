// How `adaptive` repairs any number of pairs with keys of 64 bits, where most are near their places: the input is cut into tiles, pairs that do not belong into theirs migrate to the tile where they do, and each tile is put in
// order by itself. One launch; three barriers of the grid, two where every block has one tile.
//
//   borders    the border of two tiles is the median of the 32 pairs around it, by (key, place): strays do not
//              move it. The order check is done at the same time
//   leave      a block compares the pairs of a tile with both borders. Who does not belong is written into the
//              inbox of the tile where it does, found from the borders of all
//   start      the last block sums the pairs that each tile will hold: where its part of the output begins
//   arrange    a block loads its tile again, leaves out who left, appends who came, sorts what is not in order
//              (block_merge.cuh), and writes it: to its place where all tiles are held at once, else to the scratch
//   copy       from there, the tiles that have changed
//
// Where borders descend, an inbox overflows or a quarter of a tile leaves, nothing has been written, and the call
// is one of the full sort. Every pair is in the tile whose borders hold it, and tiles are sorted by (key, place):
// the result is the stable order whatever the borders are. Example, tiles of four with the border (5, 4): 1 9 2 3 |
// 5 4 6 7; 9 and 4 migrate: 1 2 3 and 4, then 5 6 7 and 9: 1 2 3 4 | 5 6 7 9.
//
// Bytes a pair: 8 to check, 8 to leave, 12 + 12 to arrange, 12 + 12 to copy; where every block has one tile, 32 in
// all. A pair that migrates costs 16 bytes twice.
#pragma once
#include "sort/base/tiles.h"
#include "sort/cuda/descent_search.cuh"
#include "sort/engines/wide/tile_order.cuh"

namespace sort::wide {

/// Words of one migration; 0 when it begins.
struct MigrationWords {
    uint32_t failed, movers, ticket;
};

/// Device memory for migrations of so many tiles, cleared by none of them.
struct MigrationLists {
    Migrant* borders;    // [tile]: where it begins; that of the first is not read
    Migrant* inboxes;    // [tile][kMostIncoming]
    uint32_t* incoming;  // [tile]
    uint32_t* homes;     // [tile]: pairs that stay; kUnordered: they are not in order
    uint32_t* starts;    // [tile]: in the output
};

constexpr uint32_t kUnordered = 1u << 31;

template <class Shape>
struct MigrationShared {
    static constexpr uint32_t kCoarse = 512;

    TileShared<Shape> tile;
    Migrant coarse[kCoarse];  // borders of tiles, at even distances
    uint32_t sum;
};

/// Migration of `from`, to other arrays or in place.
template <class Shape>
class Migration {
    using Key = typename Shape::Key;
    static constexpr uint32_t kThreads = Shape::kThreads, kTileItems = Shape::kTileItems;
    static constexpr uint32_t kTilePairs = Shape::kTilePairs, kMostIncoming = Shape::kMostIncoming;
    static constexpr uint32_t kWarps = kThreads / 32;

public:
    using Shared = MigrationShared<Shape>;

    __device__ Migration(KeyPairs<Key> from, KeyBitsOf<Key> bits, const MigrationLists& lists,
                         MigrationWords* words, Shared& shared)
        : from_(from), bits_(bits), lists_(lists), words_(words), shared_(shared), order_(bits, shared.tile) {
        const uint32_t share = (tile_count(from.count, gridDim.x) + 31) / 32 * 32;
        tile_pairs_ = min(max(share, Shape::kLeastTile), kTilePairs);
        tiles_ = tile_count(from.count, tile_pairs_);
    }

    /// Finds the borders, before a barrier of the grid: a warp each, the median by (key, place) of the pairs around
    /// it.
    __device__ void make_borders() {
        for (uint32_t tile = blockIdx.x * kWarps + own_warp(); tile < tiles_; tile += gridDim.x * kWarps) {
            if (own_lane() == 0) lists_.incoming[tile] = 0;
            if (tile == 0) continue;
            const uint32_t first = tile * tile_pairs_ - 16, place = first + own_lane();
            const uint64_t key = place < from_.count ? bits_(__ldcg(from_.keys + place)) : ~0ull;
            uint32_t rank = 0;
#pragma unroll
            for (int lane = 0; lane < 32; ++lane) {
                const uint64_t other = __shfl_sync(kAllLanes, key, lane);
                rank += comes_before(other, first + static_cast<uint32_t>(lane), key, place) ? 1 : 0;
            }
            if (rank == 16) lists_.borders[tile] = {key, place, 0};
        }
        if (threadIdx.x == 0) shared_.tile.max_shift = 0;
    }

    /// Puts the pairs in order, after that barrier, by all blocks of the grid; Sync{}() is its barrier. Returns whether
    /// they are, the same in all threads of the grid; if not, `from` is unchanged. `to`: `from`, or the arrays that
    /// are then the result; `spare` is written in place where tiles are more than blocks. max_shift() of this block and
    /// movers() are known if they are.
    template <class Sync>
    __device__ bool run(KeyPairs<Key> to, KeyPairs<Key> spare, Sync sync) {
        const bool at_once = tiles_ <= gridDim.x, in_place = to.keys == from_.keys;
        fetch_coarse();
        for (uint32_t tile = blockIdx.x; tile < tiles_; tile += gridDim.x) {
            if (!(at_once ? load_and_leave(tile) : count_leaving(tile))) break;
        }
        if (!at_once && last_block(&words_->ticket)) sum_tiles();
        sync();
        if (__ldcg(&words_->failed) != 0) return false;

        if (at_once && blockIdx.x < tiles_) sum_tiles_before(blockIdx.x);
        const bool by_spare = in_place && !at_once;
        for (uint32_t tile = blockIdx.x; tile < tiles_; tile += gridDim.x) {
            const uint32_t home = __ldcg(lists_.homes + tile), incoming = __ldcg(lists_.incoming + tile);
            const uint32_t start = at_once ? shared_.sum : __ldcg(lists_.starts + tile);
            if (in_place && !changes(tile, home, incoming, start)) continue;
            if (!at_once) load(tile);
            order_.arrange(home & ~kUnordered, lists_.inboxes + size_t{tile} * kMostIncoming, incoming,
                           by_spare ? spare : to, start);
        }
        __syncthreads();
        if (!by_spare) return true;
        sync();
        for (uint32_t tile = blockIdx.x; tile < tiles_; tile += gridDim.x) copy_back(tile, spare);
        return true;
    }

    __device__ uint32_t movers() const { return __ldcg(&words_->movers); }
    __device__ uint32_t max_shift() const { return shared_.tile.max_shift; }

private:
    __device__ uint32_t length_of(uint32_t tile) const {
        return min(tile_pairs_, from_.count - tile * tile_pairs_);
    }
    /// Returns where a tile begins, and the last one ends.
    __device__ Migrant border(uint32_t tile) const {
        if (tile == 0) return {0, 0, 0};
        if (tile >= tiles_) return {~0ull, ~0u, 0};
        const uint4 words = __ldcg(reinterpret_cast<const uint4*>(lists_.borders + tile));
        return {uint64_t{words.y} << 32 | words.x, words.z, 0};
    }

    /// Brings a tile into shared memory. Returns how many of its pairs stay.
    __device__ uint32_t load(uint32_t tile) {
        const Migrant lower = border(tile), upper = border(tile + 1);
        falls_ = !comes_before(lower.key, lower.place, upper.key, upper.place);
        return order_.load(from_, tile * tile_pairs_, length_of(tile), lower, upper);
    }

    /// Brings a tile into shared memory, notes how many of its pairs stay, and sends the others to where they belong. Returns
    /// false if the migration has failed here.
    __device__ bool load_and_leave(uint32_t tile) {
        const uint32_t staying = load(tile);
        const uint32_t length = length_of(tile), leaving = length - staying;
        const bool fails = falls_ || leaving > most_leaving();
        if (threadIdx.x == 0) {
            lists_.homes[tile] = staying | (order_.in_order() ? 0 : kUnordered);
            if (fails) raise_flag(&words_->failed);
            if (leaving != 0) atomicAdd(&words_->movers, leaving);
        }
        if (fails || leaving == 0) return !fails;
        for (uint32_t slot = threadIdx.x; slot < length; slot += kThreads) {
            if (!order_.stays(slot)) send(tile * tile_pairs_ + slot);
        }
        return true;
    }

    /// The same for a tile of which nothing is kept in shared memory.
    __device__ bool count_leaving(uint32_t tile) {
        const uint32_t begin = tile * tile_pairs_, length = length_of(tile);
        const Migrant lower = border(tile), upper = border(tile + 1);
        falls_ = !comes_before(lower.key, lower.place, upper.key, upper.place);
        Key keys[kTileItems];
#pragma unroll
        for (uint32_t k = 0; k < kTileItems; ++k) {
            const uint32_t slot = k * kThreads + threadIdx.x;
            keys[k] = slot < length ? __ldcg(from_.keys + begin + slot) : Key{};
        }
        uint32_t leaving = 0;  // a bit an item
        bool descends = false;
#pragma unroll
        for (uint32_t k = 0; k < kTileItems; ++k) {
            const uint32_t slot = k * kThreads + threadIdx.x;
            Key next = __shfl_down_sync(kAllLanes, keys[k], 1);
            if (slot >= length) continue;
            if (!order_.is_between(bits_(keys[k]), begin + slot, lower, upper)) leaving |= 1u << k;
            if (slot + 1 >= length) continue;
            if (own_lane() == 31) next = __ldcg(from_.keys + begin + slot + 1);
            descends = descends || bits_(keys[k]) > bits_(next);
        }
        const uint32_t own = warp_total(static_cast<uint32_t>(__popc(leaving)));
        __syncthreads();  // the sum before has been read
        if (threadIdx.x == 0) shared_.sum = 0;
        __syncthreads();
        if (own_lane() == 0 && own != 0) atomicAdd(&shared_.sum, own);
        const bool unordered = __syncthreads_or(descends);
        const uint32_t all = shared_.sum;
        const bool fails = falls_ || all > most_leaving();
        if (threadIdx.x == 0) {
            lists_.homes[tile] = (length - all) | (unordered ? kUnordered : 0);
            if (fails) raise_flag(&words_->failed);
            if (all != 0) atomicAdd(&words_->movers, all);
        }
        if (fails) return false;
        for (uint32_t left = leaving; left != 0; left &= left - 1) {
            const uint32_t k = static_cast<uint32_t>(__ffs(static_cast<int>(left))) - 1;
            send(begin + k * kThreads + threadIdx.x);
        }
        return true;
    }

    __device__ uint32_t most_leaving() const { return tile_pairs_ / 4; }

    __device__ void send(uint32_t place) {
        const Key key = __ldcg(from_.keys + place);
        const uint32_t value = from_.values ? __ldcg(from_.values + place) : 0;
        const uint32_t to = tile_of(bits_(key), place);
        const uint32_t at = atomicAdd(lists_.incoming + to, 1u);
        if (at >= kMostIncoming) return raise_flag(&words_->failed);
        lists_.inboxes[size_t{to} * kMostIncoming + at] = {raw_bits(key), place, value};
    }

    __device__ void fetch_coarse() {
        stride_ = tile_count(tiles_, Shared::kCoarse);
        for (uint32_t i = threadIdx.x; i * stride_ < tiles_; i += kThreads) {
            shared_.coarse[i] = border(i * stride_);
        }
        __syncthreads();
    }

    /// Returns the tile where a pair belongs.
    __device__ uint32_t tile_of(uint64_t key, uint32_t place) const {
        uint32_t from = 0, to = tile_count(tiles_, stride_);  // not before `from`, before `to`
        while (to - from > 1) {
            const uint32_t middle = (from + to) / 2;
            const Migrant& at = shared_.coarse[middle];
            (comes_before(key, place, at.key, at.place) ? to : from) = middle;
        }
        from *= stride_;
        to = min(from + stride_, tiles_);
        while (to - from > 1) {
            const uint32_t middle = (from + to) / 2;
            const Migrant at = border(middle);
            (comes_before(key, place, at.key, at.place) ? to : from) = middle;
        }
        return from;
    }

    /// shared_.sum becomes where a tile begins in the output.
    __device__ void sum_tiles_before(uint32_t tile) {
        uint32_t own = 0;
        for (uint32_t i = threadIdx.x; i < tile; i += kThreads) own += pairs_of(i);
        own = warp_total(own);
        if (threadIdx.x == 0) shared_.sum = 0;
        __syncthreads();
        if (own_lane() == 0) atomicAdd(&shared_.sum, own);
        __syncthreads();
    }

    /// Finds where each tile begins in the output. By the last block.
    __device__ void sum_tiles() {
        if (__ldcg(&words_->failed) != 0) return;
        constexpr uint32_t kAtOnce = 16;  // tiles of a thread
        uint32_t before = 0;
        for (uint32_t first = 0; first < tiles_; first += kAtOnce * kThreads) {
            const uint32_t begin = first + threadIdx.x * kAtOnce;
            uint32_t pairs[kAtOnce], own = 0;
#pragma unroll
            for (uint32_t i = 0; i < kAtOnce; ++i) pairs[i] = begin + i < tiles_ ? pairs_of(begin + i) : 0;
#pragma unroll
            for (uint32_t i = 0; i < kAtOnce; ++i) own += pairs[i];
            const uint32_t sums = warp_sums(own);
            const uint32_t warp_sum = __shfl_sync(kAllLanes, sums, 31);
            uint32_t start = before + sum_before_warp<kThreads>(warp_sum, shared_.tile.words) + sums - own;
#pragma unroll
            for (uint32_t i = 0; i < kAtOnce; ++i) {
                if (begin + i < tiles_) lists_.starts[begin + i] = start;
                start += pairs[i];
            }
            if (threadIdx.x == kThreads - 1) shared_.sum = start;
            __syncthreads();
            before = shared_.sum;
        }
    }

    __device__ uint32_t pairs_of(uint32_t tile) const {
        return (__ldcg(lists_.homes + tile) & ~kUnordered) + __ldcg(lists_.incoming + tile);
    }

    /// Returns whether a tile's part of the output is another than its input.
    __device__ bool changes(uint32_t tile, uint32_t home, uint32_t incoming, uint32_t start) const {
        return incoming != 0 || start != tile * tile_pairs_ || home != length_of(tile);
    }

    __device__ void copy_back(uint32_t tile, KeyPairs<Key> spare) const {
        const uint32_t home = __ldcg(lists_.homes + tile), incoming = __ldcg(lists_.incoming + tile);
        const uint32_t start = __ldcg(lists_.starts + tile), end = start + (home & ~kUnordered) + incoming;
        if (!changes(tile, home, incoming, start)) return;
        copy(spare.keys, from_.keys, start, end);
        if (from_.values != nullptr) copy(spare.values, from_.values, start, end);
    }

    template <class T>
    __device__ static void copy(const T* from, T* to, uint32_t begin, uint32_t end) {
        constexpr uint32_t kAtOnce = 4;
        for (uint32_t first = begin; first < end; first += kAtOnce * kThreads) {
            T items[kAtOnce];
#pragma unroll
            for (uint32_t k = 0; k < kAtOnce; ++k) {
                const uint32_t i = first + k * kThreads + threadIdx.x;
                if (i < end) items[k] = __ldcs(from + i);
            }
#pragma unroll
            for (uint32_t k = 0; k < kAtOnce; ++k) {
                const uint32_t i = first + k * kThreads + threadIdx.x;
                if (i < end) to[i] = items[k];
            }
        }
    }

    KeyPairs<Key> from_;
    KeyBitsOf<Key> bits_;
    MigrationLists lists_;
    MigrationWords* words_;
    Shared& shared_;
    TileOrder<Shape> order_;
    uint32_t tile_pairs_, tiles_;
    uint32_t stride_ = 1;  // of the coarse borders
    bool falls_ = false;   // the borders of the last tile descend
};

}  // namespace sort::wide
