// JSON of `bench heap`, and what it concludes.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <span>
#include <string>

#include "app/bench/steps/heap_options.h"
#include "app/bench/steps/heap_run.h"

namespace app {

nlohmann::ordered_json heap_report_json(const HeapOptions& options, const sim::WorldConfig& config,
                                        std::span<const HeapRow> rows);
/// One row per window.
void write_heap_csv(std::ostream& out, std::span<const HeapRow> rows);

/// For each of our rows and each library: how fast both simulate where the library's bodies lie no deeper
/// (99 of 100 pairs), by its fastest run that does. One sentence each.
std::vector<std::string> equal_depth_text(std::span<const HeapRow> rows);

}  // namespace app
