// `sweeplab bench papers`.
#include "app/errors.h"
#include "app/options.h"

namespace app {

int run_bench_papers(const Options&) { throw BadUsage("bench papers is not there yet"); }

}  // namespace app
