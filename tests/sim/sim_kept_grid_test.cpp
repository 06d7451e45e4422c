// The grid of columns stays from step to step: the order that the sort finds is not thrown over by a new one.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/sim/sim_scene.h"

namespace {

TEST(KeptGrid, of_a_small_gas_keeps_the_order_of_the_step_before) {
    sim::WorldConfig config = testing_worlds::config_of("gas", 2600);
    config.broad_phase = "columns";
    const auto world = sim::World::create(config);
    world->step(500);
    world->finish();
    std::vector<uint32_t> descents;
    for (int step = 0; step < 1500; ++step) {
        world->step(1);
        world->finish();
        descents.push_back(world->counters().descents);
    }
    std::sort(descents.begin(), descents.end());
    const uint32_t median = descents[descents.size() / 2];
    EXPECT_GT(median, 0u);
    EXPECT_LE(descents.back(), 10 * median);
}

}  // namespace
