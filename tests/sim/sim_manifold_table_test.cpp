// The table of manifolds: where each pair has its own, and whose places are free again.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sim/exec/exec_cpu.h"
#include "sim/rigid_growth.h"

namespace {

TEST(ManifoldTable, finds_each_pair_when_it_is_full) {
    for (const uint64_t room : {1, 2, 3, 10, 1000}) {
        sim::ManifoldLists<sim::CpuExec> rooms(room, 1);
        const sim::ManifoldTables tables = rooms.tables();
        for (uint64_t completed_steps = 0; completed_steps < 2; ++completed_steps) {
            const sim::ManifoldTable &table = tables.after(completed_steps),
                                     &other = tables.before(completed_steps);
            std::fill_n(table.slots, table.places, sim::kNoPlace);
            std::fill_n(other.slots, other.places, sim::kNoPlace);
            for (uint32_t k = 0; k < room; ++k) {
                table.manifolds[k].key = sim::pair_key(k % 7, 7 + k);
                table.put(table.manifolds[k].key, k);
            }
            for (uint32_t k = 0; k < room; ++k) {
                const uint64_t key = sim::pair_key(k % 7, 7 + k);
                ASSERT_EQ(table.find(key), k) << room;
                EXPECT_EQ(other.find(key), sim::kNoPlace) << "the other table";
                EXPECT_EQ(table.find(sim::pair_key(8, 9 + k)), sim::kNoPlace) << "no such pair";
            }
            EXPECT_EQ(&tables.before(completed_steps + 1), &table) << "the next step reads it";
        }
    }
}

/// Arrays for pairs, as the narrow phase works on them.
struct Places {
    explicit Places(uint64_t room) : lists(room, room), status{} {
        const sim::ManifoldTables tables = lists.tables();
        for (const sim::ManifoldTable& table : tables.table)
            std::fill_n(table.slots, table.places, sim::kNoPlace);
        find_free_places(exec, lists, &status);
    }
    /// A step that keeps the pairs in `kept`, and looks for points in those in `searched`. Places that it gives out.
    std::vector<uint32_t> step(const std::vector<uint32_t>& kept, const std::vector<uint32_t>& searched,
                               bool completes = true) {
        const sim::ManifoldTables tables = lists.tables();
        begin_status(&status);
        exec.each_reduced("begin", uint32_t(tables.table[0].places), 0,
                          sim::AddToLists{tables.free_slots.list(&status.manifolds),
                                          tables.free_blocks.list(&status.point_blocks)},
                          [&](uint32_t k, sim::WordsOfItem& free_slot, sim::WordsOfItem& free_block) {
                              tables.begin(&status, k, free_slot, free_block);
                          });
        std::vector<uint32_t> slots;
        for (const uint32_t pair : kept) tables.put(&status, pair, find(pair));
        for (const uint32_t pair : searched) {
            slots.push_back(tables.free_slots.take(&status.manifolds));
            const uint32_t block = tables.free_blocks.take(&status.point_blocks);
            if (slots.back() == sim::kNoPlace || block == sim::kNoPlace) continue;
            sim::Manifold& manifold = tables.manifold(slots.back()) = {};
            manifold.key = pair, manifold.count = 1, manifold.block = block;
            tables.put(&status, pair, slots.back());
        }
        status.overflow = completes ? 0 : 1;
        end_status(&status);
        status.overflow = 0;
        return slots;
    }
    uint32_t find(uint32_t pair) { return lists.tables().before(status.counters.completed_steps).find(pair); }
    uint64_t free() const { return status.manifolds.free; }

    sim::CpuExec exec{1};
    sim::ManifoldLists<sim::CpuExec> lists;
    sim::Status status;
};

TEST(ManifoldTable, pairs_stay_in_their_places_and_give_them_back) {
    Places places(6);
    EXPECT_EQ(places.free(), 6u);
    const std::vector<uint32_t> slots = places.step({}, {1, 2, 3});
    EXPECT_EQ(places.free(), 3u);
    places.step({1, 2}, {3});  // 3 has moved: its points are new
    EXPECT_EQ(places.find(1), slots[0]) << "it has not moved";
    EXPECT_NE(places.find(3), slots[2]);
    EXPECT_EQ(places.free(), 2u) << "what the step before has of it is its own";
    places.step({1}, {});
    EXPECT_EQ(places.find(2), sim::kNoPlace);
    EXPECT_EQ(places.free(), 3u) << "the first place of 3";
    places.step({1}, {});
    EXPECT_EQ(places.free(), 5u) << "those of 2 and 3";
    EXPECT_EQ(places.status.point_blocks.free, 5u);
    std::set<uint32_t> given;
    for (const uint32_t slot : places.step({1}, {4, 5, 6, 7, 8})) given.insert(slot);
    EXPECT_EQ(given.size(), 5u) << "each once";
    EXPECT_FALSE(given.count(slots[0])) << "it is in use";
}

TEST(ManifoldTable, a_step_that_does_not_complete_takes_nothing) {
    Places places(4);
    const std::vector<uint32_t> slots = places.step({}, {1, 2});
    const std::vector<uint32_t> lost = places.step({1}, {2, 3, 4}, false);
    EXPECT_EQ(lost[2], sim::kNoPlace);
    EXPECT_EQ(places.status.manifolds.needed(4), 5u);
    EXPECT_EQ(places.free(), 2u);
    EXPECT_EQ(places.find(1), slots[0]);
    EXPECT_EQ(places.find(2), slots[1]);
    EXPECT_EQ(places.find(3), sim::kNoPlace);

    grow_manifolds(places.exec, places.lists, &places.status, 5, 5);
    find_free_places(places.exec, places.lists, &places.status);
    EXPECT_EQ(places.free(), 3u);
    EXPECT_EQ(places.find(2), slots[1]) << "where it was";
    places.step({1}, {2, 3, 4});
    EXPECT_EQ(places.free(), 0u);
    for (uint32_t pair = 1; pair <= 4; ++pair) EXPECT_NE(places.find(pair), sim::kNoPlace);
    for (int k = 0; k < 3; ++k) {
        places.step({1, 2, 3, 4}, {});
        EXPECT_EQ(places.free(), 1u) << "the first place of 2";
    }
}

TEST(ManifoldTable, a_step_that_is_tried_again_may_keep_other_pairs) {
    Places places(6);
    places.step({}, {1, 2, 3});
    places.step({1, 2, 3}, {4, 5}, false);
    find_free_places(places.exec, places.lists, &places.status);
    places.step({1}, {2});  // the physics have changed meanwhile: 2 is looked at, 3 comes near to nobody
    EXPECT_EQ(places.free(), 2u);
    for (int k = 0; k < 3; ++k) places.step({1, 2}, {});
    EXPECT_EQ(places.free(), 4u);
}

}  // namespace
