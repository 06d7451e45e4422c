// What a step says of its stages: traced those of any step, each pass of a sort by its name; and the bytes that they move.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/sim/sim_kernels_suite.h"

namespace testing_worlds {

inline std::set<std::string> stage_names(const std::vector<sim::StageTime>& stages) {
    std::set<std::string> names;
    for (const sim::StageTime& stage : stages) names.insert(std::string(sim::stage_of(stage.name)));
    return names;
}

/// Traced, a sort is its passes, each once and with its own time.
inline void expect_stages_when_traced(sim::WorldConfig config, const std::string& engine,
                                      const std::string& broad_phase) {
    SCOPED_TRACE(engine + ", " + broad_phase);
    config.engine = engine;
    config.broad_phase = broad_phase;
    const auto usual = sim::World::create(config);
    config.traced = true;
    const auto traced = sim::World::create(config);
    for (int k = 0; k < 3; ++k) {
        const std::vector<sim::StageTime> one = stages_of_a_step(*usual), other = stages_of_a_step(*traced);
        EXPECT_EQ(stage_names(one), stage_names(other));
        for (const sim::StageTime& stage : other) {
            EXPECT_GT(stage.duration_us, 0) << stage.name;
            if (stage.name.starts_with("sort")) {
                const bool axis = broad_phase == "endpoint";  // "sort/x/pass 00/count"
                EXPECT_GE(std::count(stage.name.begin(), stage.name.end(), '/'), axis ? 2 : 1) << stage.name;
            }
        }
    }
}

/// The stage of that name, which is there once; of a traced step, in which each launch is a stage.
inline sim::StageTime stage_named(const std::vector<sim::StageTime>& stages, const std::string& name) {
    const auto has_name = [&](const sim::StageTime& stage) { return stage.name == name; };
    EXPECT_EQ(std::count_if(stages.begin(), stages.end(), has_name), 1) << name;
    const auto stage = std::find_if(stages.begin(), stages.end(), has_name);
    return stage == stages.end() ? sim::StageTime{} : *stage;
}

/// What a stage reads and writes of each of its items, as long as caches keep nothing.
inline void expect_bytes_per_item(sim::Backend backend) {
    constexpr uint64_t kWord = sizeof(uint32_t), kFlag = 1, kSphere = sizeof(sim::Vec4),
                       kBox = sizeof(sim::Box);
    struct Moved {
        const char *scene, *stage;
        uint64_t bytes;
    };
    const Moved table[] = {
        {"pile", "axis", kBox},
        {"pile", "keys", kBox + 2 * kWord},                    // box; key, slot
        {"pile", "sweep/scan", kWord + sizeof(uint64_t)},      // count; sum
        {"landscape", "ground", kSphere + sizeof(sim::Vec4)},  // sphere; force
        {"plummer", "gravity/cube", kSphere + 2 * kWord},      // sphere, id; slot
        {"chairs", "narrow/begin", kWord + kFlag},  // place of the table; whether its block is used
        {"chairs", "walls", kBox / 2},              // the side of a box that is towards the wall
    };
    std::string scene;
    std::vector<sim::StageTime> stages;
    for (const Moved& moved : table) {
        if (scene != moved.scene) {
            scene = moved.scene;
            sim::WorldConfig config = config_of(scene, 12, backend);
            config.broad_phase = "sweep";
            config.traced = true;
            stages = stages_of_a_step(*sim::World::create(config));
        }
        const sim::StageTime stage = stage_named(stages, moved.stage);
        EXPECT_GE(stage.items, 12u) << moved.stage;
        EXPECT_EQ(stage.bytes, moved.bytes * stage.items) << scene << ", " << moved.stage;
    }
}

/// A test reads the four bounds of a partner across the axis; the list of pairs is written, on the CPU from what its
/// threads have kept.
inline void expect_bytes_of_the_walk(sim::Backend backend) {
    constexpr uint64_t kTest = 4 * sizeof(float), kPair = 2 * sizeof(uint32_t);
    sim::WorldConfig config = config_of("explosion", 60, backend);
    config.broad_phase = "sweep";
    config.traced = true;
    const auto world = sim::World::create(config);
    const std::vector<sim::StageTime> stages = stages_of_a_step(*world);
    const uint64_t tests = world->counters().tests, pairs = world->counters().pairs;
    ASSERT_GT(pairs, 0u);
    ASSERT_GT(tests, pairs);
    if (backend == sim::Backend::cuda) {
        EXPECT_EQ(stage_named(stages, "sweep/count").bytes, kTest * tests);
        EXPECT_EQ(stage_named(stages, "sweep/write").bytes, kTest * tests + kPair * pairs);
    } else {
        EXPECT_EQ(stage_named(stages, "sweep/test").bytes, kTest * tests);
        EXPECT_EQ(stage_named(stages, "sweep/write").bytes, 2 * kPair * pairs);
    }
}

}  // namespace testing_worlds
