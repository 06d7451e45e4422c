// `sweeplab teach`.
#include "app/errors.h"
#include "app/options.h"

namespace app {

int run_teach(const Options&) { throw BadUsage("teach is not there yet"); }

}  // namespace app
