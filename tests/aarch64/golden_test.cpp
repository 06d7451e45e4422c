// The golden hashes with the default engine, which tests/sim has for all.
#include "tests/sim/sim_golden.h"

TEST(Golden, hashes_of_more_scenes) { testing_worlds::expect_more_golden_hashes(sim::Backend::cpu); }

TEST(Golden, hashes_of_the_built_in_scenes) {
    for (const testing_worlds::Golden& golden : testing_worlds::kGolden) {
        sim::WorldConfig config = testing_worlds::config_of(golden.scene, golden.bodies);
        config.scene.physics.rotation = golden.rotation;
        EXPECT_EQ(testing_worlds::hash_after(config, golden.steps), golden.hash) << golden.scene;
    }
}
