// What the benches say when the user's time limit is over.
#pragma once
#include <sstream>
#include <string>

#include "app/bench/common/table.h"

namespace app {

/// As "--timeout 1.0 s"; short times in full.
inline std::string timeout_text(double seconds) {
    std::ostringstream text;
    if (seconds < 0.1) text << seconds;
    return "--timeout " + (seconds < 0.1 ? text.str() : fixed_text(seconds, 1)) + " s";
}

}  // namespace app
