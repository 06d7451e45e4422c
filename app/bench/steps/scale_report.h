// The files of `bench scale`; its picture is scale_chart.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <span>

#include "app/bench/steps/scale_line.h"
#include "app/bench/steps/step_options.h"

namespace app {

/// Machine, build, arguments, and every line with the exponents and all samples. `left_out` in words.
nlohmann::ordered_json scale_report_json(const BenchOptions& options, std::span<const ScaleLine> lines,
                                         std::span<const std::string> left_out);

/// what,input,broad_phase,backend,n,sample,ms
void write_scale_csv(std::ostream& out, std::span<const ScaleLine> lines);

}  // namespace app
