// The end of a step of bodies with shapes: the forces of the contacts, applied.
#pragma once
#include "sim/rigid_narrow.h"
#include "sim/solve.h"

namespace sim {

/// A body that moved less than this share of the sleep time ago wakes those that it touches.
inline constexpr float kWakingShare = 0.5f;
/// Of what a body may move at the sleep speed in the sleep time.
inline constexpr float kTremblingShare = 0.02f, kTremblingShareOfContacts = 0.1f;

HOST_DEVICE inline float reach_m(const StepNumbers& numbers) {
    return sqrtf(numbers.sleep_speed2) * numbers.sleep_time_s;
}

/// What the contacts of a body add up to.
struct BodyForce {
    Vec3 force_n = {0, 0, 0}, moment_nm = {0, 0, 0};  // about its centre
    float depth_m = 0;                                // of the deepest
};

/// What a step writes of a body, and where from.
struct RigidSolveArrays {
    SortedRigid sorted;
    SortedBodies bodies;  // of `sorted`
    BodyArrays after;
    TurnArrays turns_after;
    Vec4* torque_after;
    AnchorArrays anchors_after, anchors;  // committed; in sorted order
    Box* boxes_after;
    float* depth;
    const float* depth_before;  // in sorted order
    const RigidContact* contacts;
    const PairForce* forces;
    const StepNumbers* numbers;
    Status* status;
    ContactNotes notes;
    uint32_t* pair_count;
    CrowdArrays crowd;
    const uint32_t *rank, *keys;

    HOST_DEVICE Box box(uint32_t slot) const { return sorted.boxes[slot]; }
    HOST_DEVICE uint32_t other(uint32_t slot, uint32_t contact) const {
        const NearPair pair = contacts[contact].pair;
        return pair.a == slot ? pair.b : pair.a;
    }
    /// Ascending in the other's id, walls last.
    HOST_DEVICE uint64_t contact(uint32_t slot, uint32_t contact) const {
        const uint32_t partner = other(slot, contact);
        return uint64_t(partner >= kFirstWall ? partner : bodies.id[partner]) << 32 | contact;
    }
    HOST_DEVICE PairForce force(uint32_t slot, uint32_t contact) const {
        const NearPair pair = contacts[contact].pair;
        if (pair.a == slot) return forces[contact];
        return on_other(forces[contact],
                        xyz(bodies.position_radius[pair.b]) - xyz(bodies.position_radius[pair.a]));
    }
    /// A partner wakes a sleeper if it is driven and moves, or if it is awake and has moved: not long ago over
    /// its whole reach, or since then by more than trembling does. In a fall the first part of a millimetre has
    /// to count, as soon the two no longer touch.
    HOST_DEVICE bool wakes(uint32_t slot, uint32_t contact) const {
        const uint32_t partner = other(slot, contact);
        if (partner >= kFirstWall || sorted.still(partner, *numbers)) return false;
        const Vec4 sphere = bodies.position_radius[partner];
        return driven(bodies.velocity_mass[partner].w) ||
               bodies.still_s[partner] < kWakingShare * numbers->sleep_time_s ||
               !stays(anchors.load(partner), xyz(sphere), sorted.turns.orientation[partner], sphere.w,
                      kTremblingShare * reach_m(*numbers));
    }
};

/// The sleep clock runs while the body stays within what it may move at the sleep speed in the sleep time: trembling in
/// a place is rest.
HOST_DEVICE inline void run_sleep_clock(Motion& body, Turn& turn, Anchor& anchor,
                                        const StepNumbers& numbers) {
    if (!(numbers.sleep_speed2 > 0)) return;
    if (stays(anchor, body.position_m, turn.orientation, body.radius_m, reach_m(numbers))) {
        body.still_s = body.still_s + numbers.dt_s;
    } else {
        anchor = {body.position_m, turn.orientation};
        body.still_s = 0;
    }
    if (body.still_s >= numbers.sleep_time_s) {
        body.velocity_m_s = body.acceleration_m_s2 = {0, 0, 0};
        turn.momentum = {0, 0, 0};
    }
}

/// Second half of velocity Verlet, then the sleep clock.
HOST_DEVICE inline void finish_rigid(Motion& body, Turn& turn, Anchor& anchor, const BodyForce& sum,
                                     const StepNumbers& numbers) {
    // Air slows a body, and in no step does it turn it back: so fast a one would end as no number.
    const float rate = smaller(numbers.air_drag_per_m * length(body.velocity_m_s), 1 / numbers.dt_s);
    const Vec3 drag = body.velocity_m_s * rate;
    body.acceleration_m_s2 = sum.force_n * (1 / body.mass_kg) + numbers.gravity_m_s2 - drag;
    body.velocity_m_s = body.velocity_m_s + body.acceleration_m_s2 * (0.5f * numbers.dt_s);
    turn.momentum = turn.momentum + sum.moment_nm * (0.5f * numbers.dt_s);
    run_sleep_clock(body, turn, anchor, numbers);
}

/// Stores a body as it is after the step. Returns its flags, here and below.
HOST_DEVICE inline uint32_t store_rigid(const RigidSolveArrays& s, uint32_t slot, const Motion& body,
                                        const Turn& turn, const Anchor& anchor, const BodyForce& sum,
                                        uint32_t contacts) {
    uint32_t flags = store_body(s, slot, body, all_finite(turn));
    if (driven(body.mass_kg)) flags &= ~(1u << kOutside | 1u << kFast);  // it goes where it is told to
    const bool lost = flags >> kNotFinite & 1, rests = lost || flags >> kAsleep & 1;
    s.turns_after.store(slot, lost ? upright(turn.shape) : turn);
    s.torque_after[slot] = with_w(rests ? Vec3{0, 0, 0} : sum.moment_nm, 0);
    s.anchors_after.store(slot, anchor);
    s.boxes_after[slot] = s.box(slot);
    s.depth[slot] = sum.depth_m;
    if (slot == s.status->watched_slot) {
        WatchedBody& watched = s.status->counters.watched;
        watched.momentum = turn.momentum;
        watched.shape = turn.shape;
        watched.contacts = contacts;
    }
    return flags;
}

/// The step of a body whose contacts are listed in order. The members of the group take one each, in turns.
template <class Group>
HOST_DEVICE inline BodyForce add_contacts(const Group& group, const RigidSolveArrays& s, uint32_t slot,
                                          const uint64_t* contacts, uint32_t count) {
    BodyForce sum;
    for (uint32_t turn = 0; turn < count; turn += group.size()) {
        const uint32_t k = turn + group.member();
        PairForce own{{0, 0, 0}, 0, {0, 0, 0}, 0};
        if (k < count) own = s.force(slot, uint32_t(contacts[k]));
        const uint32_t members = count - turn < group.size() ? count - turn : group.size();
        sum.force_n = group.add_in_order(sum.force_n, own.force_n, members);
        sum.moment_nm = group.add_in_order(sum.moment_nm, own.moment_nm, members);
    }
    uint32_t deepest = 0;  // its bits: they are in the order of numbers, and no device's maximum is asked
    for (uint32_t k = 0; k < count; ++k) {
        const uint32_t depth = float_bits(s.contacts[uint32_t(contacts[k])].depth_m());
        deepest = depth > deepest ? depth : deepest;
    }
    sum.depth_m = bits_float(deepest);
    return sum;
}

/// What the hand that holds a body adds. Its sleep clock then stands at 0: no anchor is near.
HOST_DEVICE inline void add_hand(const RigidSolveArrays& s, uint32_t slot, const Motion& body,
                                 const Turn& turn, Anchor& anchor, BodyForce& sum) {
    if (!held(s, slot, body)) return;
    const Vec3 spin = angular_velocity(turn, s.sorted.shapes[turn.shape], body.mass_kg);
    const Wrench hand = hand_wrench(s.numbers->hand, body, turn.orientation, spin, turn.momentum);
    sum.force_n = sum.force_n + hand.force_n;
    sum.moment_nm = sum.moment_nm + hand.torque_nm;
    anchor.orientation = {0, 0, 0, 0};
}

/// A sleeper that something wakes moves from the next step on, when all its contacts are looked at: those
/// with other sleepers were not in this one.
HOST_DEVICE inline uint32_t store_sleeper(const RigidSolveArrays& s, uint32_t slot, bool woken,
                                          uint32_t contacts) {
    Motion body = s.bodies.load(slot);
    const Turn turn = s.sorted.turns.load(slot);
    Anchor anchor = s.anchors.load(slot);
    if (woken) {  // it has yet to move to wake others
        body.still_s = kWakingShare * s.numbers->sleep_time_s;
        anchor = {body.position_m, turn.orientation};
    }
    BodyForce rest;
    rest.depth_m = s.depth_before[slot];
    return store_rigid(s, slot, body, turn, anchor, rest, contacts);
}

/// The step of a body whose contacts are in its rows; others are listed.
HOST_DEVICE inline uint32_t solve_alone(const RigidSolveArrays& s, uint32_t slot) {
    const Found own = s.notes.found[slot];
    const uint64_t noted = s.notes.noted[slot];
    if (s.status->overflow) return 0;
    s.pair_count[slot] = uint32_t(noted >> 32);
    note_partner_of_watched(s, slot);
    Motion body = s.bodies.load(slot);
    Turn turn = s.sorted.turns.load(slot);
    if (driven(body.mass_kg)) {
        body.still_s = s.sorted.still(slot, *s.numbers) ? s.numbers->sleep_time_s : 0;
        return store_rigid(s, slot, body, turn, s.anchors.load(slot), {}, 0);
    }
    const Rows rows = rows_of(s.notes, slot, own.contacts, uint32_t(noted));
    const uint64_t all = uint64_t{own.contacts} + uint32_t(noted);
    if (rows.count() < all) {
        list_crowded(s, slot, rows, all);
        return 0;
    }

    const uint32_t count = rows.count();
    if (asleep(body.still_s, *s.numbers)) {
        bool woken = false;
        for (uint32_t k = 0; k < count && !woken; ++k) woken = s.wakes(slot, rows.partner(k));
        woken |= held(s, slot, body);
        return store_sleeper(s, slot, woken, count);
    }
    uint64_t contacts[2 * kRowPartners];
    for (uint32_t k = 0; k < count; ++k) contacts[k] = s.contact(slot, rows.partner(k));
    sort_list(contacts, count);
    BodyForce sum = add_contacts(Solo{}, s, slot, contacts, count);
    Anchor anchor = s.anchors.load(slot);
    add_hand(s, slot, body, turn, anchor, sum);
    finish_rigid(body, turn, anchor, sum, *s.numbers);
    return store_rigid(s, slot, body, turn, anchor, sum, count);
}

/// The same for one whose contacts are listed, by a group, of which the first member returns the flags.
template <class Group>
HOST_DEVICE inline uint32_t solve_listed(const Group& group, const RigidSolveArrays& s, uint32_t slot,
                                         uint64_t* contacts, uint32_t count) {
    Motion body = s.bodies.load(slot);
    if (asleep(body.still_s, *s.numbers)) {
        const bool woken =
            list_wakes(group, contacts, count, [&](uint32_t contact) { return s.wakes(slot, contact); }) ||
            held(s, slot, body);
        return group.member() == 0 ? store_sleeper(s, slot, woken, count) : 0;
    }
    sort_list(group, contacts, count);
    BodyForce sum = add_contacts(group, s, slot, contacts, count);
    Turn turn = s.sorted.turns.load(slot);
    Anchor anchor = s.anchors.load(slot);
    add_hand(s, slot, body, turn, anchor, sum);
    finish_rigid(body, turn, anchor, sum, *s.numbers);
    return group.member() == 0 ? store_rigid(s, slot, body, turn, anchor, sum, count) : 0;
}

template <class Exec>
RigidSolveArrays rigid_solve_arrays(StepData<Exec>& data) {
    const SortedRigid sorted = data.sorted_rigid();
    return {sorted,
            sorted.bodies,
            data.committed.arrays(),
            data.rigid->committed.arrays(),
            data.rigid->torque.data(),
            data.rigid->anchors.arrays(),
            data.rigid->sorted_anchors.arrays(),
            data.boxes.data(),
            data.rigid->depth.data(),
            data.rigid->sorted_depth.data(),
            data.rigid->contacts.contacts.data(),
            data.rigid->contacts.forces.data(),
            data.numbers.data(),
            data.status.data(),
            data.contact_notes(),
            data.pair_count.data(),
            data.crowd_arrays(),
            data.broad_phase->rank(),
            data.broad_phase->keys()};
}

template <>
inline constexpr uint32_t kSolveBytes<RigidSolveArrays> = kSortedBodyBytes + kBodyBytes + 2 * kTurnBytes + 60;

}  // namespace sim
