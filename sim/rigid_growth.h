// More room for the lists of a step of bodies with shapes, when one has found more than there was room for.
#pragma once
#include "sim/step_data.h"

namespace sim {

template <class Exec>
void clear_manifolds(Exec& exec, ManifoldLists<Exec>& room) {
    const ManifoldTables tables = room.tables();
    exec.each("contact points", uint32_t(tables.table[0].places), 0, [=] HOST_DEVICE(uint32_t place) {
        tables.table[0].keys[place] = tables.table[1].keys[place] = kNoPair;
    });
}

/// Room for so many, in which what is remembered at this number of completed steps stays. Throws
/// sort::OverLimit; the room is then what it was.
template <class Exec>
void grow_manifolds(Exec& exec, ConstraintData<Exec>& data, uint64_t completed_steps, uint64_t manifolds,
                    uint64_t blocks) {
    require_room<Exec>("contact points", ManifoldLists<Exec>::bytes_for(manifolds, blocks) +
                                             blocks * (sizeof(PairRows) + sizeof(Seat) + sizeof(uint32_t)));
    ManifoldLists<Exec> larger_room(manifolds, blocks);
    typename Exec::template Array<PairRows> rows(blocks);
    typename Exec::template Array<Seat> seats(blocks);
    typename Exec::template Array<uint32_t> order(blocks);
    clear_manifolds(exec, larger_room);
    const ManifoldTable from = data.manifolds.tables().before(completed_steps),
                        to = larger_room.tables().before(completed_steps);
    exec.each("contact points", uint32_t(from.places), 0, [=] HOST_DEVICE(uint32_t place) {
        if (from.keys[place] == kNoPair) return;
        const uint32_t slot = from.slots[place];
        const Manifold manifold = from.manifolds[slot];
        to.manifolds[slot] = manifold;
        if (manifold.count > 0) to.blocks[manifold.block] = from.blocks[manifold.block];
        to.put(manifold.key, slot);
    });
    exec.wait();
    data.manifolds = std::move(larger_room);
    data.rows = std::move(rows);
    data.seats = std::move(seats);
    data.order = std::move(order);
}

/// Room for what a step did not find room for, as make_rigid_room().
template <class Exec>
void make_manifold_room(Exec& exec, ConstraintData<Exec>& data, const Status& lost, uint64_t most) {
    const ManifoldLists<Exec>& had = data.manifolds;
    if (lost.manifolds <= had.capacity && lost.point_blocks <= had.block_capacity) return;
    const auto larger_one = [](uint64_t needed, uint64_t capacity, uint64_t share) {
        return needed > capacity ? needed + needed / share : capacity;
    };
    constexpr uint64_t kQuarter = 4, kNothing = UINT64_MAX;
    for (const uint64_t share : {kQuarter, kNothing}) {
        const uint64_t manifolds = larger_one(lost.manifolds, had.capacity, share),
                       blocks = larger_one(lost.point_blocks, had.block_capacity, share);
        try {
            if (manifolds > had.capacity && manifolds > most)
                throw sort::OverLimit("the limit is " + sort::grouped(most));
            return grow_manifolds(exec, data, lost.counters.completed_steps, manifolds, blocks);
        } catch (const sort::OverLimit& error) {
            if (share == kNothing) {
                throw sort::OverLimit("a step has " + sort::grouped(lost.counters.pairs) + " pairs, and " +
                                      sort::grouped(lost.manifolds) +
                                      " of them are remembered, which do not fit: " + error.what());
            }
        }
    }
}

/// Throws sort::OverLimit with the count of pairs. Each room is then as large as it was, or as was needed.
template <class Exec>
void make_rigid_room(RigidData<Exec>& rigid, const Status& lost, uint64_t most) {
    if (lost.near_pairs <= rigid.near.capacity) return;
    grow(rigid.near, lost.near_pairs, lost.counters.pairs, most, [](uint64_t room) {
        require_room<Exec>("pairs that may touch", room * sizeof(NearPair));
        return GrowableArray<Exec, NearPair>(room);
    });
}

}  // namespace sim
