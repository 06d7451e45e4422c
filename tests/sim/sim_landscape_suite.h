// What the landscape has to hold on any backend: bodies leave and respawn, none is lost, all bits are the
// same.
#pragma once
#include <gtest/gtest.h>

#include <span>

#include "tests/sim/sim_ground.h"

namespace landscape {

using namespace testing_worlds;

inline bool is_at_birth(const sim::Drain& drain, uint32_t id, const sim::Body& body) {
    const sim::Vec3 place = drain.spawn_points.of(id);
    return body.position_m.x == place.x && body.position_m.y == place.y && body.position_m.z == place.z;
}

/// A state in which bodies run and leave, made on the CPU.
inline sim::Snapshot running(uint32_t bodies, uint32_t steps = 1600) {
    const auto world = sim::World::create(config_of("landscape", bodies));
    world->step(steps);
    return world->snapshot();
}

/// Bodies go back to their own spawn points, with the drop's speed, awake; all else about them stays.
inline void expect_bodies_rain_again(sim::Backend backend, uint32_t bodies, uint32_t steps) {
    const sim::Snapshot start = running(bodies);
    const auto world = sim::World::create(config_of("landscape", bodies, backend), &start);
    ASSERT_TRUE(world->ground());
    const sim::Drain& drain = world->ground()->drain;
    const float half_m = 0.5f * float(world->ground()->map->columns) * world->ground()->spacing_m;
    uint32_t respawned = 0;
    for (uint32_t step = 0; step < steps; ++step) {
        world->step(1);
        const sim::Snapshot now = world->snapshot();
        ASSERT_EQ(now.bodies.size(), bodies);
        for (uint32_t id = 0; id < bodies; ++id) {
            const sim::Body& body = now.bodies[id];
            const sim::Vec3& place = body.position_m;
            const bool stays = place.y >= world->config().scene.terrain.drain_height_m &&
                               std::fabs(place.x) <= half_m && std::fabs(place.z) <= half_m;
            ASSERT_TRUE(stays) << "body " << id << " has left and was not taken";
            ASSERT_EQ(body.mass_kg, start.bodies[id].mass_kg);
            if (!is_at_birth(drain, id, body)) continue;
            ++respawned;
            EXPECT_EQ(body.velocity_m_s.y, -drain.drop_speed_m_s);
            EXPECT_EQ(body.velocity_m_s.x, 0);
            EXPECT_EQ(body.velocity_m_s.z, 0);
            EXPECT_EQ(body.acceleration_m_s2.y, -9.81f) << "it falls from now on";
            EXPECT_EQ(body.still_s, 0) << "it is awake";
        }
    }
    EXPECT_GT(respawned, 0u) << "nothing has left: this test has seen nothing";
    EXPECT_EQ(world->counters().total_respawned, respawned);
}

/// Counts the bodies that touch the ground, and those below it, after a step of a landscape that no body
/// leaves.
inline std::pair<uint32_t, uint32_t> counted_by_hand(sim::World& world) {
    uint32_t touch = 0, below = 0;
    for (const sim::Body& body : world.snapshot().bodies) {
        touch +=
            sim::touch_ground(body.position_m, body.radius_m, world.ground()->surroundings()).depth_m > 0;
        below += above_ground(world, body.position_m) > 0 ? 0 : 1;
    }
    return {touch, below};
}

/// Every step counts what its state has, and the sums are of completed steps alone: so many bodies in one place
/// have more pairs and contacts than there is room for, and the step is done again.
inline void expect_ground_counted(sim::Backend backend, const std::string& broad_phase) {
    sim::WorldConfig config = over(hills(32, 4, 20), 4, backend);
    config.broad_phase = broad_phase;
    std::vector<sim::Body> bodies;
    const sim::Ground ground = *sim::World::create(config)->ground();
    const auto put = [&](float x, float above_m, float z) {
        bodies.push_back(sphere_at({x, sim::surface_at(ground.field(), x, z).height_m + above_m, z}));
    };
    for (int k = 0; k < 80; ++k) put(0.01f * float(k), -3, 0.02f * float(k % 7));
    for (int k = 0; k < 20; ++k) put(-40 + 4 * float(k), 0.9f, 20);
    for (int k = 0; k < 20; ++k) put(-40 + 4 * float(k), 25, -20);
    const auto world = world_with(bodies, config), queued = world_with(bodies, config);
    const uint64_t room = queued->bytes();
    uint64_t below = 0;
    constexpr uint32_t kSteps = 6;
    for (uint32_t step = 0; step < kSteps; ++step) {
        world->step(1);
        const auto expected = counted_by_hand(*world);
        EXPECT_EQ(world->counters().ground_contacts, expected.first) << "in step " << step;
        EXPECT_EQ(world->counters().below_ground, expected.second) << "in step " << step;
        below += expected.second;
    }
    EXPECT_GT(below, 80u);
    EXPECT_EQ(world->counters().total_below_ground, below);
    queued->step(kSteps);
    queued->finish();
    EXPECT_GT(queued->bytes(), room) << "there was room enough: this test has seen nothing";
    EXPECT_EQ(queued->counters().total_below_ground, below);
    EXPECT_EQ(queued->counters().total_respawned, 0u);
}

/// Goes on from a running state on a backend, with each of these broad phases, traced and replayed: the bits have to
/// be those of the CPU.
inline void expect_bits_of_the_cpu(sim::Backend backend, const std::string& engine,
                                   const sim::Snapshot& start, uint32_t steps,
                                   std::span<const sim::BroadPhaseEntry> broad_phases = sim::broad_phases()) {
    const auto bodies = static_cast<uint32_t>(start.bodies.size());
    const auto reference = sim::World::create(config_of("landscape", bodies), &start);
    reference->step(steps);
    const uint64_t expected = sim::state_hash(reference->snapshot());
    for (const auto& broad_phase : broad_phases) {
        for (const bool traced : {false, true}) {
            sim::WorldConfig config = config_of("landscape", bodies, backend);
            config.engine = engine;
            config.broad_phase = broad_phase.name;
            config.traced = traced;
            const auto world = sim::World::create(config, &start);
            world->step(steps);
            EXPECT_EQ(sim::state_hash(world->snapshot()), expected)
                << engine << ", " << broad_phase.name << (traced ? ", traced" : "");
        }
    }
}

inline void expect_bits_of_the_cpu(sim::Backend backend, const std::string& engine, uint32_t bodies,
                                   uint32_t steps) {
    expect_bits_of_the_cpu(backend, engine, running(bodies), steps);
}

/// No centre is below the surface after any of the steps.
inline void expect_none_below_ground(sim::Backend backend, uint32_t bodies, uint32_t steps) {
    const auto world = sim::World::create(config_of("landscape", bodies, backend));
    for (uint32_t step = 0; step < steps; ++step) {
        world->step(1);
        for (const sim::Body& body : world->snapshot().bodies)
            ASSERT_GT(above_ground(*world, body.position_m), 0) << "in step " << step;
    }
    EXPECT_EQ(world->counters().total_below_ground, 0u);
}

}  // namespace landscape
