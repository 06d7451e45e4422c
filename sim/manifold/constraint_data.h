// What a step with contacts as constraints needs, on one backend, beside RigidData.
#pragma once
#include "sim/manifold/candidates.h"
#include "sim/manifold/manifold_table.h"
#include "sim/manifold/rows.h"

namespace sim {

inline constexpr uint64_t kFirstManifoldsABody = 8, kFirstBlocksABody = 3;

/// Pairs of one class have no body in common that moves. First the colours, then what has got none, one after the
/// other, then a class a wall.
inline constexpr uint32_t kColours = 32, kUncoloured = kColours, kFirstWallClass = kColours + 1,
                          kClasses = kFirstWallClass + 6;

/// Bodies, pairs and pairs with points that are worth a thread's while.
inline constexpr uint32_t kBodyGrain = 64, kPairGrain = 128, kBlockGrain = 24;

/// Rounds in which pairs take a colour; who has none then is solved one after the other.
inline constexpr uint32_t kColourRounds = 16;

struct ColourArrays {
    uint64_t*
        first[2];  // by slot: the smallest order of the pairs that want a colour; of this round and the next
    uint32_t* used;                  // by slot: colours of its pairs
    uint32_t *count, *begin, *next;  // by class; of `begin` one more
    uint32_t* order;                 // rows by class
};

template <class Exec>
struct ConstraintData {
    template <class T>
    using Array = typename Exec::template Array<T>;

    explicit ConstraintData(uint32_t bodies)
        : manifolds(kFirstManifoldsABody * bodies + 1024, kFirstBlocksABody * bodies + 1024),
          rows(manifolds.block_capacity),
          order(manifolds.block_capacity),
          bodies(bodies),
          woken(bodies),
          depth(bodies),
          used(bodies),
          count(kClasses),
          begin(kClasses + 1),
          next(kClasses) {
        for (auto& own : first) own = Array<uint64_t>(bodies);
    }

    size_t bytes() const {
        return manifolds.bytes() + rows.bytes() + order.bytes() + bodies.bytes() + woken.bytes() +
               depth.bytes() + used.bytes() + count.bytes() + begin.bytes() + next.bytes() +
               2 * first[0].bytes();
    }
    ColourArrays colours() {
        return {{first[0].data(), first[1].data()},
                used.data(),
                count.data(),
                begin.data(),
                next.data(),
                order.data()};
    }

    ManifoldRoom<Exec> manifolds;
    Array<PairRows> rows;  // by block
    Array<uint32_t> order;
    Array<SolverBody> bodies;  // by sorted slot
    Array<uint32_t> woken;     // likewise; 1: in this step
    Array<uint32_t> depth;     // likewise; bits of the deepest point's
    Array<uint64_t> first[2];
    Array<uint32_t> used;
    Array<uint32_t> count, begin, next;
};

}  // namespace sim
