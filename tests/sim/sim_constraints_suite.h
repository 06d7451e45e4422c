// What worlds of bodies with shapes have to hold on any backend: all bits are the same, whoever sorts,
// searches and solves, and no contact is lost for want of room.
#pragma once
#include <gtest/gtest.h>

#include "sim/manifold/constraint_data.h"
#include "tests/sim/sim_scene.h"

namespace constrained {

using namespace testing_worlds;
using sim::Vec3;

inline constexpr float kStep_s = 1.0f / 240;

inline sim::WorldConfig chairs(uint32_t bodies, sim::Backend backend = sim::Backend::cpu) {
    sim::WorldConfig config = config_of("chairs", bodies, backend);
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

/// Contacts are of the last step: there are none where a state has been put back. Reads the view's count, which is in
/// memory of the host.
inline void expect_no_contacts_before_the_next_step(sim::Backend backend) {
    const sim::Snapshot start = meeting(12, 80);
    const auto world = sim::World::create(chairs(12, backend), &start);
    const auto count = [&] {
        const sim::ContactView view = world->contacts();
        return view.count ? *view.count : 0;
    };
    world->step(1);
    world->finish();
    const sim::SavedState saved = world->save();
    const uint64_t before = count();
    EXPECT_GT(before, 0u);
    ASSERT_TRUE(world->restore(saved, world->config().scene.physics));
    EXPECT_EQ(count(), 0u);
    world->step(1);
    world->finish();
    EXPECT_GT(count(), 0u);
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

/// Goes on from a running state on a backend, with the broad phases named, traced and replayed: the bits have
/// to be those of the CPU.
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

/// Returns whether the first `bodies` bodies, and what is remembered of their pairs, are the same to the bit.
inline bool same_first(uint32_t bodies, const sim::Snapshot& p, const sim::Snapshot& q) {
    const auto first = [&](sim::Snapshot state) {
        state.bodies.resize(bodies), state.rotations.resize(bodies);
        std::erase_if(state.pairs, [&](const sim::PairState& pair) { return pair.a >= bodies; });
        return sim::state_hash(state);
    };
    return first(p) == first(q);
}

/// Bodies that lie in each other, and as many that come to them a few steps later: while the first push each
/// other, room for the pairs that are remembered runs out, and is made. Expects the bits of a world that has
/// more room from the start, for bodies that are far away and do nothing.
inline void expect_growth_changes_nothing(sim::Backend backend, uint32_t bodies) {
    constexpr uint32_t kIdle = 1000, kSteps = 4;
    sim::WorldConfig config = chairs(bodies, backend);
    config.scene.physics.gravity_m_s2 = {0, 0, 0};
    config.scene.physics.air_drag_per_m = 0;
    sim::Snapshot start = sim::World::create(config)->snapshot();
    const Vec3 middle = (start.container.min_m + start.container.max_m) * 0.5f;
    for (uint32_t id = 0; id < bodies; ++id) {
        sim::Body& body = start.bodies[id];
        const Vec3 from_middle = body.position_m - middle;
        if (id % 2 == 0) {
            body.position_m = middle + from_middle * 0.15f;
            body.velocity_m_s = {0, 0, 0};
        } else {
            body.position_m = middle + from_middle * (4 / length(from_middle));
            body.velocity_m_s = (middle - body.position_m) * (1 / (3.5f * kStep_s));
        }
    }
    start.container = {middle - Vec3{40, 40, 40}, middle + Vec3{40, 40, 40}};
    sim::Snapshot roomy = start;
    for (uint32_t k = 0; k < kIdle; ++k) {
        sim::Body body = start.bodies[0];
        body.position_m = middle + Vec3{10 + 2 * float(k % 10), 2 * float(k / 10 % 10), 2 * float(k / 100)};
        body.velocity_m_s = {0, 0, 0};
        roomy.bodies.push_back(body);
        roomy.rotations.push_back({});
    }
    const auto world = sim::World::create(config, &start);
    config.bodies += kIdle;
    const auto reference = sim::World::create(config, &roomy);
    const uint64_t room = world->bytes();
    sim::Snapshot before, now = start;
    bool grown = false;
    for (uint32_t step = 0; step < kSteps; ++step) {
        before = std::move(now);
        world->step(1);
        world->finish();
        reference->step(1);
        now = world->snapshot();
        ASSERT_TRUE(same_first(bodies, now, reference->snapshot())) << "step " << step;
        if (!grown && pairs_with_points(now) > sim::kFirstBlocksABody * bodies + 1024) {
            grown = true;
            float most = 0;
            for (const sim::PairState& pair : before.pairs) {
                for (const sim::ContactPoint& point : pair.points) most = std::max(most, point.push_ns);
            }
            EXPECT_GT(most, 0) << "nobody pushed before: what is lost then would not be missed";
        }
    }
    EXPECT_TRUE(grown) << "nothing was too small";
    EXPECT_GT(world->bytes(), room);
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

/// A world that starts from a snapshot, and one that goes back to a saved state, give the bits of one that
/// just goes on, step by step: while they fly, while they meet, and when some sleep.
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
