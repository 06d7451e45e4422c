// Substeps of bodies with shapes: what they add up to, what they are for, and that a world keeps its number of them.
#include <gmock/gmock.h>

#include "tests/sim/sim_placed_meshes.h"

namespace {

using namespace constrained;

/// How far the slabs of a stack of ten get sideways within 5 s in which none may sleep.
float creep_of_a_stack_m(uint32_t cells, uint32_t substeps) {
    constexpr uint32_t kSlabs = 10;
    sim::WorldConfig config = config_with("slab", 0.6f, cells, kSlabs);
    config.scene.physics.substeps = substeps;
    config.scene.physics.sleep_speed_m_s = 0;
    const std::vector<Vec3> places = places_of_a_stack(config);
    const sim::Snapshot start = state_of(config, 3, places);
    const auto world = sim::World::create(config, &start);
    world->step(1200);
    const sim::Snapshot end = world->snapshot();
    float most_m = 0;
    for (uint32_t k = 0; k < kSlabs; ++k) {
        const Vec3 moved = end.bodies[k].position_m - places[k];
        most_m = std::max(most_m, std::hypot(moved.x, moved.z));
    }
    EXPECT_EQ(world->counters().asleep, 0u);
    return most_m;
}

TEST(Substeps, hardly_let_a_stack_creep_that_does_not_sleep) {
    EXPECT_LT(creep_of_a_stack_m(48, 1), 0.004f);
    for (const uint32_t cells : {48, 80, 128}) EXPECT_LT(creep_of_a_stack_m(cells, 2), 0.003f) << cells;
}

TEST(Substeps, are_one_to_four_for_the_life_of_a_world) {
    sim::WorldConfig config = chairs(2);
    for (const uint32_t substeps : {0u, 5u}) {
        config.scene.physics.substeps = substeps;
        try {
            sim::World::create(config);
            ADD_FAILURE() << "no error with " << substeps;
        } catch (const sim::BadSceneValue& error) {
            EXPECT_STREQ(error.key, "substeps");
            EXPECT_THAT(error.what(), testing::EndsWith(std::to_string(substeps) + ": 1 to 4 expected"));
        }
    }
    const auto hash_with = [&](uint32_t substeps, uint32_t later) {
        config.scene.physics.substeps = substeps;
        const auto world = sim::World::create(config);
        sim::Physics physics = config.scene.physics;
        physics.substeps = later;
        world->set_physics(physics);
        world->step(30);
        return sim::state_hash(world->snapshot());
    };
    EXPECT_EQ(hash_with(4, 1), hash_with(4, 4)) << "a world keeps its own";
    EXPECT_EQ(hash_with(2, 0), hash_with(2, 2));
}

/// Gravity and the hand of all substeps are those of a step, and a body turns as far.
TEST(Substeps, add_up_to_a_step) {
    sim::WorldConfig config = config_with("chair", 0.9f, 96, 1);
    config.scene.physics.air_drag_per_m = 0;
    sim::Snapshot start = state_of(config, 50, {{0, 10, 0}});
    start.rotations[0].momentum = {0, 2, 0};
    constexpr uint32_t kSteps = 60;
    const float dt_s = config.scene.physics.time_step_s, fallen_s = dt_s * kSteps;
    const auto end_of = [&](uint32_t substeps, float pull_1_s) {
        config.scene.physics.substeps = substeps;
        const auto world = sim::World::create(config, &start);
        if (pull_1_s > 0)
            world->set_hand({.kind = sim::Hand::pulls,
                             .id = 0,
                             .rate_1_s = pull_1_s,
                             .most_m_s2 = 100,
                             .target_m = {1, 10, 0}});
        world->step(kSteps);
        return world->snapshot();
    };
    const sim::Quaternion turned = end_of(1, 0).rotations[0].orientation;
    const float pulled_m = end_of(1, 8).bodies[0].position_m.x;
    EXPECT_GT(pulled_m, 0.1f);
    for (const uint32_t substeps : {1u, 2u, 4u}) {
        const sim::Snapshot end = end_of(substeps, 0);
        const float sum =
            1 + 1 / float(substeps * kSteps);  // of falls that begin with the speed of their end
        EXPECT_NEAR(end.bodies[0].velocity_m_s.y, -9.81f * fallen_s, 1e-4f) << substeps;
        EXPECT_NEAR(end.bodies[0].position_m.y, 10 - 9.81f * fallen_s * fallen_s / 2 * sum, 1e-4f)
            << substeps;
        const sim::Quaternion& q = end.rotations[0].orientation;
        EXPECT_NEAR(std::abs(q.w * turned.w + q.x * turned.x + q.y * turned.y + q.z * turned.z), 1, 1e-4f);
        EXPECT_NEAR(end_of(substeps, 8).bodies[0].position_m.x, pulled_m, 0.03f * pulled_m) << substeps;
    }
}

/// What is driven goes as far, what falls bounces as high, and a sleeper that is hit wakes.
TEST(Substeps, drive_bounce_and_wake_as_a_step_does) {
    sim::WorldConfig config = config_with("slab", 0.6f, 48, 2);
    config.scene.physics.air_drag_per_m = 0;
    config.scene.physics.restitution = 0.5f;
    const float low = extent_of(shape_of(config)).min.y;
    float bounce_of_one_m = 0;
    for (const uint32_t substeps : {1u, 2u, 4u}) {
        config.scene.physics.substeps = substeps;
        sim::Snapshot start = state_of(config, 8, {{0, 2, 0}, {3, 0.5f - low, 0}});
        start.bodies[0].mass_kg = sim::kDrivenMass;
        start.bodies[0].velocity_m_s = {0.5f, 0, 0};
        start.rotations[0].momentum = {0, 1, 0};  // of a driven body its spin
        const auto world = sim::World::create(config, &start);
        float highest = 0;
        bool hit = false;
        for (int step = 0; step < 120; ++step) {
            world->step(1);
            const sim::Body slab = world->snapshot().bodies[1];
            hit |= slab.velocity_m_s.y > 0;
            if (hit) highest = std::max(highest, slab.position_m.y + low);
        }
        const sim::Snapshot end = world->snapshot();
        EXPECT_NEAR(end.bodies[0].position_m.x, 0.25f, 1e-4f) << substeps;
        EXPECT_NEAR(end.rotations[0].orientation.y, std::sin(0.25f), 1e-4f) << substeps;
        // A quarter of 0.5 m, less what corners that land one after the other take.
        EXPECT_GT(highest, 0.09f) << substeps;
        EXPECT_LT(highest, 0.125f) << substeps;
        if (substeps == 1) bounce_of_one_m = highest;
        EXPECT_NEAR(highest, bounce_of_one_m, 0.004f) << substeps;

        world->step(480);
        ASSERT_EQ(world->counters().asleep, 1u) << substeps;
        sim::Snapshot next = world->snapshot();
        next.bodies[0].position_m = next.bodies[1].position_m + Vec3{-0.8f, 0, 0};
        next.rotations[0] = next.rotations[1];
        next.rotations[0].momentum = {0, 0, 0};
        next.bodies[0].velocity_m_s = {1, 0, 0};
        const auto pushed = sim::World::create(config, &next);
        pushed->step(120);
        EXPECT_GT(pushed->snapshot().bodies[1].position_m.x, next.bodies[1].position_m.x + 0.2f) << substeps;
    }
}

}  // namespace
