// What `bench scale` was asked to measure: lines of `bench pairs` and of `bench step` cases.
#pragma once
#include <string>
#include <vector>

#include "app/bench/pairs/pairs_plan.h"
#include "app/bench/steps/scale_line.h"
#include "app/bench/steps/step_plan.h"

namespace app {

/// A line before it is measured: a plan with one contender, whose cases ascend in n.
struct ScaleTask {
    ScaleLine line;
    std::vector<uint32_t> counts;
    PairsPlan pairs{};  // of a line of searches
    StepPlan steps{};   // of a line of whole steps
};

/// Makes and checks the tasks, but for memory: a line ends where the next n does not fit. Throws as the plans
/// of `bench pairs` and `bench step` do.
std::vector<ScaleTask> make_scale_tasks(const ScaleOptions& options);

}  // namespace app
