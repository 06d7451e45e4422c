// `sweeplab bench compare`: is one program slower than another, over rounds in which both run?
#include "app/bench/compare/compare_options.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"

namespace app {
namespace {

void declare_flags(Flags& flags, CompareOptions& options) {
    flags.rest(
        "subjects", "OLD NEW [-- COMMAND ...]",
        "two programs and the command that both run, such as `profile --scene pile`; or two lists of reports, "
        "a.json,b.json,...",
        options.subjects);
    flags.count("--rounds", "of programs: how often each is run; suspects as often again [10]",
                options.rounds);
    flags.flag("--once", "measures suspects no second time", options.once);
    gate_flags(flags, options.gate, "");
    flags.group("Results");
    flags.text("--json", "FILE|-", "machine, build, arguments and the medians of every run", options.json,
               Flags::Names::output);
    flags.text("--csv", "FILE|-", "one row per case and round", options.csv, Flags::Names::output);
    flags.flag("--md", "a Markdown table", options.markdown);
    quiet_flag(flags, options);
}

const bool registered = add_command<CompareOptions>(
    {"bench compare", 129,
     "Runs two programs in turns, and says which cases differ and which cannot be told.",
     "  sweeplab bench compare old/sweeplab build/sweeplab -- profile --scene gas\n"
     "  sweeplab bench compare old/sweeplab build/sweeplab -- bench sort -n 64Ki\n"
     "  sweeplab bench compare a1.json,a2.json b1.json,b2.json\n"},
    declare_flags, run_bench_compare);

}  // namespace
}  // namespace app
