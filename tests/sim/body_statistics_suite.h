// BodyStatistics of worlds on the backend `cuda`, on a device or emulated.
#pragma once
#include <gtest/gtest.h>

#include <cstring>

#include "app/observe/readers/readers.h"
#include "tests/sim/sim_scene.h"

namespace testing_worlds {

inline app::BodyStatistics statistics_after(sim::Backend backend, const std::string& scene, uint32_t bodies,
                                            uint32_t steps) {
    const auto world = sim::World::create(config_of(scene, bodies, backend));
    world->step(steps);
    world->finish();
    const auto statistics_reader = app::make_statistics_reader(backend, 0);
    statistics_reader->start(*world);
    return statistics_reader->take(true).value();
}

inline void expect_same_statistics(const std::string& scene, uint32_t bodies, uint32_t steps) {
    const app::BodyStatistics host = statistics_after(sim::Backend::cpu, scene, bodies, steps);
    const app::BodyStatistics device = statistics_after(sim::Backend::cuda, scene, bodies, steps);
    EXPECT_GT(host.bodies, 0u);
    EXPECT_EQ(0, std::memcmp(&host, &device, sizeof host));
}

/// One reader, two states; nothing is taken twice, and nothing is started before what there is was taken.
inline void expect_statistics_in_turn() {
    const auto world = sim::World::create(config_of("gas", 500, sim::Backend::cuda));
    const auto statistics_reader = app::make_statistics_reader(sim::Backend::cuda, 0);
    EXPECT_FALSE(statistics_reader->take(true));
    statistics_reader->start(*world);
    statistics_reader->start(*world);
    const auto first = statistics_reader->take(true);
    ASSERT_TRUE(first);
    EXPECT_FALSE(statistics_reader->take(true));
    world->step(50);
    statistics_reader->start(*world);
    const auto second = statistics_reader->take(true);
    ASSERT_TRUE(second);
    EXPECT_EQ(first->bodies, 500u);
    EXPECT_EQ(second->bodies, 500u) << "counts start from nothing again";
    EXPECT_NE(0, std::memcmp(&*first, &*second, sizeof *first));
}

}  // namespace testing_worlds
