// The ground as a surface and as a push: exact on planes, energy kept over hills, nothing falls through.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "sim/math/solver.h"
#include "sim/scenes/random.h"
#include "sim/step_numbers.h"
#include "tests/sim/sim_ground.h"

using namespace testing_worlds;

namespace {

/// A plane that rises by `slope_x` and `slope_z`.
std::shared_ptr<const sim::HeightMap> plane(float spacing_m, float slope_x, float slope_z,
                                            uint32_t side = 64) {
    return height_map(side, side, [=](uint32_t column, uint32_t row) {
        return spacing_m * (slope_x * float(column) + slope_z * float(row));
    });
}

sim::Ground ground_of(const std::shared_ptr<const sim::HeightMap>& map, float spacing_m) {
    return sim::make_ground(map, spacing_m);
}

TEST(HeightField, of_a_plane_is_that_plane) {
    const sim::Ground ground = ground_of(plane(2, 0.5f, -0.25f), 2);
    const float middle = ground.map->heights_m[0] + 0.5f * 62 - 0.25f * 62 + 0.5f - 0.25f;
    for (const float x : {-40.0f, -3.3f, 0.0f, 1.0f, 39.9f}) {
        for (const float z : {-17.25f, 0.0f, 2.0f, 35.5f}) {
            const sim::Surface s = sim::surface_at(ground.field(), x, z);
            EXPECT_NEAR(s.height_m, middle + 0.5f * x - 0.25f * z, 1e-4f);
            EXPECT_NEAR(s.slope_x, 0.5f, 1e-5f);
            EXPECT_NEAR(s.slope_z, -0.25f, 1e-5f);
            EXPECT_NEAR(s.bend_xx, 0, 1e-5f);
            EXPECT_NEAR(s.bend_zz, 0, 1e-5f);
        }
    }
}

/// Also across the borders of cells, where the pieces meet.
TEST(HeightField, has_the_slopes_of_its_heights) {
    const sim::Ground ground = ground_of(hills(64, 4, 20), 4);
    const sim::HeightField field = ground.field();
    sim::Random random(3);
    for (int k = 0; k < 2000; ++k) {
        float x = 120 * random.signed_unit(), z = 120 * random.signed_unit();
        if (k % 2) x = 4 * std::round(x / 4);  // on a border
        const float h = 0.05f;
        const sim::Surface s = sim::surface_at(field, x, z);
        const float along =
                        sim::surface_at(field, x + h, z).height_m - sim::surface_at(field, x - h, z).height_m,
                    across =
                        sim::surface_at(field, x, z + h).height_m - sim::surface_at(field, x, z - h).height_m;
        EXPECT_NEAR(along / (2 * h), s.slope_x, 4e-3f);
        EXPECT_NEAR(across / (2 * h), s.slope_z, 4e-3f);
        EXPECT_LE(std::sqrt(s.slope_x * s.slope_x + s.slope_z * s.slope_z), ground.steepest);
        EXPECT_LE(s.height_m, ground.highest_m);
    }
}

TEST(HeightField, goes_on_level_beyond_its_border) {
    const sim::Ground ground = ground_of(hills(32, 4, 20), 4);
    const sim::HeightField field = ground.field();
    for (const float z : {-30.0f, 1.5f, 63.0f}) {
        const sim::Surface rim = sim::surface_at(field, field.max_x_m(), z);
        EXPECT_NEAR(rim.slope_x, 0, 1e-5f);
        for (const float beyond : {1.0f, 50.0f, 1e9f, INFINITY}) {
            EXPECT_EQ(sim::surface_at(field, field.max_x_m() + beyond, z).height_m, rim.height_m);
        }
    }
    EXPECT_TRUE(std::isfinite(sim::surface_at(field, NAN, -INFINITY).height_m));
}

TEST(HeightField, finds_the_nearest_point_of_hills) {
    const sim::Ground ground = ground_of(hills(64, 4, 20), 4);
    const sim::HeightField field = ground.field();
    sim::Random random(5);
    for (int k = 0; k < 500; ++k) {
        const float x = 100 * random.signed_unit(), z = 100 * random.signed_unit();
        const sim::Surface below = sim::surface_at(field, x, z);
        const sim::Vec3 point = {x, below.height_m + random.unit(), z};
        const sim::FootPoint foot = sim::foot_point(field, point, below);
        const float distance = sim::length(point - foot.place_m);
        EXPECT_NEAR(sim::dot(point - foot.place_m, foot.normal), distance, 1e-3f);
        for (float dx = -1; dx <= 1; dx += 0.125f) {
            for (float dz = -1; dz <= 1; dz += 0.125f) {
                const sim::Vec3 other = {x + dx, sim::surface_at(field, x + dx, z + dz).height_m, z + dz};
                EXPECT_GE(sim::length(point - other), distance - 1e-3f);
            }
        }
    }
}

/// One sphere of 20 at a time bounces over hills for 30 s, by the functions of the step. The worst change of
/// its energy, in units of its greatest kinetic energy.
double energy_error(float radius_m, float spacing_m, uint32_t octaves) {
    const sim::WorldConfig config = over(hills(48, spacing_m, 5 * spacing_m, octaves), spacing_m);
    const sim::Ground ground = ground_of(config.scene.terrain.heightmap, spacing_m);
    const sim::Surroundings around = ground.surroundings();
    sim::Physics physics = config.scene.physics;
    physics.time_step_s = 0.0005f;
    const float half = 24 * spacing_m;
    const sim::Container container = {{-half, -1000, -half}, {half, 1000, half}};
    const sim::Body body = sphere_at({}, {}, radius_m);
    const sim::StepNumbers numbers = sim::make_step_numbers(physics, container, 2 * radius_m / body.mass_kg);
    const double stiffness = 2.0 * physics.stiffness_pa * radius_m;
    sim::Random random(11);
    double worst = 0;
    for (int k = 0; k < 20; ++k) {
        const float x = 12 * spacing_m * random.signed_unit(), z = 12 * spacing_m * random.signed_unit();
        const float y = sim::surface_at(ground.field(), x, z).height_m + radius_m + 2 * spacing_m;
        sim::Motion motion = {{x, y, z}, radius_m, {0, 0, 0}, body.mass_kg, {0, -9.81f, 0}, 0};
        double kinetic = 0, error = 0;
        const double before = 9.81 * body.mass_kg * y;
        for (int step = 0; step < 60000; ++step) {
            motion = sim::integrate(motion, numbers);
            const sim::GroundContact contact = sim::touch_ground(motion.position_m, radius_m, around);
            sim::Vec3 force = sim::wall_force(motion, numbers);
            const bool free = sim::length(force) == 0;  // the walls' springs are not counted
            if (contact.depth_m > 0)
                force = force + sim::plane_force(contact.normal, contact.depth_m, motion, numbers);
            motion = sim::finish_step(motion, force, numbers);
            const double v2 = sim::dot(motion.velocity_m_s, motion.velocity_m_s);
            const double depth = std::max(contact.depth_m, 0.0f);
            kinetic = std::max(kinetic, 0.5 * body.mass_kg * v2);
            if (!free) continue;
            error = std::max(error,
                             std::fabs(0.5 * body.mass_kg * v2 + 9.81 * body.mass_kg * motion.position_m.y +
                                       0.5 * stiffness * depth * depth - before));
        }
        worst = std::max(worst, error / kinetic);
    }
    return worst;
}

TEST(Ground, keeps_the_energy_of_elastic_spheres_over_hills) {
    EXPECT_LT(energy_error(1, 4, 4), 2e-3);
    EXPECT_LT(energy_error(1, 2, 4), 2e-3);
    EXPECT_LT(energy_error(1, 1, 2), 2e-3);      // gentler hills for spheres as large as two cells
    EXPECT_LT(energy_error(1, 0.67f, 2), 2e-2);  // the largest
}

/// Two steps may end anywhere on rough ground, but never make a contact of one that there is not.
TEST(Ground, does_not_push_a_sphere_that_is_further_away_than_its_radius) {
    const sim::Ground ground = ground_of(hills(48, 1, 8), 1);
    sim::Random random(13);
    int near = 0;
    for (int k = 0; k < 3000; ++k) {
        const float x = 20 * random.signed_unit(), z = 20 * random.signed_unit(), radius = 1.5f;
        const float y = sim::surface_at(ground.field(), x, z).height_m + 1.5f + 3 * random.unit();
        float distance = 1e9f;
        for (float dx = -1.75f; dx <= 1.75f; dx += 0.125f) {
            for (float dz = -1.75f; dz <= 1.75f; dz += 0.125f) {
                const float h = sim::surface_at(ground.field(), x + dx, z + dz).height_m;
                distance = sim::smaller(distance, sim::length({dx, y - h, dz}));
            }
        }
        if (distance < radius + 0.1f) continue;  // 0.1: the samples are that far apart
        near += distance < radius + 0.5f;
        EXPECT_LE(sim::touch_ground({x, y, z}, radius, ground.surroundings()).depth_m, 0);
    }
    EXPECT_GT(near, 100);
}

/// On ground so rough that two steps find no foot point, they may end at a plane that would reach the sphere.
TEST(Ground, the_plane_of_a_foot_point_that_is_not_near_says_nothing) {
    const sim::Ground ground = ground_of(hills(48, 1, 20), 1);
    sim::Random random(13);
    int reached = 0;
    for (int k = 0; k < 20000; ++k) {
        const float x = 20 * random.signed_unit(), z = 20 * random.signed_unit(), radius = 1.5f;
        const sim::Surface below = sim::surface_at(ground.field(), x, z);
        const sim::Vec3 centre = {x, below.height_m + radius * (1 + 2 * random.unit()), z};
        const sim::FootPoint foot = sim::foot_point(ground.field(), centre, below);
        const sim::Vec3 away = centre - foot.place_m;
        const float distance2 = sim::dot(away, away), upright = sim::dot(away, foot.normal);
        const float aside = sim::kUpright * radius;
        if (distance2 < radius * radius || upright >= radius || distance2 - upright * upright > aside * aside)
            continue;
        ++reached;
        EXPECT_LE(sim::touch_ground(centre, radius, ground.surroundings()).depth_m, 0);
    }
    EXPECT_GT(reached, 20);
}

TEST(Ground, an_incline_gives_exactly_the_acceleration_of_the_slope) {
    const float slope = 0.375f, sine = slope / std::sqrt(1 + slope * slope),
                cosine = 1 / std::sqrt(1 + slope * slope);
    for (const float friction : {0.0f, 0.2f}) {
        sim::WorldConfig config = over(plane(4, slope, 0), 4);
        config.scene.physics.friction = friction;
        // At rest in the direction of the normal: the spring carries the weight.
        const sim::Vec3 normal = {-sine, cosine, 0};
        const float mass = sphere_at({}).mass_kg;
        const float depth = mass * 9.81f * cosine / (2 * config.scene.physics.stiffness_pa);
        const auto ground = sim::World::create(config);
        const sim::Vec3 foot = {64, -above_ground(*ground, {64, 0, 1}), 1};
        const auto world = world_of({sphere_at(foot + (1 - depth) * normal)}, ground->container(), config);
        const sim::Vec3 start = world->snapshot().bodies[0].position_m;
        world->step(2000);
        const sim::Body body = world->snapshot().bodies[0];
        const float expected = 9.81f * (sine - friction * cosine);
        const float speed = sim::length(body.velocity_m_s), way = sim::length(body.position_m - start);
        EXPECT_NEAR(speed / 2, expected, 2e-3f * expected) << "friction " << friction;
        EXPECT_NEAR(way / 2, expected, 2e-3f * expected) << "friction " << friction;
        EXPECT_LT(body.velocity_m_s.x, 0);
        EXPECT_NEAR(body.velocity_m_s.z, 0, 1e-4f);
    }
}

TEST(Ground, stops_spheres_that_fall_a_kilometre) {
    sim::WorldConfig config = over(hills(48, 4, 20), 4);
    config.scene.physics.restitution = 0.3f;
    config.scene.physics.friction = 0.05f;
    const auto ground = sim::World::create(config);
    std::vector<sim::Body> bodies;
    for (int k = 0; k < 200; ++k) {
        const sim::Vec3 place = {6 * float(k % 15) - 42 + 0.1f * float(k), 0, 6 * float(k / 15) - 42};
        const float fall = k % 2 ? 1000.0f : 100.0f;
        bodies.push_back(sphere_at({place.x, fall - above_ground(*ground, place), place.z}));
    }
    sim::Container high = ground->container();
    high.max_m.y = 2000;
    const auto world = world_of(bodies, high, config);
    world->step(25000);  // 25 s; the fall takes 14
    for (const sim::Body& body : world->snapshot().bodies) {
        EXPECT_GT(above_ground(*world, body.position_m), 0);
        EXPECT_LT(sim::length(body.velocity_m_s), 60);
    }
}

TEST(Ground, pushes_up_what_is_below_it_however_deep) {
    sim::WorldConfig config = over(hills(48, 4, 20), 4);
    config.scene.physics.restitution = 0.3f;
    const auto ground = sim::World::create(config);
    std::vector<sim::Body> bodies;
    for (int k = 0; k < 60; ++k) {
        const sim::Vec3 place = {10 * float(k % 8) - 35, 0, 10 * float(k / 8) - 35};
        const float depth = k % 3 == 0 ? 0.5f : k % 3 == 1 ? 3.0f : 15.0f;
        bodies.push_back(sphere_at({place.x, -above_ground(*ground, place) - depth, place.z}));
    }
    sim::Container deep = ground->container();
    deep.min_m.y = -100;
    deep.max_m.y = 1e6f;  // they are shot out
    const auto world = world_of(bodies, deep, config);
    world->step(400);
    for (const sim::Body& body : world->snapshot().bodies)
        EXPECT_GT(above_ground(*world, body.position_m), 0);
}

/// Heights that have nothing to do with their neighbours': Newton's steps find no foot point there.
TEST(Ground, of_noise_is_missed_by_nobody_and_throws_nobody_up) {
    for (const float height : {5.0f, 60.0f}) {
        std::mt19937 random(3);
        const auto noise = [&](uint32_t, uint32_t) {
            return std::uniform_real_distribution<float>(0, height)(random);
        };
        const sim::Ground ground = sim::make_ground(height_map(48, 48, noise), 2);
        for (int k = 0; k < 20000; ++k) {
            const float x = std::uniform_real_distribution<float>(-40, 40)(random);
            const float z = std::uniform_real_distribution<float>(-40, 40)(random);
            const float deep = std::uniform_real_distribution<float>(0, 30)(random);
            const float y = sim::surface_at(ground.field(), x, z).height_m - deep;
            EXPECT_GT(sim::touch_ground({x, y, z}, 1, ground.surroundings()).depth_m, 0) << deep << " below";
        }
    }
}

TEST(Ground, that_is_not_finite_is_refused) {
    const auto one_bad = height_map(
        16, 16, [](uint32_t column, uint32_t row) { return column == 3 && row == 4 ? std::nanf("") : 1.0f; });
    EXPECT_THROW(sim::make_ground(one_bad, 1), std::invalid_argument);
}

TEST(Ground, holds_at_the_rim_and_in_the_corners_of_the_map) {
    sim::WorldConfig config = over(hills(16, 4, 10), 4);
    config.scene.physics.restitution = 0.3f;
    const auto ground = sim::World::create(config);
    std::vector<sim::Body> bodies;
    for (const float x : {-31.0f, 0.0f, 31.0f}) {
        for (const float z : {-31.0f, 0.0f, 31.0f}) {
            const float y = 5 - above_ground(*ground, {x, 0, z});
            bodies.push_back(sphere_at({x, y, z}, {x, 0, z}));  // at the walls
        }
    }
    const auto world = world_with(bodies, config);
    for (int turn = 0; turn < 100; ++turn) {
        world->step(100);
        for (const sim::Body& body : world->snapshot().bodies) {
            ASSERT_GT(above_ground(*world, body.position_m), 0);
            ASSERT_LT(std::fabs(body.position_m.x), 32);
            ASSERT_LT(std::fabs(body.position_m.z), 32);
            ASSERT_LT(sim::length(body.velocity_m_s), 50);
        }
    }
}

TEST(Ground, lets_a_body_at_rest_sleep_until_something_faster_comes) {
    sim::WorldConfig config = over(plane(4, 0.02f, 0), 4);
    config.scene.physics.restitution = 0.3f;
    config.scene.physics.friction = 0.1f;
    config.scene.physics.sleep_speed_m_s = 0.2f;
    config.scene.physics.sleep_time_s = 0.5f;
    const auto ground = sim::World::create(config);
    const float y = 0.99f - above_ground(*ground, {0, 0, 0});
    const auto world = world_with({sphere_at({0, y, 0}), sphere_at({0, y + 60, 0})}, config);
    world->step(2000);
    EXPECT_EQ(world->counters().asleep, 1u);
    const sim::Vec3 rest = world->snapshot().bodies[0].position_m;
    world->step(1000);
    EXPECT_EQ(sim::length(world->snapshot().bodies[0].position_m - rest), 0) << "it creeps";
    world->step(2000);  // the other one arrives after 3.5 s
    EXPECT_GT(sim::length(world->snapshot().bodies[0].position_m - rest), 0);
}

TEST(Ground, takes_radii_up_to_one_and_a_half_cells) {
    sim::WorldConfig config = over(plane(4, 0, 0), 4);
    config.scene.spawn_values["radius_m"] = 6;
    EXPECT_NO_THROW(sim::World::create(config));
    config.scene.spawn_values["radius_m"] = 6.01f;
    try {
        sim::World::create(config);
        FAIL() << "6.01 m on cells of 4 m";
    } catch (const std::invalid_argument& error) {
        EXPECT_THAT(error.what(),
                    testing::AllOf(testing::HasSubstr("radius_m = 6.01 m"), testing::HasSubstr("4 m wide"),
                                   testing::HasSubstr("at least 256.4 m")));
    }
}

}  // namespace
