// Golden hashes: the three scenes give these bits on every machine, with every compiler, on both backends
// (tests/gpu compares CUDA with the CPU). A change here is a change of the simulation: say why in the commit.
#include <gtest/gtest.h>

#include "tests/sim_scene.h"

namespace {

struct Golden {
    const char* scene;
    uint32_t bodies, steps;
    uint64_t hash;
};

constexpr Golden kGolden[] = {
    {"gas", 1000, 500, 0x39a7a9bd0e91e713},
    {"mixed", 1000, 1500, 0x4c8305a9863a93b2},
    {"pile", 1000, 1500, 0xc03ab122a0f3378e},
};

TEST(Golden, hashes_of_the_three_scenes) {
    for (const Golden& golden : kGolden) {
        const uint64_t hash =
            testing_worlds::hash_after(testing_worlds::config_of(golden.scene, golden.bodies), golden.steps);
        EXPECT_EQ(hash, golden.hash) << golden.scene << std::hex << ": 0x" << hash;
    }
}

}  // namespace
