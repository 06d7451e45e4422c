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

/// Of a body with few contacts or many, one has its centre where the body has it: the first, the last or another.
inline void expect_parted_among_others(sim::Backend backend) {
    for (const uint32_t small : {2u, 7u, 8u, 9u, 15u, 16u, 40u}) {
        for (const uint32_t twin : {1u, small / 2 + 1, small}) {
            sim::Snapshot start = ball_with(small, 0, small + twin);
            start.bodies[twin].position_m = start.bodies[0].position_m;
            start.bodies[twin].velocity_m_s = start.bodies[0].velocity_m_s;
            sim::WorldConfig config = testing_worlds::config_of("gas", small + 1, backend);
            config.scene.physics = gentle();
            const auto world = sim::World::create(config, &start);
            world->step(1);
            EXPECT_EQ(sim::state_hash(world->snapshot()),
                      sim::state_hash({reference_step(start, gentle()), start.container, 1}))
                << small << ", at the place of body " << twin;
        }
    }
}

/// A sleeper wakes for any one of its contacts, whichever member of a group looks at that one.
inline void expect_any_contact_wakes(sim::Backend backend) {
    constexpr uint32_t kSmall = 70, kBig = 0;  // more contacts than the rows hold
    static_assert(kSmall > 2 * sim::kRowPartners + 16);
    for (uint32_t fast = 1; fast <= kSmall; fast += 3) {
        sim::Snapshot start = ball_with(kSmall, kBig, 3);
        sim::WorldConfig config = testing_worlds::config_of("gas", kSmall + 1, backend);
        config.scene.physics = gentle();
        config.scene.physics.sleep_speed_m_s = 0.01f;
        config.scene.physics.sleep_time_s = 0.5f;
        for (sim::Body& body : start.bodies) body.velocity_m_s = {0, 0, 0}, body.still_s = 1;
        start.bodies[fast].velocity_m_s = {3, 0, 0};
        start.bodies[fast].still_s = 0;
        const auto world = sim::World::create(config, &start);
        world->step(1);
        const sim::Snapshot after = world->snapshot();
        EXPECT_LT(after.bodies[kBig].still_s, 0.5f) << "woken by " << fast;
        config.backend = sim::Backend::cpu;
        config.engine = sort::engine_or_default("", config.backend).name;
        const auto reference = sim::World::create(config, &start);
        reference->step(1);
        EXPECT_EQ(sim::state_hash(after), sim::state_hash(reference->snapshot())) << fast;
    }
}

/// A sleeper wakes for a contact whichever of the two bodies found it: which one does depends on where they lie.
inline void expect_wakes_whoever_finds_the_contact(sim::Backend backend) {
    constexpr sim::Vec3 kBeside[] = {{0.9f, 0, 0},  {-0.9f, 0, 0}, {0, 0.9f, 0},
                                     {0, -0.9f, 0}, {0, 0, 0.9f},  {0, 0, -0.9f}};
    for (const auto& broad_phase : sim::broad_phases()) {
        for (const sim::Vec3& beside : kBeside) {
            sim::Snapshot start{{}, {{-5, -5, -5}, {5, 5, 5}}, 0};
            start.bodies.push_back({{0, 0, 0}, 0.5f, {0, 0, 0}, 2, {0, 0, 0}, 1});
            start.bodies.push_back({beside, 0.5f, {3, 3, 3}, 2, {0, 0, 0}, 0});
            sim::WorldConfig config = testing_worlds::config_of("gas", 2, backend);
            config.scene.physics = gentle();
            config.scene.physics.sleep_speed_m_s = 0.01f;
            config.scene.physics.sleep_time_s = 0.5f;
            config.broad_phase = broad_phase.name;
            const auto world = sim::World::create(config, &start);
            world->step(1);
            EXPECT_LT(world->snapshot().bodies[0].still_s, 0.5f)
                << broad_phase.name << ", the other at " << beside.x << ' ' << beside.y << ' ' << beside.z;
        }
    }
}

/// Two bodies at one place are parted by their ids, in whatever order they lie in memory: the larger one's box
/// begins first, so it is sorted first.
inline void expect_parted_by_id(sim::Backend backend) {
    for (const auto& broad_phase : sim::broad_phases()) {
        for (const uint32_t larger : {0u, 1u}) {
            sim::Snapshot start{{}, {{-5, -5, -5}, {5, 5, 5}}, 0};
            for (uint32_t id = 0; id < 2; ++id)
                start.bodies.push_back({{1, 1, 1}, id == larger ? 0.5f : 0.4f, {0, 0, 0}, 2, {0, 0, 0}, 0});
            for (uint32_t id = 2; id < 40; ++id)  // others, far from them and from each other
                start.bodies.push_back(
                    {{-4.5f + 0.2f * float(id), -4, 4}, 0.05f, {0, 0, 0}, 1, {0, 0, 0}, 0});
            sim::WorldConfig config = testing_worlds::config_of("gas", 40, backend);
            config.scene.physics = gentle();
            config.broad_phase = broad_phase.name;
            const auto world = sim::World::create(config, &start);
            world->step(1);
            const sim::Snapshot after = world->snapshot();
            EXPECT_LT(after.bodies[0].velocity_m_s.y, after.bodies[1].velocity_m_s.y)
                << broad_phase.name << ", body " << larger << " is larger";
            EXPECT_EQ(sim::state_hash(after),
                      sim::state_hash({reference_step(start, gentle()), start.container, 1}))
                << broad_phase.name;
        }
    }
}

}  // namespace crowded
