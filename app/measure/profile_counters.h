// The counters in the report of `profile --json`.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/measure/profiler.h"

namespace app {

/// Returns the paths that the sorts of the lower and of the upper half of the Morton keys took; none: the
/// engine has one, or there is no tree.
std::vector<std::string> gravity_sort_paths(const sim::World& world, const sim::Counters& last);

/// Returns the counters of the last step; "sort_path" counts over the measured steps, "respawned",
/// "below_ground" and "total_..." over all.
nlohmann::ordered_json counters_json(const sim::Counters& counters, const SortSummary& sorts,
                                     const ColumnChanges& changes, const sim::World& world);

}  // namespace app
