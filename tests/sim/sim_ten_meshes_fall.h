// The ten files once more: what of them the scene `chairs` takes falls into its bin and comes to rest.
#pragma once
#include <gtest/gtest.h>

#include "tests/sim/sim_rigid_state.h"
#include "tests/sim/sim_scene.h"
#include "tests/sim/sim_ten_meshes.h"

namespace testing_meshes {

/// The world that `--scene chairs --mesh FILE` makes, its bodies near to the floor.
inline sim::WorldConfig rain_of(const std::string& file, uint32_t bodies) {
    sim::WorldConfig config = testing_worlds::config_of("chairs", bodies);
    app::replace_movable_meshes(config.scene, file);
    app::load_shapes(config.scene, 0, true);
    config.scene.spawn_values["drop_m"] = 0.05f;
    config.scene.spawn_values["speed_m_s"] = 0.3f;
    return config;
}

struct FallLimits {
    uint32_t bodies = 3;
    float seconds = 3;      // that all sleep after
    float slowest_m_s = 0;  // then; more than 0 for bodies that roll on
};

inline constexpr float kRest_m = 0.01f;  // corners of a body 0.9 m long whose points are in a wall

/// No look at it finds a body outside, more energy than before, or what is no number.
inline void expect_fall_to_rest(const std::string& file, const FallLimits& limits = {}) {
    using namespace testing_worlds;
    constexpr uint32_t kLooks = 8;  // in a window of time
    sim::WorldConfig config = rain_of(file, limits.bodies);
    const auto world = sim::World::create(config);
    const double first = mechanical_energy_j(config.scene, world->snapshot());

    const auto steps = uint32_t(0.025f / config.scene.physics.time_step_s);
    const auto looks = uint32_t(limits.seconds / 0.025f);
    double most = first, most_before = first;
    float fastest = 0;
    for (uint32_t k = 1; k <= looks && world->counters().asleep < limits.bodies; ++k) {
        world->step(steps);
        const sim::Snapshot now = world->snapshot();
        ASSERT_TRUE(all_finite(now)) << k;
        fastest = std::max(fastest, fastest_m_s(config.scene, now));
        ASSERT_LT(outside_m(config.scene, now), kRest_m) << k;
        // Pairs in each other are parted, which lifts some a little: the most of a window counts.
        most = std::max(most, mechanical_energy_j(config.scene, now));
        ASSERT_LT(most, most_before + 1e-3 * first) << k;
        if (k % kLooks == 0) {
            most_before = most;
            most = 0;
        }
    }
    const sim::Snapshot end = world->snapshot();
    EXPECT_GT(world->counters().contacts, 0u) << "nothing has landed";
    EXPECT_GT(fastest, 0.5f);
    EXPECT_LT(mechanical_energy_j(config.scene, end), 0.9 * first);
    EXPECT_LE(fastest_m_s(config.scene, end), limits.slowest_m_s);
    EXPECT_LT(outside_m(config.scene, end), kRest_m);
}

}  // namespace testing_meshes
