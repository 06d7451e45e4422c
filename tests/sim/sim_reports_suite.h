// What a traced step says of its stages: those of any step, each pass of a sort by its name.
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

}  // namespace testing_worlds
