// Errors with an exit code (contract, part 2). sort::Unavailable is 3 and sort::OverLimit is 5.
#pragma once
#include <stdexcept>

namespace app {

struct CheckFailed : std::runtime_error { using std::runtime_error::runtime_error; };  // exit 1
struct BadUsage : std::runtime_error { using std::runtime_error::runtime_error; };     // exit 2
struct BadFile : std::runtime_error { using std::runtime_error::runtime_error; };      // exit 4
struct Interrupted : std::runtime_error { using std::runtime_error::runtime_error; };  // exit 130

}  // namespace app
