// The step's end: the forces of the contacts, applied.
#pragma once
#include "sim/contacts.h"
#include "sim/exec/group.h"

namespace sim {

/// One body's step: the sum over its contacts in ascending id, then the walls. A sleeper only looks for
/// something that is fast enough to wake it. The members of the group take one contact each, in turns.
template <class Group>
HOST_DEVICE inline Motion solve_body(const Group& group, const BodyArrays& bodies, uint32_t slot,
                                     const uint64_t* contacts, uint32_t count, const StepNumbers& numbers) {
    Motion body = bodies.load(slot);
    const bool sleeping = asleep(body.still_s, numbers);
    bool woken = false;
    Vec3 force = {0, 0, 0};
    for (uint32_t turn = 0; turn < count; turn += group.size()) {
        const uint32_t k = turn + group.member();
        Vec3 own = {0, 0, 0};
        if (k < count) {
            const Motion other = bodies.load(uint32_t(contacts[k]));
            const bool fast = dot(other.velocity_m_s, other.velocity_m_s) > numbers.sleep_speed2;
            woken = woken || (fast && !asleep(other.still_s, numbers));
            const bool first = bodies.id[slot] < uint32_t(contacts[k] >> 32);
            own = sphere_force(body, other, first, numbers);
        }
        const uint32_t members = count - turn < group.size() ? count - turn : group.size();
        force = group.add_in_order(force, own, members);
    }
    woken = group.any(woken);
    if (sleeping && !woken) return body;
    if (sleeping) body.still_s = 0;
    force = force + wall_force(body, numbers);
    return finish_step(body, force, numbers);
}

/// What a step writes of a body, and where from.
struct SolveArrays {
    BodyArrays bodies, after;
    const StepNumbers* numbers;
    Status* status;
    const uint32_t *pair_count, *count;
    const uint64_t *begin, *contacts;
    const uint32_t *rank, *keys;
};

HOST_DEVICE inline void note_watched_body(const SolveArrays& s, uint32_t slot, const Motion& body) {
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

template <class Group>
HOST_DEVICE inline void solve_slot(const Group& group, const SolveArrays& s, uint32_t slot) {
    const Motion body =
        solve_body(group, s.bodies, slot, s.contacts + s.begin[slot], s.count[slot], *s.numbers);
    if (group.member() != 0) return;
    s.after.store(slot, body);
    s.after.id[slot] = s.bodies.id[slot];
    if (asleep(body.still_s, *s.numbers)) fetch_add(&s.status->counters.asleep, 1);
    if (s.bodies.id[slot] == s.status->watched_id) note_watched_body(s, slot, body);
}

struct SolveCrowded {
    SolveArrays s;

    template <class Group>
    HOST_DEVICE void operator()(const Group& group, uint32_t slot) const {
        if (!s.status->overflow) solve_slot(group, s, slot);
    }
};

/// Applies the forces and makes the step count, unless its pairs did not fit.
template <class Exec>
void solve(Exec& exec, StepData<Exec>& data, const BodyArrays& bodies) {
    Status* status = data.status.data();
    const SolveArrays s = {bodies,
                           data.committed.arrays(),
                           data.numbers.data(),
                           status,
                           data.pair_count.data(),
                           data.contact_count.data(),
                           data.contact_begin.data(),
                           data.contacts.data(),
                           data.broad_phase->rank(),
                           data.broad_phase->keys()};
    exec.each("solve", data.count, 3 * kBodyBytes, [=] HOST_DEVICE(uint32_t slot) {
        if (s.status->overflow || s.count[slot] > kManyContacts) return;
        solve_slot(Solo{}, s, slot);
    });
    exec.each_listed("solve/crowded", data.crowded.data(), &data.status.data()->crowded, SolveCrowded{s});
    exec.each("solve/end", 1, 0, [=] HOST_DEVICE(uint32_t) { end_status(status); });
}

}  // namespace sim
