// What must hold of the simulation whatever the backend does with it: laws of physics with stated tolerances.
#include <gtest/gtest.h>

#include "tests/sim/sim_energy.h"
#include "tests/sim/sim_scene.h"

using namespace testing_worlds;

namespace {

const sim::Container kHall = {{-100, 0, -100}, {100, 200, 100}};

sim::Body body_at(sim::Vec3 place, float radius, sim::Vec3 velocity, const sim::Physics& physics) {
    const float mass = 4.18879f * radius * radius * radius * 1000;
    return {place, radius, velocity, mass, physics.gravity_m_s2, 0};
}

sim::WorldConfig quiet_config(float restitution) {
    sim::WorldConfig config = config_of("pile", 1);
    config.scene.physics.time_step_s = 0.001f;
    config.scene.physics.stiffness_pa = 6e7f;  // a contact of two spheres of radius 1 lasts 18 steps
    config.scene.physics.restitution = restitution;
    config.scene.physics.gravity_m_s2 = {0, 0, 0};
    config.scene.physics.sleep_speed_m_s = 0;
    return config;
}

TEST(Physics, free_fall_is_exact_to_rounding) {
    sim::WorldConfig config = config_of("pile", 1);
    config.scene.physics.stiffness_pa = 6e7f;
    config.scene.physics.sleep_speed_m_s = 0;
    const auto world = world_of({body_at({0, 150, 0}, 1, {2, 10, 0}, config.scene.physics)}, kHall, config);
    world->step(2000);
    const sim::Body body = world->snapshot().bodies[0];
    const double t = 2000 * double(config.scene.physics.time_step_s);
    const double g = double(config.scene.physics.gravity_m_s2.y);
    EXPECT_NEAR(body.position_m.y, 150 + 10 * t + 0.5 * g * t * t, 150 * 2000 * 6e-8);
    EXPECT_NEAR(body.position_m.x, 2 * t, 4 * 2000 * 6e-8);
    EXPECT_NEAR(body.velocity_m_s.y, 10 + g * t, 20 * 2000 * 6e-8);
}

TEST(Physics, a_head_on_impact_gives_the_stated_restitution) {
    for (const float restitution : {0.1f, 0.3f, 0.5f, 0.8f, 0.95f, 1.0f}) {
        for (int phase = 0; phase < 7; ++phase) {
            const sim::WorldConfig config = quiet_config(restitution);
            const float gap = 2.1f + 0.0006f * float(phase);
            const auto world = world_of({body_at({0, 50, 0}, 1, {3, 0, 0}, config.scene.physics),
                                         body_at({gap, 50, 0}, 1, {-1, 0, 0}, config.scene.physics)},
                                        kHall, config);
            world->step(400);
            const auto bodies = world->snapshot().bodies;
            const float after = bodies[1].velocity_m_s.x - bodies[0].velocity_m_s.x;
            EXPECT_NEAR(after / 4, restitution, 0.02 * restitution) << "phase " << phase;
        }
    }
}

TEST(Physics, an_impact_on_a_wall_gives_the_stated_restitution) {
    for (const float restitution : {0.3f, 0.9f}) {
        const sim::WorldConfig config = quiet_config(restitution);
        const auto world =
            world_of({body_at({0, 1.5f, 0}, 1, {0, -5, 0}, config.scene.physics)}, kHall, config);
        world->step(500);
        EXPECT_NEAR(world->snapshot().bodies[0].velocity_m_s.y / 5, restitution, 0.02 * restitution);
    }
}

TEST(Physics, an_impact_keeps_momentum) {
    const sim::WorldConfig config = quiet_config(0.5f);
    const auto world = world_of({body_at({0, 50, 0}, 1, {3, 0.5f, 0}, config.scene.physics),
                                 body_at({2.1f, 50.7f, 0.3f}, 2, {-1, 0, 0}, config.scene.physics)},
                                kHall, config);
    const auto momentum = [&](int axis) {
        double sum = 0;
        for (const sim::Body& b : world->snapshot().bodies) sum += double(b.mass_kg) * b.velocity_m_s[axis];
        return sum;
    };
    double before[3];
    for (int axis = 0; axis < 3; ++axis) before[axis] = momentum(axis);
    world->step(300);
    for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(momentum(axis), before[axis], 1.0) << axis;
}

TEST(Physics, two_centres_at_one_point_are_pushed_apart) {
    const sim::WorldConfig config = quiet_config(0.3f);
    const auto world = world_of({body_at({0, 50, 0}, 1, {0, 0, 0}, config.scene.physics),
                                 body_at({0, 50, 0}, 1, {0, 0, 0}, config.scene.physics)},
                                kHall, config);
    world->step(200);
    const auto bodies = world->snapshot().bodies;
    EXPECT_GT(distance(bodies[0].position_m, bodies[1].position_m), 1.9);
    for (const auto& body : bodies) EXPECT_TRUE(std::isfinite(body.position_m.y));
}

TEST(Physics, gas_keeps_its_energy_over_ten_thousand_steps) {
    const auto world = sim::World::create(config_of("gas", 500));
    const double before = energy_of(*world).total();
    for (int k = 0; k < 20; ++k) {
        world->step(500);
        EXPECT_NEAR(energy_of(*world).total(), before, 0.02 * before) << world->counters().completed_steps;
    }
}

/// Runs a scene and checks what must hold on the way; returns the world at rest.
std::unique_ptr<sim::World> settle(const char* scene, uint32_t bodies, int rounds) {
    auto world = sim::World::create(config_of(scene, bodies));
    const double start = energy_of(*world).total();
    for (int k = 0; k < rounds; ++k) {
        world->step(500);
        EXPECT_LE(energy_of(*world).total(), start * 1.001);
        const sim::Snapshot now = world->snapshot();
        for (size_t id = 0; id < now.bodies.size(); ++id) {
            for (int axis = 0; axis < 3; ++axis) {
                EXPECT_GE(now.bodies[id].position_m[axis], now.container.min_m[axis]) << "body " << id;
                EXPECT_LE(now.bodies[id].position_m[axis], now.container.max_m[axis]) << "body " << id;
            }
        }
        if (world->counters().asleep == bodies) break;
    }
    return world;
}

double deepest_overlap(sim::World& world) {
    const auto pairs = world.pairs_by_id();
    const sim::Snapshot now = world.snapshot();
    double deepest = 0;
    for (size_t p = 0; p < pairs.size(); p += 2) {
        const sim::Body &a = now.bodies[pairs[p]], &b = now.bodies[pairs[p + 1]];
        deepest = std::max(deepest, overlap_of(a, b) / std::min(a.radius_m, b.radius_m));
    }
    for (const sim::Body& b : now.bodies) {
        deepest = std::max(deepest, (double(b.radius_m) - b.position_m.y) / b.radius_m);
    }
    return deepest;
}

TEST(Physics, pile_comes_to_rest_within_three_percent_of_a_radius) {
    const auto world = settle("pile", 600, 140);
    ASSERT_EQ(world->counters().asleep, 600u);
    EXPECT_LE(deepest_overlap(*world), 0.03);
}

TEST(Physics, mixed_comes_to_rest_within_three_percent_of_a_radius) {
    const auto world = settle("mixed", 300, 140);
    ASSERT_EQ(world->counters().asleep, 300u);
    EXPECT_LE(deepest_overlap(*world), 0.03);
}

TEST(Physics, pile_at_rest_has_a_slope) {
    const auto world = settle("pile", 600, 140);
    const sim::Snapshot now = world->snapshot();
    const float third = (now.container.max_m.x - now.container.min_m.x) / 3;
    double high[2] = {0, 0};
    for (const sim::Body& b : now.bodies) {
        if (b.position_m.x < now.container.min_m.x + third)
            high[0] = std::max(high[0], double(b.position_m.y));
        if (b.position_m.x > now.container.max_m.x - third)
            high[1] = std::max(high[1], double(b.position_m.y));
    }
    EXPECT_GT(high[0], high[1] + 2);  // a radius
}

TEST(Physics, bodies_at_rest_do_not_move_a_bit_until_something_faster_touches_them) {
    const auto world = settle("pile", 300, 140);
    ASSERT_EQ(world->counters().asleep, 300u);
    const sim::Snapshot rest = world->snapshot();
    world->step(500);
    const sim::Snapshot later = world->snapshot();
    EXPECT_EQ(0, memcmp(rest.bodies.data(), later.bodies.data(), rest.bodies.size() * sizeof(sim::Body)));

    // One of them is thrown: it and what it hits move.
    sim::Snapshot thrown = later;
    thrown.bodies[150].velocity_m_s = {0, 6, 0};
    thrown.bodies[150].still_s = 0;
    const auto woken = sim::World::create(world->config(), &thrown);
    woken->step(100);
    EXPECT_LT(woken->counters().asleep, 300u);
}

TEST(Physics, a_time_step_too_coarse_for_the_lightest_body_is_refused) {
    sim::WorldConfig config = config_of("mixed", 100);
    config.scene.physics.time_step_s *= 2;
    EXPECT_THROW(sim::World::create(config), std::invalid_argument);
}

}  // namespace
