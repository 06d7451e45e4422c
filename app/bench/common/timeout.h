// What the benches say when the user's time limit is over.
#pragma once
#include <sstream>
#include <string>

#include "app/bench/common/table.h"

namespace app {

/// Returns the time limit for a message, as "--timeout 1.0 s"; below 0.1 s with more digits.
inline std::string timeout_text(double seconds) {
    std::ostringstream text;
    if (seconds < 0.1) text << seconds;
    return "--timeout " + (seconds < 0.1 ? text.str() : fixed_text(seconds, 1)) + " s";
}

}  // namespace app
