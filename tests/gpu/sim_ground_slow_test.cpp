// A million bodies over the landscape on a CUDA device, for 100,000 steps: none is ever found below the ground,
// and memory does not grow once bodies lie in heaps.
#include "tests/gpu/cuda_fixture.h"
#include "tests/sim/sim_landscape_suite.h"

using LandscapeOnCuda = testing_worlds::Cuda;

TEST_F(LandscapeOnCuda, keeps_a_million_bodies_above_ground) {
    const auto world =
        sim::World::create(testing_worlds::config_of("landscape", 1000000, sim::Backend::cuda));
    uint64_t bytes = 0;
    for (int turn = 0; turn < 500; ++turn) {
        world->step(200);
        for (const sim::Body& body : world->snapshot().bodies)
            ASSERT_GT(testing_worlds::above_ground(*world, body.position_m), 0) << "in turn " << turn;
        if (turn == 250) bytes = world->bytes();
    }
    EXPECT_EQ(world->counters().total_below_ground, 0u) << "in one of the steps between";
    EXPECT_EQ(world->bytes(), bytes);
    EXPECT_LT(world->bytes(), 700u * 1000000);
}
