// `sweeplab bench step`: measures whole steps of the simulation.
#include "app/bench/steps/step_options.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"

namespace app {
namespace {

void declare_flags(Flags& flags, StepBenchOptions& options) {
    scenes_flag(flags, "scenes [chairs, gas, landscape, mixed, pile]", options.scenes);
    heightmap_flag(flags, options);
    counts_flag(
        flags, "-n,--bodies",
        "how many bodies [1k,10k,100k on cpu, 16k,128k,1M where cuda is available; with meshes 100,300,1k and "
        "1k,10k,100k]",
        options.counts);
    broad_phases_flag(flags, "[the backend's default]", true, options.broad_phases);
    run_length_flags(flags, options);
    measuring_flags(flags, options, "[0.5]", "scene, n, backend and broad phase");
    seed_flag(flags, options, "the random numbers that place the bodies [the scene's: 1]");
    engine_flags(flags, options);
}

const bool registered = add_command<StepBenchOptions>(
    {"bench step", 110,
     "Measures whole steps by scene, n, backend and broad phase; all must reach the same state.",
     "  sweeplab bench step\n"
     "  sweeplab bench step --scene gas -n 100k --broad-phase columns,sweep\n"
     "  sweeplab bench step --scene pile -n 1M --warmup 90k --timeout 600  # settled\n"
     "  sweeplab bench step --scene landscape --heightmap alps.png -n 100k\n"},
    declare_flags, run_bench_step);

}  // namespace
}  // namespace app
