// The manifolds of all pairs by their ids. Each stays in its place from step to step, as its points do, until the pair
// comes near no more or its points are looked for again; then it gets a new place. Which places they have is left to
// chance, what lies there is not.
//
// Where they lie is told by an open hash table. Of those there are two: a step reads the one and fills the other, and
// a step that does not complete has changed nothing: what it has taken is free again (PlaceCount), what it has kept is
// as it was. The number of completed steps tells which table is which.
#pragma once
#include "sim/exec/status.h"
#include "sim/exec/word_list.h"
#include "sim/manifold/manifold.h"
#include "sim/manifold/pair_key.h"
#include "sim/math/atomic.h"
#include "sim/math/mix_bits.h"

namespace sim {

/// Index of a place of an array that means: none.
inline constexpr uint32_t kNoPlace = ~0u;

/// In ManifoldTables::listed of a slot that no table names.
inline constexpr uint8_t kFreeSlot = 0;

/// Returns what tells the slots of a step's table from those of the one or two steps beside it.
HOST_DEVICE inline uint8_t step_mark(uint64_t step) { return uint8_t(4 | (step & 3)); }

struct ManifoldTable {
    uint32_t* slots;  // of manifolds; kNoPlace where there is none
    uint64_t places;
    Manifold* manifolds;

    HOST_DEVICE uint64_t first_place(uint64_t key) const { return (mix_bits(key) >> 32) * places >> 32; }
    HOST_DEVICE uint64_t next_place(uint64_t place) const { return place + 1 < places ? place + 1 : 0; }

    /// Returns the slot of the manifold with this key, or kNoPlace.
    HOST_DEVICE uint32_t find(uint64_t key) const {
        for (uint64_t place = first_place(key);; place = next_place(place)) {
            const uint32_t slot = slots[place];
            if (slot == kNoPlace || manifolds[slot].key == key) return slot;
        }
    }

    /// Enters a manifold's slot under its key. The table must have room, and no other thread may put the same
    /// key.
    HOST_DEVICE void put(uint64_t key, uint32_t slot) const {
        uint64_t place = first_place(key);
        while (replace_if(&slots[place], kNoPlace, slot) != kNoPlace) place = next_place(place);
    }
};

/// The free places of an array: a stack. While no thread takes one, it is a list that others may be added to.
struct FreePlaces {
    uint32_t* places;

    WordList list(PlaceCount* count) const { return {places, &count->free}; }

    /// Takes a free place. kNoPlace: there is none left, and the count tells how many are missing.
    HOST_DEVICE uint32_t take(PlaceCount* count) const {
        const uint64_t taken = fetch_increment(&count->taken);
        return taken < count->free ? places[count->free - 1 - taken] : kNoPlace;
    }
};

struct ManifoldTables {
    ManifoldTable table[2];
    PointBlock* blocks;
    // By slot: mark of the step that has put it into a table last, also if it did not complete; or kFreeSlot.
    uint8_t* listed;
    FreePlaces free_slots, free_blocks;
    uint64_t capacity, block_capacity;

    HOST_DEVICE Manifold& manifold(uint32_t slot) const { return table[0].manifolds[slot]; }
    HOST_DEVICE const ManifoldTable& before(uint64_t completed_steps) const {
        return table[completed_steps & 1];
    }
    HOST_DEVICE const ManifoldTable& after(uint64_t completed_steps) const {
        return table[(completed_steps & 1) ^ 1];
    }
    /// Empties place k of the table that the step is to fill, and frees slot k and its points if the step
    /// before the last had it and the last one had not. To be called for each k below the number of places.
    HOST_DEVICE void begin(const Status* status, uint32_t k, WordsOfItem& free_slot,
                           WordsOfItem& free_block) const {
        const uint64_t completed_steps = status->counters.completed_steps;
        after(completed_steps).slots[k] = kNoPlace;
        if (k >= capacity || listed[k] != step_mark(completed_steps - 1)) return;
        listed[k] = kFreeSlot;
        free_slot.add(k);
        if (manifold(k).count > 0) free_block.add(manifold(k).block);
    }
    HOST_DEVICE void put(const Status* status, uint64_t key, uint32_t slot) const {
        const uint64_t completed_steps = status->counters.completed_steps;
        listed[slot] = step_mark(completed_steps + 1);
        after(completed_steps).put(key, slot);
    }
};

template <class Exec>
struct ManifoldLists {
    template <class T>
    using Array = typename Exec::template Array<T>;

    ManifoldLists() = default;
    ManifoldLists(uint64_t manifolds_, uint64_t blocks_)
        : capacity(manifolds_),
          block_capacity(blocks_),
          manifolds(capacity),
          blocks(block_capacity),
          listed(capacity),
          free_slots(capacity),
          free_blocks(block_capacity),
          used_blocks(block_capacity) {
        for (auto& own : slots) own = Array<uint32_t>(places_for(capacity));
    }
    static uint64_t places_for(uint64_t room) { return 2 * room + 2; }
    static uint64_t bytes_for(uint64_t room, uint64_t block_room) {
        return 2 * places_for(room) * sizeof(uint32_t) + room * (sizeof(Manifold) + sizeof(uint32_t) + 1) +
               block_room * (sizeof(PointBlock) + sizeof(uint32_t) + 1);
    }
    ManifoldTables tables() {
        const uint64_t places = places_for(capacity);
        return {{{slots[0].data(), places, manifolds.data()}, {slots[1].data(), places, manifolds.data()}},
                blocks.data(),
                listed.data(),
                {free_slots.data()},
                {free_blocks.data()},
                capacity,
                block_capacity};
    }
    size_t bytes() const {
        return 2 * slots[0].bytes() + manifolds.bytes() + blocks.bytes() + listed.bytes() +
               free_slots.bytes() + free_blocks.bytes() + used_blocks.bytes();
    }

    uint64_t capacity = 0, block_capacity = 0;
    Array<uint32_t> slots[2];
    Array<Manifold> manifolds;
    Array<PointBlock> blocks;
    Array<uint8_t> listed;
    Array<uint32_t> free_slots, free_blocks;
    Array<uint8_t> used_blocks;  // of find_free_places()
};

}  // namespace sim
