// Names of what is being written and has not appeared yet. They are short and do not hold the output's, whose name may
// be as long as a name can be.
#pragma once
#include <string>

namespace app {

/// Returns ".sweeplab-PROCESS-COUNT.part"; no two in a process are alike.
std::string next_part_name();

/// Removes the parts of killed programs from an open folder, files and folders: the process is gone, also one that
/// this system does not number, since nobody holds a lock. A folder is looked through once: a film has thousands of
/// files. `folder_path` names it for what is below.
void remove_leftovers(int folder, const std::string& folder_path);

/// Holds the lock until the file is closed, or we are killed.
void lock_part(int file);

}  // namespace app
