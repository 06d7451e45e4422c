// `sweeplab bench scale`: measures time against n.
#include "app/bench/pairs/box_sets.h"
#include "app/bench/steps/step_options.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"

namespace app {
namespace {

void declare_flags(Flags& flags, ScaleOptions& options) {
    kinds_flag(flags, "KIND,...", "pair search on made boxes [uniform, without --scene]: " + box_kind_names(),
               options.kinds);
    scenes_flag(flags, "scenes whose whole step is measured [gas, without --kind]", options.scenes);
    heightmap_flag(flags, options);
    counts_flag(
        flags, "-n,--bodies",
        "how many boxes or bodies, ascending [1k,3k,10k,...,10M, with meshes 100,300,...,100k, as far as time "
        "and memory go]",
        options.counts);
    broad_phases_flag(flags, "[the backend's default]", false, options.broad_phases);
    run_length_flags(flags, options);
    measuring_flags(flags, options, "[0.2]", "n of a line");
    flags.text("--plot", "FILE.svg|-", "a picture: time against n", options.plot, Flags::Names::output);
    seed_flag(flags, options, "made boxes and of bodies [1, or the scene's]");
    engine_flags(flags, options);
}

const bool registered = add_command<ScaleOptions>(
    {"bench scale", 120, "Measures time against n, and with which power of n it grows.",
     "  sweeplab bench scale --plot scale.svg\n"
     "  sweeplab bench scale --kind uniform,pile -n 128k,1M,10M --json scale.json\n"
     "  sweeplab bench scale --scene gas --broad-phase columns,sweep\n"},
    declare_flags, run_bench_scale);

}  // namespace
}  // namespace app
