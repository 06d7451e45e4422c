// Which inputs `bench disorder` measures: series of more and more disorder, and what was recorded.
#pragma once
#include "app/bench/sort/sort_plan.h"

namespace app {

/// The series there are: how far keys are from their places, how many bodies of a gas jump anywhere, how fast
/// the gas moves.
inline constexpr const char* kDisplacement = "displacement";
inline constexpr const char* kTeleports = "teleports";
inline constexpr const char* kSpeed = "speed";
inline constexpr const char* kInput = "input";  // what --input named; a list, not a series

/// Points of a series for n keys, from none to most. `gas` is the kind of gas keys, "columns", "gas" or
/// "gas24".
std::vector<SortCase> series_points(const std::string& series, uint32_t count, const std::string& gas);

/// Throws as start_plan and check_memory.
SortPlan make_disorder_plan(const DisorderOptions& options);

}  // namespace app
