// A repair of any number of pairs, where most are near their places: the input is cut into tiles, pairs that do not belong
// into theirs migrate to the tile where they do, and each tile is put in order by itself.
//
//   borders    the border of two tiles is the median of the 32 pairs around it, by (key, place): strays do not
//              move it. The order check is done at the same time
//   leave      a block compares the pairs of a tile with both borders and with each other (stay.cuh). Who does not
//              belong where it is, is written into the inbox of the tile where it does, found from the borders of all
//   start      a block sums the pairs that tiles before its own will hold: where its part of the output begins
//   arrange    a block merges who stayed in a tile with who came (tile_order.cuh), straight to its part of the output
//
// In place the output of a tile reaches into its neighbours, by as many pairs as came in excess. Blocks with one tile have
// it in registers before any block writes. Else a block arranges neighbouring tiles, one after the other, and reads the
// first pairs of the next one before it writes; its first tile is in registers, and the end of its last one saved, before
// a barrier behind which all know that no output reaches too far. Tiles whose pairs leave are whichever is next.
//
// Where borders descend, an inbox overflows, a quarter of a tile leaves, or output reaches too far, nothing
// has been written, and the caller sorts in full. Every pair is in the tile whose borders hold it, and tiles are sorted by
// (key, place): the result is the stable order whatever the borders are. Example, tiles of four with the border (5, 4):
// 1 9 2 3 | 5 4 6 7; 9 and 4 migrate: 1 2 3 and 4, then 5 6 7 and 9: 1 2 3 4 | 5 6 7 9.
//
// Bytes a pair, with keys of k bytes: k to check, k to leave, k + 4 twice to arrange. A pair that migrates costs 16 bytes twice.
#pragma once
#include "sort/base/tiles.h"
#include "sort/cuda/descent_search.cuh"
#include "sort/engines/migration/stay.cuh"
#include "sort/engines/migration/tile_order.cuh"

namespace sort::migration {

/// Words of one migration; 0 when it begins.
struct MigrationWords {
    uint32_t failed;   // in the first half
    uint32_t too_far;  // output would reach too far; another word, as blocks still read the first one then
    uint32_t movers;
    uint32_t taken;   // tiles that blocks took one by one
    uint32_t sorted;  // tiles that had to be
};

/// What the last call of a repair left, as a block reads it.
struct LastCall {
    uint32_t calls, cooldown, in_order, sorted;
};

/// Device memory for migrations of so many tiles, of keys as wide as Word. Nothing need be cleared.
template <class Word>
struct MigrationLists {
    TileBorder<Word>* borders;  // [tile]: where it begins; that of the first is not read
    Migrant* inboxes;           // [tile][kMostIncoming]
    Word* saved_keys;           // [block][kReach]: of the last pairs that it has
    uint32_t* saved_values;
    uint32_t* incoming;  // [tile]
    uint32_t* homes;     // [tile]: pairs that stay; kUnordered: they are not in order
    uint32_t* rows;      // [tile][Shape::kRows]: a bit a pair that stays

    template <class Shape>
    static constexpr size_t words_of_tile() {  // of the last three
        return 2 + Shape::kRows;
    }
};

constexpr uint32_t kUnordered = 1u << 31;

template <class Shape>
struct MigrationShared {
    static constexpr uint32_t kCoarse = 8192 / sizeof(typename Shape::Border), kQueue = 2048;

    struct Leaving {
        StayShared<Shape> stay;
        typename Shape::Border coarse[kCoarse];  // of tiles at even distances
        uint32_t going[kQueue];                  // places of pairs that wait to be sent
        uint32_t waiting;                        // how many
        uint32_t taken[2];                       // tiles, in turns
    };
    union {
        Leaving leaving;
        TileShared<Shape> tile;
    };
    LastCall last;
    uint32_t told[3];  // of the barriers
    uint32_t sum, max_shift;
};

/// Migration of `from`, to other arrays or in place.
template <class Shape>
class Migration {
    using Key = typename Shape::Key;
    using Word = typename Shape::Word;
    using Border = typename Shape::Border;
    using Rows = TileRows<Shape>;
    using Order = TileOrder<Shape>;
    static constexpr uint32_t kThreads = Shape::kThreads, kTileItems = Shape::kTileItems;
    static constexpr uint32_t kWarps = Shape::kWarps, kMostIncoming = Shape::kMostIncoming;

public:
    using Shared = MigrationShared<Shape>;

    /// `calm`: of most warps' slots all are expected to stay.
    __device__ Migration(KeyPairs<Key> from, KeyBitsOf<Key> bits, const MigrationLists<Word>& lists,
                         MigrationWords* words, Shared& shared, bool calm)
        : from_(from), bits_(bits), lists_(lists), words_(words), shared_(shared), calm_(calm) {
        const uint32_t share = (tile_count(from.count, gridDim.x) + 31) / 32 * 32;
        tile_pairs_ = min(max(share, Shape::kLeastTile), Shape::kTilePairs);
        tiles_ = tile_count(from.count, tile_pairs_);
        first_ = first_of(blockIdx.x);
        end_ = first_of(blockIdx.x + 1);
    }

    /// Returns the first tile of a block. Of two blocks none has more than one tile more.
    __device__ uint32_t first_of(uint32_t block) const {
        return static_cast<uint32_t>(uint64_t{block} * tiles_ / gridDim.x);
    }

    /// Returns whether no block has more than one tile.
    __device__ bool one_each() const { return tiles_ <= gridDim.x; }

    /// Finds the borders, before a barrier of the grid: a warp each, the median by (key, place) of the pairs around
    /// it.
    __device__ void make_borders() {
        for (uint32_t tile = blockIdx.x * kWarps + own_warp(); tile < tiles_; tile += gridDim.x * kWarps) {
            if (own_lane() == 0) lists_.incoming[tile] = 0;
            if (tile == 0) continue;
            const uint32_t first = tile * tile_pairs_ - 16, place = first + own_lane();
            const Border own{place < from_.count ? bits_(__ldcg(from_.keys + place)) : ~Word{0}, place};
            uint32_t rank = 0;
#pragma unroll
            for (int lane = 0; lane < 32; ++lane) {
                const Word other = __shfl_sync(kAllLanes, own.key, lane);
                rank += Border{other, first + static_cast<uint32_t>(lane)} < own ? 1 : 0;
            }
            if (rank == 16) lists_.borders[tile] = own;
        }
        if (threadIdx.x == 0) shared_.max_shift = 0;
    }

    /// Puts the pairs in order, after that barrier, by all blocks of the grid; Sync{}() is its barrier. Returns whether
    /// they are, the same in all threads of the grid; if not, `from` is unchanged. `to`: `from`, or the arrays that
    /// are then the result. max_shift() of this block and movers() are known if they are.
    template <class Sync>
    __device__ bool run(KeyPairs<Key> to, Sync sync) {
        const bool in_place = to.keys == from_.keys;
        fetch_coarse();
        Stay<Shape> stay(from_, bits_, shared_.leaving.stay, calm_);
        Order order(bits_, shared_.tile);
        if (one_each()) {
            if (first_ < end_ && leave(first_, stay)) send_all();
            __syncthreads();  // shared memory is free
            if (first_ < end_) order.load(source_of(first_, false, false), rows_of(first_));
        } else {
            leave_all(stay);
        }
        wait_for_copies();
        sync();
        if (tell_block(&words_->failed, shared_.told[1]) != 0) return false;

        if (first_ < end_) sum_tiles_before(first_);
        if (one_each()) {
            const TileWords words = first_ < end_ ? words_of(first_) : TileWords{};
            const bool writes = !in_place || changes(first_, words, shared_.sum);
            if (first_ < end_ && writes) finish(first_, words, shared_.sum, to, order, [] {});
        } else {
            if (in_place) {
                order.load(source_of(first_, false, false), rows_of(first_));
                save_end();
                check_reach();
                wait_for_copies();
                sync();
                if (tell_block(&words_->too_far, shared_.told[2]) != 0) return false;
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
    static constexpr uint32_t kNone = ~0u;

    /// What the first half left of a tile.
    struct TileWords {
        uint32_t home, incoming;

        __device__ uint32_t staying() const { return home & ~kUnordered; }
        __device__ uint32_t pairs() const { return staying() + incoming; }
    };
    __device__ TileWords words_of(uint32_t tile) const {
        return {__ldcg(lists_.homes + tile), __ldcg(lists_.incoming + tile)};
    }

    __device__ uint32_t length_of(uint32_t tile) const {
        return min(tile_pairs_, from_.count - tile * tile_pairs_);
    }
    /// Returns where a tile begins, and the last one ends.
    __device__ Border border(uint32_t tile) const {
        if (tile == 0) return {0, 0};
        if (tile >= tiles_) return {~Word{0}, ~0u};
        const Border* const at = lists_.borders + tile;
        return {__ldcg(&at->key), __ldcg(&at->place)};
    }

    __device__ Rows rows_of(uint32_t tile) const { return {tile_pairs_, length_of(tile)}; }

    /// Returns where the pairs of a tile are read. `saved`: the end of what the block has is; `ahead`: its first pairs
    /// have been read.
    __device__ TileSource<Key> source_of(uint32_t tile, bool saved, bool ahead) const {
        TileSource<Key> source{from_, tile * tile_pairs_, {}, 0, {}, ~0u};
        if (ahead) {
            source.head = Order::read_ahead(shared_.tile, tile);
            source.head_end = Shape::kReach;
        }
        if (saved && tile + 1 >= end_ - 1) {
            const uint32_t tail = end_of_block() - min(end_of_block(), Shape::kReach);  // place
            const size_t end = size_t{blockIdx.x} * Shape::kReach;
            auto* const keys = reinterpret_cast<Key*>(lists_.saved_keys);
            source.tail = {keys + end, lists_.saved_values + end, 0};
            source.tail_begin = tail > source.begin ? tail - source.begin : 0;
            if (tail < source.begin) {
                source.tail.keys += source.begin - tail;
                source.tail.values += source.begin - tail;
            }
        }
        return source;
    }
    __device__ uint32_t end_of_block() const { return min(end_ * tile_pairs_, from_.count); }

    /// Saves the end of what the block has, before any block writes.
    __device__ void save_end() const {
        const uint32_t end = end_of_block(), tail = end - min(end, Shape::kReach);
        const size_t to = size_t{blockIdx.x} * Shape::kReach;
        for (uint32_t i = threadIdx.x; i < Shape::kReach; i += kThreads) {
            const uint32_t place = tail + i;
            if (place >= end) continue;
            lists_.saved_keys[to + i] = static_cast<Word>(raw_bits(__ldcg(from_.keys + place)));
            if (from_.values != nullptr) lists_.saved_values[to + i] = __ldcg(from_.values + place);
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
                    if (!loaded) order.load(source_of(tile, in_place, ahead), rows_of(tile));
                    if (in_place && tile + 1 < end_)
                        order.look_ahead(source_of(tile + 1, true, false), rows_of(tile + 1), tile + 1);
                });
            }
            ahead = writes && in_place;
            loaded = false;
            start += words.pairs();
        }
    }

    /// Lets pairs leave from tile after tile, as this block takes them.
    __device__ void leave_all(Stay<Shape>& stay) {
        uint32_t tile = blockIdx.x;
        for (uint32_t turn = 0; tile < tiles_; ++turn) {
            // The tile after the next one: it is known when this one is done, and to all behind the next one's barrier.
            const bool takes = threadIdx.x == 0;
            const uint32_t taken = takes ? atomicAdd(&words_->taken, 1u) : 0;
            const uint32_t failed = takes ? __ldcg(&words_->failed) : 0;
            if (!leave(tile, stay)) return;
            if (waiting_ > kQueue - kMostGoing) send_all();
            tile = turn == 0 ? tile + gridDim.x : shared_.leaving.taken[(turn + 1) % 2];
            if (takes) shared_.leaving.taken[turn % 2] = failed != 0 ? tiles_ : taken + 2 * gridDim.x;
        }
        send_all();
    }

    /// Sends who does not stay in a tile to where they belong, and notes who stays. Returns false if the migration has
    /// failed here.
    __device__ bool leave(uint32_t tile, Stay<Shape>& stay) {
        const uint32_t begin = tile * tile_pairs_;
        const Rows rows(tile_pairs_, length_of(tile));
        const Border lower = border(tile), upper = border(tile + 1);
        stay.find(begin, rows, lower, upper);
        const bool fails = !(lower < upper) || stay.leaving() > most_leaving();
        const uint32_t going = rows.length - stay.staying();
        if (threadIdx.x == 0) {
            lists_.homes[tile] = stay.staying() | (stay.ordered() ? 0 : kUnordered);
            if (fails) raise_flag(&words_->failed);
            if (!stay.ordered()) atomicAdd(&words_->sorted, 1u);
            if (going != 0) atomicAdd(&words_->movers, going);
        }
        if (fails) return false;
        if (own_lane() < rows.each)
            lists_.rows[size_t{tile} * Shape::kRows + rows.row(own_lane())] = stay.row();
        if (going != 0 && !stay.quiet()) line_up(begin, rows, stay);
        waiting_ += going;
        return true;
    }

    /// Lines up those of this warp's slots that do not stay.
    __device__ void line_up(uint32_t begin, const Rows& rows, const Stay<Shape>& stay) {
        const uint32_t own = own_lane() < rows.each ? rows.lanes_of(own_lane()) & ~stay.row() : 0;
        const uint32_t sums = warp_sums(static_cast<uint32_t>(__popc(own)));
        const uint32_t all = __shfl_sync(kAllLanes, sums, 31);
        if (all == 0) return;
        uint32_t to = own_lane() == 0 ? atomicAdd(&shared_.leaving.waiting, all) : 0;
        to = __shfl_sync(kAllLanes, to, 0) + sums - static_cast<uint32_t>(__popc(own));
        for (uint32_t left = own; left != 0; left &= left - 1) {  // of row k in lane k
            const auto lane = static_cast<uint32_t>(__ffs(static_cast<int>(left))) - 1;
            const bool leaves = (stay.between() >> lane & 1) == 0;
            const uint32_t place = begin + 32 * rows.row(own_lane()) + lane;
            shared_.leaving.going[to++] = place | (leaves ? kLeaves : 0);
        }
    }
    static constexpr uint32_t kLeaves = 1u << 31;  // places are less

    /// Sends those that wait, each thread some.
    __device__ void send_all() {
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < shared_.leaving.waiting; i += kThreads) {
            const uint32_t place = shared_.leaving.going[i] & ~kLeaves;
            send(place, (shared_.leaving.going[i] & kLeaves) != 0 ? kNone : place / tile_pairs_);
        }
        __syncthreads();
        if (threadIdx.x == 0) shared_.leaving.waiting = 0;
        waiting_ = 0;
    }
    static constexpr uint32_t kQueue = Shared::kQueue,
                              kMostGoing = Shape::kTilePairs / 4 + Shape::kMostStrays;
    static_assert(kMostGoing <= kQueue);

    /// Writes a tile, which `load` reads if that has not been done.
    template <class Load>
    __device__ void finish(uint32_t tile, const TileWords& words, uint32_t start, KeyPairs<Key> to,
                           Order& order, Load load) {
        const TileTask task{tile * tile_pairs_,
                            words.incoming,
                            start,
                            (words.home & kUnordered) == 0,
                            to.keys == from_.keys,
                            lists_.rows + size_t{tile} * Shape::kRows,
                            lists_.inboxes + size_t{tile} * kMostIncoming};
        order.finish(task, rows_of(tile), to, load);
    }

    __device__ uint32_t most_leaving() const { return tile_pairs_ / 4; }

    /// Sends the pair of a place to the tile `to`; kNone: to where it belongs.
    __device__ void send(uint32_t place, uint32_t to) {
        const Key key = __ldcg(from_.keys + place);
        const uint32_t value = from_.values ? __ldcg(from_.values + place) : 0;
        if (to == kNone) to = tile_of({bits_(key), place});
        const uint32_t at = atomicAdd(lists_.incoming + to, 1u);
        if (at >= kMostIncoming) return raise_flag(&words_->failed);
        lists_.inboxes[size_t{to} * kMostIncoming + at] = {raw_bits(key), place, value};
    }

    __device__ void fetch_coarse() {
        if (threadIdx.x == 0) shared_.leaving.waiting = 0;
        stride_ = tile_count(tiles_, Shared::kCoarse);
        for (uint32_t i = threadIdx.x; i * stride_ < tiles_; i += kThreads) {
            shared_.leaving.coarse[i] = border(i * stride_);
        }
        __syncthreads();
    }

    /// Returns the tile where a pair belongs.
    __device__ uint32_t tile_of(const Border& pair) const {
        uint32_t from = 0, to = tile_count(tiles_, stride_);  // not before `from`, before `to`
        while (to - from > 1) {
            const uint32_t middle = (from + to) / 2;
            (pair < shared_.leaving.coarse[middle] ? to : from) = middle;
        }
        from *= stride_;
        to = min(from + stride_, tiles_);
        while (to - from > 1) {
            const uint32_t middle = (from + to) / 2;
            (pair < border(middle) ? to : from) = middle;
        }
        return from;
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
        const uint32_t begin = tile * tile_pairs_;
        return (start < begin ? begin - start : start - begin) > Shape::kReach;
    }

    /// Returns whether a tile's part of the output is another than its input.
    __device__ bool changes(uint32_t tile, const TileWords& words, uint32_t start) const {
        return words.incoming != 0 || start != tile * tile_pairs_ || words.home != length_of(tile);
    }

    KeyPairs<Key> from_;
    KeyBitsOf<Key> bits_;
    MigrationLists<Word> lists_;
    MigrationWords* words_;
    Shared& shared_;
    uint32_t tile_pairs_, tiles_;
    uint32_t first_, end_;  // tiles of this block
    uint32_t stride_ = 1;   // of the coarse borders
    uint32_t waiting_ = 0;  // pairs, as in shared memory
    bool calm_;
};

}  // namespace sort::migration
