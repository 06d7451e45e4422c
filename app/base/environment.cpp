// Checks SWEEPLAB_LIMITS before a command runs.
#include "app/base/environment.h"

#include <stdexcept>

#include "app/base/errors.h"
#include "sort/base/limits.h"

namespace app {

void check_environment() {
    try {
        sort::requested_limits();
    } catch (const std::invalid_argument& error) {
        throw BadUsage(error.what());
    }
}

}  // namespace app
