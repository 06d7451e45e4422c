// Golden hashes: the built-in scenes give these bits on every machine, with every compiler and engine, on both
// backends. A change here is a change of the simulation: say why in the commit.
#pragma once
#include <gtest/gtest.h>

#include "tests/sim/sim_scene.h"

namespace testing_worlds {

struct Golden {
    const char* scene;
    uint32_t bodies, steps;
    uint64_t hash;
    bool rotation = false;
};

inline constexpr Golden kGolden[] = {
    {"chairs", 60, 480, 0xfbde56ed1d52b595},  // they have fallen, and touch
    {"disc", 1000, 200, 0x3535ecb98f436914},
    {"galaxy", 1000, 200, 0x6c66d649cd880a9f},
    {"gas", 1000, 500, 0x39a7a9bd0e91e713},
    {"landscape", 1000, 2000, 0x6a220b5d6c35ed98},  // some have left and been born again
    {"mixed", 1000, 1500, 0x4c8305a9863a93b2},
    {"pile", 1000, 1500, 0xc03ab122a0f3378e},
    {"pile", 1000, 1500, 0x650ea2c32877e936, true},
    {"orbit", 2, 3000, 0x553200ff84001b75},
    {"plummer", 1000, 200, 0xe2743f8d00f0dab3},
    {"solar", 1000, 200, 0xb640a0681191ab5b},
};

inline sim::WorldConfig config_of(const Golden& golden, sim::Backend backend) {
    sim::WorldConfig config = config_of(golden.scene, golden.bodies, backend);
    config.scene.physics.rotation = golden.rotation;
    return config;
}

/// Hashes of scenes whose stages the others have too: tested with the default engine alone.
inline constexpr Golden kMoreGolden[] = {
    {"calm", 500, 200, 0xeafdc90d7a447cb9},      {"explosion", 500, 200, 0xe98a95cba395a1e1},
    {"one-fast", 500, 200, 0x912f636915945347},  {"one-huge", 500, 1000, 0xdeb2d68394ec6f6b},
    {"one-plane", 500, 200, 0x1eae81ccf484298d}, {"teleport", 500, 1500, 0x93ebdad92664c5a4},
    {"dominoes", 20, 240, 0xcd13c1e1623bc951},   {"hourglass", 60, 240, 0xc2ae13af9d4289da},
    {"pyramid", 30, 120, 0xf2ed0c26b2656844},    {"tumbler", 30, 240, 0x2ed74b66b7f96959},
};

inline void expect_more_golden_hashes(sim::Backend backend) {
    for (const Golden& golden : kMoreGolden) {
        const uint64_t hash = hash_after(config_of(golden, backend), golden.steps);
        EXPECT_EQ(hash, golden.hash) << golden.scene << std::hex << ": 0x" << hash;
    }
}

/// Whatever engine of the backend sorts.
inline void expect_golden_hashes(sim::Backend backend) {
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend != backend) continue;
        for (const Golden& golden : kGolden) {
            sim::WorldConfig config = config_of(golden, backend);
            config.engine = engine.name;
            const uint64_t hash = hash_after(config, golden.steps);
            EXPECT_EQ(hash, golden.hash)
                << engine.name << ", " << golden.scene << (golden.rotation ? " that rolls" : "") << std::hex
                << ": 0x" << hash;
        }
    }
}

}  // namespace testing_worlds
