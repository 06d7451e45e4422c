// The walk of one body's group, made again on the host, against what the step itself has done.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "sim/gravity/walk_of_body.h"
#include "sim/world.h"

namespace {

sim::WorldConfig cluster(uint32_t bodies) {
    sim::WorldConfig config;
    config.scene.name = config.scene.spawn = "plummer";
    config.scene.physics.time_step_s = 0.01f;
    config.scene.physics.gravity_m_s2 = {0, 0, 0};
    config.scene.physics.stiffness_pa = 1;
    config.scene.physics.restitution = 1;
    config.scene.physics.gravity.on = true;
    config.scene.spawn_values["radius_m"] = 1e-6f;  // nobody touches anybody
    config.bodies = bodies;
    config.engine = "cpu-radix";
    config.broad_phase = "sweep";
    return config;
}

std::vector<sim::Vec4> sources_of(const sim::Snapshot& state) {
    std::vector<sim::Vec4> sources;
    for (const sim::Body& body : state.bodies) sources.push_back(sim::with_w(body.position_m, body.mass_kg));
    return sources;
}

TEST(WalkOfBody, pulls_as_the_step_has_pulled) {
    for (const bool quadrupole : {true, false}) {
        for (const uint32_t leaf : {1u, 8u, 20u}) {
            sim::WorldConfig config = cluster(3000);
            config.scene.physics.gravity.quadrupole = quadrupole;
            config.scene.physics.gravity.leaf_bodies = leaf;
            const auto world = sim::World::create(config);
            world->step(2);
            const sim::Snapshot state = world->snapshot();
            const auto sources = sources_of(state);
            for (uint32_t id = 0; id < 3000; id += 171) {
                const sim::WalkOfBody walk = sim::walk_of_body(sources, config.scene.physics.gravity, id, 1);
                const sim::Vec3 own = state.bodies[id].acceleration_m_s2;
                EXPECT_LT(length(walk.acceleration - own), 1e-5f * length(own)) << "body " << id;
                uint64_t bodies = walk.bodies.size();
                for (const sim::TakenNode& node : walk.nodes) bodies += node.bodies;
                EXPECT_EQ(bodies, 3000u) << "each is taken once";
                EXPECT_LE(walk.group_bodies, 32u);
                EXPECT_EQ(uint32_t(world->bodies().tree.entries[walk.rank] >> 32), id);
                for (const sim::TakenNode& node : walk.nodes) {
                    const float off = length(0.5f * (node.min + node.max) - state.bodies[id].position_m);
                    const float mass = float(node.bodies) * state.bodies[id].mass_kg;  // all have the same
                    EXPECT_GT(node.pull, 0.15f * mass / (off * off));
                    EXPECT_LT(node.pull, 6 * mass / (off * off));
                }
            }
        }
    }
}

double mean_error(const sim::Gravity& gravity, const std::vector<sim::Vec4>& sources) {
    double sum = 0;
    for (uint32_t id = 0; id < sources.size(); id += 100)
        sum += sim::walk_of_body(sources, gravity, id, 1).error();
    return sum / (double(sources.size()) / 100);
}

TEST(WalkOfBody, is_the_more_exact_the_smaller_the_angle_and_with_quadrupoles) {
    const auto sources = sources_of(sim::World::create(cluster(2000))->snapshot());
    sim::Gravity gravity;
    gravity.on = true;
    const double usual = mean_error(gravity, sources);
    EXPECT_GT(usual, 1e-5);
    EXPECT_LT(usual, 2e-3);
    gravity.opening_angle = 0.3f;
    EXPECT_LT(mean_error(gravity, sources), 0.2 * usual);
    gravity.opening_angle = 0.8f;
    gravity.quadrupole = false;
    EXPECT_GT(mean_error(gravity, sources), 3 * usual);
    gravity.direct = true;
    EXPECT_LT(mean_error(gravity, sources), 1e-5);
}

TEST(WalkOfBody, of_few_bodies_and_of_bodies_at_one_place) {
    sim::Gravity gravity;
    gravity.on = true;
    const std::vector<sim::Vec4> alone = {{1, 2, 3, 4}}, two = {{0, 0, 0, 1}, {1, 0, 0, 2}};
    EXPECT_EQ(sim::walk_of_body(alone, gravity, 0, 1).error(), 0);
    const sim::WalkOfBody pair = sim::walk_of_body(two, gravity, 0, 1);
    EXPECT_NEAR(pair.acceleration.x, 2 / std::pow(1.0025, 1.5), 1e-5);
    EXPECT_EQ(pair.bodies.size(), 2u);
    const std::vector<sim::Vec4> heap(200, sim::Vec4{1, 1, 1, 1});
    const sim::WalkOfBody in_heap = sim::walk_of_body(heap, gravity, 77, 1);
    EXPECT_EQ(length(in_heap.acceleration), 0.0f);
    uint64_t taken = in_heap.bodies.size();
    for (const sim::TakenNode& node : in_heap.nodes) taken += node.bodies;
    EXPECT_EQ(taken, 200u) << "each once";
    EXPECT_EQ(sim::walk_of_body(heap, gravity, 200, 1).group_bodies, 0u) << "nobody has this id";
}

}  // namespace
