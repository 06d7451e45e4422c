// The raw samples in the report of `profile --json`, by which a later run is compared with it.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "app/measure/profile/profiler.h"

namespace app {

/// Adds samples_ms to report["step"] and to each of report["stages"], in nanoseconds' resolution, and says in
/// "samples_every" that every so many-th step is kept: of more than 300 steps, fewer.
void add_samples(nlohmann::ordered_json& report, const Profiler& profiler);

}  // namespace app
