// The manifolds of all pairs by their ids: an open hash table, in which each pair finds its own from whatever slots its
// bodies have got. Where an entry lies is left to chance, what it holds is not.
//
// There are two tables: a step reads the one and fills the other, and a step that does not complete has changed
// nothing. The number of completed steps tells which is which.
#pragma once
#include "sim/manifold/manifold.h"
#include "sim/manifold/pair_key.h"
#include "sim/math/atomic.h"
#include "sim/math/mix_bits.h"

namespace sim {

struct ManifoldTable {
    uint64_t* keys;   // kNoPair where there is none
    uint32_t* slots;  // of the key's manifold
    uint64_t places;
    Manifold* manifolds;
    PointBlock* blocks;

    HOST_DEVICE uint64_t first_place(uint64_t key) const { return (mix_bits(key) >> 32) * places >> 32; }
    HOST_DEVICE uint64_t next_place(uint64_t place) const { return place + 1 < places ? place + 1 : 0; }

    /// Null: there is none.
    HOST_DEVICE const Manifold* find(uint64_t key) const {
        for (uint64_t place = first_place(key);; place = next_place(place)) {
            if (keys[place] == kNoPair) return nullptr;
            if (keys[place] == key) return &manifolds[slots[place]];
        }
    }

    /// There is room, and no other thread has this key.
    HOST_DEVICE void put(uint64_t key, uint32_t slot) const {
        uint64_t place = first_place(key);
        while (replace_if(&keys[place], kNoPair, key) != kNoPair) place = next_place(place);
        slots[place] = slot;
    }
};

struct ManifoldTables {
    ManifoldTable table[2];
    uint64_t capacity, block_capacity;

    HOST_DEVICE const ManifoldTable& before(uint64_t completed_steps) const {
        return table[completed_steps & 1];
    }
    HOST_DEVICE const ManifoldTable& after(uint64_t completed_steps) const {
        return table[(completed_steps & 1) ^ 1];
    }
};

template <class Exec>
struct ManifoldLists {
    template <class T>
    using Array = typename Exec::template Array<T>;

    ManifoldLists() = default;
    ManifoldLists(uint64_t manifolds_, uint64_t blocks_) : capacity(manifolds_), block_capacity(blocks_) {
        for (int k = 0; k < 2; ++k) {
            keys[k] = Array<uint64_t>(places_for(capacity));
            slots[k] = Array<uint32_t>(places_for(capacity));
            manifolds[k] = Array<Manifold>(capacity);
            blocks[k] = Array<PointBlock>(block_capacity);
        }
    }
    static uint64_t places_for(uint64_t room) { return 2 * room + 2; }
    static uint64_t bytes_for(uint64_t room, uint64_t block_room) {
        return 2 * (places_for(room) * (sizeof(uint64_t) + sizeof(uint32_t)) + room * sizeof(Manifold) +
                    block_room * sizeof(PointBlock));
    }
    ManifoldTables tables() {
        ManifoldTables both;
        for (int k = 0; k < 2; ++k) {
            both.table[k] = {keys[k].data(), slots[k].data(), places_for(capacity), manifolds[k].data(),
                             blocks[k].data()};
        }
        both.capacity = capacity, both.block_capacity = block_capacity;
        return both;
    }
    size_t bytes() const {
        return 2 * (keys[0].bytes() + slots[0].bytes() + manifolds[0].bytes() + blocks[0].bytes());
    }

    uint64_t capacity = 0, block_capacity = 0;
    Array<uint64_t> keys[2];
    Array<uint32_t> slots[2];
    Array<Manifold> manifolds[2];
    Array<PointBlock> blocks[2];
};

}  // namespace sim
