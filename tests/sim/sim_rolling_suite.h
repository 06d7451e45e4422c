// What spheres that roll have to hold on any backend: all bits are the same, whoever sorts and searches; no
// rotation is lost when a step is done again, nor kept by a body that starts anew.
#pragma once
#include <gtest/gtest.h>

#include "tests/sim/sim_landscape_suite.h"

namespace rolling {

using namespace testing_worlds;

inline sim::WorldConfig config_of(const std::string& scene, uint32_t bodies,
                                  sim::Backend backend = sim::Backend::cpu) {
    sim::WorldConfig config = testing_worlds::config_of(scene, bodies, backend);
    config.scene.physics.rotation = true;
    config.scene.physics.friction = 0.5f;  // that of gas is 0: nothing would roll
    return config;
}

inline double spin_sum(const sim::Snapshot& snapshot) {
    double sum = 0;
    for (const sim::RotationState& r : snapshot.rotations) sum += double(length(r.momentum));
    return sum;
}

/// A state in which spheres roll, and the hash of the one that the CPU reaches from it.
struct Reference {
    std::string scene;
    uint32_t bodies, steps;
    sim::Snapshot start{};
    uint64_t end = 0;
};

inline Reference reference_of(const std::string& scene, uint32_t bodies, uint32_t before, uint32_t steps) {
    Reference reference{scene, bodies, steps};
    const auto first = sim::World::create(config_of(scene, bodies));
    first->step(before);
    reference.start = first->snapshot();
    first->step(steps);
    const sim::Snapshot end = first->snapshot();
    EXPECT_EQ(end.rotations.size(), bodies);
    EXPECT_GT(spin_sum(end), 0) << "nothing rolls: this test sees nothing";
    reference.end = sim::state_hash(end);
    return reference;
}

/// Goes on from there on a backend: the bits have to be those of the CPU.
inline void expect_bits(const Reference& reference, sim::Backend backend, const std::string& engine,
                        const std::string& broad_phase, bool traced) {
    sim::WorldConfig config = config_of(reference.scene, reference.bodies, backend);
    config.engine = engine;
    config.broad_phase = broad_phase;
    config.traced = traced;
    const auto world = sim::World::create(config, &reference.start);
    world->step(reference.steps);
    EXPECT_EQ(sim::state_hash(world->snapshot()), reference.end)
        << reference.scene << ", " << broad_phase << " with " << engine << (traced ? ", traced" : "");
}

/// With every broad phase, traced and replayed.
inline void expect_bits_of_the_cpu(sim::Backend backend, const std::string& engine,
                                   const Reference& reference) {
    for (const sim::BroadPhaseEntry& broad_phase : sim::broad_phases()) {
        for (const bool traced : {false, true})
            expect_bits(reference, backend, engine, broad_phase.name, traced);
    }
}

inline void expect_bits_of_the_cpu(sim::Backend backend, const std::string& engine, const std::string& scene,
                                   uint32_t bodies, uint32_t before, uint32_t steps) {
    expect_bits_of_the_cpu(backend, engine, reference_of(scene, bodies, before, steps));
}

/// All bodies at almost one point, each turning: more pairs and contacts than there is room for, and bodies whose
/// contacts are summed by a group.
inline void expect_growth_changes_nothing(sim::Backend backend, uint32_t bodies, uint32_t steps) {
    sim::WorldConfig config = config_of("gas", bodies);
    sim::Snapshot start = sim::World::create(config)->snapshot();
    for (uint32_t id = 0; id < bodies; ++id) {
        start.bodies[id].position_m = {0.001f * float(id % 7), 5 + 0.001f * float(id % 11),
                                       0.0005f * float(id)};
        start.rotations[id].momentum = {float(id % 5) - 2, float(id % 3) - 1, float(id % 13) - 6};
    }
    config.broad_phase = "brute";
    const auto reference = sim::World::create(config, &start);
    for (uint32_t step = 0; step < steps; ++step) reference->step(1);
    const uint64_t expected = sim::state_hash(reference->snapshot());
    for (const char* broad_phase : {"columns", "sweep"}) {
        config = config_of("gas", bodies, backend);
        config.broad_phase = broad_phase;
        const auto world = sim::World::create(config, &start);
        const uint64_t room = world->bytes();
        world->step(steps);
        world->finish();
        EXPECT_GT(world->bytes(), room) << "there was room enough: this test has seen nothing";
        EXPECT_EQ(sim::state_hash(world->snapshot()), expected) << broad_phase;
    }
}

/// Expects bodies that leave the map to start anew without spin.
inline void expect_respawned_do_not_turn(sim::Backend backend, uint32_t bodies, uint32_t steps) {
    const auto first = sim::World::create(config_of("landscape", bodies));
    first->step(1600);
    const sim::Snapshot start = first->snapshot();
    const auto world = sim::World::create(config_of("landscape", bodies, backend), &start);
    const sim::Drain& drain = world->ground()->drain;
    uint32_t respawned = 0, had_turned = 0;
    sim::Snapshot before = start;
    for (uint32_t step = 0; step < steps; ++step) {
        world->step(1);
        sim::Snapshot now = world->snapshot();
        for (uint32_t id = 0; id < bodies; ++id) {
            if (!landscape::is_at_birth(drain, id, now.bodies[id])) continue;
            const sim::RotationState& r = now.rotations[id];
            ++respawned;
            had_turned += dot(before.rotations[id].momentum, before.rotations[id].momentum) > 0;
            EXPECT_EQ(dot(r.momentum, r.momentum), 0);
            EXPECT_EQ(dot(r.torque_nm, r.torque_nm), 0);
            EXPECT_EQ(r.orientation.w, 1);
            EXPECT_EQ(r.orientation.x, 0);
        }
        before = std::move(now);
    }
    EXPECT_GT(had_turned, 0u) << "nobody who turned has left: this test has seen nothing";
    EXPECT_EQ(world->counters().total_respawned, respawned);
}

}  // namespace rolling
