// `sweeplab bench pairs`: measures broad phases on the same boxes.
#include "app/bench/pairs/box_sets.h"
#include "app/bench/pairs/pairs_options.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"

namespace app {
namespace {

void declare_flags(Flags& flags, PairsBenchOptions& options) {
    flags.not_with(kDataFlag, kOfMadeInput);
    kinds_flag(flags, "KIND|FILE.npy,...", "made boxes, or those of a file [uniform]: " + box_kind_names(),
               options.kinds);
    counts_flag(flags, "-n", "how many boxes are made [16Ki,128Ki on cpu, 128Ki,1M on cuda]", options.counts);
    flags.list("--rival", "bullet,cgal",
               "also measures these libraries, on the CPU, where they were installed when this was built",
               [&options](const std::string& word) { add_once("--rival", word, word, options.rivals); });
    flags.not_with("");
    broad_phases_flag(flags, "[all that are not slow on so many boxes]", true, options.broad_phases);
    data_flags(flags, options.data, "boxes, spheres or points");
    flags.only_with(kDataFlag);
    flags.flag("--changes", "also makes the lists of pairs found and lost from frame to frame, with --data",
               options.changes);
    flags.text(
        "--changes-csv", "FILE",
        "the lists themselves, frame,change,a,b: found or lost, and two ids; all of the first are found",
        options.changes_csv, Flags::Names::output);
    flags.only_with("");
    cold_flag(flags, options);
    flags.not_with(kDataFlag, kOfMadeInput);
    seed_flag(flags, options, "the made boxes [1]");
    flags.not_with("");
    measuring_flags(flags, options, "[0.2]", "broad phase on each n and kind");
    engine_flags(flags, options);
}

const bool registered = add_command<PairsBenchOptions>(
    {"bench pairs", 100, "Measures broad phases on the same boxes in turns; every list of pairs is checked.",
     "  sweeplab bench pairs\n"
     "  sweeplab bench pairs --kind uniform,pile,cluster -n 128Ki --json pairs.json\n"
     "  sweeplab bench pairs --kind boxes.npy --broad-phase sweep --rival cgal\n"
     "  sweeplab bench pairs --data my_frames --changes --csv frames.csv\n"},
    declare_flags, run_bench_pairs);

}  // namespace
}  // namespace app
