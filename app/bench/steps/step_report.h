// The files of `bench step`.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <span>

#include "app/bench/steps/step_case.h"

namespace app {

/// What is measured of one world, with every sample.
nlohmann::ordered_json step_row_json(const StepRow& row);

/// Machine, build, arguments, and every row.
nlohmann::ordered_json step_report_json(const Options& options, const StepPlan& plan,
                                        std::span<const StepRow> rows, std::span<const StepLeftOut> left_out);

/// scene,n,backend,broad_phase,run,steps_per_s
void write_step_csv(std::ostream& out, std::span<const StepRow> rows);

}  // namespace app
