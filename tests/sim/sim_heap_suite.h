// What bodies with shapes have to hold on any backend: all bits are the same, whoever sorts and searches, and
// no contact is lost for want of room.
#pragma once
#include <gtest/gtest.h>

#include "tests/sim/sim_scene.h"

namespace heap {

using namespace testing_worlds;

inline sim::WorldConfig chairs(uint32_t bodies, sim::Backend backend = sim::Backend::cpu) {
    sim::WorldConfig config = config_of("chairs", bodies, backend);
    config.scene.spawn_values["drop_m"] = 0.1f;
    config.scene.spawn_values["speed_m_s"] = 3;
    return config;
}

/// Chairs that have begun to meet, made on the CPU.
inline sim::Snapshot meeting(uint32_t bodies, uint32_t steps = 4500) {
    const auto world = sim::World::create(chairs(bodies));
    world->step(steps);
    return world->snapshot();
}

/// From a running state, with every broad phase, traced and replayed: the bits of the CPU.
inline void expect_bits_of_the_cpu(sim::Backend backend, const std::string& engine,
                                   const sim::Snapshot& start, uint32_t steps) {
    const auto bodies = uint32_t(start.bodies.size());
    const auto reference = sim::World::create(chairs(bodies), &start);
    reference->step(steps);
    ASSERT_GT(reference->counters().contacts, 0u) << "nothing touches: this test sees nothing";
    const sim::Snapshot expected = reference->snapshot();
    ASSERT_FALSE(expected.springs.empty());
    const uint64_t hash = sim::state_hash(expected);
    for (const sim::BroadPhaseEntry& broad_phase : sim::broad_phases()) {
        for (const bool traced : {false, true}) {
            sim::WorldConfig config = chairs(bodies, backend);
            config.engine = engine;
            config.broad_phase = broad_phase.name;
            config.traced = traced;
            const auto world = sim::World::create(config, &start);
            world->step(steps);
            EXPECT_EQ(hash, sim::state_hash(world->snapshot()))
                << broad_phase.name << " with " << engine << (traced ? ", traced" : "");
            EXPECT_EQ(world->pairs_by_id(), reference->pairs_by_id()) << broad_phase.name;
        }
    }
}

/// Bodies that fly to one point and meet there all at once: more pairs, contacts and springs than a world
/// has room for at first.
inline sim::Snapshot implosion(uint32_t bodies, float time_step_s) {
    sim::Snapshot start = sim::World::create(chairs(bodies))->snapshot();
    const sim::Vec3 middle = (start.container.min_m + start.container.max_m) * 0.5f;
    for (sim::Body& body : start.bodies) {
        body.velocity_m_s = (middle - body.position_m) * (1 / (10.5f * time_step_s));
        body.acceleration_m_s2 = {0, 0, 0};
    }
    return start;
}

/// The run that has to grow in its midst against one that goes on from a state shortly before.
inline void expect_growth_changes_nothing(sim::Backend backend, uint32_t bodies) {
    sim::WorldConfig config = chairs(bodies, backend);
    const sim::Snapshot start = implosion(bodies, config.scene.physics.time_step_s);
    config.scene.physics.air_drag_per_m = 0;
    config.scene.physics.gravity_m_s2 = {0, 0, 0};
    const auto whole = sim::World::create(config, &start);
    const uint64_t room = whole->bytes();
    whole->step(5);
    const sim::Snapshot middle = whole->snapshot();
    ASSERT_LT(whole->bytes(), room + room / 20) << "it has grown too early for this test";
    whole->step(10);
    const sim::Snapshot end = whole->snapshot();
    EXPECT_GT(whole->bytes(), room + room / 20) << "nothing was too small";
    EXPECT_GT(end.springs.size(), 2u * bodies + 1024);

    const auto second = sim::World::create(config, &middle);
    for (int k = 0; k < 10; ++k) {
        second->step(1);
        second->finish();
    }
    EXPECT_EQ(sim::state_hash(end), sim::state_hash(second->snapshot()));
    for (const sim::Body& body : end.bodies)
        ASSERT_TRUE(std::isfinite(dot(body.position_m, body.position_m)));
}

}  // namespace heap
