// `sweeplab bench disorder`: measures sorts on inputs with more and more disorder.
#include "app/bench/sort/sort_options.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"

namespace app {
namespace {

void declare_flags(Flags& flags, DisorderOptions& options) {
    flags.list("--series", "NAME,...",
               "displacement: keys up to D places from theirs; teleports: bodies of a gas that jump "
               "anywhere; speed: of the gas, in diameters per frame [all, without --input]",
               [&options](const std::string& word) { add_once("--series", word, word, options.series); });
    sort_inputs_flag(flags, "[none]", input_names(), options.inputs);
    flags.choice(
        "--keys", {"columns", "float", "fixed24"},
        "keys of the gas: column and place in it, as a step sorts them by default; or coordinates, as "
        "`sweep` sorts them: as floats, or in 24 bits of the box [columns]",
        options.keys);
    sort_bench_flags(flags, options,
                     "[adaptive,bucketsort,cub-radix on cuda, cpu-adaptive,cpu-radix,tbb-sort on cpu]; the "
                     "first is compared with the others. Samples on one input follow each other, so an "
                     "engine that remembers the last displacement knows it, as in a frame loop",
                     "[64Ki,1Mi]", "[0.1]");
}

const bool registered = add_command<DisorderOptions>(
    {"bench disorder", 70,
     "Measures sorts against displacement, teleports and the speed of a gas, and finds where they cross.",
     "  sweeplab bench disorder\n"
     "  sweeplab bench disorder --series speed -n 1Mi --json speed.json\n"
     "  sweeplab bench disorder --input recorded/gas,recorded/pile\n"},
    declare_flags, run_bench_disorder);

}  // namespace
}  // namespace app
