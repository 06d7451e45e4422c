// The first half of a migration: who does not belong where it is, leaves its tile, or its place in it.
//
//   find       which pairs of a tile stay (stay.cuh)
//   enqueue    the others, of some tiles
//   send       all of them at once, a thread each: to the tile where they belong, found from the borders of all
//
// A block takes one tile after the other, whichever is next in the grid.
#pragma once
#include "sort/engines/migration/stay.cuh"
#include "sort/engines/migration/tile_cut.cuh"

namespace sort::migration {

template <class Shape>
struct LeavingShared {
    static constexpr uint32_t kCoarse = 8192 / sizeof(typename Shape::Border), kQueue = 2048;

    StayShared<Shape> stay;
    typename Shape::Border coarse[kCoarse];  // of tiles at even distances
    uint32_t queue[kQueue];                  // places of pairs to be sent
    uint32_t queued;                         // how many
    uint32_t next_tiles[2];                  // of this block, in turns
};

/// All threads of a block call its functions together.
template <class Shape>
class Leaving {
    using Key = typename Shape::Key;
    using Border = typename Shape::Border;
    using Rows = TileRows<Shape>;
    static constexpr uint32_t kThreads = Shape::kThreads, kNone = ~0u;

public:
    using Shared = LeavingShared<Shape>;

    /// `mostly_stays`: of most warps' slots all are expected to stay. Borders are known.
    __device__ Leaving(const TileCut<Shape>& cut, MigrationWords* words, Shared& shared, bool mostly_stays)
        : cut_(cut), words_(words), shared_(shared), stay_(cut.from, cut.bits, shared.stay, mostly_stays) {
        if (threadIdx.x == 0) shared_.queued = 0;
        stride_ = tile_count(cut_.tiles, Shared::kCoarse);
        for (uint32_t i = threadIdx.x; i * stride_ < cut_.tiles; i += kThreads) {
            shared_.coarse[i] = cut_.border(i * stride_);
        }
        __syncthreads();
    }

    /// Lets pairs leave from tile after tile, as this block takes them.
    __device__ void leave_all() {
        uint32_t tile = blockIdx.x;
        for (uint32_t turn = 0; tile < cut_.tiles; ++turn) {
            // The tile after the next one: it is known when this one is done, and to all behind the next one's barrier.
            const bool takes = threadIdx.x == 0;
            const uint32_t taken = takes ? atomicAdd(&words_->taken, 1u) : 0;
            const uint32_t failed = takes ? __ldcg(&words_->failed) : 0;
            if (!leave(tile)) return;
            if (queued_ > kQueue - kMostGoing) send_queue();
            tile = turn == 0 ? tile + gridDim.x : shared_.next_tiles[(turn + 1) % 2];
            if (takes) shared_.next_tiles[turn % 2] = failed != 0 ? cut_.tiles : taken + 2 * gridDim.x;
        }
        send_queue();
    }

    /// Lets pairs leave from this tile alone.
    __device__ void leave_one(uint32_t tile) {
        if (leave(tile)) send_queue();
    }

private:
    static constexpr uint32_t kQueue = Shared::kQueue,
                              kMostGoing = Shape::kTilePairs / 4 + Shape::kMostStrays;
    static_assert(kMostGoing <= kQueue);

    /// Sends who does not stay in a tile to where they belong, and notes who stays. Returns false if the migration has
    /// failed here.
    __device__ bool leave(uint32_t tile) {
        const uint32_t begin = tile * cut_.tile_pairs;
        const Rows rows = cut_.rows_of(tile);
        const Border lower = cut_.border(tile), upper = cut_.border(tile + 1);
        stay_.find(begin, rows, lower, upper);
        const bool fails = !(lower < upper) || stay_.leaving() > cut_.tile_pairs / 4;
        const uint32_t going = rows.length - stay_.staying();
        if (threadIdx.x == 0) {
            cut_.lists.homes[tile] = stay_.staying() | (stay_.ordered() ? 0 : kUnordered);
            if (fails) raise_flag(&words_->failed);
            if (!stay_.ordered()) atomicAdd(&words_->sorted, 1u);
            if (going != 0) atomicAdd(&words_->movers, going);
        }
        if (fails) return false;
        if (own_lane() < rows.each)
            cut_.lists.rows[size_t{tile} * Shape::kRows + rows.row(own_lane())] = stay_.row();
        if (going != 0 && !stay_.all_stay()) enqueue(begin, rows);
        queued_ += going;
        return true;
    }

    /// Enqueues those of this warp's slots that do not stay.
    __device__ void enqueue(uint32_t begin, const Rows& rows) {
        const uint32_t own = own_lane() < rows.each ? rows.lanes_of(own_lane()) & ~stay_.row() : 0;
        const uint32_t sums = warp_sums(static_cast<uint32_t>(__popc(own)));
        const uint32_t all = __shfl_sync(kAllLanes, sums, 31);
        if (all == 0) return;
        uint32_t to = own_lane() == 0 ? atomicAdd(&shared_.queued, all) : 0;
        to = __shfl_sync(kAllLanes, to, 0) + sums - static_cast<uint32_t>(__popc(own));
        for (uint32_t left = own; left != 0; left &= left - 1) {  // of row k in lane k
            const auto lane = static_cast<uint32_t>(__ffs(static_cast<int>(left))) - 1;
            const bool leaves = (stay_.between() >> lane & 1) == 0;
            const uint32_t place = begin + 32 * rows.row(own_lane()) + lane;
            shared_.queue[to++] = place | (leaves ? kLeaves : 0);
        }
    }
    static constexpr uint32_t kLeaves = 1u << 31;  // places are less

    /// Sends what is queued, each thread some.
    __device__ void send_queue() {
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < shared_.queued; i += kThreads) {
            const uint32_t place = shared_.queue[i] & ~kLeaves;
            send(place, (shared_.queue[i] & kLeaves) != 0 ? kNone : place / cut_.tile_pairs);
        }
        __syncthreads();
        if (threadIdx.x == 0) shared_.queued = 0;
        queued_ = 0;
    }

    /// Sends the pair of a place to the tile `to`; kNone: to where it belongs.
    __device__ void send(uint32_t place, uint32_t to) {
        const Key key = __ldcg(cut_.from.keys + place);
        const uint32_t value = cut_.from.values ? __ldcg(cut_.from.values + place) : 0;
        if (to == kNone) to = tile_of({cut_.bits(key), place});
        const uint32_t at = atomicAdd(cut_.lists.incoming + to, 1u);
        if (at >= Shape::kMostIncoming) return raise_flag(&words_->failed);
        cut_.lists.inboxes[size_t{to} * Shape::kMostIncoming + at] = {raw_bits(key), place, value};
    }

    /// Returns the tile where a pair belongs.
    __device__ uint32_t tile_of(const Border& pair) const {
        uint32_t from = 0, to = tile_count(cut_.tiles, stride_);  // not before `from`, before `to`
        while (to - from > 1) {
            const uint32_t middle = (from + to) / 2;
            (pair < shared_.coarse[middle] ? to : from) = middle;
        }
        from *= stride_;
        to = min(from + stride_, cut_.tiles);
        while (to - from > 1) {
            const uint32_t middle = (from + to) / 2;
            (pair < cut_.border(middle) ? to : from) = middle;
        }
        return from;
    }

    const TileCut<Shape>& cut_;
    MigrationWords* words_;
    Shared& shared_;
    Stay<Shape> stay_;
    uint32_t stride_ = 1;  // of the coarse borders
    uint32_t queued_ = 0;  // as in shared memory
};

}  // namespace sort::migration
