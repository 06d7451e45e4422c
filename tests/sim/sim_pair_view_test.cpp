// The list of pairs that others may read of a world: of the last step, by the slots that its bodies have, or
// none to be read.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/search/search_common.h"
#include "tests/sim/sim_limit_suite.h"

namespace {

using testing_worlds::config_of;

/// As ids, i < j, in order.
std::vector<uint32_t> ids_of(sim::World& world) {
    const sim::PairView view = world.pairs();
    const sim::BodyView bodies = world.bodies();
    EXPECT_LE(*view.count, view.capacity);
    return sim::normalized_pairs({view.slots, view.slots + 2 * *view.count}, {bodies.id, bodies.count});
}

TEST(PairView, names_the_slots_that_bodies_have) {
    for (const char* scene : testing_worlds::kSphereScenes) {
        for (const char* broad_phase : {"columns", "sweep", "endpoint", "brute"}) {
            sim::WorldConfig config = config_of(scene, 400);
            config.broad_phase = broad_phase;
            const auto world = sim::World::create(config);
            EXPECT_EQ(*world->pairs().count, 0u) << "before the first step";
            for (int turn = 0; turn < 3; ++turn) {
                world->step(7);
                const std::vector<uint32_t> ids = ids_of(*world);
                EXPECT_EQ(ids.size(), 2 * world->counters().pairs) << scene << ' ' << broad_phase;
                EXPECT_TRUE(ids == ids_of(*world)) << "asked twice";
                EXPECT_TRUE(ids == world->pairs_by_id());
            }
        }
    }
}

TEST(PairView, has_none_of_a_step_that_did_not_complete) {
    for (const char* broad_phase : {"columns", "sweep"}) {
        sim::WorldConfig config = testing_worlds::implosion_config(400, sim::Backend::cpu);
        config.broad_phase = broad_phase;
        config.most_pairs = 5000;
        const sim::Snapshot start = testing_worlds::implosion(400);
        const auto world = sim::World::create(config, &start);
        EXPECT_THROW(world->step(2000), sort::OverLimit) << broad_phase;
        const sim::PairView view = world->pairs();
        EXPECT_TRUE(*view.count == 0 || *view.count > view.capacity) << broad_phase << ' ' << *view.count;
    }
}

TEST(PairView, watched_bodies_know_their_partners) {
    for (const char* broad_phase : {"columns", "sweep"}) {
        sim::WorldConfig config = config_of("pile", 500);
        config.broad_phase = broad_phase;
        const auto world = sim::World::create(config);
        world->step(300);
        for (const uint32_t id : {0u, 17u, 499u}) {
            world->watch(id);
            world->step(1);
            std::vector<uint32_t> expected;
            const std::vector<uint32_t> pairs = world->pairs_by_id();
            for (size_t k = 0; k < pairs.size(); k += 2) {
                if (pairs[k] == id) expected.push_back(pairs[k + 1]);
                if (pairs[k + 1] == id) expected.push_back(pairs[k]);
            }
            const sim::WatchedBody& watched = world->counters().watched;
            ASSERT_EQ(watched.id, id);
            ASSERT_EQ(watched.pair_count, expected.size()) << broad_phase;
            ASSERT_LE(watched.pair_count, sim::kWatchedPairs);
            std::vector<uint32_t> found(watched.pair_ids, watched.pair_ids + watched.pair_count);
            std::sort(found.begin(), found.end());
            std::sort(expected.begin(), expected.end());
            EXPECT_TRUE(found == expected) << broad_phase << ' ' << id;
        }
    }
}

TEST(PairView, a_watched_body_knows_the_one_that_lies_first) {
    for (const float way : {0.9f, -0.9f}) {
        sim::Snapshot start{{}, {{-5, -5, -5}, {5, 5, 5}}, 0};
        for (const float x : {0.0f, way})
            start.bodies.push_back({{x, 0, 0}, 0.5f, {0, 0, 0}, 500, {0, 0, 0}, 0});
        sim::WorldConfig config = config_of("gas", 2);
        config.broad_phase = "sweep";
        const auto world = sim::World::create(config, &start);
        for (const uint32_t id : {0u, 1u}) {
            world->watch(id);
            world->step(1);
            ASSERT_EQ(world->counters().watched.pair_count, 1u);
            EXPECT_EQ(world->counters().watched.pair_ids[0], 1 - id);
        }
    }
}

}  // namespace
