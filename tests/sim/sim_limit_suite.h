// What happens when the pairs of a step do not fit: the same on both backends.
#pragma once
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/sim/sim_scene.h"

namespace testing_worlds {

/// A gas whose bodies meet at almost one point after a while: pairs grow from few to all, in the middle of a
/// run.
inline sim::Snapshot implosion(uint32_t bodies) {
    sim::Snapshot start = sim::World::create(config_of("gas", bodies))->snapshot();
    const sim::Vec3 middle = (start.container.min_m + start.container.max_m) * 0.5f;
    for (size_t id = 0; id < start.bodies.size(); ++id) {
        sim::Body& body = start.bodies[id];
        body.radius_m *= 0.5f;
        body.position_m = middle + (body.position_m - middle) * 0.999f;
        body.velocity_m_s = (middle - body.position_m) * 20.0f;
    }
    return start;
}

inline sim::WorldConfig implosion_config(uint32_t bodies, sim::Backend backend) {
    sim::WorldConfig config = config_of("gas", bodies, backend);
    config.scene.physics.time_step_s = 0.0002f;
    return config;
}

/// The named parts of a world's memory are all of it, each named once.
inline void expect_memory_adds_up(sim::Backend backend, const char* scene, const std::string& broad_phase) {
    sim::WorldConfig config = config_of(scene, 64, backend);
    config.broad_phase = broad_phase;
    const auto world = sim::World::create(config);
    world->step(2);
    world->finish();
    uint64_t sum = 0;
    std::set<std::string> names;
    for (const sim::NamedBytes& one : world->memory()) {
        sum += one.bytes;
        EXPECT_TRUE(names.insert(one.name).second) << one.name << " twice";
        if (one.name == "pairs") {
            EXPECT_GE(one.room, world->counters().pairs);
        }
    }
    EXPECT_EQ(sum, world->bytes()) << scene << ", " << broad_phase;
    EXPECT_TRUE(names.count("bodies"));
    EXPECT_EQ(names.count("pairs"), broad_phase == "columns" ? 0u : 1u) << broad_phase;
}

/// Steps until the limit is met, then checks that the world says so, can be looked at, and says so again.
inline void expect_says_no_and_lives_on(sim::Backend backend, const std::string& broad_phase, bool traced) {
    const uint32_t bodies = 400;
    sim::WorldConfig config = implosion_config(bodies, backend);
    config.broad_phase = broad_phase;
    config.traced = traced;
    config.most_pairs = 5000;  // above what a world of this size starts with
    const sim::Snapshot start = implosion(bodies);
    const auto world = sim::World::create(config, &start);
    std::string message;
    uint64_t steps = 0;
    const sim::SavedState saved = world->save();
    try {
        for (int k = 0; k < 2000; ++k) {
            world->step(1);
            world->finish();
            steps = world->counters().completed_steps;
        }
    } catch (const sort::OverLimit& error) {
        message = error.what();
    }
    ASSERT_NE(message.find(" pairs"), std::string::npos) << message;
    ASSERT_NE(message.find("5,000"), std::string::npos) << message;
    EXPECT_TRUE(world->pairs_by_id().empty());
    const sim::Snapshot now = world->snapshot();
    EXPECT_EQ(now.completed_steps, steps);
    EXPECT_THROW(
        {
            world->step(1);
            world->finish();
        },
        sort::OverLimit);
    EXPECT_EQ(sim::state_hash(world->snapshot()), sim::state_hash(now));

    // Back to where they fit: the steps from there can be done once more.
    ASSERT_TRUE(world->restore(saved, config.scene.physics));
    world->step(uint32_t(steps - saved.completed_steps()));
    world->finish();
    EXPECT_EQ(sim::state_hash(world->snapshot()), sim::state_hash(now));

    // With more room the run goes on as if nothing had been.
    config.most_pairs = UINT64_MAX;
    const auto second = sim::World::create(config, &now), whole = sim::World::create(config, &start);
    second->step(50);
    whole->step(uint32_t(steps) + 50);
    EXPECT_EQ(sim::state_hash(second->snapshot()), sim::state_hash(whole->snapshot()));
}

}  // namespace testing_worlds
