// The counters in the report of `profile --json`.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/measure/profile/profiler.h"

namespace app {

/// Returns the path that the sort of the Morton keys took; two of an engine that sorts them by halves, the lower one
/// first; none: the engine has one, or there is no tree.
std::vector<std::string> gravity_sort_paths(const sim::World& world, const sim::Counters& last);

/// Returns the counters of the last step; "sort_path" counts over the measured steps, "respawned",
/// "below_ground" and "total_..." over all.
nlohmann::ordered_json counters_json(const sim::Counters& counters, const SortSummary& sorts,
                                     const ColumnChanges& changes, const sim::World& world);

}  // namespace app
