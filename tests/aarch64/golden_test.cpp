// Golden hashes with the default engine on one thread, of scenes that take little time under qemu.
#include <set>

#include "tests/sim/sim_golden.h"

static void expect_hash(const testing_worlds::Golden& golden) {
    sim::WorldConfig config = testing_worlds::config_of(golden.scene, golden.bodies);
    config.threads = 1;
    EXPECT_EQ(testing_worlds::hash_after(config, golden.steps), golden.hash) << golden.scene;
}

TEST(Golden, hashes_of_more_scenes) {
    for (const testing_worlds::Golden& golden : testing_worlds::kMoreGolden) expect_hash(golden);
}

TEST(Golden, hashes_of_gas_gravity_and_hills) {
    const std::set<std::string> scenes = {"galaxy", "gas", "landscape", "orbit"};
    for (const testing_worlds::Golden& golden : testing_worlds::kGolden)
        if (scenes.count(golden.scene)) expect_hash(golden);
}
