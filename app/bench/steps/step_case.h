// One scene and one n: every world is stepped, one after the other, and all must come to the same state.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/bench/steps/step_plan.h"
#include "app/measure/profile/profiler.h"

namespace app {

/// Measurements of one world.
struct StepRow {
    std::string scene, broad_phase;  // the one that ran
    std::string reason{};            // why it was chosen, where `auto` did
    std::string engine;
    sort::Backend backend = sort::Backend::cpu;
    uint32_t count = 0;
    double time_step_s = 0;
    std::vector<double> steps_per_s{};   // of each run, in the order in which they came
    StageSummary step{};                 // of all runs
    std::vector<StageSummary> stages{};  // of all runs, without the profiler's own
    sim::Counters counters{};            // of the step at which the state was hashed
    StageSummary sorting{};              // of all stages around the sort, summed
    uint64_t bytes = 0;                  // that the world holds, at the end
    uint64_t shape_bytes = 0;            // part of `bytes`: the shapes of the meshes
    uint64_t warmup = 0;                 // steps that were not counted
    uint64_t state = 0, state_step = 0;  // the hash after so many steps: warm-up and one run
    std::string check{};                 // compare_states
    std::vector<std::string> warnings{};

    bool measured() const { return !steps_per_s.empty(); }
    double best() const;
    double median() const;
    double simulated_s_per_s() const { return time_step_s * median(); }
    double noise() const;
    std::vector<double> samples_ms() const;  // of a step, on average, in each run
    double tests_a_body() const { return double(counters.tests) / count; }
    double bytes_a_body() const { return double(bytes - shape_bytes) / count; }
};

/// A world that does not fit, or that did not come to the end of its first run.
struct StepLeftOut {
    std::string scene, broad_phase;
    sort::Backend backend;
    uint32_t count;
    std::string reason;
    bool too_large = false;  // for the memory there is
};

/// Rows in the order of the case's worlds; those that are missing are in `left_out`. `tick` is called after
/// every step. Once interrupted(), the rows that have runs; the last may have fewer than wanted. Throws CheckFailed
/// (a world that lost steps).
std::vector<StepRow> measure_step_case(const StepPlan& plan, const StepCase& which,
                                       std::vector<StepLeftOut>& left_out, const std::function<void()>& tick);

/// Fills `check` of the rows of one case: "ok", "alone" or "differs". Returns what differs, "" when nothing.
std::string compare_states(std::span<StepRow> rows);

}  // namespace app
