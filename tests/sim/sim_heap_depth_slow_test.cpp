// A heap of chairs at rest: all asleep, and hardly in each other, by a measure that knows no contact.
#include <gtest/gtest.h>

#include "app/measure/true_depth.h"
#include "tests/sim/sim_scene.h"

namespace {

constexpr float kMost99 = 0.22f, kMost = 0.3f;  // of the thinnest part

TEST(HeapDepth, two_hundred_chairs_at_rest_lie_hardly_in_each_other) {
    const sim::WorldConfig config = testing_worlds::config_of("chairs", 200);
    const auto world = sim::World::create(config);
    const auto steps = [&](float seconds) { return uint32_t(seconds / config.scene.physics.time_step_s); };
    for (int k = 0; k < 32 && world->counters().asleep < config.bodies; ++k) world->step(steps(0.25f));
    EXPECT_EQ(world->counters().asleep, config.bodies);

    const sim::Snapshot now = world->snapshot();
    const app::DepthGauge gauge(config.scene.shapes);
    const app::TrueDepth depth =
        gauge.measure(app::placed_bodies(now.bodies, now.rotations), world->container());
    EXPECT_GT(depth.pairs.size(), 200u) << "is this a heap?";
    EXPECT_LT(depth.share_at(0.99), kMost99);
    EXPECT_LT(depth.share_at(1), kMost);
    EXPECT_LT(depth.deepest_wall_m(), kMost * gauge.thinnest_m());
    RecordProperty("p99_percent", std::to_string(100 * depth.share_at(0.99)));
    RecordProperty("max_percent", std::to_string(100 * depth.share_at(1)));
}

}  // namespace
