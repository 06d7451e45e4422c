// Bodies as scenes spawn them: what all have, and what is known in closed form of stars in equilibrium.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "tests/sim/sim_scene.h"

namespace {

using sim::Vec3;

std::vector<sim::Body> bodies_of(const sim::Scene& scene, uint32_t bodies) {
    const sim::Spawner* spawner = sim::find_spawner(scene.spawn);
    const auto values = sim::values_of(*spawner, scene);
    return spawner->spawn({bodies, 1, scene.physics, values, scene.terrain}).bodies;
}

TEST(Spawned, spheres_are_awake_and_have_numbers) {
    for (const std::string& scene : app::built_in_scene_names()) {
        if (sim::find_spawner(app::load_scene(scene).spawn)->meshes) continue;  // seconds to prepare
        const auto world = sim::World::create(testing_worlds::config_of(scene, 50));
        for (const sim::Body& body : world->snapshot().bodies) {
            EXPECT_EQ(body.still_s, 0) << scene;
            EXPECT_GT(body.mass_kg, 0) << scene;
            EXPECT_GT(body.radius_m, 0) << scene;
            EXPECT_TRUE(std::isfinite(dot(body.position_m, body.position_m))) << scene;
            EXPECT_TRUE(std::isfinite(dot(body.velocity_m_s, body.velocity_m_s))) << scene;
        }
    }
}

/// Of Plummer's sphere the square of a speed over that of escape has the density u^(1/2) (1 - u)^(7/2): Beta's with 3/2
/// and 9/2, whose mean is 1/4 and whose mean square is 5/56. Of the mass 2^(-3/2) lies within the radius.
TEST(Spawned, stars_of_a_cluster_have_plummers_places_and_speeds) {
    constexpr uint32_t kCount = 20000;
    sim::Scene scene = app::load_scene("plummer");
    const auto values = sim::values_of(*sim::find_spawner("plummer"), scene);
    const double scale = double(values.at("scale_m")), mass = double(values.at("mass_kg"));
    const double constant = double(scene.physics.gravity.constant_n_m2_kg2);
    double first = 0, second = 0, inside = 0;
    for (const sim::Body& body : bodies_of(scene, kCount)) {
        const double r = double(length(body.position_m)) / scale;
        const double escape2 = 2 * constant * mass / scale / std::sqrt(r * r + 1);
        const double u = double(dot(body.velocity_m_s, body.velocity_m_s)) / escape2;
        first += u / kCount;
        second += u * u / kCount;
        inside += (r < 1 ? 1.0 : 0.0) / kCount;
    }
    EXPECT_NEAR(first, 1.0 / 4, 0.005);
    EXPECT_NEAR(second, 5.0 / 56, 0.004);
    EXPECT_NEAR(inside, std::pow(2, -1.5) / 0.99, 0.015);
}

/// How a disc's bodies lie and move across its plane and along it, as root mean squares.
struct Disc {
    double across_m, along_m, across_m_s, along_m_s;
};
Disc disc_of(const std::vector<sim::Body>& bodies, size_t begin, size_t end, const Vec3& normal) {
    Vec3 place = {0, 0, 0}, velocity = {0, 0, 0};
    const float share = 1 / float(end - begin);
    for (size_t k = begin; k < end; ++k) {
        place = place + bodies[k].position_m * share;
        velocity = velocity + bodies[k].velocity_m_s * share;
    }
    const auto parts = [&](const Vec3& v, double& across2, double& along2) {
        const double of_normal = double(dot(v, normal));
        across2 += of_normal * of_normal * double(share);
        along2 += (double(dot(v, v)) - of_normal * of_normal) * double(share);
    };
    Disc sums{};
    for (size_t k = begin; k < end; ++k) {
        parts(bodies[k].position_m - place, sums.across_m, sums.along_m);
        parts(bodies[k].velocity_m_s - velocity, sums.across_m_s, sums.along_m_s);
    }
    return {std::sqrt(sums.across_m), std::sqrt(sums.along_m), std::sqrt(sums.across_m_s),
            std::sqrt(sums.along_m_s)};
}

TEST(Spawned, the_second_galaxy_is_as_the_first_but_turned) {
    const sim::Scene scene = app::load_scene("galaxy");
    const auto bodies = bodies_of(scene, 20000);
    const auto groups = sim::spawn_groups_of(scene, 20000);
    ASSERT_EQ(groups.size(), 6u);
    const Disc first = disc_of(bodies, 0, groups[0].end, {0, 1, 0}),
               second = disc_of(bodies, groups[2].end, groups[3].end, {0, 0.6f, 0.8f});
    EXPECT_LT(first.across_m, 0.1 * first.along_m) << "a disc";
    EXPECT_NEAR(second.across_m / first.across_m, 1, 0.07);
    EXPECT_NEAR(second.along_m / first.along_m, 1, 0.07);
    EXPECT_NEAR(second.across_m_s / first.across_m_s, 1, 0.07);
    EXPECT_NEAR(second.along_m_s / first.along_m_s, 1, 0.07);
}

/// The middle of bodies [begin, end).
Vec3 middle_of(const std::vector<sim::Body>& bodies, size_t begin, size_t end) {
    Vec3 sum = {0, 0, 0};
    for (size_t k = begin; k < end; ++k) sum = sum + bodies[k].position_m;
    return sum * (1 / float(end - begin));
}

TEST(Spawned, two_galaxies_are_as_far_apart_as_the_scene_says) {
    sim::Scene scene = app::load_scene("galaxy");
    for (const auto& [along_m, beside_m] : {std::pair{8.0f, 2.5f}, {17.0f, 5.0f}}) {
        scene.spawn_values["distance_m"] = along_m;
        scene.spawn_values["offset_m"] = beside_m;
        const auto bodies = bodies_of(scene, 20000);
        const size_t first = sim::spawn_groups_of(scene, 20000)[2].end;
        const Vec3 apart = middle_of(bodies, first, bodies.size()) - middle_of(bodies, 0, first);
        EXPECT_NEAR(apart.x, along_m, 0.1f);
        EXPECT_NEAR(apart.y, 0, 0.1f);
        EXPECT_NEAR(apart.z, beside_m, 0.1f);
    }
}

/// Of whatever radius: a mass is a density times the volume of a sphere.
TEST(Spawned, spheres_have_the_density_that_the_scene_says) {
    std::set<std::string> checked;
    for (const std::string& name : app::built_in_scene_names()) {
        const sim::Scene scene = app::load_scene(name);
        const auto values = sim::values_of(*sim::find_spawner(scene.spawn), scene);
        if (!values.contains("density_kg_m3") || sim::find_spawner(scene.spawn)->meshes) continue;
        sim::WorldConfig config = testing_worlds::config_of(name, 50);
        config.scene.spawn_values["density_kg_m3"] = 1300;
        if (values.contains("radius_m"))
            config.scene.spawn_values["radius_m"] = 1.25f * values.at("radius_m");
        const double huge = values.contains("giant_share") ? double(values.at("giant_density_kg_m3")) : 0;
        const auto bodies = sim::World::create(config)->snapshot().bodies;
        for (size_t id = 0; id < bodies.size(); ++id) {
            const double volume = 4.0 / 3 * M_PI * std::pow(double(bodies[id].radius_m), 3);
            const double expected = huge > 0 && id + 1 == bodies.size() ? huge : 1300;
            EXPECT_NEAR(double(bodies[id].mass_kg) / volume, expected, 1e-4 * expected)
                << name << ", id " << id;
        }
        checked.insert(scene.spawn);
    }
    EXPECT_GE(checked.size(), 7u);
}

}  // namespace
