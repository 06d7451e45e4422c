// `sweeplab bench papers`: the tables and figures of the papers.
#include "app/bench/common/bench_options.h"
#include "app/bench/papers/papers.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"

namespace app {
namespace {

void declare_flags(Flags& flags, PapersOptions& options) {
    flags.not_with("--from", "measures: --from reads what was measured before");
    flags.text("--figure", "ID,...", "tables and figures, such as ha-4,merrill-19 [all]", options.figure);
    flags.not_with("");
    flags.flag("--list", "lists the tables and figures and makes none", options.list);
    flags.text("-o,--output", "DIR", "the report's folder [papers-report]", options.output,
               Flags::Names::output);
    flags.not_with("--from", "measures: --from reads what was measured before");
    flags.list(
        "--matrix", "FILE.mtx|DIR,...",
        "Matrix Market files, and folders of them, for the keys of sparse products [made ones]",
        [&options](const std::string& path) { options.matrices.push_back(path); }, Flags::Names::input);
    flags.count("-n", "the largest n [16Mi on cuda, 1Mi on cpu]", options.count);
    flags.count("--random-sizes", "as many random n, in figures whose paper drew them so [powers of two]",
                options.random_sizes);
    flags.flag("--quick", "fewer keys, samples and bodies, for a laptop: -n 4Mi on cuda, 64Ki on cpu",
               options.quick);
    min_time_flag(flags, "[the figure's own]", options.min_time_s);
    seed_flag(flags, options, "the made keys [1]");
    flags.not_with("");
    flags.text("--from", "REPORT.json", "makes page or table from a report.json, and measures nothing",
               options.from, Flags::Names::input);
    flags.text("--beside", "OLD.json", "a report.json of another machine, whose results stand beside",
               options.beside, Flags::Names::input);
    flags.flag("--md", "the verdicts as Markdown tables; with --from, no page unless -o names its folder",
               options.markdown);
    flags.not_with("--from", "measures: --from reads what was measured before");
    machine_flags(flags, options);
}

const bool registered = add_command<PapersOptions>(
    {"bench papers", 90, "Makes the tables and figures of the papers on this machine.",
     "  sweeplab bench papers -o report\n  sweeplab bench papers --figure ha-4\n"
     "  sweeplab bench papers --list\n"
     "  sweeplab bench papers --quick --figure merrill-19\n"
     "  sweeplab bench papers --from new/report.json --beside old/report.json -o both\n"
     "  sweeplab bench papers --from new/report.json --md\n"},
    declare_flags, run_bench_papers);

}  // namespace
}  // namespace app
