// JSON of `bench gravity`, and how its times grow.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "app/bench/steps/gravity_options.h"
#include "app/bench/steps/gravity_run.h"

namespace app {

nlohmann::ordered_json gravity_report_json(const GravityBenchOptions& options, const GravityPlan& plan,
                                           const sim::WorldConfig& config, std::span<const GravityRow> rows);
/// One row per measured step.
void write_gravity_csv(std::ostream& out, std::span<const GravityRow> rows);

/// "tree", "tree 0.5": a way with its angle, where that has been asked for.
std::string way_text(const GravityRow& row, bool with_angle);

/// How the sum's time grows from the smallest to the largest n of each way: "tree 0.8: ... n^1.07 from 16,000
/// to ...". Nothing where the smallest is below 16,000 or the largest less than 4 times as many.
std::vector<std::string> growth_text(std::span<const GravityRow> rows);

}  // namespace app
