// `sweeplab bench papers`: the tables and figures of the papers.
#include "app/bench/common/bench_options.h"
#include "app/bench/papers/papers.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"

namespace app {
namespace {

void declare_flags(Flags& flags, PapersOptions& options) {
    flags.text("--figure", "ID,...", "tables and figures, such as ha-4,merrill-19 [all]", options.figure);
    flags.flag("--list", "lists the tables and figures and makes none", options.list);
    flags.text("-o,--output", "DIR", "the report's folder [papers-report]", options.output,
               Flags::Names::output);
    flags.text("--matrix", "FILE.mtx", "a Matrix Market file for the keys of sparse products [made ones]",
               options.matrix_file, Flags::Names::input);
    flags.count("-n", "the largest n [16Mi on cuda, 1Mi on cpu]", options.count);
    min_time_flag(flags, "[the figure's own]", options.min_time_s);
    seed_flag(flags, options, "the made keys [1]");
    machine_flags(flags, options);
}

const bool registered = add_command<PapersOptions>(
    {"bench papers", 90, "Makes the tables and figures of the papers on this machine.",
     "  sweeplab bench papers -o report\n  sweeplab bench papers --figure ha-4\n"
     "  sweeplab bench papers --list\n"},
    declare_flags, run_bench_papers);

}  // namespace
}  // namespace app
