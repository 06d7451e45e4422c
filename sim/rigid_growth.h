// More room for the lists of a step of bodies with shapes, when one has found more than there was room for.
#pragma once
#include "sim/exec/work.h"
#include "sim/step_data.h"

namespace sim {

/// Finds the free places of the arrays: all that the table of this number of completed steps does not name.
/// Empties the other table.
template <class Exec>
void find_free_places(Exec& exec, ManifoldLists<Exec>& lists, Status* status) {
    const ManifoldTables tables = lists.tables();
    uint8_t* const used = lists.used_blocks.data();
    const auto more = [](uint64_t a, uint64_t b) { return uint32_t(a > b ? a : b); };
    exec.each("contact points", more(tables.table[0].places, tables.block_capacity), 0,
              [=] HOST_DEVICE(uint32_t k) {
                  if (k == 0) status->manifolds = status->point_blocks = {};
                  if (k < tables.capacity) tables.listed[k] = kFreeSlot;
                  if (k < tables.block_capacity) used[k] = 0;
                  if (k < tables.table[0].places)
                      tables.after(status->counters.completed_steps).slots[k] = kNoPlace;
              });
    exec.each("contact points", uint32_t(tables.table[0].places), 0, [=] HOST_DEVICE(uint32_t place) {
        const uint32_t slot = tables.before(status->counters.completed_steps).slots[place];
        if (slot == kNoPlace) return;
        tables.listed[slot] = step_mark(status->counters.completed_steps);
        if (tables.manifold(slot).count > 0) used[tables.manifold(slot).block] = 1;
    });
    exec.each_reduced("contact points", more(tables.capacity, tables.block_capacity), 0,
                      AddToLists{tables.free_slots.list(&status->manifolds),
                                 tables.free_blocks.list(&status->point_blocks)},
                      [=] HOST_DEVICE(uint32_t k, WordsOfItem & free_slot, WordsOfItem & free_block) {
                          if (k < tables.capacity && tables.listed[k] == kFreeSlot) free_slot.add(k);
                          if (k < tables.block_capacity && used[k] == 0) free_block.add(k);
                      });
}

/// Makes lists with room for so many manifolds and blocks of points. Throws sort::OverLimit.
template <class Exec>
ManifoldLists<Exec> make_manifold_lists(uint64_t manifolds, uint64_t blocks) {
    require_room<Exec>("contact points", ManifoldLists<Exec>::bytes_for(manifolds, blocks));
    return {manifolds, blocks};
}

/// Grows lists to room for so many manifolds and blocks. All that is remembered at this number of completed
/// steps stays in its places. Throws sort::OverLimit; the room is then what it was.
template <class Exec>
void grow_manifolds(Exec& exec, ManifoldLists<Exec>& lists, Status* status, uint64_t manifolds,
                    uint64_t blocks) {
    ManifoldLists<Exec> larger_lists = make_manifold_lists<Exec>(manifolds, blocks);
    const ManifoldTables from = lists.tables(), to = larger_lists.tables();
    exec.each("contact points", uint32_t(to.table[0].places), 0, [=] HOST_DEVICE(uint32_t place) {
        to.before(status->counters.completed_steps).slots[place] = kNoPlace;
    });
    exec.each("contact points", uint32_t(from.table[0].places), 0, [=] HOST_DEVICE(uint32_t place) {
        const uint32_t slot = from.before(status->counters.completed_steps).slots[place];
        if (slot == kNoPlace) return;
        const Manifold manifold = to.manifold(slot) = from.manifold(slot);
        if (manifold.count > 0) to.blocks[manifold.block] = from.blocks[manifold.block];
        to.before(status->counters.completed_steps).put(manifold.key, slot);
    });
    exec.wait();
    lists = std::move(larger_lists);
}

/// Makes room for the manifolds and points that a step did not find room for, as make_rigid_room().
template <class Exec>
void make_manifold_room(Exec& exec, ManifoldLists<Exec>& had, Status* status, const Status& lost,
                        uint64_t most) {
    const uint64_t needed = lost.manifolds.needed(had.capacity),
                   needed_blocks = lost.point_blocks.needed(had.block_capacity);
    if (needed <= had.capacity && needed_blocks <= had.block_capacity) return;
    const auto larger_one = [](uint64_t wanted, uint64_t capacity, uint64_t share) {
        return wanted > capacity ? wanted + wanted / share : capacity;
    };
    constexpr uint64_t kQuarter = 4, kNothing = UINT64_MAX;
    for (const uint64_t share : {kQuarter, kNothing}) {
        const uint64_t manifolds = larger_one(needed, had.capacity, share),
                       blocks = larger_one(needed_blocks, had.block_capacity, share);
        try {
            if (manifolds > had.capacity && manifolds > most)
                throw sort::OverLimit("the limit is " + sort::grouped(most));
            return grow_manifolds(exec, had, status, manifolds, blocks);
        } catch (const sort::OverLimit& error) {
            if (share == kNothing) {
                throw sort::OverLimit("a step has " + sort::grouped(lost.counters.pairs) +
                                      " pairs, and needs places for " + sort::grouped(needed) +
                                      ", those of before it included, which do not fit: " + error.what());
            }
        }
    }
}

/// Makes room for what a step with contacts did not find room for, as make_rigid_room(). The places that the
/// lost step has taken are free again.
template <class Exec>
void make_contact_room(Exec& exec, StepData<Exec>& data, const Status& lost, uint64_t most) {
    ConstraintData<Exec>& own = *data.constraints;
    make_manifold_room(exec, own.manifolds, data.status.data(), lost, most);
    find_free_places(exec, own.manifolds, data.status.data());
    const uint64_t solved = lost.solved_pairs > lost.resting_pairs ? lost.solved_pairs : lost.resting_pairs;
    if (solved <= own.solved.capacity) return;
    grow(own.solved, solved, lost.counters.pairs, UINT64_MAX, [](uint64_t room) {
        require_room<Exec>("pairs that touch", room * SolvedPairLists<Exec>::kBytesAPair);
        return SolvedPairLists<Exec>(room);
    });
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
