// The narrow phase of bodies with shapes: which of the pairs may touch, what their points add up to, and the
// force that follows. Each force is computed once, from the body with the smaller id, and noted at both.
#pragma once
#include "sim/narrow/box_separation.h"
#include "sim/narrow/pair_force.h"
#include "sim/step_data.h"

namespace sim {

/// What the stages share.
struct NarrowArrays {
    SortedRigid sorted;
    const StepNumbers* numbers;
    Status* status;
    ContactNotes notes;
    NearPair* near;
    uint64_t near_capacity;
    RigidContact* contacts;
    PairForce* forces;
    uint64_t contact_capacity;
    SpringTables springs;

    HOST_DEVICE void add_near(const NearPair& pair) const {
        const uint64_t place = fetch_increment(&status->near_pairs);
        if (place < near_capacity) {
            near[place] = pair;
        } else {
            raise_flag(&status->overflow);
        }
    }
    HOST_DEVICE uint64_t key(const NearPair& pair) const {
        return pair_key(sorted.bodies.id[pair.a], pair.b >= kFirstWall ? pair.b : sorted.bodies.id[pair.b]);
    }
    /// Of a pair in which nothing moves: it touches if its friction holds something.
    HOST_DEVICE void keep_resting(const NearPair& pair) const {
        if (remember(pair, remembered(pair))) fetch_increment(&status->counters.contacts);
    }
    HOST_DEVICE FrictionState remembered(const NearPair& pair) const {
        return springs.before(status->counters.completed_steps).find(key(pair));
    }
    HOST_DEVICE bool remember(const NearPair& pair, const FrictionState& state) const {
        return springs.after(status->counters.completed_steps).keep(key(pair), state, status);
    }
};

template <class Exec>
NarrowArrays narrow_arrays(StepData<Exec>& data) {
    RigidData<Exec>& rigid = *data.rigid;
    return {data.sorted_rigid(),
            data.numbers.data(),
            data.status.data(),
            data.contact_notes(),
            rigid.near.items.data(),
            rigid.near.capacity,
            rigid.contacts.contacts.data(),
            rigid.contacts.forces.data(),
            rigid.contacts.capacity,
            rigid.springs.tables()};
}

/// Goes through the list of pairs. Those that cannot touch end here; of those in which nothing moves the
/// friction is kept, and nobody asks for the force.
template <class Exec>
void cull_pairs(Exec& exec, StepData<Exec>& data) {
    const NarrowArrays narrow = narrow_arrays(data);
    const SpringTables tables = narrow.springs;
    const uint64_t* completed = &narrow.status->counters.completed_steps;
    exec.each("narrow/begin", uint32_t(tables.table[0].places), sizeof(uint64_t),
              [=] HOST_DEVICE(uint32_t place) { tables.after(*completed).keys[place] = kNoPair; });

    const uint32_t* pairs = data.pairs.slots.data();
    const uint64_t* found = &narrow.status->counters.pairs;
    const uint64_t capacity = data.pairs.capacity;
    exec.each_pair("narrow/cull", found, capacity, 8 + 2 * 100, [=] HOST_DEVICE(uint64_t p) {
        if (*found > capacity) return;  // the list was not written
        const SortedRigid& bodies = narrow.sorted;
        NearPair pair = {pairs[2 * p], pairs[2 * p + 1]};
        if (bodies.bodies.id[pair.b] < bodies.bodies.id[pair.a]) pair = {pair.b, pair.a};
        narrow.notes.count_near(pair.a);
        narrow.notes.count_near(pair.b);
        if (bodies.still(pair.a, *narrow.numbers) && bodies.still(pair.b, *narrow.numbers))
            return narrow.keep_resting(pair);
        const RigidBody a = bodies.load(pair.a), b = bodies.load(pair.b);
        if (a.inverse_mass == 0 && b.inverse_mass == 0) return;
        if (!touching(bodies.bodies.position_radius[pair.a], bodies.bodies.position_radius[pair.b])) return;
        if (!boxes_apart(bodies.shape(pair.a).field, a, bodies.shape(pair.b).field, b)) narrow.add_near(pair);
    });
}

HOST_DEVICE inline Plane wall_of(uint32_t wall, const StepNumbers& numbers) {
    const int axis = int(wall / 2);
    Vec3 normal = {0, 0, 0};
    normal[axis] = wall % 2 == 0 ? 1.0f : -1.0f;
    return {normal, wall % 2 == 0 ? numbers.wall_min_m[axis] : -numbers.wall_max_m[axis]};
}

/// f(wall) for each that the box of a body reaches through; none for one that is driven or set aside.
template <class F>
HOST_DEVICE inline void each_wall_reached(const SortedRigid& sorted, const StepNumbers& numbers,
                                          uint32_t slot, F f) {
    const SortedBodies& bodies = sorted.bodies;
    if (driven(bodies.velocity_mass[slot].w)) return;
    if (is_aside(xyz(bodies.position_radius[slot]), bodies.id[slot])) return;
    const Box box = sorted.boxes[slot];
    for (uint32_t wall = 0; wall < 6; ++wall) {
        const int axis = int(wall / 2);
        if (wall % 2 == 0 ? box.min[axis] < numbers.wall_min_m[axis]
                          : box.max[axis] > numbers.wall_max_m[axis])
            f(wall);
    }
}

/// Adds the bodies whose boxes reach through a wall.
template <class Exec>
void meet_walls(Exec& exec, StepData<Exec>& data) {
    const NarrowArrays narrow = narrow_arrays(data);
    exec.each("walls", data.count, sizeof(Box) + 20, [=] HOST_DEVICE(uint32_t slot) {
        const bool still = narrow.sorted.still(slot, *narrow.numbers);
        each_wall_reached(narrow.sorted, *narrow.numbers, slot, [&](uint32_t wall) {
            const NearPair pair = {slot, kFirstWall + wall};
            if (still) {
                narrow.keep_resting(pair);
            } else {
                narrow.add_near(pair);
            }
        });
    });
}

/// Looks at the points of one pair.
struct AddPoints {
    NarrowArrays narrow;

    template <class Group>
    HOST_DEVICE void operator()(const Group& group, uint64_t k) const {
        if (narrow.status->near_pairs > narrow.near_capacity) return;
        const NearPair pair = narrow.near[k];
        const SortedRigid& bodies = narrow.sorted;
        const RigidBody a = bodies.load(pair.a);
        auto lanes = lanes_of(group);
        if (pair.b >= kFirstWall) {
            add_plane(lanes, bodies.shape(pair.a), a, wall_of(pair.b - kFirstWall, *narrow.numbers));
        } else {
            add_pair(lanes, bodies.shape(pair.a), a, bodies.shape(pair.b), bodies.load(pair.b));
        }
        const PointSums sums = lanes.total();
        if (!lanes.first() || !(sums.fourth > 0)) return;
        const uint64_t place = fetch_increment(&narrow.status->rigid_contacts);
        if (place < narrow.contact_capacity) {
            narrow.contacts[place] = {pair, sums};
        } else {
            raise_flag(&narrow.status->overflow);
        }
    }
};

HOST_DEVICE inline RigidBody wall_body() {
    return {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 0, {0, 0, 0, 0, 0, 0}};
}

/// The force of each contact, and a note of it at both bodies.
template <class Exec>
void find_rigid_contacts(Exec& exec, StepData<Exec>& data) {
    const NarrowArrays narrow = narrow_arrays(data);
    Status* status = narrow.status;
    exec.each_pair_by_group("narrow/points", &status->near_pairs, narrow.near_capacity, AddPoints{narrow});
    exec.each_pair(
        "narrow/friction", &status->rigid_contacts, narrow.contact_capacity, 0, [=] HOST_DEVICE(uint64_t k) {
            if (peek(&status->overflow)) return;
            const RigidContact contact = narrow.contacts[k];
            const NearPair pair = contact.pair;
            const bool wall = pair.b >= kFirstWall;
            const RigidBody a = narrow.sorted.load(pair.a);
            const RigidBody b = wall ? wall_body() : narrow.sorted.load(pair.b);
            FrictionState friction = narrow.remembered(pair);
            narrow.forces[k] = force_of_sums(contact.sums, a, b, narrow.numbers->contact_law, friction);
            narrow.remember(pair, friction);
            // A driven body has no use for it.
            if (a.inverse_mass > 0) {
                const uint32_t place = fetch_add(&narrow.notes.found[pair.a].contacts, 1);
                narrow.notes.put(narrow.notes.found_rows, pair.a, place, uint32_t(k));
            }
            if (b.inverse_mass > 0) {
                const uint32_t place = uint32_t(fetch_add(&narrow.notes.noted[pair.b], uint64_t{1}));
                narrow.notes.put(narrow.notes.noted_rows, pair.b, place, uint32_t(k));
            }
            fetch_increment(&status->counters.contacts);
        });
}

}  // namespace sim
