// `sweeplab bench heap`: measures bodies with meshes until they are at rest, beside other libraries.
#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/bench/steps/heap_options.h"
#include "app/bench/steps/world_rival.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"

namespace app {
namespace {

void time_steps_flag(Flags& flags, const std::string& name, const std::string& meaning,
                     std::vector<double>& to) {
    flags.list(name, "S,...", meaning, [name, &to](const std::string& word) {
        add_once(name.c_str(), word, parse_time_step(name, word), to);
    });
}

void declare_flags(Flags& flags, HeapOptions& options) {
    flags.text("--scene", "NAME|FILE.toml", "a scene whose bodies have meshes [chairs]", options.scene,
               Flags::Names::input_by_ending);
    flags.text("--mesh", "NAME|FILE.obj", "the bodies' mesh [the scene's]", options.mesh,
               Flags::Names::input_by_ending);
    flags.count("-n,--bodies", "number of bodies [100 on cpu, 10k on cuda]", options.bodies);
    time_steps_flag(flags, "--time-step", "time steps, each simulated, as 0.002 or 1/480 [the scene's]",
                    options.time_steps_s);
    flags.list("--rival", "NAME,...",
               "other libraries that simulate the same bodies: " + join(world_rival_names()),
               [&options](const std::string& word) { add_once("--rival", word, word, options.rivals); });
    time_steps_flag(flags, "--rival-step", "time steps of these [1/240]", options.rival_steps_s);
    flags.read("--seconds", "S", "simulated seconds at most; ends when all bodies are asleep [10]",
               [&options](const std::string& word) { options.most_s = parse_seconds("--seconds", word); });
    flags.group("Results");
    result_flags(flags, options, "machine, build, arguments and every sample",
                 "one row per quarter of a simulated second");
    seed_flag(flags, options, "the random numbers that place the bodies [the scene's: 1]");
    broad_phase_flag(flags, options);
    engine_flags(flags, options);
}

const bool registered = add_command<HeapOptions>(
    {"bench heap", 125,
     "Measures falling meshes until they rest: rates, and how deep they lie in each other.",
     "  sweeplab bench heap -n 100\n"
     "  sweeplab bench heap -n 100 --rival bullet --rival-step 1/240,1/1000\n"
     "  sweeplab bench heap --mesh jack -n 50 --time-step 1/240,1/480\n"},
    declare_flags, run_bench_heap);

}  // namespace
}  // namespace app
