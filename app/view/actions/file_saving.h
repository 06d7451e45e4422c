// Files that the window writes into the current folder.
#pragma once
#include <string>

#include "app/view/session/session.h"

namespace app {

/// Writes the last steps as a Chrome trace; says where, or why not.
void save_trace(Session& session);

/// Writes the last race as JSON; says where, with the whole path, or why not.
void save_race(Session& session);

/// "sweeplab_pile_1204.png", or the next free name after it. What could be written under the same name with another
/// ending does not exist either.
std::string free_name(const Session& session, const std::string& ending, const std::string& other = "");

}  // namespace app
