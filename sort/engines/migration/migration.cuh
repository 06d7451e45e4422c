// A repair of any number of pairs, where most are near their places: the input is cut into tiles, pairs that do not belong
// into theirs migrate to the tile where they do, and each tile is put in order by itself.
//
//   borders    the border of two tiles is the median of the 32 pairs around it, by (key, place): strays do not
//              move it
//   leave      a block compares the pairs of a tile with both borders and with each other (stay.cuh). Who does not
//              belong where it is, is written into the inbox of the tile where it does (leaving.cuh)
//   start      a block sums the pairs that tiles before its own will hold: where its part of the output begins
//   arrange    a block merges who stayed in a tile with who came (tile_order.cuh), straight to its part of the output
//
// In place the output of a tile reaches into its neighbours, by as many pairs as came in excess. Blocks with one tile have
// it in shared memory before any block writes. Else a block arranges neighbouring tiles, one after the other, and reads
// the first pairs of the next one before it writes; its first tile is in shared memory, and the end of its last one saved,
// before a barrier behind which all know that no output reaches too far.
//
// Where borders descend, an inbox overflows, a quarter of a tile leaves, or output reaches too far, nothing
// has been written, and the caller sorts in full. Every pair is in the tile whose borders hold it, and tiles are sorted by
// (key, place): the result is the stable order whatever the borders are. Example, tiles of four with the border (5, 4):
// 1 9 2 3 | 5 4 6 7; 9 and 4 migrate: 1 2 3 and 4, then 5 6 7 and 9: 1 2 3 4 | 5 6 7 9.
//
// Bytes per pair, with keys of k bytes: k to leave, k + 4 twice to arrange. A pair that migrates costs 16 bytes twice.
#pragma once
#include "sort/base/tiles.h"
#include "sort/engines/migration/leaving.cuh"
#include "sort/engines/migration/tile_order.cuh"

namespace sort::migration {

template <class Shape>
struct MigrationShared {
    union {
        LeavingShared<Shape> leaving;
        TileShared<Shape> tile;
    };
    uint32_t words[2];  // that one thread read for all
    uint32_t sum, max_shift;
};

/// Migration of `from`, to other arrays or in place.
template <class Shape>
class Migration {
    using Key = typename Shape::Key;
    using Word = typename Shape::Word;
    using Border = typename Shape::Border;
    using Order = TileOrder<Shape>;
    static constexpr uint32_t kThreads = Shape::kThreads, kWarps = Shape::kWarps;
    static constexpr uint32_t kMostIncoming = Shape::kMostIncoming;

public:
    using Shared = MigrationShared<Shape>;

    /// `mostly_stays`: of most warps' slots all are expected to stay.
    __device__ Migration(KeyPairs<Key> from, KeyBitsOf<Key> bits, const MigrationLists<Word>& lists,
                         MigrationWords* words, Shared& shared, bool mostly_stays)
        : cut_(from, bits, lists), words_(words), shared_(shared), mostly_stays_(mostly_stays) {
        first_ = first_of(blockIdx.x);
        end_ = first_of(blockIdx.x + 1);
    }

    /// Returns the first tile of a block. Of two blocks none has more than one tile more.
    __device__ uint32_t first_of(uint32_t block) const {
        return static_cast<uint32_t>(uint64_t{block} * cut_.tiles / gridDim.x);
    }

    /// Returns whether no block has more than one tile.
    __device__ bool one_each() const { return cut_.tiles <= gridDim.x; }

    /// Finds the borders, before a barrier of the grid: a warp each, the median by (key, place) of the pairs around
    /// it.
    __device__ void make_borders() {
        for (uint32_t tile = blockIdx.x * kWarps + own_warp(); tile < cut_.tiles;
             tile += gridDim.x * kWarps) {
            if (own_lane() == 0) cut_.lists.incoming[tile] = 0;
            if (tile == 0) continue;
            const uint32_t first = tile * cut_.tile_pairs - 16, place = first + own_lane();
            const Border own{place < cut_.from.count ? cut_.bits(__ldcg(cut_.from.keys + place)) : ~Word{0},
                             place};
            uint32_t rank = 0;
#pragma unroll
            for (int lane = 0; lane < 32; ++lane) {
                const Word other = __shfl_sync(kAllLanes, own.key, lane);
                rank += Border{other, first + static_cast<uint32_t>(lane)} < own ? 1 : 0;
            }
            if (rank == 16) cut_.lists.borders[tile] = own;
        }
        if (threadIdx.x == 0) shared_.max_shift = 0;
    }

    /// Puts the pairs in order, after that barrier, by all blocks of the grid; Sync{}() is its barrier. Returns whether
    /// they are, the same in all threads of the grid; if not, `from` is unchanged. `to`: `from`, or the arrays that
    /// are then the result. max_shift() of this block and movers() are known if they are.
    template <class Sync>
    __device__ bool run(KeyPairs<Key> to, Sync sync) {
        const bool in_place = to.keys == cut_.from.keys;
        Leaving<Shape> leaving(cut_, words_, shared_.leaving, mostly_stays_);
        Order order(cut_.bits, shared_.tile);
        if (one_each()) {
            if (first_ < end_) leaving.leave_one(first_);
            __syncthreads();  // shared memory is free
            if (first_ < end_) order.load(source_of(first_, false, false), cut_.rows_of(first_));
        } else {
            leaving.leave_all();
        }
        wait_for_copies();
        sync();
        if (broadcast_word(&words_->failed, shared_.words[0]) != 0) return false;

        if (first_ < end_) sum_tiles_before(first_);
        if (one_each()) {
            const TileWords words = first_ < end_ ? words_of(first_) : TileWords{};
            const bool writes = !in_place || changes(first_, words, shared_.sum);
            if (first_ < end_ && writes) finish(first_, words, shared_.sum, to, order, [] {});
        } else {
            if (in_place) {
                order.load(source_of(first_, false, false), cut_.rows_of(first_));
                save_end();
                check_reach();
                wait_for_copies();
                sync();
                if (broadcast_word(&words_->too_far, shared_.words[1]) != 0) return false;
            }
            arrange(to, in_place, order);
        }
        const uint32_t furthest = warp_max(order.furthest());
        if (own_lane() == 0 && furthest != 0) atomicMax(&shared_.max_shift, furthest);
        __syncthreads();
        return true;
    }

    __device__ uint32_t sorted_tiles() const { return __ldcg(&words_->sorted); }
    __device__ uint32_t movers() const { return __ldcg(&words_->movers); }
    __device__ uint32_t max_shift() const { return shared_.max_shift; }

private:
    /// What the first half left of a tile.
    struct TileWords {
        uint32_t home, incoming;

        __device__ uint32_t staying() const { return home & ~kUnordered; }
        __device__ uint32_t pairs() const { return staying() + incoming; }
    };
    __device__ TileWords words_of(uint32_t tile) const {
        return {__ldcg(cut_.lists.homes + tile), __ldcg(cut_.lists.incoming + tile)};
    }

    /// Returns where the pairs of a tile are read. `saved`: the end of what the block has is; `ahead`: its first pairs
    /// have been read.
    __device__ TileSource<Key> source_of(uint32_t tile, bool saved, bool ahead) const {
        TileSource<Key> source{cut_.from, tile * cut_.tile_pairs, {}, 0, {}, ~0u};
        if (ahead) {
            source.head = Order::read_ahead(shared_.tile, tile);
            source.head_end = Shape::kReach;
        }
        if (saved && tile + 1 >= end_ - 1) {
            const uint32_t tail = end_of_block() - min(end_of_block(), Shape::kReach);  // place
            const size_t end = size_t{blockIdx.x} * Shape::kReach;
            auto* const keys = reinterpret_cast<Key*>(cut_.lists.saved_keys);
            source.tail = {keys + end, cut_.lists.saved_values + end, 0};
            source.tail_begin = tail > source.begin ? tail - source.begin : 0;
            if (tail < source.begin) {
                source.tail.keys += source.begin - tail;
                source.tail.values += source.begin - tail;
            }
        }
        return source;
    }
    __device__ uint32_t end_of_block() const { return min(end_ * cut_.tile_pairs, cut_.from.count); }

    /// Saves the end of what the block has, before any block writes.
    __device__ void save_end() const {
        const uint32_t end = end_of_block(), tail = end - min(end, Shape::kReach);
        const size_t to = size_t{blockIdx.x} * Shape::kReach;
        for (uint32_t i = threadIdx.x; i < Shape::kReach; i += kThreads) {
            const uint32_t place = tail + i;
            if (place >= end) continue;
            cut_.lists.saved_keys[to + i] = static_cast<Word>(raw_bits(__ldcg(cut_.from.keys + place)));
            if (cut_.from.values != nullptr)
                cut_.lists.saved_values[to + i] = __ldcg(cut_.from.values + place);
        }
    }

    /// Writes all tiles of this block, which has several.
    __device__ void arrange(KeyPairs<Key> to, bool in_place, Order& order) {
        TileWords next = words_of(first_);
        uint32_t start = shared_.sum;
        bool loaded = in_place, ahead = false;
        for (uint32_t tile = first_; tile < end_; ++tile) {
            const TileWords words = next;
            if (tile + 1 < end_) next = words_of(tile + 1);
            const bool writes = !in_place || changes(tile, words, start);
            if (writes) {
                finish(tile, words, start, to, order, [&] {
                    if (!loaded) order.load(source_of(tile, in_place, ahead), cut_.rows_of(tile));
                    if (in_place && tile + 1 < end_)
                        order.look_ahead(source_of(tile + 1, true, false), cut_.rows_of(tile + 1), tile + 1);
                });
            }
            ahead = writes && in_place;
            loaded = false;
            start += words.pairs();
        }
    }

    /// Writes a tile, which `load` reads if that has not been done.
    template <class Load>
    __device__ void finish(uint32_t tile, const TileWords& words, uint32_t start, KeyPairs<Key> to,
                           Order& order, Load load) {
        const TileTask task{tile * cut_.tile_pairs,
                            words.incoming,
                            start,
                            (words.home & kUnordered) == 0,
                            to.keys == cut_.from.keys,
                            cut_.lists.rows + size_t{tile} * Shape::kRows,
                            cut_.lists.inboxes + size_t{tile} * kMostIncoming};
        order.finish(task, cut_.rows_of(tile), to, load);
    }

    /// shared_.sum becomes where a tile begins in the output.
    __device__ void sum_tiles_before(uint32_t tile) {
        uint32_t own = 0;
#pragma unroll 8
        for (uint32_t i = threadIdx.x; i < tile; i += kThreads) own += words_of(i).pairs();
        own = warp_total(own);
        if (threadIdx.x == 0) shared_.sum = 0;
        __syncthreads();
        if (own_lane() == 0) atomicAdd(&shared_.sum, own);
        __syncthreads();
    }

    /// The migration fails where the output of a tile of this block would reach too far. By the first warp.
    __device__ void check_reach() {
        if (own_warp() != 0) return;
        uint32_t before = shared_.sum;
        for (uint32_t first = first_; first < end_; first += 32) {
            const uint32_t tile = first + own_lane(), pairs = tile < end_ ? words_of(tile).pairs() : 0;
            const uint32_t sums = warp_sums(pairs);
            if (tile < end_ && reaches_far(tile, before + sums - pairs)) raise_flag(&words_->too_far);
            before += __shfl_sync(kAllLanes, sums, 31);
        }
    }

    __device__ bool reaches_far(uint32_t tile, uint32_t start) const {
        const uint32_t begin = tile * cut_.tile_pairs;
        return (start < begin ? begin - start : start - begin) > Shape::kReach;
    }

    /// Returns whether a tile's part of the output is another than its input.
    __device__ bool changes(uint32_t tile, const TileWords& words, uint32_t start) const {
        return words.incoming != 0 || start != tile * cut_.tile_pairs || words.home != cut_.length_of(tile);
    }

    TileCut<Shape> cut_;
    MigrationWords* words_;
    Shared& shared_;
    uint32_t first_, end_;  // tiles of this block
    bool mostly_stays_;
};

}  // namespace sort::migration
