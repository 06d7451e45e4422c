// One tile of a migration in a block: the pairs that stay (stay.cuh) and those that came are written in order.
//
//   insert   where those that stay are in order: those that came are ranked among each other, and a warp finds for each
//            how many that stay come before it, first the row of 32 slots, then in this row. Rows that no other comes
//            into move as a whole
//   sort     else all are sorted (block_merge.cuh)
//
// Example: 1 2 3 5 6 stay of 1 9 2 3 5 4 6; 9 and 4 came: they have ranks 1 and 0, and follow all and 3 of the others:
// 1 2 3 4 5 6 9.
#pragma once
#include "sort/base/tiles.h"
#include "sort/cuda/async_copy.cuh"
#include "sort/engines/migration/block_merge.cuh"
#include "sort/engines/migration/shapes.cuh"

namespace sort::migration {

/// What the order of a tile needs beside its pairs.
template <class Shape>
struct TileNotes {
    uint32_t kept[Shape::kRows + 1];                 // a bit a slot: its pair stays
    uint32_t kept_before[Shape::kRows + 1];          // pairs of earlier rows that stay
    typename Shape::Key keys[Shape::kMostIncoming];  // of those that came
    uint32_t places[Shape::kMostIncoming];
    uint32_t bounds[Shape::kMostIncoming];  // by rank: how many that stay come before one that came
    uint16_t to[Shape::kMostIncoming];      // place in the tile's output
};

template <class Shape>
struct TileShared {
    TileNotes<Shape> notes[2];                         // in turns, as the first warp may begin the next tile
    typename Shape::Key ahead_keys[2][Shape::kReach];  // first pairs of the next tile, in turns
    uint32_t ahead_values[2][Shape::kReach];

    // By slot. Where all are sorted: by rank, and then in order; those that came have the last slots.
    MergeShared<typename Shape::Key, Shape::kThreads, Shape::kTileItems + 1> items;
    uint32_t values[Shape::kTilePairs + Shape::kMostIncoming];
};

/// Where a tile's pairs are read: slots before head_end, and from tail_begin on, elsewhere than others.
template <class Key>
struct TileSource {
    KeyPairs<Key> from;
    uint32_t begin;  // place
    KeyPairs<Key> head;
    uint32_t head_end;
    KeyPairs<Key> tail;
    uint32_t tail_begin;

    /// Begins to copy the pair of a slot to the same slot of arrays in shared memory.
    __device__ void copy(uint32_t slot, Key* keys, uint32_t* values) const {
        const bool has_values = from.values != nullptr;
        if (slot < head_end) {
            keys[slot] = head.keys[slot];
            if (has_values) values[slot] = head.values[slot];
            return;
        }
        const bool in_tail = slot >= tail_begin;
        copy_async(keys + slot, in_tail ? tail.keys + (slot - tail_begin) : from.keys + begin + slot);
        if (has_values)
            copy_async(values + slot,
                       in_tail ? tail.values + (slot - tail_begin) : from.values + begin + slot);
    }
};

/// What is known of a tile when it is written.
struct TileTask {
    uint32_t begin, incoming, start;  // start: in the output
    bool ordered;                     // those that stay ascend
    bool in_place;                    // output and input are the same arrays
    const uint32_t* rows;             // [row] who stays
    const Migrant* inbox;
};

template <class Shape>
class TileOrder {
    using Key = typename Shape::Key;
    using Border = typename Shape::Border;
    using Rows = TileRows<Shape>;
    using Notes = TileNotes<Shape>;
    using Merge = BlockMerge<Key, Shape::kThreads, Shape::kTileItems + 1>;
    using Item = typename Merge::Item;
    static constexpr uint32_t kThreads = Shape::kThreads, kItems = Shape::kTileItems;
    static constexpr uint32_t kTilePairs = Shape::kTilePairs, kRows = Shape::kRows;

public:
    using Shared = TileShared<Shape>;

    __device__ TileOrder(KeyBitsOf<Key> bits, Shared& shared) : bits_(bits), shared_(shared) {}

    /// Begins to read a tile, by all threads of the block, until wait_for_copies(). Shared memory is free, or holds the
    /// tile before: a thread reads the slots that it has written.
    __device__ void load(const TileSource<Key>& source, const Rows& rows) {
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (rows.has(k)) source.copy(rows.slot(k), shared_.items.keys, shared_.values);
        }
    }

    /// Begins to read the first pairs of the tile behind one that is read.
    __device__ void look_ahead(const TileSource<Key>& source, const Rows& rows, uint32_t tile) {
        const uint32_t turn = tile % 2;
#pragma unroll
        for (uint32_t slot = threadIdx.x; slot < Shape::kReach; slot += kThreads) {
            if (slot < rows.length) source.copy(slot, shared_.ahead_keys[turn], shared_.ahead_values[turn]);
        }
    }
    __device__ static KeyPairs<Key> read_ahead(Shared& shared, uint32_t tile) {
        return {shared.ahead_keys[tile % 2], shared.ahead_values[tile % 2], Shape::kReach};
    }

    /// Writes the tile in order to `to`, by all threads of the block. load() reads it, if that has not been done.
    template <class Load>
    __device__ void finish(const TileTask& task, const Rows& rows, KeyPairs<Key> to, Load load) {
        turn_ ^= 1;
        Notes& notes = shared_.notes[turn_];
        const bool comes = threadIdx.x < task.incoming;
        uint4 words{};
        if (comes) words = __ldcg(reinterpret_cast<const uint4*>(task.inbox + threadIdx.x));
        // All loads are in flight before the first is waited for.
        uint32_t kept[kRowLoads] = {};
        if (own_warp() == 0) {
#pragma unroll
            for (uint32_t i = 0; i < kRowLoads; ++i) {
                const uint32_t row = 32 * i + own_lane();
                if (row < tile_count(rows.length, 32)) kept[i] = __ldcg(task.rows + row);
            }
        }
        load();
        if (own_warp() == 0) keep_rows(notes, kept);
        const Key key = key_of_raw<Key>(uint64_t{words.y} << 32 | words.x);
        if (comes) notes.keys[threadIdx.x] = key, notes.places[threadIdx.x] = words.z;
        wait_for_copies();
        __syncthreads();
        if (task.ordered && task.incoming <= kFewIncoming) {
            for (uint32_t i = own_warp(); i < task.incoming; i += Shape::kWarps) insert(i, task, notes);
        } else if (task.ordered && comes) {
            insert_alone({bits_(key), words.z}, task, rows.length, notes);
        }
        __syncthreads();
        if (!task.ordered) return sort_and_write(task, rows, words.w, notes, to);
        if (comes) write(to, key, words.w, words.z, task.start + notes.to[threadIdx.x]);
        write_rows(task, rows, notes, to);
    }

    /// How far a pair that this thread wrote has moved, at most.
    __device__ uint32_t furthest() const { return furthest_; }

private:
    __device__ void sort_and_write(const TileTask& task, const Rows& rows, uint32_t value, const Notes& notes,
                                   KeyPairs<Key> to) {
        keep(rows, value, task.incoming, notes);
        const uint32_t total = notes.kept_before[kRows] + task.incoming;
        if constexpr (Shape::kSortsOften) {
            sort_kept(bits_, shared_, notes, total, task.begin);
        } else {
            sort_kept_apart(bits_, shared_, notes, total, task.begin);
        }
        for (uint32_t i = threadIdx.x; i < total; i += kThreads) {
            const uint32_t slot = shared_.items.slots[i];
            write(to, shared_.items.keys[i], shared_.values[slot], place_of(slot, notes, task.begin),
                  task.start + i);
        }
        __syncthreads();  // before another tile is loaded
    }

    static constexpr uint32_t kRowLoads = (kRows + 31) / 32;  // of a lane

    /// kept[i]: of row 32 * i + lane. By one warp.
    __device__ static void keep_rows(Notes& notes, const uint32_t (&kept)[kRowLoads]) {
        uint32_t before = 0;
#pragma unroll
        for (uint32_t i = 0; i < kRowLoads; ++i) {
            const uint32_t row = 32 * i + own_lane(), own = static_cast<uint32_t>(__popc(kept[i]));
            const uint32_t sums = warp_sums(own);
            if (row < kRows) notes.kept[row] = kept[i], notes.kept_before[row] = before + sums - own;
            before += __shfl_sync(kAllLanes, sums, 31);
        }
        if (own_lane() == 0) notes.kept[kRows] = 0, notes.kept_before[kRows] = before;
    }

    /// Returns how many pairs that stay are in slots before this one.
    __device__ static uint32_t kept_before(const Notes& notes, uint32_t slot) {
        return notes.kept_before[slot / 32] +
               static_cast<uint32_t>(__popc(notes.kept[slot / 32] & ((1u << slot % 32) - 1)));
    }

    /// Finds the place of the pair i that came, by a warp.
    __device__ void insert(uint32_t i, const TileTask& task, Notes& notes) const {
        const Border came{bits_(notes.keys[i]), notes.places[i]};
        uint32_t rank = 0;
        for (uint32_t first = 0; first < task.incoming; first += 32) {
            const uint32_t other = first + own_lane();
            const bool before =
                other < task.incoming && Border{bits_(notes.keys[other]), notes.places[other]} < came;
            rank += static_cast<uint32_t>(__popc(__ballot_sync(kAllLanes, before)));
        }
        const uint32_t bound = bound_of(came, task.begin, notes);
        if (own_lane() != 0) return;
        notes.bounds[rank] = bound;
        notes.to[i] = static_cast<uint16_t>(rank + bound);
    }

    static constexpr uint32_t kFewIncoming = 4 * Shape::kWarps;

    /// The same by one thread, for its pair: faster where many came.
    __device__ void insert_alone(const Border& came, const TileTask& task, uint32_t length,
                                 Notes& notes) const {
        uint32_t rank = 0;
        for (uint32_t i = 0; i < task.incoming; ++i) {
            rank += Border{bits_(notes.keys[i]), notes.places[i]} < came ? 1 : 0;
        }
        uint32_t from = 0, to = length;
        while (from < to) {
            const uint32_t middle = (from + to) / 2;
            // The last slot up to the middle whose pair stays; if there is none from `from` on, there is nothing to ask.
            uint32_t row = middle / 32, left = notes.kept[row] & (~0u >> (31 - middle % 32));
            while (left == 0 && row > from / 32) left = notes.kept[--row];
            const uint32_t slot = 32 * row + 31 - static_cast<uint32_t>(__clz(static_cast<int>(left)));
            const bool there = left != 0 && slot >= from;
            const bool before = !there || comes_before(slot, task.begin, came);
            from = before ? middle + 1 : from;
            to = before ? to : middle;
        }
        notes.bounds[rank] = kept_before(notes, from);
        notes.to[threadIdx.x] = static_cast<uint16_t>(rank + notes.bounds[rank]);
    }

    /// Returns how many pairs that stay come before `pair`. By a warp.
    __device__ uint32_t bound_of(const Border& pair, uint32_t begin, const Notes& notes) const {
        for (uint32_t first = 0; first < kRows; first += 32) {
            const uint32_t row = first + own_lane(), kept = row < kRows ? notes.kept[row] : 0;
            const uint32_t last = 32 * row + 31 - static_cast<uint32_t>(__clz(static_cast<int>(kept)));
            const bool ends = kept != 0 && !comes_before(last, begin, pair);
            const uint32_t found = __ballot_sync(kAllLanes, ends);
            if (found == 0) continue;
            const uint32_t in = first + static_cast<uint32_t>(__ffs(static_cast<int>(found))) - 1;
            const bool before =
                (notes.kept[in] >> own_lane() & 1) != 0 && comes_before(32 * in + own_lane(), begin, pair);
            return notes.kept_before[in] + static_cast<uint32_t>(__popc(__ballot_sync(kAllLanes, before)));
        }
        return notes.kept_before[kRows];
    }
    __device__ bool comes_before(uint32_t slot, uint32_t begin, const Border& pair) const {
        return Border{bits_(shared_.items.keys[slot]), begin + slot} < pair;
    }

    __device__ void write(KeyPairs<Key> to, Key key, uint32_t value, uint32_t place, uint32_t at) {
        furthest_ = max(furthest_, place < at ? at - place : place - at);
        to.keys[at] = key;
        if (to.values != nullptr) to.values[at] = value;
    }

    /// Writes who stays.
    __device__ void write_rows(const TileTask& task, const Rows& rows, const Notes& notes, KeyPairs<Key> to) {
        // Of row k in lane k: who stays, how many of those before it do, how many came before it and into it.
        uint32_t kept = 0, first = 0, before = 0, inside = 0;
        if (own_lane() < rows.each) {
            const uint32_t row = rows.row(own_lane());
            kept = notes.kept[row];
            first = notes.kept_before[row];
            before = bounds_up_to(notes, task.incoming, first);
            if (kept != 0) {
                const uint32_t last = first + static_cast<uint32_t>(__popc(kept)) - 1;
                inside = bounds_up_to(notes, task.incoming, last) - before;
            }
        }
        const uint32_t before_first = __shfl_sync(kAllLanes, before, 0);
        const bool as_run = own_lane() >= kItems || (kept == ~0u && inside == 0 && before == before_first);
        if (rows.length == kTilePairs && __all_sync(kAllLanes, as_run)) {
            const uint32_t start = task.start + __shfl_sync(kAllLanes, first, 0) + before_first;
            return write_run(rows.slot(0), task.begin + rows.slot(0), start + own_lane(), task.in_place, to);
        }
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k >= rows.each) break;
            const uint32_t row_kept = __shfl_sync(kAllLanes, kept, static_cast<int>(k));
            const uint32_t row_first = __shfl_sync(kAllLanes, first, static_cast<int>(k));
            const uint32_t row_inside = __shfl_sync(kAllLanes, inside, static_cast<int>(k));
            uint32_t came = __shfl_sync(kAllLanes, before, static_cast<int>(k));
            const uint32_t at =
                row_first + static_cast<uint32_t>(__popc(row_kept & ((1u << own_lane()) - 1)));
            for (const uint32_t end = came + row_inside; came < end && notes.bounds[came] <= at;) ++came;
            if ((row_kept >> own_lane() & 1) == 0) continue;
            write(to, shared_.items.keys[rows.slot(k)], shared_.values[rows.slot(k)],
                  task.begin + rows.slot(k), task.start + at + came);
        }
    }

    /// Writes all pairs of this warp, of which that of this lane's first slot goes from `place` to `at`.
    __device__ void write_run(uint32_t slot, uint32_t place, uint32_t at, bool in_place, KeyPairs<Key> to) {
        if (in_place && place == at) return;
        furthest_ = max(furthest_, place < at ? at - place : place - at);
        Key* const keys = to.keys + at;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) keys[32 * k] = shared_.items.keys[slot + 32 * k];
        if (to.values == nullptr) return;
        uint32_t* const values = to.values + at;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) values[32 * k] = shared_.values[slot + 32 * k];
    }

    /// Returns how many bounds are not greater than `most`.
    __device__ static uint32_t bounds_up_to(const Notes& notes, uint32_t count, uint32_t most) {
        uint32_t from = 0, to = count;
        while (from < to) {
            const uint32_t middle = (from + to) / 2;
            const bool before = notes.bounds[middle] <= most;
            from = before ? middle + 1 : from;
            to = before ? to : middle;
        }
        return from;
    }

    /// Brings a tile that will be sorted into shared memory.
    __device__ void keep(const Rows& rows, uint32_t value, uint32_t incoming, const Notes& notes) {
        Key keys[kItems];
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k)
            keys[k] = rows.has(k) ? shared_.items.keys[rows.slot(k)] : Key{};
        __syncthreads();
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (!rows.has(k)) continue;
            const uint32_t slot = rows.slot(k);
            if ((notes.kept[slot / 32] >> slot % 32 & 1) == 0) continue;
            const uint32_t rank = kept_before(notes, slot);
            shared_.items.keys[rank] = keys[k];
            shared_.items.slots[rank] = static_cast<uint16_t>(slot);
        }
        if (threadIdx.x >= incoming) return;
        const uint32_t rank = notes.kept_before[kRows] + threadIdx.x, slot = kTilePairs + threadIdx.x;
        shared_.values[slot] = value;
        shared_.items.keys[rank] = notes.keys[threadIdx.x];
        shared_.items.slots[rank] = static_cast<uint16_t>(slot);
    }

    __device__ static uint32_t place_of(uint32_t slot, const Notes& notes, uint32_t begin) {
        if (slot == Merge::kNoSlot) return ~0u;
        return slot < kTilePairs ? begin + slot : notes.places[slot - kTilePairs];
    }

    /// Sorts the items that keep() has brought.
    __device__ static void sort_kept(KeyBitsOf<Key> bits, Shared& shared, const Notes& notes, uint32_t total,
                                     uint32_t begin) {
        const auto sort_by = [&](auto bits_of) {
            Merge::sort(total, bits.greatest(), shared.items, [&](const Item& a, const Item& b) {
                const auto a_key = bits_of(a.key), b_key = bits_of(b.key);
                if (a_key == b_key) return place_of(a.slot, notes, begin) < place_of(b.slot, notes, begin);
                return a_key < b_key;
            });
        };
        __syncthreads();
        if (total != 0) {
            if (bits.whole()) {
                sort_by([](Key key) { return key; });
            } else {
                sort_by(bits);
            }
        }
        __syncthreads();
    }

    /// The same as a function of its own, whose registers tiles in order do not miss.
    __device__ __noinline__ static void sort_kept_apart(KeyBitsOf<Key> bits, Shared& shared,
                                                        const Notes& notes, uint32_t total, uint32_t begin) {
        sort_kept(bits, shared, notes, total, begin);
    }

    KeyBitsOf<Key> bits_;
    Shared& shared_;
    uint32_t turn_ = 0, furthest_ = 0;
};

}  // namespace sort::migration
