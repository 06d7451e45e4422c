// Bodies with hundreds of contacts: what a step makes of them, against plain loops over all other bodies in
// ascending id. On any backend.
#pragma once
#include <gtest/gtest.h>

#include "sim/scenes/random.h"
#include "sim/solve.h"
#include "sim/step_numbers.h"
#include "tests/sim/sim_scene.h"

namespace crowded {

/// A big ball of the given id, with small ones all over it that overlap it and each other.
inline sim::Snapshot ball_with(uint32_t small, uint32_t big_id, uint64_t seed) {
    sim::Random random(seed);
    sim::Snapshot start{{}, {{-20, -20, -20}, {20, 20, 20}}, 0};
    for (uint32_t id = 0; id <= small; ++id) {
        sim::Body body{{0, 0, 0}, 10, {0, 0, 0}, 500, {0, 0, 0}, 0};
        if (id != big_id) {
            sim::Vec3 way = {1, 0, 0};
            do {
                way = {random.signed_unit(), random.signed_unit(), random.signed_unit()};
            } while (sim::length(way) < 0.1f || sim::length(way) > 1);
            body.position_m = way * (10.2f / sim::length(way));
            body.radius_m = 0.5f;
            body.mass_kg = 1;
            body.velocity_m_s = {random.signed_unit(), random.signed_unit(), random.signed_unit()};
        }
        start.bodies.push_back(body);
    }
    return start;
}

inline sim::Physics gentle() {
    sim::Physics physics;
    physics.time_step_s = 1e-4f;
    physics.stiffness_pa = 1e4f;
    return physics;
}

/// The bodies after one step.
inline std::vector<sim::Body> reference_step(const sim::Snapshot& start, const sim::Physics& physics) {
    const sim::StepNumbers numbers =
        sim::make_step_numbers(physics, start.container, sim::stiffest_body(start.bodies));
    std::vector<sim::Motion> moved;
    for (const sim::Body& b : start.bodies) {
        moved.push_back(sim::integrate(
            {b.position_m, b.radius_m, b.velocity_m_s, b.mass_kg, b.acceleration_m_s2, b.still_s}, numbers));
    }
    std::vector<sim::Body> after;
    for (size_t id = 0; id < moved.size(); ++id) {
        sim::Vec3 force = {0, 0, 0};
        for (size_t other = 0; other < moved.size(); ++other) {
            const sim::Motion &a = moved[id], &b = moved[other];
            if (other == id || !sim::touching(sim::with_w(a.position_m, a.radius_m),
                                              sim::with_w(b.position_m, b.radius_m))) {
                continue;
            }
            force = force + sim::sphere_force(
                                a, b, [&] { return id < other; }, numbers);
        }
        force = force + sim::wall_force(moved[id], numbers);
        const sim::Motion m = sim::finish_step(moved[id], force, numbers);
        after.push_back(
            {m.position_m, m.radius_m, m.velocity_m_s, m.mass_kg, m.acceleration_m_s2, m.still_s});
    }
    return after;
}

inline void expect_exact_sums(sim::Backend backend) {
    for (const uint32_t small : {sim::kRowPartners, sim::kRowPartners + 1, 2 * sim::kRowPartners,
                                 2 * sim::kRowPartners + 1, 257u, 600u, 3000u}) {
        for (const uint32_t big_id : {0u, small / 2, small}) {
            const sim::Snapshot start = ball_with(small, big_id, small + big_id);
            sim::WorldConfig config = testing_worlds::config_of("gas", small + 1, backend);
            config.scene.physics = gentle();
            const auto world = sim::World::create(config, &start);
            world->step(1);
            const sim::Snapshot after{reference_step(start, gentle()), start.container, 1};
            const sim::Snapshot found = world->snapshot();
            EXPECT_EQ(sim::state_hash(found), sim::state_hash(after)) << small << " on body " << big_id;
            EXPECT_GE(world->counters().contacts, small);
        }
    }
}

}  // namespace crowded
