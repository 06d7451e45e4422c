// Environment variables that would fail in the middle of a command are read before it.
#pragma once

namespace app {

/// Throws BadUsage where SWEEPLAB_LIMITS is wrong: on every machine, whether the command would need it or not.
void check_environment();

}  // namespace app
