// What the friction of touching pairs remembers, by the pair's ids: an open hash table, in which each pair
// finds its own from whatever slots its bodies have got. Where an entry lies is left to chance, what it holds
// is not.
//
// There are two tables: a step reads the one and fills the other, and a step that does not complete has
// changed nothing. The number of completed steps tells which is which.
#pragma once
#include "sim/exec/status.h"
#include "sim/math/atomic.h"
#include "sim/math/mix_bits.h"
#include "sim/narrow/friction.h"

namespace sim {

/// In place of a slot and of an id: wall k is kFirstWall + k. Two an axis, the lower one first.
inline constexpr uint32_t kFirstWall = 0xfffffff0u;

inline constexpr uint64_t kNoPair = ~uint64_t{0};

HOST_DEVICE inline uint64_t pair_key(uint32_t a_id, uint32_t b_id) { return uint64_t{a_id} << 32 | b_id; }

struct SpringTable {
    uint64_t* keys;  // kNoPair where there is none
    Vec4* springs;   // slip and twist
    uint64_t places;

    /// At most so many may be in it: in a fuller table one search of many thousands is long, and all wait for
    /// it.
    HOST_DEVICE uint64_t capacity() const { return places / 2; }

    HOST_DEVICE uint64_t first_place(uint64_t key) const { return (mix_bits(key) >> 32) * places >> 32; }
    HOST_DEVICE uint64_t next_place(uint64_t place) const { return place + 1 < places ? place + 1 : 0; }

    HOST_DEVICE FrictionState find(uint64_t key) const {
        for (uint64_t place = first_place(key);; place = next_place(place)) {
            if (keys[place] == kNoPair) return {};
            if (keys[place] == key) return {xyz(springs[place]), springs[place].w};
        }
    }

    /// There is room, and no other thread has this key.
    HOST_DEVICE void put(uint64_t key, const FrictionState& state) const {
        uint64_t place = first_place(key);
        while (replace_if(&keys[place], kNoPair, key) != kNoPair) place = next_place(place);
        springs[place] = with_w(state.slip_m, state.twist_rad);
    }

    /// Leaves a zero spring out, and returns whether it did not; raises the overflow where there is no room.
    HOST_DEVICE bool keep(uint64_t key, const FrictionState& state, Status* status) const {
        if (dot(state.slip_m, state.slip_m) == 0 && state.twist_rad == 0) return false;
        if (fetch_increment(&status->springs) < capacity()) {
            put(key, state);
        } else {
            raise_flag(&status->overflow);
        }
        return true;
    }
};

struct SpringTables {
    SpringTable table[2];

    HOST_DEVICE const SpringTable& before(uint64_t completed_steps) const {
        return table[completed_steps & 1];
    }
    HOST_DEVICE const SpringTable& after(uint64_t completed_steps) const {
        return table[(completed_steps & 1) ^ 1];
    }
};

template <class Exec>
struct SpringRoom {
    SpringRoom() = default;
    explicit SpringRoom(uint64_t room) : capacity(room) {
        for (int k = 0; k < 2; ++k) {
            keys[k] = typename Exec::template Array<uint64_t>(places());
            springs[k] = typename Exec::template Array<Vec4>(places());
        }
    }
    static uint64_t places_for(uint64_t room) { return 2 * room + 2; }
    static uint64_t bytes_for(uint64_t room) {
        return 2 * places_for(room) * (sizeof(uint64_t) + sizeof(Vec4));
    }
    uint64_t places() const { return places_for(capacity); }
    SpringTables tables() {
        SpringTables both;
        for (int k = 0; k < 2; ++k) both.table[k] = {keys[k].data(), springs[k].data(), places()};
        return both;
    }
    size_t bytes() const { return 2 * (keys[0].bytes() + springs[0].bytes()); }

    uint64_t capacity = 0;
    typename Exec::template Array<uint64_t> keys[2];
    typename Exec::template Array<Vec4> springs[2];
};

}  // namespace sim
