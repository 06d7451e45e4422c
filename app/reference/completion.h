// What a bash needs to complete the program's command line: `sweeplab help --completion`.
#pragma once
#include <string>

namespace app {

/// Returns a script to be sourced. It knows commands, flags, lessons, and the values of those flags that have
/// a fixed list, also behind commas; for all others bash completes file names.
std::string bash_completion();

}  // namespace app
