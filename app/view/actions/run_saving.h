// The session's run as a file.
#pragma once
#include <string>

#include "app/view/session/session.h"

namespace app {

/// All of it, up to the last step that was done, also where the session has gone back: goes there and returns.
/// Throws BadFile, or sort::OverLimit.
void save_run(Session& session, const std::string& path);

/// Into the current folder, and says where.
void save_run_here(Session& session);

}  // namespace app
