// What `bench step` reports of its rows.
#pragma once
#include "app/bench/common/bench_report.h"
#include "app/bench/steps/step_case.h"

namespace app {

/// Describes the rows and the report; `plan` and `left_out` have to outlive the result.
BenchReport<StepRow> step_report(const StepBenchOptions& options, const StepPlan& plan,
                                 const std::vector<StepLeftOut>& left_out);

}  // namespace app
