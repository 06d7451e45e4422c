// What worlds whose contacts are constraints have to hold on any backend: all bits are the same, whoever sorts,
// searches and solves, and no contact is lost for want of room.
#pragma once
#include <gtest/gtest.h>

#include "sim/manifold/constraint_data.h"
#include "tests/sim/sim_scene.h"

namespace constrained {

using namespace testing_worlds;
using sim::Vec3;

inline constexpr float kStep_s = 1.0f / 240;

inline void solve_constraints(sim::WorldConfig& config) {
    config.scene.physics.constraints = true;
    config.scene.physics.time_step_s = kStep_s;
}

inline sim::WorldConfig chairs(uint32_t bodies, sim::Backend backend = sim::Backend::cpu) {
    sim::WorldConfig config = config_of("chairs", bodies, backend);
    solve_constraints(config);
    config.scene.spawn_values["drop_m"] = 0.1f;
    config.scene.spawn_values["speed_m_s"] = 3;
    return config;
}

/// Chairs of which some have met, made on the CPU.
inline sim::Snapshot meeting(uint32_t bodies, uint32_t steps) {
    const auto world = sim::World::create(chairs(bodies));
    world->step(steps);
    return world->snapshot();
}

inline size_t points_of(const sim::Snapshot& state) {
    size_t points = 0;
    for (const sim::PairState& pair : state.pairs) points += pair.points.size();
    return points;
}

inline size_t pairs_with_points(const sim::Snapshot& state) {
    size_t pairs = 0;
    for (const sim::PairState& pair : state.pairs) pairs += pair.points.empty() ? 0 : 1;
    return pairs;
}

/// From a running state, with the broad phases named, traced and replayed: the bits of the CPU.
inline void expect_bits_of_the_cpu(sim::Backend backend, const std::string& engine,
                                   const sim::Snapshot& start, uint32_t steps,
                                   const std::vector<std::string>& broad_phases) {
    const auto bodies = uint32_t(start.bodies.size());
    const auto reference = sim::World::create(chairs(bodies), &start);
    reference->step(steps);
    const sim::Snapshot expected = reference->snapshot();
    ASSERT_GT(points_of(expected), bodies) << "nothing touches: this test sees nothing";
    const uint64_t hash = sim::state_hash(expected);
    for (const std::string& broad_phase : broad_phases) {
        for (const bool traced : {false, true}) {
            sim::WorldConfig config = chairs(bodies, backend);
            config.engine = engine;
            config.broad_phase = broad_phase;
            config.traced = traced;
            const auto world = sim::World::create(config, &start);
            world->step(steps);
            EXPECT_EQ(hash, sim::state_hash(world->snapshot()))
                << broad_phase << " with " << engine << (traced ? ", traced" : "");
            EXPECT_EQ(world->pairs_by_id(), reference->pairs_by_id()) << broad_phase;
            EXPECT_EQ(world->counters().contacts, reference->counters().contacts) << broad_phase;
        }
    }
}

inline std::vector<std::string> all_broad_phases() {
    std::vector<std::string> names;
    for (const sim::BroadPhaseEntry& entry : sim::broad_phases()) names.push_back(entry.name);
    return names;
}

/// Bodies that fly to one point and meet there all at once: more pairs, and more of them with points, than a world has
/// room for at first. Against a run that goes on, step by step, from a state shortly before.
inline void expect_growth_changes_nothing(sim::Backend backend, uint32_t bodies) {
    sim::WorldConfig config = chairs(bodies, backend);
    config.scene.physics.gravity_m_s2 = {0, 0, 0};
    config.scene.physics.air_drag_per_m = 0;
    sim::Snapshot start = sim::World::create(config)->snapshot();
    const Vec3 middle = (start.container.min_m + start.container.max_m) * 0.5f;
    for (sim::Body& body : start.bodies) {
        // At a tenth of the way, in five steps, so near that all touch.
        body.position_m = middle + (body.position_m - middle) * 0.2f;
        body.velocity_m_s = (middle - body.position_m) * (1 / (6 * kStep_s));
    }
    const auto whole = sim::World::create(config, &start);
    const uint64_t room = whole->bytes();
    whole->step(1);
    const sim::Snapshot middle_state = whole->snapshot();
    whole->step(7);
    const sim::Snapshot end = whole->snapshot();
    EXPECT_GT(whole->bytes(), room + room / 20) << "nothing was too small";
    EXPECT_GT(end.pairs.size(), sim::kFirstManifoldsABody * bodies + 1024);

    const auto second = sim::World::create(config, &middle_state);
    for (int k = 0; k < 7; ++k) {
        second->step(1);
        second->finish();
    }
    EXPECT_EQ(sim::state_hash(end), sim::state_hash(second->snapshot()));
    for (const sim::Body& body : end.bodies)
        ASSERT_TRUE(std::isfinite(dot(body.position_m, body.position_m)));
}

/// Bodies that are all in each other at the start: there is no room for the first step. Against brute force on the CPU.
inline void expect_room_is_made_at_once(sim::Backend backend, uint32_t bodies, uint32_t steps) {
    sim::WorldConfig config = chairs(bodies);
    sim::Snapshot start = sim::World::create(config)->snapshot();
    const Vec3 middle = (start.container.min_m + start.container.max_m) * 0.5f;
    for (sim::Body& body : start.bodies) body.position_m = middle + (body.position_m - middle) * 0.05f;
    config.broad_phase = "brute";
    const auto reference = sim::World::create(config, &start);
    for (uint32_t step = 0; step < steps; ++step) reference->step(1);
    const sim::Snapshot end = reference->snapshot();
    EXPECT_GT(pairs_with_points(end), sim::kFirstBlocksABody * bodies + 1024) << "nothing was too small";

    config = chairs(bodies, backend);
    const auto world = sim::World::create(config, &start);
    const uint64_t room = world->bytes();
    world->step(steps);
    world->finish();
    EXPECT_GT(world->bytes(), room);
    EXPECT_EQ(sim::state_hash(world->snapshot()), sim::state_hash(end));
}

/// A world that starts from a snapshot, and one that goes back to a saved state, give the bits of one that just goes on,
/// step by step: while they fly, while they meet, and when some sleep.
inline void expect_goes_on_from_any_state(sim::Backend backend, uint32_t bodies, uint32_t each,
                                          uint32_t states) {
    const sim::WorldConfig config = chairs(bodies, backend);
    const auto world = sim::World::create(config);
    bool some_sleep = false;
    for (uint32_t k = 0; k < states; ++k) {
        world->step(each);
        const sim::Snapshot state = world->snapshot();
        const sim::SavedState saved = world->save();
        const uint32_t asleep = world->counters().asleep;
        some_sleep |= asleep > 0 && asleep < bodies;
        const auto other = sim::World::create(config, &state);
        EXPECT_EQ(sim::state_hash(other->snapshot()), sim::state_hash(state));
        world->step(each);
        const uint64_t hash = sim::state_hash(world->snapshot());
        other->step(each);
        EXPECT_EQ(sim::state_hash(other->snapshot()), hash)
            << "from the snapshot of step " << state.completed_steps << ", " << asleep << " asleep";
        if (!world->restore(saved, config.scene.physics)) continue;  // its room has grown
        EXPECT_EQ(sim::state_hash(world->snapshot()), sim::state_hash(state));
        world->step(each);
        EXPECT_EQ(sim::state_hash(world->snapshot()), hash) << "back at " << state.completed_steps;
    }
    EXPECT_TRUE(some_sleep) << "none sleeps beside one that does not: this test sees nothing of it";
}

}  // namespace constrained
