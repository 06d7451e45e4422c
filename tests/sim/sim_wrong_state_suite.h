// Bodies that are outside, not finite or fast: counted in each step, the same on both backends, and no search
// is led astray by one.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "sim/broad_phase/contact_table.h"
#include "sim/search/pair_search.h"
#include "tests/sim/nasty_boxes.h"
#include "tests/sim/sim_counters.h"
#include "tests/sim/sim_scene.h"

namespace wrong_state {

using testing_worlds::config_of;

inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr uint32_t kLost = 3;
// Each of the crowd touches all others, more than its two rows hold.
inline constexpr uint32_t kCrowd = 2 * sim::kRowPartners + 3;
inline constexpr uint32_t kOutside = 2 + kCrowd;

inline bool finite(const sim::Vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// Three bodies are not finite, some are outside, of them one that sleeps where bodies do, and a crowd whose contacts
/// do not fit into rows, and one is fast.
inline sim::Snapshot wrong(sim::Snapshot state, float time_step_s) {
    state.bodies.at(3).position_m.x = kNan;
    state.bodies.at(17).velocity_m_s.y = kInfinity;
    state.bodies.at(40).position_m = {kInfinity, -kInfinity, 0};
    state.bodies.at(50).position_m = state.container.max_m + sim::Vec3{3, 3, 3};
    sim::Body& fast = state.bodies.at(60);
    fast.velocity_m_s = {0, 1.5f * fast.radius_m / time_step_s, 0};
    sim::Body& sleeper = state.bodies.at(70);
    sleeper.position_m = state.container.max_m + sim::Vec3{9, 9, 9};
    sleeper.velocity_m_s = sleeper.acceleration_m_s2 = {0, 0, 0};
    sleeper.still_s = 1000;
    for (uint32_t k = 0; k < kCrowd; ++k) {
        sim::Body& one = state.bodies.at(80 + k);
        one.position_m = state.container.max_m + sim::Vec3{4 + 0.05f * float(k) * one.radius_m, 4, 4};
    }
    return state;
}

/// Numbers of bodies of a state that are outside, fast or lost, counted on the host.
struct Said {
    uint32_t outside = 0, fast = 0, lost = 0;
};

inline Said said_of(const sim::Snapshot& state, float time_step_s) {
    Said said;
    for (const sim::Body& body : state.bodies) {
        if (body.position_m.x > 1e29f && finite(body.position_m) && finite(body.velocity_m_s)) {
            ++said.lost;
            continue;
        }
        bool inside = true;
        for (int axis = 0; axis < 3; ++axis) {
            inside = inside && body.position_m[axis] >= state.container.min_m[axis] &&
                     body.position_m[axis] <= state.container.max_m[axis];
        }
        said.outside += !inside;
        said.fast += sim::length(body.velocity_m_s) * time_step_s > body.radius_m;
    }
    return said;
}

/// Counts of each of 12 steps, and their sums; the same state with every broad phase.
inline void expect_counted(const std::string& scene, bool rolls, sim::Backend backend) {
    sim::WorldConfig config = config_of(scene, 200, backend);
    config.scene.physics.rotation = rolls;
    const float dt_s = config.scene.physics.time_step_s;
    const sim::Snapshot start = wrong(sim::World::create(config)->snapshot(), dt_s);
    uint64_t hash = 0;
    for (const auto& broad_phase : sim::broad_phases()) {
        config.broad_phase = broad_phase.name;
        const auto world = sim::World::create(config, &start);
        uint64_t outside = 0, fast = 0;
        for (int step = 0; step < 12; ++step) {
            world->step(1);
            world->finish();
            const Said said = said_of(world->snapshot(), dt_s);
            const sim::Counters& counters = world->counters();
            ASSERT_EQ(counters.not_finite, kLost) << broad_phase.name << ", step " << step;
            ASSERT_EQ(said.lost, kLost) << "all are aside, and nobody beside them";
            ASSERT_EQ(counters.outside, said.outside);
            ASSERT_EQ(counters.fast, said.fast);
            if (step == 0) {
                ASSERT_GE(counters.outside, kOutside);
                ASSERT_GE(counters.fast, 1u);
            }
            outside += said.outside;
            fast += said.fast;
        }
        EXPECT_EQ(world->counters().total_not_finite, 12u * kLost);
        EXPECT_EQ(world->counters().total_outside, outside);
        EXPECT_EQ(world->counters().total_fast, fast);
        const uint64_t own = sim::state_hash(world->snapshot());
        if (hash == 0) hash = own;
        EXPECT_EQ(own, hash) << broad_phase.name;
    }
    if (backend == sim::Backend::cpu) return;
    config = config_of(scene, 200);
    config.scene.physics.rotation = rolls;
    const auto reference = sim::World::create(config, &start);
    reference->step(12);
    EXPECT_EQ(sim::state_hash(reference->snapshot()), hash) << "on the cpu";
}

/// A search among bodies that are all lost takes few tests: they do not share one place.
inline void expect_all_lost(sim::Backend backend) {
    sim::WorldConfig config = config_of("gas", 1000, backend);
    sim::Snapshot start = sim::World::create(config)->snapshot();
    for (sim::Body& body : start.bodies) body.position_m.z = kNan;
    const auto world = sim::World::create(config, &start);
    world->step(2);
    world->finish();
    EXPECT_EQ(world->counters().not_finite, 1000u);
    EXPECT_EQ(world->counters().pairs, 0u);
    EXPECT_LT(world->counters().tests, 20000u);
}

/// One that is lost does not make the others' search a slow one.
inline void expect_few_tests_beside_one_lost(sim::Backend backend) {
    const sim::WorldConfig config = config_of("gas", 1000, backend);
    sim::Snapshot start = sim::World::create(config)->snapshot();
    const auto well = sim::World::create(config, &start);
    start.bodies[500].velocity_m_s.x = kNan;
    const auto world = sim::World::create(config, &start);
    for (sim::World* one : {well.get(), world.get()}) {
        one->step(2);
        one->finish();
    }
    EXPECT_LT(world->counters().tests, 4 * well->counters().tests);
}

/// Wrong numbers in bodies with meshes are counted, also in orientation and spin.
inline void expect_meshes_counted(sim::Backend backend) {
    const sim::WorldConfig config = config_of("chairs", 12, backend);
    sim::Snapshot start = sim::World::create(config)->snapshot();
    start.rotations[1].orientation = {kNan, 0, 0, 0};
    start.rotations[2].momentum.x = kInfinity;
    start.bodies[3].position_m.y = kNan;
    start.bodies[4].position_m = {0, -50, 0};
    const auto world = sim::World::create(config, &start);
    for (int step = 1; step <= 3; ++step) {
        world->step(1);
        world->finish();
        EXPECT_EQ(world->counters().not_finite, 3u);
        EXPECT_EQ(world->counters().outside, 1u);
    }
    const sim::Snapshot end = world->snapshot();
    EXPECT_EQ(said_of(end, config.scene.physics.time_step_s).lost, 3u);
    EXPECT_EQ(end.rotations[1].orientation.w, 1.0f) << "what is lost is no trouble for who draws it";
}

/// Makes a box wrong, by `how`: one bound, both of an axis, or all.
inline void spoil(sim::Box& box, int how, sim::Random& random) {
    const float wrong[] = {kNan, -kNan, kInfinity, -kInfinity};
    const auto draw = [&] { return wrong[random.bits() % 4]; };
    const int axis = int(random.bits() % 3);
    if (how == 0) box.min[axis] = draw();
    if (how == 1) box.max[axis] = draw();
    if (how == 2) box.min[axis] = box.max[axis] = draw();
    for (int k = 0; k < 3 && how == 3; ++k) box.min[k] = box.max[k] = draw();
}

/// Boxes with bounds that are not finite: searches end, and name boxes that there are.
inline void expect_in_range(sim::Backend backend, const std::string& engine) {
    uint64_t seed = 1000;
    for (const auto& kind : nasty_boxes::kKinds) {
        for (const uint32_t count : {20, 200}) {
            for (int how = 0; how < 4; ++how) {
                auto boxes = nasty_boxes::make(kind, count, ++seed);
                sim::Random random(seed);
                for (uint32_t k = random.bits() % (1 + count / 4) + 1; k > 0; --k)
                    spoil(boxes[random.bits() % count], how, random);
                for (const auto& broad_phase : sim::broad_phases()) {
                    const auto pairs = sim::find_pairs(boxes, {backend, engine, broad_phase.name, 1, 0});
                    for (const uint32_t box : pairs)
                        ASSERT_LT(box, count) << broad_phase.name << ", " << kind.name;
                }
            }
        }
    }
}

}  // namespace wrong_state
