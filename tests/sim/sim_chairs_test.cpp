// The scene `chairs` as it starts: where its bodies are, how they are turned, what is driven, how high the
// bin is. How they fall is the business of other tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/sim/sim_scene.h"

namespace {

using testing::HasSubstr;
using testing_worlds::config_of;

sim::Spawned spawned(const sim::WorldConfig& config) {
    const sim::Spawner& spawner = *sim::find_spawner(config.scene.spawn);
    return spawner.spawn({.bodies = config.bodies,
                          .seed = config.seed,
                          .physics = config.scene.physics,
                          .values = config.scene.spawn_values,
                          .terrain = config.scene.terrain,
                          .shapes = config.scene.shapes});
}

/// The scene with these meshes.
sim::WorldConfig config_with(const std::vector<sim::MeshSource>& meshes, uint32_t bodies) {
    sim::WorldConfig config = config_of("chairs", bodies);
    config.scene.meshes = meshes;
    app::load_shapes(config.scene, 0, true);
    return config;
}

sim::MeshSource coarse(const std::string& name) { return {.file = name, .size_m = 0.9f, .cells = 24}; }

/// None touches another, whatever way each turns, and all are inside.
void expect_apart_and_inside(const sim::Spawned& start) {
    const float step = 2 * start.bodies.back().radius_m;
    std::map<std::array<int, 3>, std::vector<size_t>> near;
    const auto place = [&](const sim::Vec3& at) {
        return std::array<int, 3>{int(std::floor(at.x / step)), int(std::floor(at.y / step)),
                                  int(std::floor(at.z / step))};
    };
    for (size_t i = 0; i < start.bodies.size(); ++i) near[place(start.bodies[i].position_m)].push_back(i);
    for (size_t i = 0; i < start.bodies.size(); ++i) {
        const sim::Body& body = start.bodies[i];
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_GE(body.position_m[axis] - body.radius_m, start.container.min_m[axis]) << i;
            EXPECT_LE(body.position_m[axis] + body.radius_m, start.container.max_m[axis]) << i;
        }
        const auto at = place(body.position_m);
        for (int k = 0; k < 27; ++k) {
            const auto found = near.find({at[0] + k % 3 - 1, at[1] + k / 3 % 3 - 1, at[2] + k / 9 - 1});
            if (found == near.end()) continue;
            for (const size_t j : found->second) {
                if (j <= i) continue;
                EXPECT_GT(length(start.bodies[j].position_m - body.position_m),
                          body.radius_m + start.bodies[j].radius_m)
                    << i << ", " << j;
            }
        }
    }
}

TEST(Chairs, bodies_start_apart_and_inside_for_any_number) {
    for (const uint32_t bodies : {1u, 2u, 7u, 300u, 20000u}) {
        const sim::Spawned start = spawned(config_of("chairs", bodies));
        EXPECT_EQ(start.bodies.size(), bodies);
        EXPECT_EQ(start.rotations.size(), bodies);
        expect_apart_and_inside(start);
    }
}

TEST(Chairs, heap_fills_a_third_to_half_of_the_bin) {
    // A chair at rest in a heap of 120 took 0.205 m3.
    for (const uint32_t bodies : {300u, 10000u}) {
        const sim::Spawned start = spawned(config_of("chairs", bodies));
        const float width = start.container.max_m.x - start.container.min_m.x;
        const float height = float(bodies) * 0.205f / (width * width);
        EXPECT_GT(height / width, 0.33f) << bodies;
        EXPECT_LT(height / width, 0.5f) << bodies;
    }
}

TEST(Chairs, angular_momentum_is_that_of_the_spin) {
    const sim::WorldConfig config = config_of("chairs", 200);
    const sim::Spawned start = spawned(config);
    const float most = config.scene.spawn_values.at("spin_rad_s");
    float largest = 0;
    for (const sim::RotationState& r : start.rotations) {
        const sim::Quaternion& q = r.orientation;
        EXPECT_NEAR(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1, 1e-6);
        const sim::Vec3 spin =
            sim::angular_velocity(q, config.scene.shapes[r.shape]->shape.numbers.inverse_inertia, r.momentum);
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_LE(std::fabs(spin[axis]), most * 1.0001f);
            largest = std::max(largest, std::fabs(spin[axis]));
        }
    }
    EXPECT_GT(largest, 0.95f * most);
}

TEST(Chairs, orientations_are_spread_evenly) {
    const sim::Spawned start = spawned(config_of("chairs", 20000));
    // The mean of each entry of the rotation matrix is 0, of its square 1/3.
    double mean[9] = {}, square[9] = {};
    for (const sim::RotationState& r : start.rotations) {
        const sim::Matrix3 m = sim::rotation(r.orientation);
        const sim::Vec3 columns[3] = {m.x, m.y, m.z};
        for (int k = 0; k < 9; ++k) {
            const double entry = columns[k / 3][k % 3];
            mean[k] += entry / double(start.rotations.size());
            square[k] += entry * entry / double(start.rotations.size());
        }
    }
    for (int k = 0; k < 9; ++k) {
        EXPECT_NEAR(mean[k], 0, 0.016) << k;
        EXPECT_NEAR(square[k], 1.0 / 3, 0.008) << k;
    }
}

TEST(Chairs, same_seed_gives_the_same_bytes_and_another_one_others) {
    sim::WorldConfig config = config_of("chairs", 50);
    const auto hash = [&] {
        const sim::Spawned start = spawned(config);
        return sim::state_hash({start.bodies, start.container, 0, start.rotations});
    };
    const uint64_t first = hash();
    EXPECT_EQ(first, hash());
    config.seed = 2;
    EXPECT_NE(first, hash());
}

TEST(Chairs, shapes_are_dealt_in_turn_and_driven_meshes_come_first) {
    sim::MeshSource slab = coarse("slab"), drum = coarse("jack");
    slab.fixed = true;
    slab.size_m = 6;
    slab.place_m = {1, 0.5f, -1};
    drum.spin_rad_s = {0, 2, 0};
    drum.place_m = {-1, 4, 2};
    const sim::Spawned start =
        spawned(config_with({coarse("chair"), slab, coarse("slab"), drum, coarse("jack")}, 300));
    ASSERT_EQ(start.bodies.size(), 300u);
    EXPECT_EQ(start.rotations[0].shape, 1u);
    EXPECT_EQ(start.rotations[1].shape, 3u);
    EXPECT_EQ(start.bodies[0].mass_kg, sim::kDrivenMass);
    EXPECT_EQ(start.bodies[0].position_m.x, 1);
    EXPECT_EQ(start.bodies[0].acceleration_m_s2.y, 0);
    EXPECT_EQ(start.rotations[0].momentum.y, 0);
    EXPECT_EQ(start.rotations[1].momentum.y, 2);
    EXPECT_EQ(start.rotations[1].orientation.w, 1);
    const uint32_t turn[3] = {0, 2, 4};
    float lowest = HUGE_VALF;
    for (size_t i = 2; i < start.bodies.size(); ++i) {
        EXPECT_EQ(start.rotations[i].shape, turn[(i - 2) % 3]) << i;
        EXPECT_EQ(start.bodies[i].acceleration_m_s2.y, -9.81f);
        lowest = std::min(lowest, start.bodies[i].position_m.y - start.bodies[i].radius_m);
    }
    EXPECT_GT(lowest, start.bodies[1].position_m.y + start.bodies[1].radius_m);
    EXPECT_GT(lowest, start.bodies[0].position_m.y + start.bodies[0].radius_m);
}

TEST(Chairs, tiny_and_huge_bodies_have_finite_numbers) {
    for (const float size_m : {1e-4f, 1e4f}) {
        sim::MeshSource mesh = coarse("chair");
        mesh.size_m = size_m;
        const sim::WorldConfig config = config_with({mesh}, 40);
        const sim::Spawned start = spawned(config);
        expect_apart_and_inside(start);
        for (const sim::RotationState& r : start.rotations) {
            const sim::Vec3 spin = sim::angular_velocity(
                r.orientation, config.scene.shapes[0]->shape.numbers.inverse_inertia, r.momentum);
            EXPECT_GT(length(spin), 0.01f) << size_m;
            EXPECT_LT(length(spin), 6) << size_m;
        }
    }
}

TEST(Chairs, keys_size_the_bin_and_the_rain) {
    sim::WorldConfig config = config_of("chairs", 100);
    config.scene.spawn_values["side"] = 3;
    config.scene.spawn_values["spacing_m"] = 2;
    config.scene.spawn_values["bin_width_m"] = 6;
    const sim::Spawned start = spawned(config);
    EXPECT_EQ(start.container.max_m.x - start.container.min_m.x, 6);
    std::set<float> heights;
    for (const sim::Body& body : start.bodies) heights.insert(body.position_m.y);
    EXPECT_EQ(heights.size(), 12u);  // 100 bodies, 9 a layer
}

TEST(Chairs, refuses_what_does_not_fit_with_the_numbers) {
    const auto refusal = [](const char* key, float value, float side = 0) {
        sim::WorldConfig config = config_of("chairs", 30);
        config.scene.spawn_values[key] = value;
        config.scene.spawn_values["side"] = side;
        try {
            spawned(config);
        } catch (const std::invalid_argument& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    EXPECT_THAT(refusal("spacing_m", 0.5f),
                HasSubstr("[spawn] spacing_m = 0.5 m: the largest body turns in"));
    EXPECT_THAT(refusal("bin_width_m", 0.5f), HasSubstr("bin_width_m = 0.5 m: a row of 1 bodies needs"));
    EXPECT_THAT(refusal("bin_width_m", 3, 5), HasSubstr("a row of 5 bodies needs"));

    sim::MeshSource slab = coarse("slab");
    slab.fixed = true;
    sim::WorldConfig config = config_with({slab, coarse("jack")}, 1);
    EXPECT_THROW(spawned(config), std::invalid_argument);
    config.scene.shapes.clear();
    EXPECT_THROW(spawned(config), std::invalid_argument);
}

sim::WorldConfig chairs_of(float size_m, uint32_t bodies) {
    return config_with({{.file = "chair", .size_m = size_m, .cells = 96}}, bodies);
}

TEST(SmallChairs, that_fall_further_in_a_step_than_they_reach_are_refused) {
    for (const float size_m : {0.02f, 0.03f}) {
        try {
            static_cast<void>(sim::World::create(chairs_of(size_m, 5)));
            ADD_FAILURE() << size_m << " is not refused";
        } catch (const std::exception& error) {
            EXPECT_THAT(error.what(), HasSubstr("time_step_s = 0.00417: bodies that fall at"));
            EXPECT_THAT(error.what(), HasSubstr("from its centre: at most"));
        }
        sim::WorldConfig finer = chairs_of(size_m, 5);
        finer.scene.physics.time_step_s /= 4;
        EXPECT_NO_THROW(static_cast<void>(sim::World::create(finer)));
    }
}

// Where they meet they turn fast, and one that turned further in a step than its contacts tell got energy without end.
TEST(SmallChairs, stay_numbers) {
    const auto world = sim::World::create(chairs_of(0.05f, 5));
    world->step(700);
    EXPECT_EQ(world->counters().total_not_finite, 0u);
}

}  // namespace
