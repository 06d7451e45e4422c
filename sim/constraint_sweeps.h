// What the stages of the solver of constraints share, and its sweeps over the rows of all pairs.
#pragma once
#include "sim/constraint_narrow.h"
#include "sim/manifold/colours.h"

namespace sim {

/// What the stages share.
struct SolveManifolds {
    SortedRigid sorted;
    SortedBodies bodies;  // of `sorted`
    AnchorArrays anchors;
    SolverBody* solver;  // one more than bodies,
    uint32_t wall_slot;  // for all walls
    PairRows* rows;
    uint32_t *woken, *depth;
    ColourArrays colours;
    ManifoldTables tables;
    const StepNumbers* numbers;
    Status* status;
    ContactNotes notes;

    HOST_DEVICE PointBlock& points(uint32_t block) const {
        return tables.after(status->counters.completed_steps).blocks[block];
    }
    HOST_DEVICE Manifold& manifold(uint32_t slot) const {
        return tables.after(status->counters.completed_steps).manifolds[slot];
    }
    HOST_DEVICE const PointBlock& points_before(uint32_t block) const {
        return tables.before(status->counters.completed_steps).blocks[block];
    }
    HOST_DEVICE bool sleeps(uint32_t slot) const {
        return !driven(bodies.velocity_mass[slot].w) && asleep(bodies.still_s[slot], *numbers);
    }
    HOST_DEVICE uint32_t second(const PairRows& pair) const {
        return pair.b >= kFirstWall ? wall_slot : pair.b;
    }
    /// f(the pair, its two bodies).
    template <class F>
    HOST_DEVICE void with_bodies(uint32_t row, F f) const {
        f(rows[row], solver[rows[row].a], solver[second(rows[row])]);
    }
};

template <class Data>
SolveManifolds solve_manifolds_arrays(Data& data) {
    auto& own = *data.constraints;
    const SortedRigid sorted = data.sorted_rigid();
    return {sorted,
            sorted.bodies,
            data.rigid->sorted_anchors.arrays(),
            own.bodies.data(),
            data.count,
            own.rows.data(),
            own.woken.data(),
            own.depth.data(),
            own.colours(),
            own.manifolds.tables(),
            data.numbers.data(),
            data.status.data(),
            data.contact_notes()};
}

/// f(the pair, its two bodies as they are while it works) for all pairs, class by class.
template <class Crew, class F>
HOST_DEVICE void sweep(const Crew& crew, const SolveManifolds& s, const ClassEnds& ends, F f) {
    each_of_classes(crew, s.colours, ends, [&](uint32_t row) {
        s.with_bodies(row, [&](PairRows& pair, BodySpeed& first, BodySpeed& second) {
            BodySpeed a = first, b = second;
            f(pair, a, b);
            if (a.moves()) first = a;
            if (b.moves()) second = b;
        });
    });
}

inline constexpr int kPartingSweeps = 2, kRelaxingSweeps = 2;

/// The impulses of the step before, then what parts bodies that are too deep.
struct PartRows {
    SolveManifolds s;

    template <class Crew>
    HOST_DEVICE void operator()(const Crew& crew) const {
        const ClassEnds ends(s.colours);
        sweep(crew, s, ends, [](PairRows& pair, BodySpeed& a, BodySpeed& b) { warm_start(pair, a, b); });
        for (int k = 0; k < kPartingSweeps; ++k) {
            sweep(crew, s, ends, [&](PairRows& pair, BodySpeed& a, BodySpeed& b) {
                solve_rows(pair, a, b, s.numbers->constraint, s.numbers->dt_s, true);
            });
        }
    }
};

/// Behind the move: takes the speed out again that has parted them. At last what came fast bounces.
struct RelaxRows {
    SolveManifolds s;

    template <class Crew>
    HOST_DEVICE void operator()(const Crew& crew) const {
        const ClassEnds ends(s.colours);
        for (int k = 1; k <= kRelaxingSweeps; ++k) {
            sweep(crew, s, ends, [&](PairRows& pair, BodySpeed& a, BodySpeed& b) {
                solve_rows(pair, a, b, s.numbers->constraint, s.numbers->dt_s, false);
                if (k == kRelaxingSweeps) bounce_rows(pair, a, b, s.numbers->constraint);
            });
        }
    }
};

}  // namespace sim
