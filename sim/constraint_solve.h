// The stages that solve contacts as constraints, and the end of their step.
#pragma once
#include "sim/constraint_narrow.h"
#include "sim/exec/work.h"
#include "sim/manifold/sweeps.h"
#include "sim/math/hand_force.h"
#include "sim/rigid_rest.h"
#include "sim/solve.h"

namespace sim {

/// Arrays that the stages of the solver share.
struct SolveManifolds : SweptPairs {
    SortedRigid sorted;
    SortedBodies bodies;  // of `sorted`
    AnchorArrays anchors;
    uint32_t *woken, *depth;
    SolvedPairs solved;
    ManifoldTables tables;
    const StepNumbers* numbers;
    Status* status;
    ContactTable notes;

    HOST_DEVICE ContactPoint* points(const PairRows& pair) const { return tables.blocks[pair.block].point; }
    HOST_DEVICE bool sleeps(uint32_t slot) const {
        return !driven(bodies.velocity_mass[slot].w) && asleep(bodies.still_s[slot], *numbers);
    }
};

template <class Data>
SolveManifolds solve_manifolds_arrays(Data& data) {
    auto& own = *data.constraints;
    const SortedRigid sorted = data.sorted_rigid();
    const StepNumbers* numbers = data.numbers.data();
    return {{own.colours(), own.solved.rows.data(), own.bodies.data(), data.count, &numbers->constraint},
            sorted,
            sorted.bodies,
            data.rigid->sorted_anchors.arrays(),
            own.woken.data(),
            own.depth.data(),
            own.solved.arrays(),
            own.manifolds.tables(),
            numbers,
            data.status.data(),
            data.contact_table()};
}

/// A body as the solver takes it over. `rests`: nothing moves it in this step.
HOST_DEVICE inline SolverBody solver_body(const SolveManifolds& s, uint32_t slot, bool rests) {
    const Vec4 velocity = s.bodies.velocity_mass[slot];
    const Turn turn = s.sorted.turns.load(slot);
    const ShapeView& shape = s.sorted.shapes[turn.shape];
    SolverBody body{};
    body.velocity_m_s = xyz(velocity);
    body.position_m = xyz(s.bodies.position_radius[slot]);
    body.axes = rotation(turn.orientation);
    if (driven(velocity.w)) {
        body.spin_rad_s = turn.momentum;
    } else if (rests) {
        body.velocity_m_s = {0, 0, 0};
    } else {
        body.inverse_mass = 1 / velocity.w;
        body.inverse_inertia = turned_matrix(body.axes, shape.inverse_inertia);
        body.spin_rad_s = body.inverse_inertia * turn.momentum;
    }
    return body;
}

HOST_DEVICE inline void note_wall(const SolveManifolds& s, uint32_t slot, uint32_t wall) {
    fetch_add(&s.colours.walls[slot], 1u << (wall - kFirstWall));
}

/// Places the rows of a pair where its bodies are. Returns how far apart the nearest of them is, in all members.
template <class Group>
HOST_DEVICE float place_rows(const Group& group, const SolveManifolds& s, PairRows& pair, const SolverBody& a,
                             const SolverBody& b) {
    const bool wall = pair.b >= kFirstWall;
    const float offset = wall ? wall_of(pair.b - kFirstWall, *s.numbers).offset_m : 0;
    const ContactPoint* const points = s.points(pair);
    float nearest = HUGE_VALF;
    for (uint32_t p = group.member(); p < pair.count; p += group.size()) {
        place_row(pair.row[p], points[p], a, b, wall, offset);
        nearest = smaller(nearest, pair.row[p].apart_m);
    }
    return group.least(nearest);
}

/// Places the rows of a pair, and notes who is woken through it.
template <class Group>
HOST_DEVICE void begin_pair(const Group& group, const SolveManifolds& s, uint32_t k) {
    PairRows& pair = s.rows[k];
    const float nearest = place_rows(group, s, pair, s.solver[pair.a], s.solver[s.second(pair)]);
    if (group.member() != 0) return;
    if (pair.b >= kFirstWall) return note_wall(s, pair.a, pair.b);
    const auto wake = [&](uint32_t sleeper, uint32_t other) {
        if (!s.sleeps(sleeper) || !may_wake(s.sorted, s.anchors, other, *s.numbers)) return;
        const Vec3 velocity = s.solver[other].velocity_m_s, spin = s.solver[other].spin_rad_s;
        const float radius = s.bodies.position_radius[other].w;
        const float travel = travel_m(velocity, spin, radius, true, *s.numbers);
        const float near = s.numbers->constraint.slop_m + trembling_m(*s.numbers) + travel;
        if (nearest < near) raise_flag(&s.woken[sleeper]);
    };
    wake(pair.a, pair.b);
    wake(pair.b, pair.a);
}

/// Finds what the rows of a pair need beside their places: their class, masses and last impulses.
template <class Group>
HOST_DEVICE void weigh_pair(const Group& group, const SolveManifolds& s, uint32_t k) {
    s.with_bodies(k, [&](PairRows& pair, const SolverBody& a, const SolverBody& b) {
        const bool idle = !a.moves() && !b.moves();
        if (group.member() == 0) {
            const uint32_t its_class = idle ? kIdle
                                       : pair.b >= kFirstWall
                                           ? class_of_wall(s.colours, pair.a, pair.b - kFirstWall)
                                           : kWanted;
            s.colours.seats[k] = seat_of(pair, a.moves(), b.moves(), its_class);
            pair.idle = idle;
            pair.pushed = 0;
        }
        if (idle) return;
        if (!pair.placed) place_rows(group, s, pair, a, b);
        const ContactPoint* const points = s.points(pair);
        for (uint32_t p = group.member(); p < pair.count; p += group.size()) {
            Row& row = pair.row[p];
            row.push_ns = points[p].push_ns;
            row.friction_ns = row.push_ns > 0 ? points[p].friction_ns : Vec3{0, 0, 0};
            row.approach_m_s = dot(a.velocity(row.at_a) - b.velocity(row.at_b), row.normal);
            weigh_row(row, a, b);
        }
        group.sync();
        if (group.member() == 0) see_squeeze(pair, s.tables.manifold(pair.manifold).way_out, a.axes, *s.law);
    });
}

/// Wakes a body, and clears what the step counts of it.
HOST_DEVICE inline void begin_body(const SolveManifolds& s, uint32_t slot) {
    const Motion motion = s.bodies.load(slot);
    const StepNumbers& numbers = *s.numbers;
    const Hand& hand = numbers.hand;
    const bool free = !driven(motion.mass_kg);
    const bool is_held = free && hand.kind != Hand::away &&
                         hand_holds(hand, s.bodies.id[slot], motion.position_m, motion.radius_m);
    const bool woken = s.sleeps(slot) && (s.woken[slot] != 0 || is_held);
    if (woken) {  // it has yet to move to wake others
        s.bodies.still_s[slot] = kWakingShare * numbers.sleep_time_s;
        s.anchors.store(slot, {motion.position_m, s.sorted.turns.orientation[slot]});
        s.solver[slot] = solver_body(s, slot, false);
    }
    s.colours.used[slot] = 0;
    s.colours.first[0][slot] = s.colours.first[1][slot] = ~uint64_t{0};
    s.depth[slot] = 0;
}

/// Lists a pair whose bodies both slept when the step began to be solved, if one of them has been woken; else
/// only counts its contact.
HOST_DEVICE inline void rouse_pair(const SolveManifolds& s, const RestingPair& pair) {
    const Manifold& manifold = s.tables.manifold(pair.manifold);
    const bool wall = pair.b >= kFirstWall;
    if (s.solver[pair.a].moves() || (!wall && s.solver[pair.b].moves())) {
        s.solved.add(s.status, pair.a, pair.b, pair.manifold, manifold, false);
        if (wall) note_wall(s, pair.a, pair.b);
        return;
    }
    if (manifold.touch == kTouches) fetch_increment(&s.status->counters.contacts);
    if (dot(manifold.way_out, manifold.way_out) > 0) fetch_increment(&s.status->counters.squeezed);
}

/// Applies gravity, air drag and the hand to a body for a substep: all but contacts.
HOST_DEVICE inline void push_body(const SolveManifolds& s, uint32_t slot) {
    SolverBody& body = s.solver[slot];
    if (!body.moves()) return;
    begin_versions(body);
    const StepNumbers& numbers = *s.numbers;
    const float dt_s = numbers.constraint.substep_s;
    const Motion motion = s.bodies.load(slot);
    const Turn turn = s.sorted.turns.load(slot);
    const Hand& hand = numbers.hand;
    Motion now = motion;
    now.position_m = body.position_m, now.velocity_m_s = body.velocity_m_s;
    const float rate = smaller(numbers.air_drag_per_m * length(body.velocity_m_s), 1 / dt_s);
    const Vec3 drag = body.velocity_m_s * rate;
    body.velocity_m_s = body.velocity_m_s + (numbers.gravity_m_s2 - drag) * dt_s;
    if (hand.kind == Hand::away || !hand_holds(hand, s.bodies.id[slot], motion.position_m, motion.radius_m))
        return;
    const Wrench wrench =
        hand_wrench(hand, now, turn.orientation, body.spin_rad_s, turn.momentum + body.turned_nms);
    body.velocity_m_s = body.velocity_m_s + wrench.force_n * (body.inverse_mass * dt_s);
    body.turned_nms = body.turned_nms + wrench.torque_nm * dt_s;
    body.spin_rad_s = body.spin_rad_s + body.inverse_inertia * (wrench.torque_nm * dt_s);
    s.anchors.store(slot, {motion.position_m, {0, 0, 0, 0}});  // its clock stands still: no anchor is near
}

HOST_DEVICE inline void move_body(const SolveManifolds& s, uint32_t slot) {
    SolverBody& body = s.solver[slot];
    Turn turn = s.sorted.turns.load(slot);
    const float dt_s = s.numbers->constraint.substep_s;
    if (!body.moves()) {
        if (!driven(s.bodies.velocity_mass[slot].w)) return;
        body.position_m = body.position_m + body.velocity_m_s * dt_s;
        if (dot(turn.momentum, turn.momentum) > 0)
            turn.orientation = turned(turn.orientation, turn.momentum, dt_s);
    } else {
        const ShapeView& shape = s.sorted.shapes[turn.shape];
        body.position_m = body.position_m + body.velocity_m_s * dt_s;
        turn.momentum = limited_momentum(turn.momentum + body.turned_nms, body.spin_rad_s, s.numbers->dt_s);
        body.turned_nms = {0, 0, 0};
        turn.orientation = step_orientation(turn.orientation, shape.inverse_inertia, turn.momentum, dt_s);
    }
    begin_versions(body);
    s.sorted.turns.store(slot, turn);
    body.axes = rotation(turn.orientation);
    if (!body.moves()) return;
    body.inverse_inertia = turned_matrix(body.axes, s.sorted.shapes[turn.shape].inverse_inertia);
    body.spin_rad_s = body.inverse_inertia * turn.momentum;
}

/// Places the rows of a pair anew after the bodies have moved, and turns their friction across the normals.
template <class Group>
HOST_DEVICE void move_pair(const Group& group, const SolveManifolds& s, uint32_t k) {
    s.with_bodies(k, [&](PairRows& pair, const SolverBody& a, const SolverBody& b) {
        if (pair.idle) return;
        place_rows(group, s, pair, a, b);
        for (uint32_t p = group.member(); p < pair.count; p += group.size()) lay_friction(pair.row[p]);
        group.sync();
        if (group.member() == 0) see_squeeze(pair, s.tables.manifold(pair.manifold).way_out, a.axes, *s.law);
    });
}

/// Keeps the impulses of a pair's rows for the next step. Counts the pair if it touches, for itself and for
/// its bodies, and if it is squeezed; notes the depth of its deepest point.
template <class Group>
HOST_DEVICE void keep_pair(const Group& group, const SolveManifolds& s, uint32_t k) {
    const PairRows& pair = s.rows[k];
    ContactPoint* const points = s.points(pair);
    bool touches = false;
    float least = 0;
    for (uint32_t p = group.member(); p < pair.count; p += group.size()) {
        const Row& row = pair.row[p];
        if (!pair.idle) {
            points[p].push_ns = row.push_ns;
            points[p].friction_ns = row.friction_ns;
        }
        touches |= points[p].push_ns > 0 || row.apart_m < 0;
        least = smaller(least, row.apart_m);
    }
    touches = group.any(touches);
    least = group.least(least);
    if (group.member() != 0) return;
    s.tables.manifold(pair.manifold).touch = touches ? kTouches : kApart;
    if (pair.squeezed) fetch_increment(&s.status->counters.squeezed);
    if (!touches) return;
    fetch_increment(&s.status->counters.contacts);
    const auto tell = [&](uint32_t slot) {
        if (!s.solver[slot].moves()) return;
        fetch_add(&s.notes.found[slot].contacts, 1);
        raise_to(&s.depth[slot], float_bits(not_negative(-least)));
    };
    tell(pair.a);
    if (pair.b < kFirstWall) tell(pair.b);
}

enum class PairWork { begin, weigh, move, keep };

template <PairWork kWork>
struct OnPairs {
    SolveManifolds s;

    template <class Group>
    HOST_DEVICE void operator()(const Group& group, uint64_t k) const {
        if (s.status->overflow) return;
        if constexpr (kWork == PairWork::begin) begin_pair(group, s, uint32_t(k));
        if constexpr (kWork == PairWork::weigh) weigh_pair(group, s, uint32_t(k));
        if constexpr (kWork == PairWork::move) move_pair(group, s, uint32_t(k));
        if constexpr (kWork == PairWork::keep) keep_pair(group, s, uint32_t(k));
    }
};

inline constexpr uint32_t kLanesAPair = 8;  // a power of two

/// A stage over the pairs that are solved.
template <class Exec, class Data, class F>
void each_block(Exec& exec, Data& data, const char* name, const F& f) {
    exec.by_group(ByLanes<kLanesAPair>{}, name,
                  CountedItems{&data.status.data()->solved_pairs, data.constraints->solved.capacity}, f,
                  kBlockGrain);
}

template <class Exec, class Data, class Sweep>
void sweep_and_move(Exec& exec, Data& data, const SolveManifolds& s, const Sweep& sweep) {
    constexpr uint32_t kBytes = uint32_t(2 * sizeof(SolverBody));
    exec.each(
        "solve/push", data.count, kBytes, [=] HOST_DEVICE(uint32_t slot) { push_body(s, slot); }, kBodyGrain);
    exec.together("solve/sweep", sweep);
    exec.each(
        "solve/move", data.count, kBytes, [=] HOST_DEVICE(uint32_t slot) { move_body(s, slot); }, kBodyGrain);
    each_block(exec, data, "solve/rows", OnPairs<PairWork::move>{s});
}

template <class Exec, class Data>
void solve_manifolds(Exec& exec, Data& data) {
    const SolveManifolds s = solve_manifolds_arrays(data);
    const uint32_t bodies = data.count;
    constexpr uint32_t kBytes = uint32_t(2 * sizeof(SolverBody));
    exec.each(
        "solve/bodies", bodies, kBytes,
        [=] HOST_DEVICE(uint32_t slot) {
            s.woken[slot] = 0;
            s.colours.walls[slot] = 0;
            s.solver[slot] = solver_body(s, slot, s.sleeps(slot));
            if (slot == 0) s.solver[s.wall_slot] = solver_wall();
        },
        kBodyGrain);
    each_block(exec, data, "solve/place", OnPairs<PairWork::begin>{s});
    exec.each(
        "solve/wake", bodies, kBytes, [=] HOST_DEVICE(uint32_t slot) { begin_body(s, slot); }, kBodyGrain);
    exec.each(
        "solve/rouse", CountedItems{&s.status->resting_pairs, data.constraints->solved.capacity},
        [=] HOST_DEVICE(uint64_t k) {
            if (!peek(&s.status->overflow)) rouse_pair(s, s.solved.resting[k]);
        },
        kPairGrain);
    each_block(exec, data, "solve/weigh", OnPairs<PairWork::weigh>{s});
    colour_pairs(exec, data);
    const uint32_t substeps = data.constraints->substeps;
    if (substeps == 1) {
        sweep_and_move(exec, data, s, PartRows<kPartingSweeps>{s});
        exec.together("solve/relax", RelaxRows<kRelaxingSweeps, true>{s});
    } else {
        for (uint32_t k = 1; k < substeps; ++k) {
            sweep_and_move(exec, data, s, PartRows<1>{s});
            exec.together("solve/relax", RelaxRows<1, false>{s});
        }
        sweep_and_move(exec, data, s, PartRows<1>{s});
        exec.together("solve/relax", RelaxRows<1, true>{s});
    }
    each_block(exec, data, "solve/keep", OnPairs<PairWork::keep>{s});
}

/// Arrays that the end of a step writes for each body, and those that it reads.
struct EndArrays {
    SolveManifolds solve;
    SortedBodies bodies;
    BodyArrays after;
    TurnArrays turns_after;
    AnchorArrays anchors_after;
    Box* boxes_after;
    float* depth_after;
    const float* depth_before;  // in sorted order
    const StepNumbers* numbers;
    Status* status;
    uint32_t* pair_count;
    const uint32_t *rank, *keys;

    HOST_DEVICE Box box(uint32_t slot) const { return solve.sorted.boxes[slot]; }
};

/// Commits a body, unless the step has run out of room. Returns its flags.
HOST_DEVICE inline uint32_t end_body(const EndArrays& s, uint32_t slot) {
    const uint64_t noted = s.solve.notes.noted[slot];
    if (s.status->overflow) return 0;
    s.pair_count[slot] = uint32_t(noted >> 32);
    note_partner_of_watched(s, slot);
    const StepNumbers& numbers = *s.numbers;
    const SolverBody& own = s.solve.solver[slot];
    Motion body = s.bodies.load(slot);
    Turn turn = s.solve.sorted.turns.load(slot);
    Anchor anchor = s.solve.anchors.load(slot);
    float depth = s.depth_before[slot];
    if (driven(body.mass_kg)) {
        body.position_m = own.position_m;
        const bool stands =
            dot(body.velocity_m_s, body.velocity_m_s) == 0 && dot(turn.momentum, turn.momentum) == 0;
        body.still_s = stands ? numbers.sleep_time_s : 0;
        depth = 0;
    } else if (own.moves()) {
        body.acceleration_m_s2 = (own.velocity_m_s - body.velocity_m_s) * (1 / numbers.dt_s);
        body.position_m = own.position_m;
        body.velocity_m_s = own.velocity_m_s;
        turn.momentum = limited_momentum(turn.momentum + own.turned_nms, own.spin_rad_s, numbers.dt_s);
        depth = bits_float(s.solve.depth[slot]);
        run_sleep_clock(body, turn, anchor, numbers);
    }
    uint32_t flags = store_body(s, slot, body, all_finite(turn));
    if (driven(body.mass_kg)) flags &= ~(1u << kOutside | 1u << kFast);
    s.turns_after.store(slot, flags >> kNotFinite & 1 ? upright(turn.shape) : turn);
    s.anchors_after.store(slot, anchor);
    s.boxes_after[slot] = s.box(slot);
    s.depth_after[slot] = depth;
    if (slot == s.status->watched_slot) {
        WatchedBody& watched = s.status->counters.watched;
        watched.momentum = turn.momentum;
        watched.shape = turn.shape;
        watched.contacts = s.solve.notes.found[slot].contacts;
    }
    return flags;
}

template <class Exec, class Data>
void end_bodies(Exec& exec, Data& data) {
    const EndArrays s = {solve_manifolds_arrays(data), data.sorted(),
                         data.committed.arrays(),      data.rigid->committed.arrays(),
                         data.rigid->anchors.arrays(), data.boxes.data(),
                         data.rigid->depth.data(),     data.rigid->sorted_depth.data(),
                         data.numbers.data(),          data.status.data(),
                         data.pair_count.data(),       data.broad_phase->rank(),
                         data.broad_phase->keys()};
    exec.each_reduced(
        "solve/end", data.count, kSortedBodyBytes + kBodyBytes + 2 * kTurnBytes + 60,
        CountFlags<kBodyFlags>{data.status.data()->body_counts},
        [=] HOST_DEVICE(uint32_t slot) { return end_body(s, slot); }, kBodyGrain);
}

}  // namespace sim
