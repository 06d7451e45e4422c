// The step's end: the forces of the contacts, applied.
#pragma once
#include "sim/contacts.h"
#include "sim/exec/group.h"
#include "sim/math/order.h"

namespace sim {

/// Whether a body leaves in this step; ground_force is null where there is no ground.
HOST_DEVICE inline bool leaves(const Vec4* ground_force, uint32_t slot) {
    return ground_force && ground_force[slot].w != 0;
}

/// Whether a body of this velocity that touches a sleeper wakes it: it is fast enough, or it leaves, and the
/// sleeper may have lain on it.
HOST_DEVICE inline bool wakes(const SortedBodies& bodies, uint32_t slot, const Vec3& velocity,
                              const Vec4* ground_force, const StepNumbers& numbers) {
    if (leaves(ground_force, slot)) return true;
    return dot(velocity, velocity) > numbers.sleep_speed2 && !asleep(bodies.still_s[slot], numbers);
}

/// Whether one of a row's partners does. Some at a time, so that what they are known by is on its way
/// together.
HOST_DEVICE inline bool row_wakes(const SortedBodies& bodies, const uint32_t* row, uint32_t count,
                                  const Vec4* ground_force, const StepNumbers& numbers) {
    constexpr uint32_t kTogether = 4;
    bool woken = false;
    for (uint32_t begin = 0; begin < count; begin += kTogether) {
        uint32_t partner[kTogether];
        Vec3 velocity[kTogether];
        for (uint32_t k = 0; k < kTogether; ++k) partner[k] = row[begin + k < count ? begin + k : begin];
        for (uint32_t k = 0; k < kTogether; ++k) velocity[k] = xyz(bodies.velocity_mass[partner[k]]);
        for (uint32_t k = 0; k < kTogether; ++k)
            woken |= wakes(bodies, partner[k], velocity[k], ground_force, numbers);
    }
    return woken;
}

/// The step of a body that is awake: the sum over its contacts, which are in ascending id, then the walls,
/// then the ground where there is one. The members of the group take one contact each, in turns.
template <class Group>
HOST_DEVICE inline Motion solve_body(const Group& group, const SortedBodies& bodies, uint32_t slot,
                                     const Motion& body, const uint64_t* contacts, uint32_t count,
                                     const Vec4* ground_force, const StepNumbers& numbers) {
    Vec3 force = {0, 0, 0};
    for (uint32_t turn = 0; turn < count; turn += group.size()) {
        const uint32_t k = turn + group.member();
        Vec3 own = {0, 0, 0};
        if (k < count) {
            const uint32_t other = uint32_t(contacts[k]);
            const auto is_first = [&] { return bodies.id[slot] < bodies.id[other]; };
            own = sphere_force(body, bodies.load(other), is_first, numbers);
        }
        const uint32_t members = count - turn < group.size() ? count - turn : group.size();
        force = group.add_in_order(force, own, members);
    }
    force = force + wall_force(body, numbers);
    if (ground_force) force = force + xyz(ground_force[slot]);
    return finish_step(body, force, numbers);
}

/// What a step writes of a body, and where from.
struct SolveArrays {
    SortedBodies bodies;
    BodyArrays after;
    const StepNumbers* numbers;
    Status* status;
    ContactNotes notes;
    uint32_t* pair_count;  // written
    CrowdArrays crowd;
    const uint32_t *rank, *keys;
    const Vec4* ground_force;  // by slot; null: there is no ground

    HOST_DEVICE Box box(uint32_t slot) const { return box_of(bodies.position_radius[slot]); }

    /// As it is sorted, of an entry in a row of this slot.
    HOST_DEVICE uint64_t contact(uint32_t, uint32_t partner) const {
        return uint64_t(bodies.id[partner]) << 32 | partner;
    }
};

template <class Arrays>
HOST_DEVICE inline void note_watched_body(const Arrays& s, uint32_t slot, const Motion& body) {
    WatchedBody& watched = s.status->counters.watched;
    watched.id = s.bodies.id[slot];
    watched.slot = slot;
    watched.rank = s.rank ? s.rank[slot] : slot;
    watched.key = s.keys ? s.keys[slot] : 0;
    watched.pair_count = s.pair_count[slot];
    watched.position_m = body.position_m;
    watched.velocity_m_s = body.velocity_m_s;
    watched.radius_m = body.radius_m;
    watched.mass_kg = body.mass_kg;
    watched.still_s = body.still_s;
}

/// Notes the body if its box overlaps that of the watched one: who selects a body slows nobody's search.
template <class Arrays>
HOST_DEVICE inline void note_partner_of_watched(const Arrays& s, uint32_t slot) {
    const uint32_t watched = s.status->watched_slot;
    if (watched == kNobody || watched == slot) return;
    if (!overlaps(s.box(slot), s.box(watched))) return;
    const uint32_t place = fetch_add(&s.status->watched_count, 1);
    if (place < kWatchedPairs) s.status->counters.watched.pair_ids[place] = s.bodies.id[slot];
}

/// Stores a body as it is after the step. Returns whether it sleeps.
HOST_DEVICE inline bool finish_body(const SolveArrays& s, uint32_t slot, const Motion& body) {
    s.after.store(slot, body);
    s.after.id[slot] = s.bodies.id[slot];
    if (slot == s.status->watched_slot) note_watched_body(s, slot, body);
    return asleep(body.still_s, *s.numbers);
}

/// The partners of a body in its rows.
struct Rows {
    const uint32_t *found, *noted;
    uint32_t found_count, noted_count;

    HOST_DEVICE uint32_t count() const { return found_count + noted_count; }
    HOST_DEVICE uint32_t partner(uint32_t k) const {
        return k < found_count ? found[k] : noted[k - found_count];
    }
};

HOST_DEVICE inline Rows rows_of(const ContactNotes& notes, uint32_t slot, uint32_t found, uint32_t noted) {
    const size_t begin = size_t(slot) * kRowPartners;
    return {notes.found_rows + begin, notes.noted_rows + begin, found < kRowPartners ? found : kRowPartners,
            noted < kRowPartners ? noted : kRowPartners};
}

/// A body whose rows did not hold its contacts gets room for all of them elsewhere, with those of its rows.
template <class Arrays>
HOST_DEVICE inline void list_crowded(const Arrays& s, uint32_t slot, const Rows& rows, uint64_t all) {
    const uint64_t begin = fetch_add(&s.status->crowd_contacts, all);
    for (uint32_t k = 0; k < rows.count(); ++k)
        s.crowd.contacts[begin + k] = s.contact(slot, rows.partner(k));
    s.crowd.begin[slot] = begin;
    s.crowd.count[slot] = rows.count();
    s.crowd.slots[fetch_add(&s.status->crowded, 1)] = slot;
}

/// The step of a body whose contacts are in its rows; others are listed. Returns whether it sleeps.
HOST_DEVICE inline bool solve_alone(const SolveArrays& s, uint32_t slot) {
    Motion body = s.bodies.load(slot);
    const Found own = s.notes.found[slot];
    const uint64_t noted = s.notes.noted[slot];
    if (s.status->overflow) return false;
    s.pair_count[slot] = own.pairs + uint32_t(noted >> 32);
    note_partner_of_watched(s, slot);
    const Rows rows = rows_of(s.notes, slot, own.contacts, uint32_t(noted));
    const uint64_t all = uint64_t{own.contacts} + uint32_t(noted);
    if (rows.count() < all) {
        list_crowded(s, slot, rows, all);
        return false;
    }

    // A sleeper need not know whom it touches in order.
    if (asleep(body.still_s, *s.numbers)) {
        const bool woken = row_wakes(s.bodies, rows.found, rows.found_count, s.ground_force, *s.numbers) |
                           row_wakes(s.bodies, rows.noted, rows.noted_count, s.ground_force, *s.numbers);
        if (!woken) return finish_body(s, slot, body);
        body.still_s = 0;
    }
    uint64_t contacts[2 * kRowPartners];
    const uint32_t count = rows.count();
    if (count == 1) contacts[0] = rows.partner(0);  // there is no order, and nobody asks for its id
    for (uint32_t k = 0; k < count && count > 1; ++k) contacts[k] = s.contact(slot, rows.partner(k));
    sort_list(contacts, count);
    return finish_body(s, slot,
                       solve_body(Solo{}, s.bodies, slot, body, contacts, count, s.ground_force, *s.numbers));
}

/// The same for one that is listed, by a group. A functor, as nvcc has no lambdas with `auto` parameters for
/// kernels.
struct SolveCrowded {
    SolveArrays s;

    template <class Group>
    HOST_DEVICE void operator()(const Group& group, uint32_t slot) const {
        if (s.status->overflow) return;
        uint64_t* contacts = s.crowd.contacts + s.crowd.begin[slot];
        const uint32_t count = s.crowd.count[slot];
        Motion body = s.bodies.load(slot);
        bool stays = false;
        if (asleep(body.still_s, *s.numbers)) {
            bool woken = false;
            for (uint32_t k = group.member(); k < count && !woken; k += group.size())
                woken = wakes(s.bodies, uint32_t(contacts[k]),
                              xyz(s.bodies.velocity_mass[uint32_t(contacts[k])]), s.ground_force, *s.numbers);
            stays = !group.any(woken);
            if (!stays) body.still_s = 0;
        }
        if (!stays) {
            sort_list(group, contacts, count);
            body = solve_body(group, s.bodies, slot, body, contacts, count, s.ground_force, *s.numbers);
        }
        if (group.member() == 0 && finish_body(s, slot, body)) fetch_add(&s.status->counters.asleep, 1);
    }
};

template <class Exec>
SolveArrays solve_arrays(StepData<Exec>& data) {
    return {data.sorted(),
            data.committed.arrays(),
            data.numbers.data(),
            data.status.data(),
            data.contact_notes(),
            data.pair_count.data(),
            data.crowd_arrays(),
            data.broad_phase->rank(),
            data.broad_phase->keys(),
            data.ground ? data.ground->force.data() : nullptr};
}

/// Brings what did not fit into rows to the lists of the crowded bodies.
template <class Exec, class Arrays>
void list_spilled(Exec& exec, const Arrays& s) {
    exec.each_pair("solve/spilled", &s.status->spilled, s.notes.capacity, 0, [=] HOST_DEVICE(uint64_t k) {
        if (s.status->overflow) return;
        const Spilled own = s.notes.spilled[k];
        const uint32_t place = fetch_add(&s.crowd.count[own.slot], 1);
        s.crowd.contacts[s.crowd.begin[own.slot] + place] = s.contact(own.slot, own.partner);
    });
}

/// Applies the forces, unless pairs or contacts did not fit.
template <class Exec>
void solve(Exec& exec, StepData<Exec>& data) {
    Status* status = data.status.data();
    const SolveArrays s = solve_arrays(data);
    exec.each_counted("solve", data.count, kSortedBodyBytes + kBodyBytes + 20, &status->counters.asleep,
                      [=] HOST_DEVICE(uint32_t slot) { return solve_alone(s, slot); });
    list_spilled(exec, s);
    exec.each_listed("solve/crowded", s.crowd.slots, &status->crowded, SolveCrowded{s});
}

}  // namespace sim
