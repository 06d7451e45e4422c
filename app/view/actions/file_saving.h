// Files that the window writes into the current folder.
#pragma once
#include <string>

#include "app/view/session/session_parts.h"

namespace app {

/// Writes the last steps as a Chrome trace; says where, or why not.
void save_trace(const Simulation& simulation, const Telemetry& telemetry, Messages& messages);

/// Writes the last race as JSON; says where, with the whole path, or why not.
void save_race(const Simulation& simulation, const Compare& compare, Messages& messages);

/// "sweeplab_pile_1204.png", or the next free name after it. What could be written under the same name with another
/// ending does not exist either.
std::string free_name(const Simulation& simulation, const std::string& ending, const std::string& other = "");

}  // namespace app
