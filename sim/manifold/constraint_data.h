// What a step with contacts as constraints needs, on one backend, beside RigidData.
#pragma once
#include "sim/manifold/candidates.h"
#include "sim/manifold/manifold_table.h"
#include "sim/manifold/rows.h"

namespace sim {

inline constexpr uint64_t kFirstManifoldsABody = 8, kFirstBlocksABody = 3, kFirstSolvedABody = 2;

/// Pairs of one class have no body in common that moves. First the colours, then what has got none, one after the
/// other, then the first wall of each body, the second, ...
inline constexpr uint32_t kColours = 32, kUncoloured = kColours, kFirstWallClass = kColours + 1,
                          kClasses = kFirstWallClass + kWalls;

/// Bodies, pairs and pairs with points that are worth a thread's while.
inline constexpr uint32_t kBodyGrain = 64, kPairGrain = 128, kBlockGrain = 24;

inline constexpr uint32_t kOneUncoloured = 1u << kWalls;

inline constexpr uint32_t kWanted = 0xfffffffdu;  // in the place of a class: it is to get a colour

/// A pair that is to get a colour, or has its class.
struct Seat {
    uint64_t turn;       // the order in which pairs choose; no two have the same
    uint32_t body[2];    // slots, kNobody where that one does not move
    uint32_t its_class;  // or kWanted, kIdle
};

/// A pair with points whose two bodies slept when the step began; b: or a wall.
struct RestingPair {
    uint32_t a, b;
    uint32_t manifold;  // slot of it
};

/// Lists of the pairs with points of a step, each `capacity` long. One that does not fit sets overflow.
struct SolvedPairs {
    // The first status->solved_pairs: a body is awake, or it is not known yet whether they touch.
    PairRows* rows;
    RestingPair* resting;  // the first status->resting_pairs: both slept when the step began
    uint64_t capacity;

    HOST_DEVICE void add_resting(Status* status, const RestingPair& pair) const {
        const uint64_t place = fetch_increment(&status->resting_pairs);
        if (place < capacity) {
            resting[place] = pair;
        } else {
            raise_flag(&status->overflow);
        }
    }
    /// Adds a pair with points. `placed`: see PairRows.
    HOST_DEVICE void add(Status* status, uint32_t a, uint32_t b, uint32_t slot, const Manifold& manifold,
                         bool placed = true) const {
        const uint64_t place = fetch_increment(&status->solved_pairs);
        if (place >= capacity) return raise_flag(&status->overflow);
        PairRows& pair = rows[place];
        pair.key = manifold.key;
        pair.a = a, pair.b = b;
        pair.count = manifold.count;
        pair.manifold = slot, pair.block = manifold.block;
        pair.squeezed = dot(manifold.way_out, manifold.way_out) > 0;
        pair.placed = placed;
    }
};

struct ColourArrays {
    Seat* seats;         // by row
    uint64_t* first[3];  // by slot: the smallest order of the pairs that want a colour; of rounds by 3
    uint32_t* used;      // by slot: colours of its pairs
    uint32_t* walls;  // by slot: bit k: it has points near wall k; and kOneUncoloured a pair without a colour
    uint32_t *count, *begin, *next;  // by class; of `begin` one more
    uint32_t* order;                 // rows by class
    uint32_t* left;                  // by round modulo 3: 1: a pair has yet to get a colour
};

/// Memory of SolvedPairs, and of what the solver has for each pair.
template <class Exec>
struct SolvedPairLists {
    template <class T>
    using Array = typename Exec::template Array<T>;

    SolvedPairLists() = default;
    explicit SolvedPairLists(uint64_t room)
        : capacity(room), rows(room), seats(room), order(room), resting(room) {}

    static constexpr uint64_t kBytesAPair =
        sizeof(PairRows) + sizeof(Seat) + sizeof(uint32_t) + sizeof(RestingPair);
    size_t bytes() const { return rows.bytes() + seats.bytes() + order.bytes() + resting.bytes(); }
    SolvedPairs arrays() { return {rows.data(), resting.data(), capacity}; }

    uint64_t capacity = 0;
    Array<PairRows> rows;  // in any order
    Array<Seat> seats;     // by row
    Array<uint32_t> order;
    Array<RestingPair> resting;
};

template <class Exec>
struct ConstraintData {
    template <class T>
    using Array = typename Exec::template Array<T>;

    explicit ConstraintData(uint32_t bodies)
        : manifolds(kFirstManifoldsABody * bodies + 1024, kFirstBlocksABody * bodies + 1024),
          solved(kFirstSolvedABody * bodies + 1024),
          bodies(bodies + 1),
          woken(bodies),
          depth(bodies),
          used(bodies),
          walls(bodies),
          count(kClasses),
          begin(kClasses + 1),
          next(kClasses),
          left(3) {
        for (auto& own : first) own = Array<uint64_t>(bodies);
    }

    size_t bytes() const {
        return manifolds.bytes() + solved.bytes() + bodies.bytes() + woken.bytes() + depth.bytes() +
               used.bytes() + walls.bytes() + count.bytes() + begin.bytes() + next.bytes() + left.bytes() +
               3 * first[0].bytes();
    }
    ColourArrays colours() {
        return {solved.seats.data(), {first[0].data(), first[1].data(), first[2].data()},
                used.data(),         walls.data(),
                count.data(),        begin.data(),
                next.data(),         solved.order.data(),
                left.data()};
    }

    uint32_t substeps = 1;  // Physics::substeps
    ManifoldLists<Exec> manifolds;
    SolvedPairLists<Exec> solved;
    Array<SolverBody> bodies;  // by sorted slot, then the walls
    Array<uint32_t> woken;     // by sorted slot; 1: in this step
    Array<uint32_t> depth;     // by sorted slot; bits of the deepest point's
    Array<uint64_t> first[3];
    Array<uint32_t> used, walls;
    Array<uint32_t> count, begin, next, left;
};

}  // namespace sim
