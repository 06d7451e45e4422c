// What the benches say when the user's time limit is over.
#pragma once
#include <sstream>
#include <string>

#include "app/base/errors.h"
#include "app/bench/common/table.h"

namespace app {

/// As "--timeout 1.0 s"; short times in full.
inline std::string timeout_text(double seconds) {
    std::ostringstream text;
    if (seconds < 0.1) text << seconds;
    return "--timeout " + (seconds < 0.1 ? text.str() : fixed_text(seconds, 1)) + " s";
}

/// A bench that measured nothing at all has failed. Called when what it says has been written.
inline void require_measured(bool any, const std::string& command, double timeout_s) {
    if (!any) throw CheckFailed(command + ": nothing was measured within " + timeout_text(timeout_s));
}

}  // namespace app
