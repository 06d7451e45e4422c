// A fast chair thrown at a heap at rest, and at a wall: what has to hold then.
#pragma once
#include <gtest/gtest.h>

#include "app/measure/true_depth.h"
#include "tests/sim/sim_rigid_state.h"
#include "tests/sim/sim_scene.h"

namespace throws {

using namespace testing_worlds;
using sim::Vec3;

inline constexpr float kSettled_s = 6;
inline constexpr float kTangled =
    0.5f;  // of the thinnest part: from there on it is pushed out on the other side

/// Chairs that have fallen into a bin and all sleep.
inline sim::Snapshot heap_at_rest(uint32_t chairs) {
    sim::WorldConfig config = config_of("chairs", chairs);
    config.scene.spawn_values["drop_m"] = 0.1f;
    config.scene.spawn_values["bin_width_m"] = 2.2f;
    const auto world = sim::World::create(config);
    for (int k = 0; k < 40 && world->counters().asleep < chairs; ++k) world->step(60);
    EXPECT_EQ(world->counters().asleep, chairs);
    return world->snapshot();
}

/// A place above the heap.
inline Vec3 above(const sim::Snapshot& heap, float x, float z) {
    float top = 0;
    for (const sim::Body& body : heap.bodies) top = std::max(top, body.position_m.y + body.radius_m);
    return {x, top + 0.6f, z};
}

/// The heap and one more chair, turned about (1, 1, 1) by an angle of which half the sine is `turn`.
inline sim::Snapshot with_a_throw(const sim::Snapshot& heap, const Vec3& from, const Vec3& towards,
                                  float speed_m_s, float turn) {
    sim::Snapshot start = heap;
    sim::Body body = start.bodies[0];
    body.position_m = from;
    body.velocity_m_s = (towards - from) * (speed_m_s / length(towards - from));
    body.acceleration_m_s2 = {0, 0, 0};
    body.still_s = 0;
    start.bodies.push_back(body);
    const float along = turn / std::sqrt(3.0f);
    start.rotations.push_back({.orientation = {std::sqrt(1 - turn * turn), along, along, along}});
    start.depth_m.push_back(0);
    return start;
}

/// Nothing leaves the bin, sleepers wake, and all sleep again, untangled.
inline void expect_settles(const sim::Snapshot& start, float speed_m_s) {
    const auto chairs = uint32_t(start.bodies.size());
    const sim::WorldConfig config = config_of("chairs", chairs);
    const sim::Physics& physics = config.scene.physics;
    const auto world = sim::World::create(config, &start);
    float fastest = 0;
    uint32_t least_asleep = chairs;
    const auto seconds = [&] {
        return float(world->counters().completed_steps - start.completed_steps) * physics.time_step_s;
    };
    while (seconds() < kSettled_s && !(seconds() > 0 && world->counters().asleep == chairs)) {
        world->step(seconds() < 0.2f ? 1 : 12);
        const sim::Snapshot now = world->snapshot();
        ASSERT_TRUE(all_finite(now)) << seconds();
        fastest = std::max(fastest, fastest_m_s(config.scene, now));
        // No further through a wall than it would have gone in a step.
        ASSERT_LT(outside_m(config.scene, now), fastest * physics.time_step_s) << seconds();
        least_asleep = std::min(least_asleep, world->counters().asleep);
    }
    EXPECT_GT(fastest, 0.9f * speed_m_s);
    EXPECT_LT(least_asleep, chairs - 1) << "nobody was hit";
    EXPECT_EQ(world->counters().asleep, chairs);

    const sim::Snapshot end = world->snapshot();
    const app::DepthGauge gauge(config.scene.shapes);
    const app::TrueDepth depth = gauge.measure(app::placed_bodies(end.bodies, end.rotations), end.container);
    EXPECT_GE(depth.pairs.size(), 1u) << "is this a heap?";
    EXPECT_LT(depth.share_at(1), kTangled);
    EXPECT_LT(depth.deepest_wall_m(), kTangled * gauge.thinnest_m());
}

}  // namespace throws
