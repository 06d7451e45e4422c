// A scene of chairs in which everything happens soon: some stand and fall asleep, others fall onto them, onto a
// fixed slab and onto a jack that turns. What its steps have to hold on any backend.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/scenes/random.h"
#include "tests/sim/sim_scene.h"

namespace busy {

using namespace testing_worlds;

inline constexpr uint32_t kFixed = 0, kTurning = 1, kDriven = 2;  // ids; chairs come after
inline constexpr float kApart_m = 0.6f;                           // of neighbours that stand
inline constexpr float kFall_m_s = 6;

inline sim::WorldConfig config_for(uint32_t bodies, sim::Backend backend = sim::Backend::cpu) {
    sim::WorldConfig config = config_of("chairs", bodies, backend);
    config.scene.meshes = {{.file = "slab", .size_m = 1.5f, .cells = 48, .fixed = true},
                           {.file = "jack", .size_m = 0.9f, .cells = 48, .spin_rad_s = {0, 5, 2}},
                           {.file = "chair", .size_m = 0.9f, .cells = 64}};
    app::load_shapes(config.scene, 0, true);
    return config;
}

/// Two thirds of the chairs stand in a square. The others fall, in layers, towards a half of it, in which the
/// driven bodies are.
inline sim::Snapshot start_of(const sim::WorldConfig& config) {
    sim::Snapshot start = sim::World::create(config)->snapshot();
    const sim::Shape& chair = config.scene.shapes[2]->shape;
    const float radius = chair.numbers.bounding_radius_m;
    float lowest = 0, top = 0;
    for (const sim::Vec4& point : chair.corners) {
        lowest = std::min(lowest, point.y);
        top = std::max(top, point.y);
    }
    top -= lowest;

    const uint32_t chairs = uint32_t(start.bodies.size()) - kDriven, standing = chairs - chairs / 3;
    const auto side = uint32_t(std::ceil(std::sqrt(double(standing))));
    const float first = -0.5f * kApart_m * float(side - 1);
    const auto across = std::max(1u, side / 4), along = std::max(1u, side / 2);  // of a layer
    float highest = 0;
    sim::Random random(7);
    for (uint32_t k = 0; k < chairs; ++k) {
        sim::Body& body = start.bodies[kDriven + k];
        sim::RotationState& turn = start.rotations[kDriven + k];
        if (k < standing) {
            body.position_m = {first + kApart_m * float(k % side), -lowest - 5e-5f,
                               first + kApart_m * float(k / side)};
            body.velocity_m_s = {0, 0, 0};
            turn.orientation = {1, 0, 0, 0};
            turn.momentum = {0, 0, 0};
        } else {
            const uint32_t place = k - standing, layer = place / (across * along);
            body.position_m = {first + 2 * kApart_m * float(place % across),
                               top + 1 + radius + 2.1f * radius * float(layer),
                               first + 2 * kApart_m * float(place / across % along)};
            body.velocity_m_s = sim::Vec3{0, -kFall_m_s, 0} + random.vector(0.5f);
        }
        highest = std::max(highest, body.position_m.y + radius);
    }
    start.bodies[kFixed].position_m = {first, top + 0.15f, first - 0.4f};
    start.bodies[kTurning].position_m = {first, top + 0.5f, first + 2 * kApart_m};
    const float wall = -first + 1.2f;
    start.container = {{-wall, 0, -wall}, {wall, highest, wall}};
    return start;
}

inline constexpr uint32_t kFirstSleep = 80, kAllMeet = 140;  // steps, of a few chairs

inline sim::Snapshot running(const sim::WorldConfig& config, uint32_t steps = kAllMeet) {
    const sim::Snapshot start = start_of(config);
    const auto world = sim::World::create(config, &start);
    world->step(steps);
    return world->snapshot();
}

struct Census {
    uint32_t asleep = 0, awake = 0, held_asleep = 0,
             on_driven = 0;  // the last two: pairs that push, that are near
};

inline Census census(const sim::WorldConfig& config, const sim::Snapshot& state) {
    const auto asleep = [&](uint32_t id) {
        return state.bodies[id].still_s >= config.scene.physics.sleep_time_s;
    };
    Census out;
    for (uint32_t id = kDriven; id < state.bodies.size(); ++id) ++(asleep(id) ? out.asleep : out.awake);
    for (const sim::PairState& pair : state.pairs) {
        const bool pushes = std::any_of(pair.points.begin(), pair.points.end(),
                                        [](const sim::ContactPoint& point) { return point.push_ns > 0; });
        out.on_driven += !pair.points.empty() && pair.a < kDriven;
        out.held_asleep += pushes && pair.a >= kDriven && asleep(pair.a);
    }
    return out;
}

inline Census most_of(const Census& a, const Census& b) {
    return {std::max(a.asleep, b.asleep), std::max(a.awake, b.awake), std::max(a.held_asleep, b.held_asleep),
            std::max(a.on_driven, b.on_driven)};
}

/// Expects what these tests are about: bodies that sleep, are awake, are held while asleep, and lie on driven
/// ones.
inline void expect_busy(const Census& now) {
    EXPECT_GT(now.asleep, 0u);
    EXPECT_GT(now.awake, 0u);
    EXPECT_GT(now.held_asleep, 0u);
    EXPECT_GT(now.on_driven, 0u);
}

/// A world that is made again from its own snapshot goes on as the one that was not.
inline void expect_restart_changes_nothing(sim::Backend backend, const sim::Snapshot& start, uint32_t before,
                                           uint32_t after) {
    sim::WorldConfig config = config_for(uint32_t(start.bodies.size()), backend);
    const auto whole = sim::World::create(config, &start);
    whole->step(before);
    const sim::Snapshot middle = whole->snapshot();
    expect_busy(census(config, middle));
    const auto again = sim::World::create(config, &middle);
    const sim::Snapshot made = again->snapshot();
    EXPECT_EQ(sim::state_hash(made), sim::state_hash(middle));
    EXPECT_EQ(made.depth_m, middle.depth_m);

    whole->step(after);
    again->step(after);
    const sim::Snapshot end = whole->snapshot(), same = again->snapshot();
    EXPECT_EQ(sim::state_hash(end), sim::state_hash(same));
    EXPECT_EQ(end.depth_m, same.depth_m);
    EXPECT_EQ(whole->pairs_by_id(), again->pairs_by_id());

    // The turn of the driven one went on, and only that moved.
    EXPECT_EQ(end.bodies[kFixed].position_m.y, start.bodies[kFixed].position_m.y);
    EXPECT_EQ(end.rotations[kFixed].orientation.w, 1);
    EXPECT_NE(end.rotations[kTurning].orientation.w, middle.rotations[kTurning].orientation.w);
    EXPECT_EQ(end.rotations[kTurning].momentum.y, 5);
}

/// Runs a world on a backend and on the CPU from the same state: both have to give the same bits.
inline void expect_bits_of_the_cpu(sim::Backend backend, const std::string& engine,
                                   const sim::Snapshot& start, uint32_t steps) {
    sim::WorldConfig config = config_for(uint32_t(start.bodies.size()));
    const auto reference = sim::World::create(config, &start);
    Census most;  // of any look at it
    for (uint32_t done = 0; done < steps;) {
        const uint32_t next = std::min(steps - done, std::max(1u, steps / 40));
        reference->step(next);
        done += next;
        most = most_of(most, census(config, reference->snapshot()));
    }
    const sim::Snapshot expected = reference->snapshot();
    expect_busy(most);

    config.backend = backend;
    config.engine = engine;
    config.broad_phase = sim::default_broad_phase(backend);
    const auto world = sim::World::create(config, &start);
    world->step(steps);
    const sim::Snapshot found = world->snapshot();
    EXPECT_EQ(sim::state_hash(found), sim::state_hash(expected)) << engine;
    EXPECT_EQ(found.depth_m, expected.depth_m);
    EXPECT_EQ(world->pairs_by_id(), reference->pairs_by_id());
    EXPECT_EQ(world->counters().asleep, reference->counters().asleep);
}

}  // namespace busy
