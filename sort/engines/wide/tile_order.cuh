// One tile of a migration in a block: its pairs in shared memory, slot by slot as in the input; those that stay, and those
// that came, are put in order and written.
//
//   strays   pairs that break the order of those that stay, at each descent the one that fits less, are taken out, twice
//   insert   they, and those that came, are ranked among each other; each finds by a binary search how many that stay
//            come before it. Where a pair has been taken out, or has left, the one before it stands in for the search
//   write    a row of 32 slots whose pairs no other comes between moves as a whole
//
// Where too many are astray, all are sorted (block_merge.cuh). Example: of 1 9 2 3 | 4 6 the 9 is a stray; 5 came: 9 and 5
// have ranks 1 and 0 and follow 4 of the others (1 2 3 4) and all: 1 2 3 4 5 6 9.
#pragma once
#include <cstring>

#include "sort/engines/wide/block_merge.cuh"
#include "sort/key_bits.h"
#include "sort/sorter.h"

namespace sort::wide {

/// A pair on its way to another tile, or the border of two tiles: then the key's ordered bits, and no value.
struct alignas(16) Migrant {
    uint64_t key;  // the key's own bits
    uint32_t place, value;
};

__device__ inline bool comes_before(uint64_t a_key, uint32_t a_place, uint64_t b_key, uint32_t b_place) {
    return a_key < b_key || (a_key == b_key && a_place < b_place);
}

/// Bits of a key as a number, and back.
template <class Key>
__device__ uint64_t raw_bits(Key key) {
    KeyWord<Key> word;
    memcpy(&word, &key, sizeof word);
    return word;
}
template <class Key>
__device__ Key key_of_raw(uint64_t from) {
    const auto word = static_cast<KeyWord<Key>>(from);
    Key key;
    memcpy(&key, &word, sizeof key);
    return key;
}

/// Tiles of kTilePairs pairs; up to kMostIncoming migrate into one.
template <class KeyOf, uint32_t kThreadsOf, uint32_t kTileItemsOf>
struct MigrationShape {
    using Key = KeyOf;
    static constexpr uint32_t kThreads = kThreadsOf, kTileItems = kTileItemsOf;
    static constexpr uint32_t kTilePairs = kThreads * kTileItems, kMostIncoming = kThreads;
    static constexpr uint32_t kLeastTile = 512;
};

constexpr uint32_t kMostInserted = 96;  // of a tile; with more all are sorted

template <class Shape>
struct TileShared {
    using Key = typename Shape::Key;
    static constexpr uint32_t kRows = Shape::kTilePairs / 32;

    MergeShared<Key, Shape::kThreads, Shape::kTileItems + 1> items;  // keys by slot, until all are sorted
    uint32_t values[Shape::kTilePairs + Shape::kMostIncoming];  // by slot; incoming pairs have the last slots
    uint32_t places[Shape::kMostIncoming];                      // of incoming pairs
    uint32_t kept[kRows];                                       // a bit a slot: its pair stays
    uint32_t kept_before[kRows + 1];                            // pairs of earlier rows that stay
    uint32_t inserted_before[kRows + 1];                        // and inserted ones before those of a row
    Key inserted_keys[kMostInserted];
    uint16_t inserted_slots[kMostInserted];
    uint32_t bounds[kMostInserted];  // by rank: how many that stay come before
    uint32_t words[kBlockWords];
    uint32_t inserted, max_shift;
};

template <class Shape>
class TileOrder {
    using Key = typename Shape::Key;
    using Merge = BlockMerge<Key, Shape::kThreads, Shape::kTileItems + 1>;
    using Item = typename Merge::Item;
    static constexpr uint32_t kThreads = Shape::kThreads, kTileItems = Shape::kTileItems;
    static constexpr uint32_t kTilePairs = Shape::kTilePairs, kWarps = kThreads / 32;
    static constexpr int kStrayRounds = 2;

public:
    using Shared = TileShared<Shape>;
    static constexpr uint32_t kRows = Shared::kRows;

    __device__ TileOrder(KeyBitsOf<Key> bits, Shared& shared) : bits_(bits), shared_(shared) {}

    /// Brings the keys of a tile into shared memory, of which those in the range of `lower` and `upper` stay, and the
    /// values where there are some. Returns how many stay; in_order() is then known.
    __device__ uint32_t load(KeyPairs<Key> from, uint32_t begin, uint32_t length, const Migrant& lower,
                             const Migrant& upper) {
        from_values_ = from.values != nullptr;
        begin_ = begin;
        length_ = length;
        Key keys[kTileItems];
        uint32_t values[kTileItems];
#pragma unroll
        for (uint32_t k = 0; k < kTileItems; ++k) {
            if (slot(k) < length) keys[k] = __ldcg(from.keys + begin + slot(k));
        }
#pragma unroll
        for (uint32_t k = 0; k < kTileItems; ++k) {
            if (from_values_ && slot(k) < length) values[k] = __ldcg(from.values + begin + slot(k));
        }
        __syncthreads();  // shared memory is free
        if (threadIdx.x == 0) shared_.inserted = 0;
        uint32_t staying = 0;
#pragma unroll
        for (uint32_t k = 0; k < kTileItems; ++k) {
            bool stays = false;
            if (slot(k) < length) {
                stays = is_between(bits_(keys[k]), begin + slot(k), lower, upper);
                shared_.items.keys[slot(k)] = keys[k];
                if (from_values_) shared_.values[slot(k)] = values[k];
            }
            const uint32_t row = __ballot_sync(kAllLanes, stays);
            if (own_lane() == 0) shared_.kept[k * kWarps + own_warp()] = row;
            staying += __popc(row);
        }
        staying = sum_over_warps(staying);
        in_order_ = !descends();
        return staying;
    }

    __device__ static bool is_between(uint64_t key, uint32_t place, const Migrant& lower,
                                      const Migrant& upper) {
        if (lower.key < key && key < upper.key) return true;
        return !comes_before(key, place, lower.key, lower.place) &&
               comes_before(key, place, upper.key, upper.place);
    }

    /// Returns whether the pairs of load() are in order, those that do not stay included.
    __device__ bool in_order() const { return in_order_; }
    __device__ bool stays(uint32_t slot) const { return (shared_.kept[slot / 32] >> slot % 32 & 1) != 0; }

    /// Writes the `staying` pairs of load(), and `incoming` others, in order, from place `start` of `to` on.
    __device__ void arrange(uint32_t staying, const Migrant* inbox, uint32_t incoming, KeyPairs<Key> to,
                            uint32_t start) {
        to_ = to;
        start_ = start;
        furthest_ = 0;
        fetch_incoming(inbox, incoming);
        if (staying != length_) stand_in();
        __syncthreads();
        bool sorts = incoming > kMostInserted;
        if (!in_order_ && !sorts) sorts = !take_out_strays();
        if (sorts) {
            sort_all(incoming);
        } else {
            insert();
        }
        furthest_ = warp_max(furthest_);
        if (own_lane() == 0 && furthest_ != 0) atomicMax(&shared_.max_shift, furthest_);
    }

private:
    __device__ static uint32_t slot(uint32_t k) { return k * kThreads + threadIdx.x; }
    __device__ uint64_t bits_at(uint32_t slot) const { return bits_(shared_.items.keys[slot]); }

    /// A number that all lanes of a warp have, summed over the warps of the block.
    __device__ uint32_t sum_over_warps(uint32_t own) {
        if (own_lane() == 0) shared_.words[own_warp()] = own;
        __syncthreads();
        return warp_total(own_lane() < kWarps ? shared_.words[own_lane()] : 0);
    }

    /// Returns, in all threads, whether a key in shared memory is greater than the next.
    __device__ bool descends() const {
        bool found = false;
#pragma unroll
        for (uint32_t k = 0; k < kTileItems; ++k) {
            if (slot(k) + 1 >= length_) break;
            found = found || bits_at(slot(k)) > bits_at(slot(k) + 1);
        }
        return __syncthreads_or(found);
    }

    __device__ void fetch_incoming(const Migrant* inbox, uint32_t incoming) {
        for (uint32_t i = threadIdx.x; i < incoming; i += kThreads) {
            const uint4 words = __ldcg(reinterpret_cast<const uint4*>(inbox + i));
            const Key key = key_of_raw<Key>(uint64_t{words.y} << 32 | words.x);
            if (i < kMostInserted) shared_.inserted_keys[i] = key;
            if (i < kMostInserted) shared_.inserted_slots[i] = static_cast<uint16_t>(kTilePairs + i);
            shared_.items.keys[kTilePairs + i] = key;
            shared_.places[i] = words.z;
            shared_.values[kTilePairs + i] = words.w;
        }
        if (threadIdx.x == 0) shared_.inserted = incoming;
    }

    /// Slots of this thread whose pair does not stay get the key of the one before that does, or the first that does.
    __device__ void stand_in() {
        for (uint32_t k = 0; k < kTileItems; ++k) {
            if (slot(k) >= length_ || stays(slot(k))) continue;
            uint32_t from = slot(k);
            while (from > 0 && !stays(from)) --from;
            while (from + 1 < length_ && !stays(from)) ++from;
            if (stays(from)) shared_.items.keys[slot(k)] = shared_.items.keys[from];
        }
    }

    /// Takes out what breaks the order. Returns false, with everything as before, if that is too much.
    __device__ bool take_out_strays() {
        const uint32_t incoming = shared_.inserted;
        for (int round = 0; round < kStrayRounds && descends(); ++round) {
            uint32_t strays = 0;  // a bit an item
#pragma unroll
            for (uint32_t k = 0; k < kTileItems; ++k) {
                if (slot(k) < length_ && stays(slot(k)) && is_stray(slot(k))) strays |= 1u << k;
            }
            const uint32_t own = __popc(strays);
            uint32_t at = own != 0 ? atomicAdd(&shared_.inserted, own) : 0;
            __syncthreads();
            if (shared_.inserted > kMostInserted) {
                put_back(incoming, shared_.inserted - sum_over_warps(warp_total(own)));
                return false;
            }
            for (uint32_t left = strays; left != 0; left &= left - 1) {
                const uint32_t s = slot(static_cast<uint32_t>(__ffs(static_cast<int>(left))) - 1);
                shared_.inserted_keys[at] = shared_.items.keys[s];
                shared_.inserted_slots[at++] = static_cast<uint16_t>(s);
                atomicAnd(&shared_.kept[s / 32], ~(1u << s % 32));
            }
            __syncthreads();
            stand_in();
            __syncthreads();
        }
        if (!descends()) return true;
        put_back(incoming, shared_.inserted);
        return false;
    }

    /// Puts the inserted pairs from `begin` to `end` back into their slots.
    __device__ void put_back(uint32_t begin, uint32_t end) {
        __syncthreads();
        for (uint32_t i = begin + threadIdx.x; i < end; i += kThreads) {
            const uint32_t s = shared_.inserted_slots[i];
            shared_.items.keys[s] = shared_.inserted_keys[i];
            atomicOr(&shared_.kept[s / 32], 1u << s % 32);
        }
        __syncthreads();
    }

    /// At each descent the pair that fits less: the second, where the first fits before the one behind, or where it falls
    /// below the one before, too; else the first.
    __device__ bool is_stray(uint32_t s) const {
        const uint64_t own = bits_at(s);
        const uint64_t last = s > 0 ? bits_at(s - 1) : 0, next = s + 1 < length_ ? bits_at(s + 1) : ~0ull;
        const bool falls = last > own && (last <= next || (s > 1 && bits_at(s - 2) > own));
        const bool juts = own > next && s + 2 < length_ && own > bits_at(s + 2);
        return falls || juts;
    }

    __device__ uint32_t place_of(uint32_t slot) const {
        return slot == Merge::kNoSlot ? ~0u
               : slot < kTilePairs    ? begin_ + slot
                                      : shared_.places[slot - kTilePairs];
    }

    /// Writes a pair that came from `place` to place `rank` of the tile.
    __device__ void write(Key key, uint32_t slot, uint32_t place, uint32_t rank) {
        const uint32_t at = start_ + rank;
        furthest_ = max(furthest_, place < at ? at - place : place - at);
        to_.keys[at] = key;
        if (from_values_) to_.values[at] = shared_.values[slot];
    }

    __device__ void count_kept() {
        __syncthreads();
        if (threadIdx.x >= 32) return;
        uint32_t before = 0;
        for (uint32_t row = own_lane(); row < (kRows + 31) / 32 * 32; row += 32) {
            const uint32_t own = row < kRows && row * 32 < length_ ? __popc(shared_.kept[row]) : 0;
            const uint32_t sums = warp_sums(own);
            if (row < kRows) shared_.kept_before[row] = before + sums - own;
            before += __shfl_sync(kAllLanes, sums, 31);
        }
        if (threadIdx.x == 0) shared_.kept_before[kRows] = before;
    }

    /// Writes all: first the inserted pairs, then the others, row by row.
    __device__ void insert() {
        count_kept();
        __syncthreads();
        const uint32_t inserted = shared_.inserted;
        if (threadIdx.x < inserted) insert_own(inserted);
        __syncthreads();
        for (uint32_t row = threadIdx.x; row < kRows; row += kThreads) {
            uint32_t from = 0, to = inserted;
            while (from < to) {
                const uint32_t middle = (from + to) / 2;
                const bool before = shared_.bounds[middle] <= shared_.kept_before[row];
                from = before ? middle + 1 : from;
                to = before ? to : middle;
            }
            shared_.inserted_before[row] = from;
        }
        if (threadIdx.x == 0) shared_.inserted_before[kRows] = inserted;
        __syncthreads();
#pragma unroll
        for (uint32_t k = 0; k < kTileItems; ++k) {
            if (slot(k) >= length_) break;
            const uint32_t row = k * kWarps + own_warp(), kept = shared_.kept[row];
            if ((kept >> own_lane() & 1) == 0) continue;
            const uint32_t own = shared_.kept_before[row] + __popc(kept & ((1u << own_lane()) - 1));
            uint32_t before = shared_.inserted_before[row];
            const uint32_t end = shared_.inserted_before[row + 1];
            while (before < end && shared_.bounds[before] <= own) ++before;
            write(shared_.items.keys[slot(k)], slot(k), begin_ + slot(k), own + before);
        }
    }

    /// Ranks and writes the inserted pair of this thread.
    __device__ void insert_own(uint32_t inserted) {
        const Key own = shared_.inserted_keys[threadIdx.x];
        const uint64_t key = bits_(own);
        const uint32_t slot = shared_.inserted_slots[threadIdx.x], place = place_of(slot);
        uint32_t rank = 0;
        for (uint32_t i = 0; i < inserted; ++i) {
            const uint64_t other = bits_(shared_.inserted_keys[i]);
            if (other > key) continue;
            rank += other < key || place_of(shared_.inserted_slots[i]) < place ? 1 : 0;
        }
        uint32_t from = 0, to = length_;
        while (from < to) {
            const uint32_t middle = (from + to) / 2;
            const bool before = comes_before(bits_at(middle), begin_ + middle, key, place);
            from = before ? middle + 1 : from;
            to = before ? to : middle;
        }
        const uint32_t row = from / 32;
        uint32_t bound = shared_.kept_before[row];
        if (from % 32 != 0) bound += __popc(shared_.kept[row] & ((1u << from % 32) - 1));
        shared_.bounds[rank] = bound;
        write(own, slot, place, bound + rank);
    }

    /// Sorts and writes all.
    __device__ void sort_all(uint32_t incoming) {
        count_kept();
        __syncthreads();
        Key keys[kTileItems];
        uint32_t ranks[kTileItems];
#pragma unroll
        for (uint32_t k = 0; k < kTileItems; ++k) {
            ranks[k] = ~0u;
            if (slot(k) >= length_) continue;
            const uint32_t row = k * kWarps + own_warp(), kept = shared_.kept[row];
            keys[k] = shared_.items.keys[slot(k)];
            if ((kept >> own_lane() & 1) == 0) continue;
            ranks[k] = shared_.kept_before[row] + __popc(kept & ((1u << own_lane()) - 1));
        }
        const uint32_t kept = shared_.kept_before[kRows], total = kept + incoming;
        const bool comes = threadIdx.x < incoming;
        const Key came = comes ? shared_.items.keys[kTilePairs + threadIdx.x] : Key{};
        __syncthreads();
#pragma unroll
        for (uint32_t k = 0; k < kTileItems; ++k) {
            if (ranks[k] == ~0u) continue;
            shared_.items.keys[ranks[k]] = keys[k];
            shared_.items.slots[ranks[k]] = static_cast<uint16_t>(slot(k));
        }
        if (comes) {
            shared_.items.keys[kept + threadIdx.x] = came;
            shared_.items.slots[kept + threadIdx.x] = static_cast<uint16_t>(kTilePairs + threadIdx.x);
        }
        __syncthreads();
        if (total == 0) return;
        if (bits_.whole()) {
            sort_by(total, [](Key key) { return key; });
        } else {
            sort_by(total, bits_);
        }
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < total; i += kThreads) {
            const uint32_t slot = shared_.items.slots[i];
            write(shared_.items.keys[i], slot, place_of(slot), i);
        }
    }

    template <class Bits>
    __device__ void sort_by(uint32_t total, Bits bits) {
        Merge::sort(total, bits_.greatest(), shared_.items, [&](const Item& a, const Item& b) {
            const auto a_key = bits(a.key), b_key = bits(b.key);
            if (a_key == b_key) return place_of(a.slot) < place_of(b.slot);
            return a_key < b_key;
        });
    }

    KeyBitsOf<Key> bits_;
    Shared& shared_;
    KeyPairs<Key> to_{};
    uint32_t begin_ = 0, length_ = 0, start_ = 0, furthest_ = 0;
    bool from_values_ = false, in_order_ = true;
};

}  // namespace sort::wide
