// What `bench step` was asked to measure, checked before anything is measured.
#pragma once
#include <string>
#include <vector>

#include "app/bench/steps/step_options.h"
#include "sim/world.h"

namespace app {

/// One scene with one number of bodies, simulated by every backend and broad phase.
struct StepCase {
    std::string scene;  // as typed
    uint32_t count;
    uint64_t warmup, frames;  // steps not counted; steps of a run
    std::vector<sim::WorldConfig> worlds;
};

struct StepPlan {
    std::vector<StepCase> cases;      // by scene, then by n as typed
    std::vector<std::string> stages;  // that the worlds have, in the order in which they come
    bool cuda = false;                // a world is on that backend
    int threads = 0, device = 0;
    double min_time_s = 0, max_noise = 0;
    double timeout_s = 0;  // for each world
    std::string until;     // as --until
    int min_runs = 5, max_runs = 1000;
};

/// Throws as resolve_world does.
StepPlan make_step_plan(const StepBenchOptions& options);

/// Steps of a run when nobody says how many: fewer of many bodies, the same on every backend.
uint64_t usual_frames(uint32_t count);

}  // namespace app
