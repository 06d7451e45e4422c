// What `bench gravity` reports of its rows, and how its times grow.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "app/bench/common/bench_report.h"
#include "app/bench/steps/gravity_options.h"
#include "app/bench/steps/gravity_run.h"

namespace app {

/// Describes the rows and the report; `options` and `config` have to outlive the result.
BenchReport<GravityRow> gravity_report(const GravityBenchOptions& options, const GravityPlan& plan,
                                       const sim::WorldConfig& config);

/// How the sum's time grows from the smallest to the largest n of each method: "tree 0.8: ... n^1.07 from 16,000
/// to ...". Nothing where the smallest is below 16,000 or the largest less than 4 times as many.
std::vector<std::string> growth_text(std::span<const GravityRow> rows);

}  // namespace app
