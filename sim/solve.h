// The step's end: the forces of the contacts, applied.
#pragma once
#include <type_traits>

#include "sim/contacts.h"
#include "sim/exec/group.h"
#include "sim/exec/watched.h"
#include "sim/exec/work.h"
#include "sim/ground/ground_push.h"
#include "sim/math/hand_force.h"
#include "sim/math/order.h"
#include "sim/math/solver.h"
#include "sim/math/solver_avx2.h"

namespace sim {

/// Arrays that the stage `solve` reads and writes. Bodies: SortedBodies, or RollingBodies, whose forces have a torque.
template <class Bodies, class Ground>
struct SolveArraysOf {
    using Force = typename Ground::Force;

    Bodies bodies;
    BodyArrays after;
    const StepNumbers* numbers;
    Status* status;
    ContactTable notes;
    uint32_t* pair_count;  // written
    CrowdArrays crowd;
    const uint32_t *rank, *keys;
    Ground ground;

    HOST_DEVICE Box box(uint32_t slot) const { return box_of(bodies.position_radius[slot]); }

    /// Returns the contact with a partner from a row of this slot, as contacts are sorted: id << 32 | slot.
    HOST_DEVICE uint64_t contact(uint32_t, uint32_t partner) const {
        return uint64_t(bodies.id[partner]) << 32 | partner;
    }

    /// Returns whether a body with this pace that touches a sleeper wakes it: it is fast enough, or it
    /// leaves, and the sleeper may have lain on it.
    template <class Pace>
    HOST_DEVICE bool wakes(uint32_t slot, const Pace& pace) const {
        if (ground.leaves(slot)) return true;
        return Bodies::fast(pace, *numbers) && !asleep(bodies.still_s[slot], *numbers);
    }
};

using SolveArrays = SolveArraysOf<SortedBodies, GroundForce>;

struct RollingSolveArrays : SolveArraysOf<RollingBodies, GroundWrench> {
    TurnArrays turns_after;
    Vec4* torque_after;
};

/// Returns the part of a force that acts on the centre.
HOST_DEVICE inline Vec3& centre_force(Vec3& force) { return force; }
HOST_DEVICE inline Vec3& centre_force(Wrench& force) { return force.force_n; }

/// Arrays of `solve` where bodies pull each other.
template <class Arrays>
struct PulledArrays : Arrays {
    const Vec4* pull;  // force by slot
};

/// Returns the force with which the sum over contacts begins: the pull of the other bodies, or zero.
template <class Arrays>
HOST_DEVICE inline typename Arrays::Force first_force(const Arrays&, uint32_t) {
    return {};
}
template <class Arrays>
HOST_DEVICE inline typename Arrays::Force first_force(const PulledArrays<Arrays>& s, uint32_t slot) {
    typename Arrays::Force force = {};
    centre_force(force) = xyz(s.pull[slot]);
    return force;
}

/// Returns whether one of a row's partners wakes a sleeper. Loads four partners per iteration, so that their
/// latencies overlap.
template <class Arrays>
HOST_DEVICE inline bool row_wakes(const Arrays& s, const uint32_t* row, uint32_t count) {
    constexpr uint32_t kTogether = 4;
    bool woken = false;
    for (uint32_t begin = 0; begin < count; begin += kTogether) {
        uint32_t partner[kTogether];
        decltype(s.bodies.pace(0)) pace[kTogether];
        for (uint32_t k = 0; k < kTogether; ++k) partner[k] = row[begin + k < count ? begin + k : begin];
        for (uint32_t k = 0; k < kTogether; ++k) pace[k] = s.bodies.pace(partner[k]);
        for (uint32_t k = 0; k < kTogether; ++k) woken |= s.wakes(partner[k], pace[k]);
    }
    return woken;
}

template <class Group>
HOST_DEVICE inline Vec3 add_in_order(const Group& group, const Vec3& sum, const Vec3& own, uint32_t members) {
    return group.add_in_order(sum, own, members);
}
template <class Group>
HOST_DEVICE inline Wrench add_in_order(const Group& group, const Wrench& sum, const Wrench& own,
                                       uint32_t members) {
    return {group.add_in_order(sum.force_n, own.force_n, members),
            group.add_in_order(sum.torque_nm, own.torque_nm, members)};
}

/// Returns the force of the hand on the sphere in a slot, for spheres that do not turn and those that roll.
HOST_DEVICE inline Vec3 hand_on(const SortedBodies&, uint32_t, const Motion& body, const Hand& hand) {
    return hand_force(hand, body);
}
HOST_DEVICE inline Wrench hand_on(const RollingBodies& bodies, uint32_t slot, const RollingMotion& body,
                                  const Hand& hand) {
    return hand_wrench(hand, body, bodies.turns.orientation[slot], spin_of(body), body.momentum);
}

/// Returns whether the hand holds the body in a slot.
template <class Arrays>
HOST_DEVICE inline bool held(const Arrays& s, uint32_t slot, const Motion& body) {
    const Hand& hand = s.numbers->hand;
    return hand.kind != Hand::away && hand_holds(hand, s.bodies.id[slot], body.position_m, body.radius_m);
}

#ifdef FOR_AVX2
inline constexpr uint32_t kFewestByEight = 2;  // contacts for which it pays

/// Adds the forces of a body's contacts to `force`, eight computed at once. Returns how many were added: those
/// behind are too few, or have their centres where the body has it. Out of the way of bodies with one contact.
template <class Arrays>
__attribute__((noinline)) uint32_t add_by_eight(const Arrays& s, const Motion& body, const uint64_t* contacts,
                                                uint32_t count, Vec3& force) {
    EightForces own;
    uint32_t added = 0;
    while (count - added >= kFewestByEight) {
        const uint32_t some = count - added < EightForces::kCount ? count - added : EightForces::kCount;
        if (!sphere_forces(body, s.bodies.position_radius, s.bodies.velocity_mass, contacts + added, some,
                           *s.numbers, own))
            break;
        for (uint32_t k = 0; k < some; ++k) force = force + own[k];
        added += some;
    }
    return added;
}

template <class Group, class Arrays>
inline constexpr bool kByEight =
    std::conjunction_v<std::is_same<Group, CpuThread>, std::is_same<decltype(Arrays::bodies), SortedBodies>>;
#endif

/// Adds the forces of a body's contacts, one after the other. The members of the group take one contact each, in turns.
template <class Group, class Arrays, class Body>
HOST_DEVICE inline typename Arrays::Force add_contacts(const Group& group, const Arrays& s, uint32_t slot,
                                                       const Body& body, const uint64_t* contacts,
                                                       uint32_t count, typename Arrays::Force force) {
    uint32_t turn = 0;
#ifdef FOR_AVX2
    if constexpr (kByEight<Group, Arrays>) {
        if (count >= kFewestByEight && has_avx2()) turn = add_by_eight(s, body, contacts, count, force);
    }
#endif
    for (; turn < count; turn += group.size()) {
        const uint32_t k = turn + group.member();
        typename Arrays::Force own = {};
        if (k < count) {
            const uint32_t other = uint32_t(contacts[k]);
            const auto is_first = [&] { return s.bodies.id[slot] < s.bodies.id[other]; };
            own = sphere_force(body, s.bodies.load(other), is_first, *s.numbers);
        }
        const uint32_t members = count - turn < group.size() ? count - turn : group.size();
        force = add_in_order(group, force, own, members);
    }
    return force;
}

/// Solves the step of a body that is awake: the pull of all others where there is one, then the sum over its
/// contacts, which are in ascending id, then the walls, then the ground where there is one, then the hand if
/// it holds the body.
template <class Group, class Arrays, class Body>
HOST_DEVICE inline Body solve_body(const Group& group, const Arrays& s, uint32_t slot, const Body& body,
                                   const uint64_t* contacts, uint32_t count) {
    auto force = add_contacts(group, s, slot, body, contacts, count, first_force(s, slot));
    force = force + wall_force(body, *s.numbers);
    if (s.ground.force) force = force + s.ground.on(slot);
    if (held(s, slot, body)) force = force + hand_on(s.bodies, slot, body, s.numbers->hand);
    return finish_step(body, force, *s.numbers);
}

/// The flags of a stored body that is not well, or nearly so; it is set aside if it is not finite. Rare, so kept
/// out of the way of the others.
template <class Arrays>
#ifndef __CUDACC__
__attribute__((noinline, cold))
#endif
HOST_DEVICE inline uint32_t
flag_and_set_aside(const Arrays& s, uint32_t slot, bool whole) {
    const Motion body = s.after.load(slot);
    const uint32_t id = s.after.id[slot], trouble = state_faults(body, id, whole, *s.numbers);
    if (trouble >> kNotFinite & 1) s.after.store(slot, set_aside(body, id));
    return trouble | (asleep(body.still_s, *s.numbers) ? 1u << kAsleep : 0);
}

/// Stores a body as it is after the step, aside if it is not finite. Returns its flags (body_flags.h), here and
/// below. `whole`: what a sphere has not is finite, too.
template <class Arrays>
HOST_DEVICE inline uint32_t store_body(const Arrays& s, uint32_t slot, const Motion& body, bool whole) {
    s.after.store(slot, body);
    s.after.id[slot] = s.bodies.id[slot];
    if (slot == s.status->watched_slot) note_watched_body(s, slot, body);
    if (!whole || !is_valid_state(body, *s.numbers)) return flag_and_set_aside(s, slot, whole);
    return asleep(body.still_s, *s.numbers) ? 1u << kAsleep : 0;
}

template <class Bodies, class Ground>
HOST_DEVICE inline uint32_t finish_body(const SolveArraysOf<Bodies, Ground>& s, uint32_t slot,
                                        const Motion& body) {
    return store_body(s, slot, body, true);
}

HOST_DEVICE inline uint32_t finish_body(const RollingSolveArrays& s, uint32_t slot,
                                        const RollingMotion& body) {
    const bool whole = all_finite(body.momentum);
    const uint32_t flags = store_body(s, slot, body, whole);
    const bool kept = !(flags >> kNotFinite & 1);
    const Vec3 none = {0, 0, 0};
    s.turns_after.store(slot, {s.bodies.turns.orientation[slot], kept ? body.momentum : none, 0});
    s.torque_after[slot] = with_w(kept ? body.torque_nm : none, 0);
    if (slot == s.status->watched_slot) s.status->counters.watched.momentum = body.momentum;
    return flags;
}

/// Stores a body that was respawned, as finish_body() does. A rolling sphere gets the identity orientation
/// and no spin.
HOST_DEVICE inline void finish_respawned(const SolveArrays& s, uint32_t slot, const Motion& body) {
    finish_body(s, slot, body);
}
HOST_DEVICE inline void finish_respawned(const RollingSolveArrays& s, uint32_t slot, const Motion& body) {
    finish_body(s, slot, RollingMotion{body, {0, 0, 0}, {0, 0, 0}});
    s.turns_after.orientation[slot] = {1, 0, 0, 0};
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

HOST_DEVICE inline Rows rows_of(const ContactTable& notes, uint32_t slot, uint32_t found, uint32_t noted) {
    const size_t begin = size_t(slot) * kRowPartners;
    return {notes.own_rows + begin, notes.incoming_rows + begin, found < kRowPartners ? found : kRowPartners,
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

/// Solves the step of a body whose contacts are in its rows, by a thread; others are listed.
template <class Alone, class Arrays>
HOST_DEVICE inline uint32_t solve_alone(const Alone& thread, const Arrays& s, uint32_t slot) {
    auto body = s.bodies.load(slot);
    const Found own = s.notes.found[slot];
    const uint64_t noted = s.notes.noted[slot];
    if (s.status->overflow) return 0;
    s.pair_count[slot] = own.pairs + uint32_t(noted >> 32);
    note_partner_of_watched(s, slot);
    const Rows rows = rows_of(s.notes, slot, own.contacts, uint32_t(noted));
    const uint64_t all = uint64_t{own.contacts} + uint32_t(noted);
    if (rows.count() < all) {
        list_crowded(s, slot, rows, all);
        return 0;
    }

    // A sleeper need not know whom it touches in order.
    if (asleep(body.still_s, *s.numbers)) {
        const bool by_found = row_wakes(s, rows.found, rows.found_count);
        const bool by_noted = row_wakes(s, rows.noted, rows.noted_count);
        if (!by_found && !by_noted && !held(s, slot, body)) return finish_body(s, slot, body);
        body.still_s = 0;
    }
    uint64_t contacts[2 * kRowPartners];
    const uint32_t count = rows.count();
    if (count == 1) contacts[0] = rows.partner(0);  // there is no order, and nobody asks for its id
    for (uint32_t k = 0; k < count && count > 1; ++k) contacts[k] = s.contact(slot, rows.partner(k));
    sort_list(contacts, count);
    return finish_body(s, slot, solve_body(thread, s, slot, body, contacts, count));
}

/// Returns whether one of the listed contacts wakes a sleeper: wakes(slot) decides it for one partner.
template <class Group, class Wakes>
HOST_DEVICE inline bool list_wakes(const Group& group, const uint64_t* contacts, uint32_t count,
                                   const Wakes& wakes) {
    bool woken = false;
    for (uint32_t k = group.member(); k < count && !woken; k += group.size())
        woken = wakes(uint32_t(contacts[k]));
    return group.any(woken);
}

/// Solves the step of a body whose contacts are listed, by a group. Its first member returns the flags.
template <class Group, class Arrays>
HOST_DEVICE inline uint32_t solve_listed(const Group& group, const Arrays& s, uint32_t slot,
                                         uint64_t* contacts, uint32_t count) {
    auto body = s.bodies.load(slot);
    bool stays = false;
    if (asleep(body.still_s, *s.numbers)) {
        stays = !list_wakes(group, contacts, count, [&](uint32_t partner) {
            return s.wakes(partner, s.bodies.pace(partner));
        }) && !held(s, slot, body);
        if (!stays) body.still_s = 0;
    }
    if (!stays) {
        sort_list(group, contacts, count);
        body = solve_body(group, s, slot, body, contacts, count);
    }
    return group.member() == 0 ? finish_body(s, slot, body) : 0;
}

/// A functor, as nvcc has no lambdas with `auto` parameters for kernels.
template <class Arrays>
struct SolveCrowded {
    Arrays s;

    template <class Group>
    HOST_DEVICE void operator()(const Group& group, uint64_t k) const {
        if (s.status->overflow) return;
        const uint32_t slot = s.crowd.slots[k];
        uint64_t* contacts = s.crowd.contacts + s.crowd.begin[slot];
        const uint32_t flags = solve_listed(group, s, slot, contacts, s.crowd.count[slot]);
        for (uint32_t flag = 0; flag < kBodyFlags; ++flag) {
            if (flags >> flag & 1) fetch_add(&s.status->body_counts[flag], 1u);
        }
    }
};

template <class Exec, class Bodies, class Ground>
SolveArraysOf<Bodies, Ground> solve_arrays_of(StepData<Exec>& data, const Bodies& bodies,
                                              const Ground& ground) {
    return {bodies,
            data.committed.arrays(),
            data.numbers.data(),
            data.status.data(),
            data.contact_table(),
            data.pair_count.data(),
            data.crowd_arrays(),
            data.broad_phase->rank(),
            data.broad_phase->keys(),
            ground};
}

template <class Exec>
SolveArrays solve_arrays(StepData<Exec>& data) {
    return solve_arrays_of(data, data.sorted(),
                           GroundForce{data.ground ? data.ground->force.data() : nullptr});
}

template <class Exec>
RollingSolveArrays rolling_arrays(StepData<Exec>& data) {
    RollingData<Exec>& rolling = *data.rolling;
    const GroundWrench ground = {data.ground ? data.ground->force.data() : nullptr,
                                 rolling.ground_torque.data()};
    return {solve_arrays_of(data, data.sorted_rolling(), ground), rolling.committed.arrays(),
            rolling.torque.data()};
}

/// Brings what did not fit into rows to the lists of the crowded bodies.
template <class Exec, class Arrays>
void list_spilled(Exec& exec, const Arrays& s) {
    exec.each("solve/spilled", CountedItems{&s.status->spilled, s.notes.capacity},
              [=] HOST_DEVICE(uint64_t k) {
                  if (s.status->overflow) return;
                  const Spilled own = s.notes.spilled[k];
                  const uint32_t place = fetch_add(&s.crowd.count[own.slot], 1);
                  s.crowd.contacts[s.crowd.begin[own.slot] + place] = s.contact(own.slot, own.partner);
              });
}

/// Moved by each body, contacts left out.
template <class Arrays>
inline constexpr uint32_t kSolveBytes = kSortedBodyBytes + kBodyBytes + 20;
template <>
inline constexpr uint32_t kSolveBytes<RollingSolveArrays> = kSolveBytes<SolveArrays> + 2 * kTurnBytes +
                                                            uint32_t(sizeof(Vec4));
template <class Arrays>
inline constexpr uint32_t kSolveBytes<PulledArrays<Arrays>> = kSolveBytes<Arrays> + uint32_t(sizeof(Vec4));

/// Applies the forces, unless pairs or contacts did not fit.
template <class Exec, class Arrays>
void solve(Exec& exec, StepData<Exec>& data, const Arrays& s) {
    Status* status = data.status.data();
    exec.each_reduced(
        "solve", data.count, kSolveBytes<Arrays>, CountFlags<kBodyFlags>{status->body_counts},
        [=] HOST_DEVICE(uint32_t slot) { return solve_alone(typename Exec::Alone{}, s, slot); });
    list_spilled(exec, s);
    exec.by_group(ByBlock{}, "solve/crowded", CountedItems{&status->crowded, data.count},
                  SolveCrowded<Arrays>{s});
}

}  // namespace sim
