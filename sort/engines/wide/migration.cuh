// How `adaptive` repairs any number of pairs, of keys of 32 or 64 bits, where most are near their places: the input
// is cut into tiles, pairs that do not belong into theirs migrate to the tile where they do, and each tile is put in
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
// Where borders descend, an inbox overflows or an eighth of a tile leaves, nothing has been written, and the call
// is one of the full sort. Every pair is in the tile whose borders hold it, and tiles are sorted by (key, place):
// the result is the stable order whatever the borders are. Example, tiles of four with the border (5, 4): 1 9 2 3 |
// 5 4 6 7; 9 and 4 migrate: 1 2 3 and 4, then 5 6 7 and 9: 1 2 3 4 | 5 6 7 9.
//
// Bytes a pair of 64-bit keys: 8 to check, 8 to leave, 12 + 12 to arrange, 12 + 12 to copy; of 32 bits 4, 4, 8 + 8
// and 8 + 8. Where every block has one tile, half of it. A pair that migrates costs 16 bytes twice.
#pragma once
#include <cstring>

#include "sort/base/tiles.h"
#include "sort/cuda/descent_search.cuh"
#include "sort/engines/wide/block_merge.cuh"
#include "sort/sorter.h"

namespace sort::wide {

/// A pair on its way to another tile, or the border of two tiles: then the key's ordered bits, and no value.
struct alignas(16) Migrant {
    uint64_t key;
    uint32_t place, value;
};

/// Words of one migration; 0 when it begins.
struct MigrationWords {
    uint32_t failed, movers, ticket;
};

/// Tiles of kTilePairs pairs; up to kMostIncoming migrate into one.
template <class KeyOf, uint32_t kThreadsOf, uint32_t kTileItemsOf>
struct MigrationShape {
    using Key = KeyOf;
    static constexpr uint32_t kThreads = kThreadsOf, kTileItems = kTileItemsOf;
    static constexpr uint32_t kTilePairs = kThreads * kTileItems, kMostIncoming = kThreads;
    static constexpr uint32_t kLeastTile = 512;
};

/// Device memory for migrations of so many tiles, cleared by none of them.
struct MigrationRoom {
    Migrant* borders;    // [tile]: where it begins; that of the first is not read
    Migrant* inboxes;    // [tile][kMostIncoming]: the key's own bits
    uint32_t* incoming;  // [tile]
    uint32_t* homes;     // [tile]: pairs that stay; kUnordered: they are not in order
    uint32_t* starts;    // [tile]: in the output
};

constexpr uint32_t kUnordered = 1u << 31;

template <class Shape>
struct MigrationShared {
    using Key = typename Shape::Key;
    static constexpr uint32_t kRows = Shape::kTileItems * (Shape::kThreads / 32);
    static constexpr uint32_t kMostInserted = 96, kCoarse = 512;

    MergeShared<Key, Shape::kThreads, Shape::kTileItems + 1> items;
    uint32_t values[Shape::kTilePairs + Shape::kMostIncoming];  // by slot; incoming pairs have the last slots
    uint32_t places[Shape::kMostIncoming];                      // of incoming pairs
    uint32_t rows[kRows];
    uint32_t words[kBlockWords];
    uint32_t bounds[kMostInserted];  // items before each inserted one that were there
    Migrant coarse[kCoarse];         // borders of tiles, at even distances
    uint32_t sum, max_shift;
};

/// Migration of `from`, to other arrays or in place; `spare` is used in place where tiles are more than blocks.
template <class Shape>
class Migration {
    using Key = typename Shape::Key;
    using Merge = BlockMerge<Key, Shape::kThreads, Shape::kTileItems + 1>;
    using Item = typename Merge::Item;
    static constexpr uint32_t kThreads = Shape::kThreads, kTileItems = Shape::kTileItems;
    static constexpr uint32_t kTilePairs = Shape::kTilePairs, kMostIncoming = Shape::kMostIncoming;
    static constexpr uint32_t kWarps = kThreads / 32;
    static constexpr int kStrayRounds = 2;

public:
    using Shared = MigrationShared<Shape>;

    __device__ Migration(KeyPairs<Key> from, KeyBitsOf<Key> bits, const MigrationRoom& room,
                         MigrationWords* words, Shared& shared)
        : from_(from), bits_(bits), room_(room), words_(words), shared_(shared) {
        const uint32_t share = (tile_count(from.count, gridDim.x) + 31) / 32 * 32;
        tile_pairs_ = min(max(share, Shape::kLeastTile), kTilePairs);
        tiles_ = tile_count(from.count, tile_pairs_);
    }

    /// Finds the borders, before a barrier of the grid: a warp each, the median by (key, place) of the pairs around it.
    __device__ void make_borders() {
        for (uint32_t tile = blockIdx.x * kWarps + own_warp(); tile < tiles_; tile += gridDim.x * kWarps) {
            if (own_lane() == 0) room_.incoming[tile] = 0;
            if (tile == 0) continue;
            const uint32_t first = tile * tile_pairs_ - 16, place = first + own_lane();
            const uint64_t key = place < from_.count ? bits_(__ldcg(from_.keys + place)) : ~0ull;
            uint32_t rank = 0;
#pragma unroll
            for (int lane = 0; lane < 32; ++lane) {
                const uint64_t other = __shfl_sync(kAllLanes, key, lane);
                rank += before(other, first + static_cast<uint32_t>(lane), key, place) ? 1 : 0;
            }
            if (rank == 16) room_.borders[tile] = {key, place, 0};
        }
        if (threadIdx.x == 0) shared_.max_shift = 0;
    }

    /// Puts the pairs in order, after that barrier, by all blocks of the grid; Sync{}() is its barrier. Returns whether
    /// they are, the same in all threads of the grid; if not, `from` is unchanged. `to`: `from`, or the arrays that
    /// are then the result. max_shift() of this block and movers() are known if they are.
    template <class Sync>
    __device__ bool run(KeyPairs<Key> to, KeyPairs<Key> spare, Sync sync) {
        const bool at_once = tiles_ <= gridDim.x, in_place = to.keys == from_.keys;
        fetch_coarse();
        for (uint32_t tile = blockIdx.x; tile < tiles_; tile += gridDim.x) {
            if (at_once) {
                fetch(tile);
            } else {
                look(tile);
            }
            if (!leave(tile)) break;
        }
        if (!at_once && last_block(&words_->ticket)) sum_tiles();
        sync();
        if (__ldcg(&words_->failed) != 0) return false;

        if (at_once && blockIdx.x < tiles_) sum_tiles_before(blockIdx.x);
        const bool by_spare = in_place && !at_once;
        for (uint32_t tile = blockIdx.x; tile < tiles_; tile += gridDim.x) {
            if (in_place && !changes(tile)) continue;
            if (!at_once) fetch(tile);
            arrange(tile, by_spare ? spare : to);
        }
        __syncthreads();
        if (!by_spare) return true;
        sync();
        for (uint32_t tile = blockIdx.x; tile < tiles_; tile += gridDim.x) {
            if (changes(tile)) copy_back(tile, spare);
        }
        return true;
    }

    __device__ uint32_t movers() const { return __ldcg(&words_->movers); }
    __device__ uint32_t max_shift() const { return shared_.max_shift; }

private:
    __device__ static uint64_t word_of(Key key) {
        KeyWord<Key> word;
        memcpy(&word, &key, sizeof word);
        return word;
    }
    __device__ static Key key_of(uint64_t from) {
        const auto word = static_cast<KeyWord<Key>>(from);
        Key key;
        memcpy(&key, &word, sizeof key);
        return key;
    }

    __device__ static bool before(uint64_t a_key, uint32_t a_place, uint64_t b_key, uint32_t b_place) {
        return a_key < b_key || (a_key == b_key && a_place < b_place);
    }

    __device__ Migrant border(uint32_t tile) const {
        const uint4 words = __ldcg(reinterpret_cast<const uint4*>(room_.borders + tile));
        return {uint64_t{words.y} << 32 | words.x, words.z, 0};
    }
    /// Returns whether a pair belongs before tile `tile`.
    __device__ bool belongs_before(uint64_t key, uint32_t place, uint32_t tile) const {
        if (tile == 0 || tile >= tiles_) return tile != 0;
        const Migrant at = border(tile);
        return before(key, place, at.key, at.place);
    }

    __device__ uint32_t length_of(uint32_t tile) const {
        return min(tile_pairs_, from_.count - tile * tile_pairs_);
    }

    /// Looks which pairs of a tile stay, and whether they are in order; keeps nothing of them. stays_, home_, unordered_ and
    /// falls_ are then known.
    __device__ void look(uint32_t tile) {
        Key keys[kTileItems];
        load_keys(tile, keys);
        find_stays(tile, keys);
        const uint32_t begin = tile * tile_pairs_, length = length_of(tile);
        bool found = false;
#pragma unroll
        for (uint32_t k = 0; k < kTileItems; ++k) {
            const uint32_t slot = k * kThreads + threadIdx.x;
            Key next = __shfl_down_sync(kAllLanes, keys[k], 1);
            if (slot + 1 >= length) continue;
            if (own_lane() == 31) next = __ldcg(from_.keys + begin + slot + 1);
            found = found || bits_(keys[k]) > bits_(next);
        }
        unordered_ = __syncthreads_or(found);
        home_ = shared_.sum;
    }

    /// Brings the pairs of a tile into shared memory, slot by slot; stays_ and so on are then known.
    __device__ void fetch(uint32_t tile) {
        const uint32_t begin = tile * tile_pairs_, length = length_of(tile);
        Key keys[kTileItems];
        uint32_t values[kTileItems];
        load_keys(tile, keys);
        const bool has_values = from_.values != nullptr;
#pragma unroll
        for (uint32_t k = 0; k < kTileItems; ++k) {
            const uint32_t slot = k * kThreads + threadIdx.x;
            if (has_values && slot < length) values[k] = __ldcg(from_.values + begin + slot);
        }
        find_stays(tile, keys);
#pragma unroll
        for (uint32_t k = 0; k < kTileItems; ++k) {
            const uint32_t slot = k * kThreads + threadIdx.x;
            if (slot >= length) break;
            shared_.items.keys[slot] = keys[k];
            if (has_values) shared_.values[slot] = values[k];
        }
        __syncthreads();
        unordered_ = descends(length);
        home_ = shared_.sum;
    }

    __device__ void load_keys(uint32_t tile, Key (&keys)[kTileItems]) const {
        const uint32_t begin = tile * tile_pairs_, length = length_of(tile);
#pragma unroll
        for (uint32_t k = 0; k < kTileItems; ++k) {
            const uint32_t slot = k * kThreads + threadIdx.x;
            keys[k] = slot < length ? __ldcg(from_.keys + begin + slot) : Key{};
        }
    }

    /// Sets stays_ and falls_, and adds up shared_.sum, which is known after the next barrier.
    __device__ void find_stays(uint32_t tile, const Key (&keys)[kTileItems]) {
        const uint32_t begin = tile * tile_pairs_, length = length_of(tile);
        const Migrant lower = tile > 0 ? border(tile) : Migrant{0, 0, 0};
        const Migrant upper = tile + 1 < tiles_ ? border(tile + 1) : Migrant{~0ull, ~0u, 0};
        falls_ = !before(lower.key, lower.place, upper.key, upper.place);
        __syncthreads();  // shared memory is free
        if (threadIdx.x == 0) shared_.sum = 0;
        __syncthreads();
        uint32_t stays = 0;  // a bit an item
#pragma unroll
        for (uint32_t k = 0; k < kTileItems; ++k) {
            const uint32_t slot = k * kThreads + threadIdx.x;
            if (slot >= length) break;
            const uint64_t key = bits_(keys[k]);
            bool stay = lower.key < key && key < upper.key;
            if (!stay) {
                stay = !before(key, begin + slot, lower.key, lower.place) &&
                       before(key, begin + slot, upper.key, upper.place);
            }
            stays |= (stay ? 1u : 0u) << k;
        }
        stays_ = stays;
        const uint32_t staying = warp_total(static_cast<uint32_t>(__popc(stays)));
        if (own_lane() == 0) atomicAdd(&shared_.sum, staying);
    }

    /// Leaves out the pairs of the tile in shared memory that do not belong there.
    __device__ void compact(uint32_t length) {
        Key keys[kTileItems];
        uint32_t slots[kTileItems];
        const bool all = home_ == length;
#pragma unroll
        for (uint32_t k = 0; k < kTileItems; ++k) {
            slots[k] = k * kThreads + threadIdx.x;
            if (slots[k] >= length) break;
            if (all) {
                shared_.items.slots[slots[k]] = static_cast<uint16_t>(slots[k]);
            } else {
                keys[k] = shared_.items.keys[slots[k]];
            }
        }
        __syncthreads();
        if (all) return;
        part(keys, slots, stays_, length);
        if (unordered_) unordered_ = descends(home_);
    }

    /// Items of this thread go to shared memory, item k of `length` to k * kThreads + thread or thereabouts: first those
    /// whose bit is set, then the others, both in order. Returns how many the first are.
    __device__ uint32_t part(const Key (&keys)[kTileItems], const uint32_t (&slots)[kTileItems],
                             uint32_t stays, uint32_t length) {
#pragma unroll
        for (uint32_t k = 0; k < kTileItems; ++k) {
            const uint32_t staying = __ballot_sync(kAllLanes, (stays >> k & 1) != 0);
            if (own_lane() == 0) shared_.rows[k * kWarps + own_warp()] = __popc(staying);
        }
        __syncthreads();
        sum_rows();
        const uint32_t sum = shared_.sum;
#pragma unroll
        for (uint32_t k = 0; k < kTileItems; ++k) {
            const uint32_t at = k * kThreads + threadIdx.x;
            const bool stay = (stays >> k & 1) != 0;
            const uint32_t staying = __ballot_sync(kAllLanes, stay);
            if (at >= length) continue;
            const uint32_t rank =
                shared_.rows[k * kWarps + own_warp()] + __popc(staying & ((1u << own_lane()) - 1));
            const uint32_t to = stay ? rank : sum + at - rank;
            shared_.items.keys[to] = keys[k];
            shared_.items.slots[to] = static_cast<uint16_t>(slots[k]);
        }
        __syncthreads();
        return sum;
    }

    /// The counts of rows become sums before them.
    __device__ void sum_rows() {
        constexpr uint32_t kRows = Shared::kRows;
        static_assert(kRows <= kThreads);
        const uint32_t own = threadIdx.x < kRows ? shared_.rows[threadIdx.x] : 0;
        const uint32_t sums = warp_sums(own);
        const uint32_t warp_sum = __shfl_sync(kAllLanes, sums, 31);
        const uint32_t start = sum_before_warp<kThreads>(warp_sum, shared_.words) + sums - own;
        if (threadIdx.x < kRows) shared_.rows[threadIdx.x] = start;
        if (threadIdx.x == kThreads - 1) shared_.sum = start + own;
        __syncthreads();
    }

    __device__ uint64_t bits_at(uint32_t i) const { return bits_(shared_.items.keys[i]); }

    /// Returns, in all threads, whether one of the first `count` items in shared memory is greater than the next.
    __device__ bool descends(uint32_t count) const {
        bool found = false;
#pragma unroll
        for (uint32_t k = 0; k < kTileItems; ++k) {
            const uint32_t i = k * kThreads + threadIdx.x;
            if (i + 1 >= count) break;
            found = found || bits_at(i) > bits_at(i + 1);
        }
        return __syncthreads_or(found);
    }

    /// Sends the pairs that do not belong into a tile to where they do. Returns false if the migration has failed here.
    __device__ bool leave(uint32_t tile) {
        const uint32_t begin = tile * tile_pairs_, leaving = length_of(tile) - home_;
        if (threadIdx.x == 0) {
            room_.homes[tile] = home_ | (unordered_ ? kUnordered : 0);
            if (falls_ || leaving > most_leaving()) raise_flag(&words_->failed);
            if (leaving != 0) atomicAdd(&words_->movers, leaving);
        }
        if (leaving > most_leaving() || falls_) return false;
        if (leaving == 0) return true;
        for (uint32_t k = 0; k < kTileItems; ++k) {
            const uint32_t slot = k * kThreads + threadIdx.x, place = begin + slot;
            if (slot >= length_of(tile)) break;
            if ((stays_ >> k & 1) != 0) continue;
            const Key key = __ldcg(from_.keys + place);
            const uint32_t value = from_.values ? __ldcg(from_.values + place) : 0;
            const uint32_t to = tile_of(bits_(key), place);
            const uint32_t at = atomicAdd(room_.incoming + to, 1u);
            if (at >= kMostIncoming) {
                raise_flag(&words_->failed);
                break;
            }
            room_.inboxes[size_t{to} * kMostIncoming + at] = {word_of(key), place, value};
        }
        return true;
    }

    __device__ uint32_t most_leaving() const { return tile_pairs_ / 4; }

    __device__ void fetch_coarse() {
        stride_ = tile_count(tiles_, Shared::kCoarse);
        for (uint32_t i = threadIdx.x; i * stride_ < tiles_; i += kThreads) {
            if (i > 0) shared_.coarse[i] = border(i * stride_);
        }
        __syncthreads();
    }

    /// Returns the tile where a pair belongs.
    __device__ uint32_t tile_of(uint64_t key, uint32_t place) const {
        uint32_t from = 0, to = tile_count(tiles_, stride_);  // not before `from`, before `to`
        while (to - from > 1) {
            const uint32_t middle = (from + to) / 2;
            const Migrant& at = shared_.coarse[middle];
            (before(key, place, at.key, at.place) ? to : from) = middle;
        }
        from *= stride_;
        to = min(from + stride_, tiles_);
        while (to - from > 1) {
            const uint32_t middle = (from + to) / 2;
            (belongs_before(key, place, middle) ? to : from) = middle;
        }
        return from;
    }

    /// Finds where a tile begins in the output, for this block alone.
    __device__ void sum_tiles_before(uint32_t tile) {
        uint32_t own = 0;
        for (uint32_t i = threadIdx.x; i < tile; i += kThreads) own += pairs_of(i);
        own = warp_total(own);
        if (threadIdx.x == 0) shared_.sum = 0;
        __syncthreads();
        if (own_lane() == 0) atomicAdd(&shared_.sum, own);
        __syncthreads();
        if (threadIdx.x == 0) room_.starts[tile] = shared_.sum;
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
            uint32_t start = before + sum_before_warp<kThreads>(warp_sum, shared_.words) + sums - own;
#pragma unroll
            for (uint32_t i = 0; i < kAtOnce; ++i) {
                if (begin + i < tiles_) room_.starts[begin + i] = start;
                start += pairs[i];
            }
            if (threadIdx.x == kThreads - 1) shared_.sum = start;
            __syncthreads();
            before = shared_.sum;
        }
    }

    __device__ uint32_t pairs_of(uint32_t tile) const {
        return (__ldcg(room_.homes + tile) & ~kUnordered) + __ldcg(room_.incoming + tile);
    }

    /// Returns whether a tile's part of the output is another than its input.
    __device__ bool changes(uint32_t tile) const {
        const uint32_t incoming = __ldcg(room_.incoming + tile), start = __ldcg(room_.starts + tile);
        return incoming != 0 || start != tile * tile_pairs_ || __ldcg(room_.homes + tile) != length_of(tile);
    }

    /// Writes the tile that fetch() has left in shared memory, with the pairs that came, in order.
    __device__ void arrange(uint32_t tile, KeyPairs<Key> to) {
        begin_ = tile * tile_pairs_;
        start_ = __ldcg(room_.starts + tile);
        const uint32_t incoming = __ldcg(room_.incoming + tile), total = home_ + incoming;
        compact(length_of(tile));
        uint32_t sorted = home_;  // items that are in order; the others come behind them
        for (int round = 0; unordered_ && round < kStrayRounds; ++round) {
            sorted = part_strays(sorted);
            if (home_ - sorted > Shared::kMostInserted) break;
            unordered_ = descends(sorted);
        }
        for (uint32_t i = threadIdx.x; i < incoming; i += kThreads) {
            const uint4 words =
                __ldcg(reinterpret_cast<const uint4*>(room_.inboxes + size_t{tile} * kMostIncoming + i));
            shared_.items.keys[home_ + i] = key_of(uint64_t{words.y} << 32 | words.x);
            shared_.items.slots[home_ + i] = static_cast<uint16_t>(kTilePairs + i);
            shared_.places[i] = words.z;
            shared_.values[kTilePairs + i] = words.w;
        }
        __syncthreads();
        if (total == 0) return;
        furthest_ = 0;
        if (!unordered_ && total - sorted <= Shared::kMostInserted) {
            insert(sorted, total, to);
        } else {
            sort_all(total);
            for (uint32_t i = threadIdx.x; i < total; i += kThreads) write(i, i, to);
        }
        furthest_ = warp_max(furthest_);
        if (own_lane() == 0 && furthest_ != 0) atomicMax(&shared_.max_shift, furthest_);
    }

    /// Puts those of the first `count` items that break their order behind the others: at each descent the one that fits
    /// less. Returns how many the others are; they may descend still.
    __device__ uint32_t part_strays(uint32_t count) {
        Key keys[kTileItems];
        uint32_t slots[kTileItems], stays = 0;
#pragma unroll
        for (uint32_t k = 0; k < kTileItems; ++k) {
            const uint32_t i = k * kThreads + threadIdx.x;
            if (i >= count) continue;
            keys[k] = shared_.items.keys[i];
            slots[k] = shared_.items.slots[i];
            const uint64_t own = bits_(keys[k]);
            const uint64_t last = i > 0 ? bits_at(i - 1) : 0, next = i + 1 < count ? bits_at(i + 1) : ~0ull;
            const bool falls = last > own && (last <= next || (i > 1 && bits_at(i - 2) > own));
            const bool juts = own > next && i + 2 < count && own > bits_at(i + 2);
            stays |= (falls || juts ? 0u : 1u) << k;
        }
        __syncthreads();
        return part(keys, slots, stays, count);
    }

    __device__ uint32_t place_of(uint32_t slot) const {
        return slot == Merge::kNoSlot ? ~0u
               : slot < kTilePairs    ? begin_ + slot
                                      : shared_.places[slot - kTilePairs];
    }

    __device__ void sort_all(uint32_t total) {
        if (bits_.whole()) {
            sort_all_by(total, [](Key key) { return key; });
        } else {
            sort_all_by(total, bits_);
        }
    }

    template <class Bits>
    __device__ void sort_all_by(uint32_t total, Bits bits) {
        Merge::sort(total, bits_.greatest(), shared_.items, [&](const Item& a, const Item& b) {
            const auto a_key = bits(a.key), b_key = bits(b.key);
            if (a_key == b_key) return place_of(a.slot) < place_of(b.slot);
            return a_key < b_key;
        });
        __syncthreads();
    }

    /// Item i of shared memory becomes item `rank` of the tile.
    __device__ void write(uint32_t i, uint32_t rank, KeyPairs<Key> to) {
        const uint32_t slot = shared_.items.slots[i], place = place_of(slot), at = start_ + rank;
        furthest_ = max(furthest_, place < at ? at - place : place - at);
        to.keys[at] = shared_.items.keys[i];
        if (from_.values != nullptr) to.values[at] = shared_.values[slot];
    }

    /// Writes the tile where the first `sorted` items are in order, and few others are not.
    __device__ void insert(uint32_t sorted, uint32_t total, KeyPairs<Key> to) {
        const uint32_t inserted = total - sorted;
        if (threadIdx.x < inserted) {
            const uint32_t own = sorted + threadIdx.x;
            const uint64_t key = bits_at(own);
            const uint32_t place = place_of(shared_.items.slots[own]);
            uint32_t rank = 0;  // among the inserted
            for (uint32_t i = sorted; i < total; ++i) {
                const uint64_t other = bits_at(i);
                rank += other < key || (other == key && place_of(shared_.items.slots[i]) < place) ? 1 : 0;
            }
            uint32_t from = 0, end = sorted;  // items before it that were there
            while (from < end) {
                const uint32_t middle = (from + end) / 2;
                const uint64_t other = bits_at(middle);
                const bool less =
                    other < key || (other == key && place_of(shared_.items.slots[middle]) < place);
                (less ? from : end) = less ? middle + 1 : middle;
            }
            shared_.bounds[rank] = from;
            write(own, from + rank, to);
        }
        __syncthreads();
        uint32_t before = 0;  // inserted ones before the item
        for (uint32_t i = threadIdx.x; i < sorted; i += kThreads) {
            while (before < inserted && shared_.bounds[before] <= i) ++before;
            write(i, i + before, to);
        }
    }

    __device__ void copy_back(uint32_t tile, KeyPairs<Key> spare) const {
        const uint32_t start = __ldcg(room_.starts + tile), end = start + pairs_of(tile);
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
    MigrationRoom room_;
    MigrationWords* words_;
    Shared& shared_;
    uint32_t tile_pairs_, tiles_;
    uint32_t stride_ = 1;  // of the coarse borders
    uint32_t stays_ = 0,
             home_ = 0;  // of the tile that fetch() brought: a bit an item of this thread; all that stay
    bool unordered_ = false, falls_ = false;         // its borders descend
    uint32_t begin_ = 0, start_ = 0, furthest_ = 0;  // of the tile that is arranged
};

}  // namespace sort::wide
