// The stages of a step of given boxes that other steps have not: no forces, only where the bodies are.
#pragma once
#include "sim/exec/watched.h"
#include "sim/exec/work.h"
#include "sim/given/given_data.h"

namespace sim {

/// Puts the given boxes where the last step has left the bodies, by slot. Their velocity is the way since then.
template <class Exec, class Data>
void take_given(Exec& exec, Data& data) {
    const auto before = data.committed.arrays();
    const auto* numbers = data.numbers.data();
    const Box* given = data.given->boxes.data();
    const GivenLook look = data.given->look;
    Box* boxes = data.boxes.data();
    Vec4* position_radius = data.moved_position_radius.data();
    Vec4* velocity_mass = data.moved_velocity_mass.data();
    Status* status = data.status.data();
    exec.each("boxes", data.count, 2 * sizeof(Box) + 3 * sizeof(Vec4) + 4, [=] HOST_DEVICE(uint32_t slot) {
        if (slot == 0) begin_status(status);
        const Box box = given[before.id[slot]];
        const Vec4 sphere = look.sphere_of(box);
        const Vec3 way_m = xyz(sphere) - xyz(before.position_radius[slot]);
        boxes[slot] = box;
        position_radius[slot] = sphere;
        velocity_mass[slot] = with_w(way_m * (1 / numbers->dt_s), 1);
    });
}

/// Brings the boxes into sorted order, beside reorder_bodies().
template <class Exec, class Data>
void reorder_given(Exec& exec, Data& data) {
    const Box* boxes = data.boxes.data();
    Box* sorted = data.given->sorted_boxes.data();
    const uint32_t* order = data.broad_phase->order();
    exec.each("reorder", data.count, 2 * sizeof(Box) + 4,
              [=] HOST_DEVICE(uint32_t slot) { sorted[slot] = boxes[order ? order[slot] : slot]; });
}

/// Counts the pairs of each body from the list of all, and those of spheres that touch.
template <class Exec, class Data>
void count_given_pairs(Exec& exec, Data& data) {
    const auto notes = data.contact_table();
    const bool spheres = data.given->look.spheres;
    const Vec4* places = data.sorted().position_radius;
    const uint32_t* pairs = data.pairs.slots.data();
    const uint64_t* found = &notes.status->counters.pairs;
    const uint64_t capacity = data.pairs.capacity;
    exec.each("pairs per body", CountedItems{found, capacity, 56}, [=] HOST_DEVICE(uint64_t p) {
        if (*found > capacity) return;  // the list was not written
        const uint32_t a = pairs[2 * p], b = pairs[2 * p + 1];
        notes.count_near(a);
        notes.count_near(b);
        if (spheres && touching(places[a], places[b]))
            fetch_add(&notes.status->counters.contacts, uint64_t{1});
    });
}

/// Arrays that the end of such a step reads and writes.
template <class Bodies, class After>
struct EndOfGiven {
    Bodies bodies;
    After after;
    const Box* boxes;
    Status* status;
    const uint64_t* noted;
    uint32_t* pair_count;
    const uint32_t *rank, *keys;

    HOST_DEVICE Box box(uint32_t slot) const { return boxes[slot]; }
};

/// Commits the bodies, unless the step has run out of room.
template <class Exec, class Data>
void end_given(Exec& exec, Data& data) {
    const auto bodies = data.sorted();
    const auto after = data.committed.arrays();
    const EndOfGiven<decltype(data.sorted()), decltype(data.committed.arrays())> s = {
        bodies,
        after,
        data.given->sorted_boxes.data(),
        data.status.data(),
        data.noted.data(),
        data.pair_count.data(),
        data.broad_phase->rank(),
        data.broad_phase->keys()};
    exec.each("commit", data.count, 2 * 6 * sizeof(Vec4), [=] HOST_DEVICE(uint32_t slot) {
        if (s.status->overflow) return;
        s.pair_count[slot] = uint32_t(s.noted[slot] >> 32);
        const Motion body = s.bodies.load(slot);
        s.after.store(slot, body);
        s.after.id[slot] = s.bodies.id[slot];
        if (slot == s.status->watched_slot) note_watched_body(s, slot, body);
        note_partner_of_watched(s, slot);
    });
}

}  // namespace sim
