// The step, once, for both backends: a list of named stages. A name given here is the NVTX range, the
// profiler's row and the CSV's event at once.
#pragma once
#include "sim/math/atomic.h"
#include "sim/math/order.h"
#include "sim/step_data.h"
#include "sort/keys.h"

namespace sim {

HOST_DEVICE inline void begin_status(Status* status) {
    Counters& counters = status->counters;
    counters.pairs = counters.contacts = counters.tests = 0;
    counters.passes_run = counters.passes_skipped = counters.descents = counters.asleep = 0;
    counters.watched.id = kNobody;
    status->watched_count = 0;
    for (int k = 0; k < 3; ++k) status->spread[k] = 0;
    for (int k = 0; k < kMaxSorts; ++k) status->reports[k] = {0, 0, kNotSorted, 0, 0};
}

HOST_DEVICE inline void end_status(Status* status) {
    Counters& counters = status->counters;
    counters.sorts = counters.sort_windows = counters.sort_max_shift = 0;
    for (int k = 0; k < kMaxSorts; ++k) {
        const sort::Report& report = status->reports[k];
        if (report.path == kNotSorted) continue;
        counters.sort_path[counters.sorts++] = report.path;
        counters.passes_run += report.passes_run;
        counters.passes_skipped += report.passes_skipped;
        counters.sort_windows += report.windows;
        if (report.max_shift > counters.sort_max_shift) counters.sort_max_shift = report.max_shift;
    }
    if (!status->overflow) ++counters.completed_steps;
}

/// Notes a pair of the watched body: its partner's id.
HOST_DEVICE inline void note_watched(Status* status, uint32_t id, uint32_t partner) {
    if (id != status->watched_id) return;
    const uint32_t place = fetch_add(&status->watched_count, 1);
    if (place < kWatchedPairs) status->counters.watched.pair_ids[place] = partner;
}

/// Moves every body and boxes it.
template <class Exec>
void move_bodies(Exec& exec, StepData<Exec>& data) {
    const BodyArrays before = data.committed.arrays(), moved = data.moved.arrays();
    const StepNumbers* numbers = data.numbers.data();
    Box* boxes = data.boxes.data();
    Status* status = data.status.data();
    exec.each("integrate/begin", 1, 0, [=] HOST_DEVICE(uint32_t) { begin_status(status); });
    exec.each("integrate", data.count, 2 * kBodyBytes, [=] HOST_DEVICE(uint32_t slot) {
        moved.store(slot, integrate(before.load(slot), *numbers));
        moved.id[slot] = before.id[slot];
    });
    exec.each("boxes", data.count, 40, [=] HOST_DEVICE(uint32_t slot) {
        const Vec4 p = moved.position_radius[slot];
        const Vec3 r = {p.w, p.w, p.w};
        boxes[slot] = {xyz(p) - r, xyz(p) + r};
    });
}

/// Gives every body its place in sorted order as its slot; returns the arrays to go on with.
template <class Exec>
BodyArrays reorder_bodies(Exec& exec, StepData<Exec>& data) {
    const BodyArrays moved = data.moved.arrays(), sorted = data.sorted.arrays();
    const uint32_t* order = data.broad_phase->order();
    int32_t* shift = data.shift.data();
    if (!order) {
        const uint32_t* rank = data.broad_phase->rank();
        const uint32_t* before = data.broad_phase->rank_before();
        exec.each("reorder", data.count, 12, [=] HOST_DEVICE(uint32_t slot) {
            shift[slot] = rank ? int32_t(rank[slot]) - int32_t(before[slot]) : 0;
        });
        return moved;
    }
    exec.each("reorder", data.count, 2 * kBodyBytes + 8, [=] HOST_DEVICE(uint32_t slot) {
        const uint32_t from = order[slot];
        sorted.position_radius[slot] = moved.position_radius[from];
        sorted.velocity_mass[slot] = moved.velocity_mass[from];
        sorted.acceleration_still[slot] = moved.acceleration_still[from];
        sorted.id[slot] = moved.id[from];
        shift[slot] = int32_t(slot) - int32_t(from);
    });
    return sorted;
}

/// Lists each body's touching partners in ascending id.
template <class Exec>
void find_contacts(Exec& exec, StepData<Exec>& data, const BodyArrays& bodies) {
    Status* status = data.status.data();
    const uint32_t* pairs = data.pairs.data();
    const uint64_t* pairs_found = &data.status.data()->counters.pairs;
    uint32_t* pair_count = data.pair_count.data();
    uint32_t* count = data.contact_count.data();
    uint64_t* begin = data.contact_begin.data();
    uint64_t* tally = data.tally.data();
    uint32_t* places = data.pair_places.data();
    uint64_t* contacts = data.contacts.data();
    const uint32_t n = data.count;

    // Count each body's candidate and touching pairs; the count so far is a pair's place in the body's list.
    exec.each("contacts/clear", n, 8, [=] HOST_DEVICE(uint32_t slot) { tally[slot] = 0; });
    exec.each_pair("contacts/exact pairs", pairs_found, data.pair_capacity, 48, [=] HOST_DEVICE(uint64_t p) {
        if (status->overflow) return;
        const uint32_t a = pairs[2 * p], b = pairs[2 * p + 1];
        const bool touch = touching(bodies.position_radius[a], bodies.position_radius[b]);
        const uint64_t both = uint64_t(1) << 32 | uint64_t(touch);
        const uint64_t before_a = fetch_add(&tally[a], both), before_b = fetch_add(&tally[b], both);
        places[2 * p] = touch ? uint32_t(before_a) : kApart;
        places[2 * p + 1] = touch ? uint32_t(before_b) : kApart;
        note_watched(status, bodies.id[a], bodies.id[b]);
        note_watched(status, bodies.id[b], bodies.id[a]);
    });
    exec.each("contacts/counts", n, 16, [=] HOST_DEVICE(uint32_t slot) {
        pair_count[slot] = uint32_t(tally[slot] >> 32);
        count[slot] = uint32_t(tally[slot]);
    });

    // Fill the lists, one behind the other, then put each in order.
    exec.exclusive_sum("contacts/scan", count, begin, n);
    exec.each_pair("contacts/list", pairs_found, data.pair_capacity, 40, [=] HOST_DEVICE(uint64_t p) {
        if (status->overflow || places[2 * p] == kApart) return;
        const uint32_t a = pairs[2 * p], b = pairs[2 * p + 1];
        contacts[begin[a] + places[2 * p]] = uint64_t(bodies.id[b]) << 32 | b;
        contacts[begin[b] + places[2 * p + 1]] = uint64_t(bodies.id[a]) << 32 | a;
    });
    exec.each("contacts/order", n, 16, [=] HOST_DEVICE(uint32_t slot) {
        if (status->overflow) return;
        sort_list(contacts + begin[slot], count[slot]);
        if (slot == 0) status->counters.contacts = begin[n] / 2;
    });
}

/// One body's step: the sum over its contacts in ascending id, then the walls. A sleeper only looks for
/// something that is fast enough to wake it.
HOST_DEVICE inline Motion solve_body(const BodyArrays& bodies, uint32_t slot, const uint64_t* contacts,
                                     uint32_t count, const StepNumbers& numbers) {
    Motion body = bodies.load(slot);
    const bool sleeping = asleep(body.still_s, numbers);
    bool woken = false;
    Vec3 force = {0, 0, 0};
    for (uint32_t k = 0; k < count; ++k) {
        const Motion other = bodies.load(uint32_t(contacts[k]));
        const bool fast = dot(other.velocity_m_s, other.velocity_m_s) > numbers.sleep_speed2;
        woken = woken || (fast && !asleep(other.still_s, numbers));
        const bool first = bodies.id[slot] < uint32_t(contacts[k] >> 32);
        force = force + sphere_force(body, other, first, numbers);
    }
    if (sleeping && !woken) return body;
    if (sleeping) body.still_s = 0;
    force = force + wall_force(body, numbers);
    return finish_step(body, force, numbers);
}

/// Applies the forces and makes the step count, unless its pairs did not fit.
template <class Exec>
void solve(Exec& exec, StepData<Exec>& data, const BodyArrays& bodies) {
    const BodyArrays after = data.committed.arrays();
    const StepNumbers* numbers = data.numbers.data();
    Status* status = data.status.data();
    const uint32_t* pair_count = data.pair_count.data();
    const uint32_t* count = data.contact_count.data();
    const uint64_t* begin = data.contact_begin.data();
    const uint64_t* contacts = data.contacts.data();
    const uint32_t* rank = data.broad_phase->rank();
    const uint32_t* keys = data.broad_phase->keys();

    exec.each("solve", data.count, 3 * kBodyBytes, [=] HOST_DEVICE(uint32_t slot) {
        if (status->overflow) return;
        const Motion body = solve_body(bodies, slot, contacts + begin[slot], count[slot], *numbers);
        after.store(slot, body);
        after.id[slot] = bodies.id[slot];
        if (asleep(body.still_s, *numbers)) fetch_add(&status->counters.asleep, 1);
        if (bodies.id[slot] == status->watched_id) {
            WatchedBody& watched = status->counters.watched;
            watched.id = bodies.id[slot];
            watched.slot = slot;
            watched.rank = rank ? rank[slot] : slot;
            watched.key = keys ? keys[slot] : 0;
            watched.pair_count = pair_count[slot];
            watched.position_m = body.position_m;
            watched.velocity_m_s = body.velocity_m_s;
            watched.radius_m = body.radius_m;
            watched.mass_kg = body.mass_kg;
            watched.still_s = body.still_s;
        }
    });
    exec.each("solve/end", 1, 0, [=] HOST_DEVICE(uint32_t) { end_status(status); });
}

/// Wakes every body: what held it may have changed.
template <class Exec>
void wake_all(Exec& exec, StepData<Exec>& data) {
    const BodyArrays bodies = data.committed.arrays();
    exec.each("wake", data.count, 8,
              [=] HOST_DEVICE(uint32_t slot) { bodies.acceleration_still[slot].w = 0; });
}

/// Queues one step.
template <class Exec>
void step(Exec& exec, StepData<Exec>& data) {
    move_bodies(exec, data);  // integrate, boxes
    data.broad_phase->find(exec, {data.boxes.data(), data.count, data.middle_m, data.spread_scale},
                           {data.pairs.data(), data.pair_capacity, data.status.data()});  // keys, sort, sweep
    const BodyArrays bodies = reorder_bodies(exec, data);
    find_contacts(exec, data, bodies);  // exact pairs, contacts
    solve(exec, data, bodies);
}

}  // namespace sim
