// One case of `bench gravity`: steps timed by stage, and how wrong the pull is.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "sim/world.h"

namespace app {

/// Relative errors |pull - sum in double| / |sum in double| of the sampled bodies.
struct GravityErrors {
    double median = 0, p99 = 0;
    double rms = 0;  // root of the summed squares of the errors over those of the sums
};

struct GravityRow {
    std::string method;                                     // tree, monopole, direct
    double angle = 0;                                       // of a tree
    uint32_t count = 0;                                     // bodies
    double step_ms = 0;                                     // medians of the measured steps
    std::vector<std::pair<std::string, double>> stages_ms;  // those of gravity, in order
    std::vector<double> steps_ms;
    sim::GravityWork work;  // of the last step
    GravityErrors errors;   // at the start

    bool measured() const { return !steps_ms.empty(); }
    bool is_tree() const { return method != "direct"; }
    /// 0: there is no such stage.
    double stage_ms(const std::string& name) const;
    /// Returns the time of the stage that sums, ms per step: the walk, or the direct sum.
    double sum_ms() const { return stage_ms("walk") + stage_ms("direct"); }
    double interactions_per_s() const {
        return sum_ms() > 0 ? 1e3 * double(work.interactions) / sum_ms() : 0;
    }
};

struct GravityPlan {
    uint64_t warmup, frames, samples;
};

/// The row of a case before it is measured.
GravityRow planned_gravity(const sim::WorldConfig& config);

/// The scene's bodies pull each other. Once interrupted(), the steps so far. Throws as create_world.
GravityRow measure_gravity(const sim::WorldConfig& config, const GravityPlan& plan);

}  // namespace app
