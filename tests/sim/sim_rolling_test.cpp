// Spheres that roll: what is known of rolling balls in closed form, with bounds; laws that hold whatever happens;
// the same bits whoever sorts and searches.
#include "tests/sim/sim_rolling_suite.h"

#include <cstring>

#include "sim/math/rolling.h"
#include "tests/sim/sim_energy.h"

namespace {

using sim::Vec3;

const sim::Container kHall = {{-500, 0, -100}, {500, 200, 100}};
constexpr float kRadius = 1, kGravity = 9.81f;

sim::WorldConfig ball_config(float friction) {
    sim::WorldConfig config = rolling::config_of("pile", 1);
    config.scene.physics.time_step_s = 0.001f;
    config.scene.physics.stiffness_pa = 6e7f;
    config.scene.physics.sleep_speed_m_s = 0;
    config.scene.physics.friction = friction;
    return config;
}

sim::Body ball_at(Vec3 place, Vec3 velocity = {0, 0, 0}, float radius = kRadius) {
    return {place, radius, velocity, 4.18879f * radius * radius * radius * 1000, {0, 0, 0}, 0};
}

/// So deep that its weight lies on the floor.
sim::Body ball_on_floor(const sim::WorldConfig& config, float gravity_down) {
    sim::Body ball = ball_at({0, kRadius, 0});
    ball.position_m.y -= ball.mass_kg * gravity_down / (config.scene.physics.stiffness_pa * 2 * kRadius);
    return ball;
}

Vec3 spin_of(const sim::Snapshot& now, size_t id = 0) {
    return sim::spin_of(now.rotations[id].momentum, now.bodies[id].radius_m, now.bodies[id].mass_kg);
}

/// Down a slope of the given sine and cosine, as a floor under tilted gravity: the mean over the second second.
double acceleration_on_slope(float sine, float cosine, float friction, double* spin_acceleration) {
    sim::WorldConfig config = ball_config(friction);
    config.scene.physics.gravity_m_s2 = {kGravity * sine, -kGravity * cosine, 0};
    const auto world = rolling::world_of({ball_on_floor(config, kGravity * cosine)}, kHall, config);
    world->step(1000);
    const sim::Snapshot one = world->snapshot();
    world->step(1000);
    const sim::Snapshot two = world->snapshot();
    *spin_acceleration = double(spin_of(two).z) - double(spin_of(one).z);
    return double(two.bodies[0].velocity_m_s.x) - double(one.bodies[0].velocity_m_s.x);
}

TEST(Rolling, a_ball_rolls_down_a_slope_at_five_sevenths) {
    for (const auto& [sine, cosine] : {std::pair{0.1f, 0.994987f}, {0.6f, 0.8f}, {0.8f, 0.6f}}) {
        double turning = 0;
        const double expected = 5.0 / 7 * double(kGravity * sine);
        EXPECT_NEAR(acceleration_on_slope(sine, cosine, 0.5f, &turning), expected, 0.002 * expected) << sine;
        EXPECT_NEAR(turning, -expected / kRadius, 0.002 * expected) << "it slips at " << sine;
    }
}

TEST(Rolling, a_ball_slides_down_a_slope_that_is_too_smooth) {
    for (const float friction : {0.0f, 0.05f, 0.2f}) {
        double turning = 0;
        const double expected = double(kGravity) * (0.6 - double(friction) * 0.8);
        EXPECT_NEAR(acceleration_on_slope(0.6f, 0.8f, friction, &turning), expected, 0.002 * expected);
        const double spin = 2.5 * double(friction) * double(kGravity) * 0.8 / double(kRadius);
        EXPECT_NEAR(turning, -spin, 0.002 * spin) << friction;
    }
}

TEST(Rolling, over_a_ground_too) {
    constexpr float kSlope = 0.25f;
    const auto map =
        rolling::height_map(64, 64, [&](uint32_t column, uint32_t) { return 4 * kSlope * float(column); });
    sim::WorldConfig config = rolling::over(map, 4);
    config.scene.physics.rotation = true;
    config.scene.physics.friction = 0.5f;
    config.scene.physics.restitution = 0.3f;
    const float steep = std::sqrt(1 + kSlope * kSlope);
    const sim::Ground ground = *sim::World::create(config)->ground();
    const float height = sim::surface_at(ground.field(), 60, 0).height_m;
    const auto world = rolling::world_with({rolling::sphere_at({60, height + 0.9999f * steep, 0})}, config);
    world->step(2000);
    const double before = double(length(world->snapshot().bodies[0].velocity_m_s));
    world->step(1000);
    const double after = double(length(world->snapshot().bodies[0].velocity_m_s));
    const double expected = 5.0 / 7 * double(kGravity) * double(kSlope / steep);
    EXPECT_NEAR(after - before, expected, 0.002 * expected);
}

TEST(Rolling, a_ball_that_spins_on_the_floor_ends_by_rolling) {
    const sim::WorldConfig config = ball_config(0.2f);
    sim::Snapshot start{{ball_on_floor(config, kGravity)}, kHall};
    const float inertia = sim::ball_inertia(kRadius, start.bodies[0].mass_kg);
    start.rotations.resize(1);
    start.rotations[0].momentum = {0, 0, -7 * inertia};
    const auto world = sim::World::create(config, &start);
    world->step(100);
    EXPECT_NEAR(world->snapshot().bodies[0].velocity_m_s.x, 0.2 * 9.81 * 0.1, 0.01) << "sliding";
    world->step(1900);
    const sim::Snapshot end = world->snapshot();
    EXPECT_NEAR(end.bodies[0].velocity_m_s.x, 2, 0.01) << "2/7 of w r";
    EXPECT_NEAR(spin_of(end).z, -2, 0.01);
}

TEST(Rolling, below_coulombs_limit_a_fifth_of_the_slip_goes_in_each_step) {
    const sim::WorldConfig config = ball_config(10);
    sim::Snapshot start{{ball_on_floor(config, kGravity)}, kHall};
    start.bodies[0].velocity_m_s = {0.1f, 0, 0};
    const auto world = sim::World::create(config, &start);
    const auto slip = [&] {
        world->step(1);
        const sim::Snapshot now = world->snapshot();
        return double(now.bodies[0].velocity_m_s.x) + double(kRadius) * double(spin_of(now).z);
    };
    world->step(3);
    for (int k = 0; k < 5; ++k) {
        const double before = slip();
        EXPECT_NEAR(slip() / before, 0.8, 0.002);
    }
}

TEST(Rolling, a_ball_that_spins_about_the_vertical_stops) {
    const sim::WorldConfig config = ball_config(0.5f);
    sim::Snapshot start{{ball_on_floor(config, kGravity)}, kHall};
    const double mass = start.bodies[0].mass_kg, inertia = 0.4 * mass;
    start.rotations.resize(1);
    start.rotations[0].momentum = {0, float(inertia), 0};
    const double depth = double(kRadius) - double(start.bodies[0].position_m.y);
    const double brake = 0.5 * mass * double(kGravity) * 2 / 3 * std::sqrt(2 * depth) / inertia;
    const auto world = sim::World::create(config, &start);
    const auto half = uint32_t(0.5 / brake / 0.001);
    world->step(half);
    EXPECT_NEAR(spin_of(world->snapshot()).y, 0.5, 0.01);
    world->step(half + 300);
    const sim::Snapshot end = world->snapshot();
    EXPECT_LT(length(spin_of(end)), 1e-4f);
    EXPECT_LT(length(end.bodies[0].velocity_m_s), 1e-3f);
}

/// Linear momentum, and the angular one about a point, in double.
struct Momenta {
    double linear[3], angular[3];
};
Momenta momenta_of(const sim::Snapshot& now, const Vec3& about) {
    Momenta sum{};
    for (size_t id = 0; id < now.bodies.size(); ++id) {
        const sim::Body& b = now.bodies[id];
        double r[3], p[3];
        for (int k = 0; k < 3; ++k) {
            r[k] = double(b.position_m[k]) - double(about[k]);
            p[k] = double(b.mass_kg) * double(b.velocity_m_s[k]);
            sum.linear[k] += p[k];
            sum.angular[k] += double(now.rotations[id].momentum[k]);
        }
        for (int k = 0; k < 3; ++k)
            sum.angular[k] += r[(k + 1) % 3] * p[(k + 2) % 3] - r[(k + 2) % 3] * p[(k + 1) % 3];
    }
    return sum;
}

TEST(Rolling, balls_that_collide_keep_linear_and_angular_momentum) {
    sim::WorldConfig config = ball_config(0.5f);
    config.scene.physics.gravity_m_s2 = {0, 0, 0};
    // Near the origin, where places are rounded least: momentum times that is what the sum may lose.
    sim::Snapshot start{
        {ball_at({-1.2f, -0.5f, -0.3f}, {3, 0.5f, 0}), ball_at({1.4f, 0.5f, 0.3f}, {-1, 0, 0.5f}, 1.5f)},
        {{-50, -50, -50}, {50, 50, 50}}};
    start.rotations.resize(2);
    start.rotations[0].momentum = {500, -2000, 3000};
    start.rotations[1].momentum = {-9000, 4000, 0};
    const auto world = sim::World::create(config, &start);
    world->step(600);
    const sim::Snapshot end = world->snapshot();
    EXPECT_GT(length(end.rotations[0].momentum - start.rotations[0].momentum), 300) << "no friction acted";
    EXPECT_GT(length(end.bodies[0].velocity_m_s - start.bodies[0].velocity_m_s), 1);
    for (const Vec3 about : {Vec3{0, 0, 0}, {2, 4, -7}}) {
        const Momenta before = momenta_of(start, about), after = momenta_of(end, about);
        for (int k = 0; k < 3; ++k) {
            EXPECT_NEAR(after.linear[k], before.linear[k], 0.1) << "of 12,000, axis " << k;
            EXPECT_NEAR(after.angular[k], before.angular[k], 2) << "of 50,000, axis " << k;
        }
    }
}

TEST(Rolling, a_ball_in_flight_keeps_its_angular_momentum_to_the_bit_and_turns_as_it_should) {
    sim::WorldConfig config = ball_config(0.5f);
    config.scene.physics.gravity_m_s2 = {0, 0, 0};
    sim::Snapshot start{{ball_at({0, 50, 0})}, kHall};
    const float inertia = sim::ball_inertia(kRadius, start.bodies[0].mass_kg);
    start.rotations.resize(1);
    start.rotations[0].momentum = Vec3{0, 0.6f, 0.8f} * (3 * inertia);
    const auto world = sim::World::create(config, &start);
    world->step(2000);
    const sim::RotationState end = world->snapshot().rotations[0];
    EXPECT_EQ(0, memcmp(&end.momentum, &start.rotations[0].momentum, sizeof end.momentum));
    EXPECT_NEAR(end.orientation.w, std::cos(3.0), 1e-4);  // half of 6 rad
    EXPECT_NEAR(end.orientation.y, 0.6 * std::sin(3.0), 1e-4);
    EXPECT_NEAR(end.orientation.z, 0.8 * std::sin(3.0), 1e-4);
}

TEST(Rolling, energy_never_rises_when_contacts_are_damped) {
    for (const char* scene : testing_worlds::kContainerScenes) {
        sim::WorldConfig config = rolling::config_of(scene, 300);
        config.scene.physics.restitution = 0.7f;
        config.scene.physics.sleep_speed_m_s = 0;
        const auto world = sim::World::create(config);
        const double first = rolling::energy_of(*world).total();
        double before = first;
        for (int k = 0; k < 100; ++k) {
            world->step(20);
            const double now = rolling::energy_of(*world).total();
            ASSERT_LE(now, before + 1e-4 * first)
                << scene << " before step " << world->counters().completed_steps;
            before = now;
        }
        EXPECT_LT(before, first) << scene;
        EXPECT_GT(rolling::energy_of(*world).rotation, 0) << scene;
    }
}

TEST(Rolling, a_ball_that_spins_is_awake_and_wakes_whom_it_touches) {
    sim::WorldConfig config = ball_config(0.5f);
    config.scene.physics.sleep_speed_m_s = 0.2f;
    config.scene.physics.sleep_time_s = 0.3f;
    sim::Snapshot start{{ball_on_floor(config, kGravity), ball_on_floor(config, kGravity)}, kHall};
    start.bodies[1].position_m.x = 1.9999f;
    start.rotations.resize(2);
    const float inertia = sim::ball_inertia(kRadius, start.bodies[0].mass_kg);
    start.rotations[0].momentum = {0, 0.5f * inertia, 0};
    start.bodies[1].still_s = 1;
    auto world = sim::World::create(config, &start);
    world->step(5);
    EXPECT_EQ(world->counters().asleep, 0u) << "a sleeper sleeps on beside a ball that spins";
    world->step(500);
    EXPECT_EQ(world->snapshot().bodies[0].still_s, 0) << "it sleeps though it spins";
    world->step(8000);
    EXPECT_EQ(world->counters().asleep, 2u);
    for (const sim::RotationState& r : world->snapshot().rotations) {
        EXPECT_EQ(dot(r.momentum, r.momentum), 0);
        EXPECT_EQ(dot(r.torque_nm, r.torque_nm), 0);
    }

    start.rotations[0].momentum = {0, 0.1f * inertia, 0};
    world = sim::World::create(config, &start);
    world->step(5);
    EXPECT_EQ(world->counters().asleep, 1u) << "one that spins slowly wakes nobody";
}

TEST(Rolling, gives_the_same_bits_with_every_engine_and_broad_phase_from_a_snapshot) {
    std::vector<rolling::Reference> references = {rolling::reference_of("landscape", 500, 1700, 100)};
    for (const char* scene : testing_worlds::kContainerScenes)
        references.push_back(rolling::reference_of(scene, 500, 700, 100));
    for (const rolling::Reference& reference : references) {
        for (const auto& engine : sort::engines()) {
            if (engine.backend == sim::Backend::cpu)
                rolling::expect_bits_of_the_cpu(sim::Backend::cpu, engine.name, reference);
        }
    }
}

TEST(Rolling, gives_the_same_bits_with_any_number_of_threads) {
    for (const char* scene : {"landscape", "pile"}) {
        sim::WorldConfig config = rolling::config_of(scene, 900);
        config.threads = 1;
        const uint64_t one = rolling::hash_after(config, 400);
        for (const int threads : {2, 7}) {
            config.threads = threads;
            EXPECT_EQ(one, rolling::hash_after(config, 400)) << scene;
        }
    }
}

TEST(Rolling, loses_no_rotation_when_a_step_is_done_again) {
    rolling::expect_growth_changes_nothing(sim::Backend::cpu, 300, 20);
}

TEST(Rolling, who_respawns_does_not_turn) {
    rolling::expect_respawned_do_not_turn(sim::Backend::cpu, 500, 150);
}

TEST(Rolling, is_there_where_asked_for_and_nowhere_else) {
    sim::WorldConfig config = rolling::config_of("pile", 100);
    const auto rolls = sim::World::create(config);
    EXPECT_EQ(rolls->snapshot().rotations.size(), 100u);
    EXPECT_TRUE(rolls->bodies().orientation);
    const sim::Snapshot start = rolls->snapshot();

    config.scene.physics.rotation = false;
    const auto slides = sim::World::create(config), after = sim::World::create(config, &start);
    for (const auto& world : {slides.get(), after.get()}) {
        EXPECT_TRUE(world->snapshot().rotations.empty());
        EXPECT_FALSE(world->bodies().orientation);
    }
    EXPECT_GE(rolls->bytes(), slides->bytes() + 80 * 100);
    EXPECT_LE(sim::host_bytes_needed(config) + 80 * 100, sim::host_bytes_needed(rolls->config()));

    sim::Physics physics = rolls->config().scene.physics;
    physics.rotation = false;
    rolls->set_physics(physics);
    EXPECT_TRUE(rolls->config().scene.physics.rotation) << "for life";
}

TEST(Rolling, is_shown_as_it_is) {
    for (const char* scene : {"pile", "mixed"}) {
        const auto world = sim::World::create(rolling::config_of(scene, 200));
        world->step(200);
        const sim::BodyView view = world->bodies();
        const sim::Snapshot now = world->snapshot();
        ASSERT_TRUE(view.orientation && view.momentum_shape) << scene;
        uint32_t turning = 0;
        for (uint32_t slot = 0; slot < view.count; ++slot) {
            const sim::RotationState& r = now.rotations[view.id[slot]];
            const Vec3 momentum = xyz(view.momentum_shape[slot]);
            EXPECT_EQ(std::memcmp(&view.orientation[slot], &r.orientation, sizeof r.orientation), 0) << slot;
            EXPECT_EQ(std::memcmp(&momentum, &r.momentum, sizeof momentum), 0) << slot;
            turning += dot(momentum, momentum) > 0 ? 1 : 0;
        }
        EXPECT_GT(turning, 5u) << scene;
    }
}

}  // namespace
