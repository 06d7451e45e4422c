// One simulation: the same bits with any engine, any broad phase and any number of threads.
#include <gtest/gtest.h>

#include "tests/sim/sim_scene.h"

using namespace testing_worlds;

namespace {

TEST(SameBits, with_any_number_of_threads) {
    for (const char* scene : kSphereScenes) {
        sim::WorldConfig config = config_of(scene, 900);
        config.threads = 1;
        const uint64_t one = hash_after(config, 300);
        config.threads = 2;
        EXPECT_EQ(one, hash_after(config, 300)) << scene;
        config.threads = 7;
        EXPECT_EQ(one, hash_after(config, 300)) << scene;
    }
}

TEST(SameBits, with_every_engine_and_broad_phase) {
    for (const char* scene : kSphereScenes) {
        sim::WorldConfig config = config_of(scene, 700);
        const uint64_t expected = hash_after(config, 250);
        for (const auto& engine : sort::engines()) {
            if (engine.backend != sim::Backend::cpu) continue;
            for (const auto& broad_phase : sim::broad_phases()) {
                config.engine = engine.name;
                config.broad_phase = broad_phase.name;
                EXPECT_EQ(expected, hash_after(config, 250)) << scene << engine.name << broad_phase.name;
            }
        }
    }
}

TEST(SameBits, when_a_run_is_taken_up_from_a_snapshot) {
    const sim::WorldConfig config = config_of("pile", 500);
    const auto first = sim::World::create(config);
    first->step(200);
    const sim::Snapshot middle = first->snapshot();
    const auto second = sim::World::create(config, &middle);
    second->step(200);
    EXPECT_EQ(sim::state_hash(second->snapshot()), hash_after(config, 400));
}

TEST(SameBits, when_traced) {
    sim::WorldConfig config = config_of("gas", 500);
    const uint64_t expected = hash_after(config, 100);
    config.traced = true;
    EXPECT_EQ(expected, hash_after(config, 100));
}

TEST(SameBits, when_the_pair_space_has_to_grow) {
    // All bodies at almost one point: far more pairs than the space that a world starts with.
    sim::WorldConfig config = config_of("gas", 300);
    sim::Snapshot start = sim::World::create(config)->snapshot();
    for (size_t id = 0; id < start.bodies.size(); ++id) {
        start.bodies[id].position_m = {0.001f * float(id % 7), 5 + 0.001f * float(id % 11),
                                       0.0005f * float(id)};
    }
    const auto world = sim::World::create(config, &start);
    world->step(20);
    EXPECT_EQ(world->counters().completed_steps, 20u);
    config.broad_phase = "brute";
    const auto reference = sim::World::create(config, &start);
    reference->step(20);
    EXPECT_EQ(sim::state_hash(world->snapshot()), sim::state_hash(reference->snapshot()));
}

TEST(SameBits, two_seeds_differ) {
    sim::WorldConfig config = config_of("gas", 100);
    const uint64_t one = hash_after(config, 10);
    config.seed = 2;
    EXPECT_NE(one, hash_after(config, 10));
}

}  // namespace
