// Rows of `bench sort` as a file of NVIDIA's nvbench, whose scripts compare and plot such files.
#pragma once
#include <span>

#include "app/bench/sort/sort_case.h"
#include "app/bench/sort/sort_options.h"

namespace app {

/// Returns the report in version 1.0.0 of nvbench's JSON format: a benchmark per engine, a state per input, n and launch,
/// times in seconds. On cpu the wall time stands under the tags of the GPU too, as nvbench_compare reads these alone.
nlohmann::ordered_json nvbench_report(const SortBenchOptions& options, const SortPlan& plan,
                                      std::span<const SortRow> rows);

}  // namespace app
