// What every JSON report says of the machine and of the program.
#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sort/registry.h"

namespace app {

/// The GPU and its driver too, when the numbers come from it.
nlohmann::ordered_json machine_json(sort::Backend backend, int device);
nlohmann::ordered_json build_json();
/// Returns version, commit and build type: "0.3.0 1d67917 Release".
std::string build_text();

/// Returns "2026-11-21T08:04:25Z", now.
std::string utc_text();

/// Returns a hash of a state as reports and `--hash` have it: "0x0123456789abcdef".
std::string state_text(uint64_t hash);

}  // namespace app
