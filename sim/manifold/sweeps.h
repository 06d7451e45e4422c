// The sweeps of the solver over the rows of all pairs: class by class, or with the same result pair by pair.
#pragma once
#include "sim/manifold/colours.h"
#include "sim/manifold/versions.h"

namespace sim {

/// Arrays that sweeps work on.
struct SweptPairs {
    ColourArrays colours;
    PairRows* rows;
    SolverBody* solver;  // by sorted slot
    uint32_t wall_slot;  // behind them: solver_wall()
    const ConstraintLaw* law;

    HOST_DEVICE uint32_t second(const PairRows& pair) const {
        return pair.b >= kFirstWall ? wall_slot : pair.b;
    }
    /// Calls f(the pair, its two bodies) for the pair of a row.
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

/// Calls f(number of the sweep, the pair, its first row, its two bodies as they are while it works) for all
/// pairs, class by class.
template <class Crew, class F>
HOST_DEVICE void sweeps_by_classes(const Crew& crew, const SweptPairs& s, uint32_t count, F f) {
    for (uint32_t k = 0; k < count; ++k) {
        each_by_classes(crew, s.colours, [&](uint32_t row) {
            s.with_bodies(row, [&](PairRows& pair, BodySpeed& first, BodySpeed& second) {
                BodySpeed a = first, b = second;
                f(k, pair, pair.row[0], a, b);
                if (a.moves()) first = a;
                if (b.moves()) second = b;
            });
        });
    }
}

/// Sweeps with the same result as sweeps_by_classes(), by members of a crew that wait for each other's
/// bodies, not for whole classes. All versions are 0 before.
template <class Crew, class F>
HOST_DEVICE void sweeps_by_versions(const Crew& crew, const SweptPairs& s, uint32_t count, F f) {
    const uint32_t* const begin = s.colours.begin;
    const auto listed = [&](uint32_t c) { return begin[c + 1] - begin[c]; };
    const auto work = [&](const auto& together, uint32_t k, uint32_t c, uint32_t row) {
        s.with_bodies(row, [&](PairRows& pair, BodySpeed& first, BodySpeed& second) {
            const auto version = [&](const BodySpeed& body, uint32_t slot) {
                return body.moves() ? version_before(s.colours, slot, k, c) : 0;
            };
            const Row first_row = pair.row[0];  // here before its bodies are
            when_ready(crew, together, first, version(first, pair.a), second, version(second, s.second(pair)),
                       [&](BodySpeed& a, BodySpeed& b) { f(k, pair, first_row, a, b); });
        });
    };
    crew.template each_of_lists<kClasses>(
        count, [&](uint32_t c) { return c == kUncoloured ? listed(c) > 0 : listed(c); },
        [&](const auto& together, uint32_t k, uint32_t c, uint32_t i) {
            const uint32_t more = c == kUncoloured ? listed(c) : 1;  // of them one member does all
            for (uint32_t j = i; j < i + more; ++j) work(together, k, c, s.colours.order[begin[c] + j]);
        });
}

template <class Crew, class F>
HOST_DEVICE void sweeps(const Crew& crew, const SweptPairs& s, uint32_t count, F f) {
    if constexpr (Crew::kWaits) {
        sweeps_by_versions(crew, s, count, f);
    } else {
        sweeps_by_classes(crew, s, count, f);
    }
}

inline constexpr uint32_t kPartingSweeps = 2, kRelaxingSweeps = 2;  // of a step; of a substep one each

/// The impulses that rows begin with, then what parts bodies that are too deep.
template <uint32_t kCount>
struct PartRows {
    SweptPairs s;

    template <class Crew>
    HOST_DEVICE void operator()(const Crew& crew) const {
        sweeps(crew, s, 1 + kCount,
               [&](uint32_t k, PairRows& pair, const Row& first, BodySpeed& a, BodySpeed& b) {
                   if (k == 0) {
                       warm_start(pair, first, a, b);
                   } else {
                       solve_rows(pair, first, a, b, *s.law, true);
                   }
               });
    }
};

/// Behind a move: takes the speed out again that has parted them. At the end of a step what came fast bounces.
template <uint32_t kCount, bool kLast>
struct RelaxRows {
    SweptPairs s;

    template <class Crew>
    HOST_DEVICE void operator()(const Crew& crew) const {
        sweeps(crew, s, kCount,
               [&](uint32_t k, PairRows& pair, const Row& first, BodySpeed& a, BodySpeed& b) {
                   solve_rows(pair, first, a, b, *s.law, false);
                   if (kLast && k + 1 == kCount) bounce_rows(pair, a, b, *s.law);
               });
    }
};

}  // namespace sim
