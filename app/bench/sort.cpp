// `sweeplab bench sort`.
#include "app/errors.h"
#include "app/options.h"

namespace app {

int run_bench_sort(const Options&) { throw BadUsage("bench sort is not there yet"); }

}  // namespace app
