// `sweeplab bench record`: writes the keys that the sort of each step receives.
#include "app/bench/common/bench_options.h"
#include "app/bench/sort/record.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"

namespace app {
namespace {

void declare_flags(Flags& flags, RecordOptions& options) {
    flags.text("-o,--output", "DIR", "gets one folder per scene, with one uint32 .npy per frame",
               options.output, Flags::Names::output);
    flags.flag("--force", "replaces recordings that already exist", options.force);
    scenes_flag(flags, "scenes [gas,pile]", options.scenes);
    bodies_flag(flags, options, "[128000]");
    flags.choice("--broad-phase", kRecordedBroadPhases, "whose sort is recorded [columns]",
                 options.broad_phase);
    flags.count("--frames", "steps to run [120]", options.frames);
    flags.count("--warmup", "the first steps, not recorded [20, at most a quarter]", options.warmup);
    seed_flag(flags, options, "the random numbers that place the bodies [the scene's: 1]");
    threads_flag(flags, options, "threads of the simulation, which runs on the CPU");
    quiet_flag(flags, options);
}

const bool registered = add_command<RecordOptions>(
    {"bench record", 80, "Runs scenes and writes the keys that the sort of each step receives.",
     "  sweeplab bench record -o recorded\n"
     "  sweeplab bench record --scene pile --frames 500 --warmup 400 -o recorded\n"},
    declare_flags, run_bench_record);

}  // namespace
}  // namespace app
