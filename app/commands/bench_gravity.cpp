// `sweeplab bench gravity`: measures the gravity between all bodies.
#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/bench/steps/gravity_options.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"

namespace app {
namespace {

void declare_flags(Flags& flags, GravityBenchOptions& options) {
    flags.text("--scene", "NAME|FILE.toml", "a scene whose bodies pull each other [galaxy]", options.scene,
               Flags::Names::input_by_ending);
    counts_flag(flags, "-n,--bodies", "how many bodies [1k,4k,16k on cpu, 16k,128k,1M on cuda]",
                options.counts);
    flags.list("--method,--way", "NAME,...",
               "tree, monopole (a tree whose nodes pull as one body), direct [tree]",
               [&options](const std::string& word) {
                   const std::vector<std::string> known = {"tree", "monopole", "direct"};
                   if (std::find(known.begin(), known.end(), word) == known.end())
                       throw BadUsage("--method: " + unknown_name("method", word, known));
                   add_once("--method", word, word, options.methods);
               });
    flags.list("--angle", "A,...", "opening angles of trees, above 0 to 1 [the scene's]",
               [&options](const std::string& word) {
                   add_once("--angle", word, parse_angle(word), options.angles);
               });
    flags.count("--frames", "measured steps [10]", options.frames);
    flags.count("--warmup", "steps before these [3]", options.warmup);
    flags.read("--samples", "N", "bodies whose pull is also summed in double [256]",
               [&options](const std::string& word) { options.samples = parse_count("--samples", word); });
    flags.group("Results");
    result_flags(flags, options, "machine, build, arguments, medians and every step", "one row per step");
    seed_flag(flags, options, "the random numbers that place the bodies [the scene's: 1]");
    broad_phase_flag(flags, options);
    engine_flags(flags, options);
}

const bool registered = add_command<GravityBenchOptions>(
    {"bench gravity", 127, "Measures the gravity between all bodies: time by stage, and errors.",
     "  sweeplab bench gravity -n 4k,16k --method tree,direct\n"
     "  sweeplab bench gravity -n 16k --angle 0.5,0.7,0.8,1 --method tree,monopole\n"
     "  sweeplab bench gravity --scene plummer -n 128k,1M --json gravity.json\n"},
    declare_flags, run_bench_gravity);

}  // namespace
}  // namespace app
