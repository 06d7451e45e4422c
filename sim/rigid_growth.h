// More room for the lists of a step of bodies with shapes, when one has found more than there was room for.
#pragma once
#include "sim/step_data.h"

namespace sim {

template <class Exec>
void clear_springs(Exec& exec, SpringRoom<Exec>& room) {
    const SpringTables tables = room.tables();
    exec.each("springs", uint32_t(room.places()), 0, [=] HOST_DEVICE(uint32_t place) {
        tables.table[0].keys[place] = tables.table[1].keys[place] = kNoPair;
    });
}

/// Room for so many, in which what is remembered at this number of completed steps stays. Throws
/// sort::OverLimit; the room is then what it was.
template <class Exec>
void grow_springs(Exec& exec, SpringRoom<Exec>& room, uint64_t completed_steps, uint64_t capacity) {
    require_room<Exec>("friction springs", SpringRoom<Exec>::bytes_for(capacity));
    SpringRoom<Exec> larger_room(capacity);
    clear_springs(exec, larger_room);
    const SpringTable from = room.tables().before(completed_steps),
                      to = larger_room.tables().before(completed_steps);
    exec.each("springs", uint32_t(from.places), 0, [=] HOST_DEVICE(uint32_t place) {
        if (from.keys[place] != kNoPair)
            to.put(from.keys[place], {xyz(from.springs[place]), from.springs[place].w});
    });
    exec.wait();
    room = std::move(larger_room);
}

/// Throws sort::OverLimit with the count of pairs. Each room is then as large as it was, or as was needed.
template <class Exec>
void make_rigid_room(Exec& exec, RigidData<Exec>& rigid, const Status& lost, uint64_t most) {
    const uint64_t pairs = lost.counters.pairs;
    if (lost.near_pairs > rigid.near.capacity) {
        grow(rigid.near, lost.near_pairs, pairs, most, [](uint64_t room) {
            require_room<Exec>("pairs that may touch", room * sizeof(NearPair));
            return ListRoom<Exec, NearPair>(room);
        });
    }
    if (lost.rigid_contacts > rigid.contacts.capacity) {
        grow(rigid.contacts, lost.rigid_contacts, pairs, most, [](uint64_t room) {
            require_room<Exec>("contacts", ContactRoom<Exec>::bytes_for(room));
            return ContactRoom<Exec>(room);
        });
    }
    if (lost.springs <= rigid.springs.capacity) return;
    for (const uint64_t capacity : {lost.springs + lost.springs / 4, lost.springs}) {
        try {
            if (capacity > most) throw sort::OverLimit("the limit is " + sort::grouped(most));
            return grow_springs(exec, rigid.springs, lost.counters.completed_steps, capacity);
        } catch (const sort::OverLimit& error) {
            if (capacity == lost.springs) {
                throw sort::OverLimit("a step has " + sort::grouped(pairs) + " pairs and " +
                                      sort::grouped(lost.springs) +
                                      " friction springs, which do not fit: " + error.what());
            }
        }
    }
}

}  // namespace sim
