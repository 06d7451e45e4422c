// The window's run as a file.
#pragma once
#include <string>

#include "app/view/session/session_parts.h"

namespace app {

/// Writes all of the run, up to the last step that was done, also where it has gone back: goes there and returns.
/// Throws BadFile, or sort::OverLimit.
void save_run(Simulation& simulation, const View& view, const std::string& path);

/// Writes it into the current folder, and says where.
void save_run_here(Simulation& simulation, const View& view, Messages& messages);

}  // namespace app
