// Runs from files, done again on some backend.
#pragma once
#include <gtest/gtest.h>

#include <filesystem>

#include "app/cli/resolve.h"
#include "app/run/lone_world.h"
#include "app/run/record_run.h"
#include "app/run/run_check.h"
#include "tests/source_tree.h"

namespace replays {

/// Throws CheckFailed at the first state that differs. Returns how many were compared.
inline size_t replay(const app::RunFile& run, const app::Options& options) {
    app::Options own = options;
    own.bodies = run.bodies;
    own.seed = run.seed;
    own.quiet = true;
    app::LoneWorld holder(app::resolve_world_of(own, run.scene));
    sim::Playback playback(holder, {.device_bytes = 0, .host_bytes = 0});
    playback.load(run.events, run.steps);
    app::RunCheck check(run, "the run", true);
    check.advance(
        0, run.steps, [&](uint32_t steps) { playback.advance(steps); },
        [&]() -> sim::World& { return holder.world(); });
    EXPECT_EQ(check.done(), run.steps);
    EXPECT_EQ(check.last(), run.hashes.back().hash);
    return check.compared();
}

inline std::vector<std::string> recorded_runs() {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(source_tree::kRoot / "assets/runs")) {
        if (entry.path().extension() == ".toml") files.push_back(entry.path());
    }
    return files;
}

/// Replays the runs of assets/runs: each has to give the bits that were recorded.
inline void expect_recorded_states(const app::Options& options) {
    const std::vector<std::string> files = recorded_runs();
    EXPECT_GE(files.size(), 3u);
    for (const std::string& file : files) {
        const app::RunFile run = app::read_run(file);
        EXPECT_GE(run.hashes.size(), 8u) << file;
        EXPECT_FALSE(run.events.empty()) << file;
        EXPECT_NO_THROW(EXPECT_EQ(replay(run, options), run.hashes.size())) << file;
    }
}

}  // namespace replays
