// A million bodies over the landscape on a CUDA device: none is ever found below the ground.
#include "tests/sim/sim_landscape_suite.h"

TEST(LandscapeOnCuda, keeps_a_million_bodies_above_ground) {
    std::string reason;
    if (!sim::cuda_available(&reason)) GTEST_SKIP() << "skipped: no CUDA device (" << reason << ")";
    const auto world =
        sim::World::create(testing_worlds::config_of("landscape", 1000000, sim::Backend::cuda));
    for (int turn = 0; turn < 100; ++turn) {
        world->step(200);
        for (const sim::Body& body : world->snapshot().bodies)
            ASSERT_GT(testing_worlds::above_ground(*world, body.position_m), 0) << "in turn " << turn;
    }
}
