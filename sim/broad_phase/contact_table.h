// Where a search notes which spheres touch, pair by pair, so that no list of pairs has to be written and read
// again.
//
// Each body has two short rows of partners: those that it found itself, filled by one thread or warp,
// and those that found it, by an atomic count. What a row does not hold goes to a list for all ("spilled"),
// which is nearly always empty. The order within a row is left to chance; whoever reads it sorts.
#pragma once
#include "sim/exec/status.h"
#include "sim/math/atomic.h"
#include "sim/math/vec3.h"

namespace sim {

inline constexpr uint32_t kRowPartners = 8;  // 32 bytes: what the memory reads at once

/// Numbers of pairs and contacts that a body has found in its own search.
struct Found {
    uint32_t pairs, contacts;
};

/// A contact that did not fit into a row of its body.
struct Spilled {
    uint32_t slot, partner;
};

/// A body at its search, and how far it is.
struct Finder {
    uint32_t slot;
    Found found;
};

struct ContactTable {
    uint64_t* noted;  // by slot: pairs << 32 | contacts that others have found; zero before the search
    Found* found;     // by slot; zero before where the pairs are listed
    uint32_t *incoming_rows, *own_rows;  // kRowPartners a slot
    Spilled* spilled;                    // status->spilled of them, unless that is above `capacity`
    uint64_t capacity;
    Status* status;

    HOST_DEVICE Finder start(uint32_t slot) const { return {slot, {0, 0}}; }
    HOST_DEVICE Finder go_on(uint32_t slot) const { return {slot, found[slot]}; }

    /// A pair of the finder; no other thread has the same finder.
    HOST_DEVICE void note(Finder& finder, uint32_t partner, bool touch) const {
        ++finder.found.pairs;
        if (touch) put(own_rows, finder.slot, finder.found.contacts++, partner);
        note_partner(partner, finder.slot, touch);
    }

    HOST_DEVICE void finish(const Finder& finder) const { found[finder.slot] = finder.found; }

    /// A pair, on one side of it.
    HOST_DEVICE void note_partner(uint32_t slot, uint32_t partner, bool touch) const {
        if (touch) {
            put(incoming_rows, slot, count_touch(slot), partner);
        } else {
            count_near(slot);
        }
    }

    /// The parts of note_partner(): a pair that does not touch; one that does, and its place in the row.
    HOST_DEVICE void count_near(uint32_t slot) const { fetch_add(&noted[slot], uint64_t(1) << 32); }
    HOST_DEVICE uint32_t count_touch(uint32_t slot) const {
        return uint32_t(fetch_add(&noted[slot], (uint64_t(1) << 32) + 1));
    }

    HOST_DEVICE void put(uint32_t* rows, uint32_t slot, uint32_t place, uint32_t partner) const {
        if (place < kRowPartners) {
            rows[size_t(slot) * kRowPartners + place] = partner;
            return;
        }
        const uint64_t at = fetch_add(&status->spilled, uint64_t{1});
        if (at < capacity) {
            spilled[at] = {slot, partner};
        } else {
            raise_flag(&status->overflow);
        }
    }
};

}  // namespace sim
