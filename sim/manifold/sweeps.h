// The sweeps of the solver over the rows of all pairs, class by class.
#pragma once
#include "sim/manifold/colours.h"

namespace sim {

/// What they work on.
struct SweptPairs {
    ColourArrays colours;
    PairRows* rows;
    SolverBody* solver;  // by sorted slot
    uint32_t wall_slot;  // behind them: solver_wall()
    const ConstraintLaw* law;
    const float* dt_s;

    HOST_DEVICE uint32_t second(const PairRows& pair) const {
        return pair.b >= kFirstWall ? wall_slot : pair.b;
    }
    /// f(the pair, its two bodies).
    template <class F>
    HOST_DEVICE void with_bodies(uint32_t row, F f) const {
        f(rows[row], solver[rows[row].a], solver[second(rows[row])]);
    }
};

HOST_DEVICE inline SolverBody solver_wall() {
    SolverBody wall{};
    wall.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    return wall;
}

/// f(the pair, its two bodies as they are while it works) for all pairs, class by class.
template <class Crew, class F>
HOST_DEVICE void sweep(const Crew& crew, const SweptPairs& s, const ClassEnds& ends, F f) {
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
    SweptPairs s;

    template <class Crew>
    HOST_DEVICE void operator()(const Crew& crew) const {
        const ClassEnds ends(s.colours);
        sweep(crew, s, ends, [](PairRows& pair, BodySpeed& a, BodySpeed& b) { warm_start(pair, a, b); });
        for (int k = 0; k < kPartingSweeps; ++k) {
            sweep(crew, s, ends, [&](PairRows& pair, BodySpeed& a, BodySpeed& b) {
                solve_rows(pair, a, b, *s.law, *s.dt_s, true);
            });
        }
    }
};

/// Behind the move: takes the speed out again that has parted them. At last what came fast bounces.
struct RelaxRows {
    SweptPairs s;

    template <class Crew>
    HOST_DEVICE void operator()(const Crew& crew) const {
        const ClassEnds ends(s.colours);
        for (int k = 1; k <= kRelaxingSweeps; ++k) {
            sweep(crew, s, ends, [&](PairRows& pair, BodySpeed& a, BodySpeed& b) {
                solve_rows(pair, a, b, *s.law, *s.dt_s, false);
                if (k == kRelaxingSweeps) bounce_rows(pair, a, b, *s.law);
            });
        }
    }
};

}  // namespace sim
