// What `bench heap` reports of its rows, and what it concludes.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "app/bench/common/bench_report.h"
#include "app/bench/steps/heap_options.h"
#include "app/bench/steps/heap_run.h"

namespace app {

/// Describes the rows and the report; `options` and `config` have to outlive the result.
BenchReport<HeapRow> heap_report(const HeapOptions& options, const sim::WorldConfig& config,
                                 const std::vector<WorldRivalLibrary>& rivals);

/// Compares, for each of our rows and each library, how fast both simulate where the library's bodies lie no
/// deeper (99 of 100 pairs), by its fastest run that does. Returns one sentence each.
std::vector<std::string> equal_depth_text(std::span<const HeapRow> rows);

}  // namespace app
