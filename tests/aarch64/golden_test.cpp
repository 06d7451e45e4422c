// Golden hashes with the default engine on one thread: a scene of each kind that takes little time under qemu.
#include <set>

#include "tests/sim/sim_golden.h"

static const std::set<std::string> kScenes = {"dominoes", "galaxy",    "gas",   "landscape",
                                              "one-huge", "one-plane", "orbit", "pyramid"};

static void expect_hash(const testing_worlds::Golden& golden) {
    if (!kScenes.count(golden.scene)) return;
    sim::WorldConfig config = testing_worlds::config_of(golden, sim::Backend::cpu);
    config.threads = 1;
    EXPECT_EQ(testing_worlds::hash_after(config, golden.steps), golden.hash) << golden.scene;
}

TEST(Golden, hashes_of_built_in_scenes) {
    for (const testing_worlds::Golden& golden : testing_worlds::kGolden) expect_hash(golden);
}

TEST(Golden, hashes_of_more_scenes) {
    for (const testing_worlds::Golden& golden : testing_worlds::kMoreGolden) expect_hash(golden);
}
