// `sweeplab fit`: which engine and broad phase of this machine fit a folder of own frames.
#include "app/bench/fit/fit_options.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"

namespace app {
namespace {

void declare_flags(Flags& flags, FitOptions& options) {
    flags.text("data", "DIR|FILE.npy", "own frames, as `frames` takes them", options.data,
               Flags::Names::input_by_ending);
    flags.flag("--quick", "the first 20 frames, 3 rounds", options.quick);
    flags.read(
        "--timeout", "S",
        "maximum seconds per engine or broad phase; a row that needs more says so [30, 3 with --quick]",
        [&options](const std::string& word) { options.most_s = parse_seconds("--timeout", word); });
    flags.choice("--language", {"cpp", "python"}, "of the code below the table [cpp]", options.language);
    flags.text("--json", "FILE|-", "machine, build, arguments, rows, advice and code", options.json,
               Flags::Names::output);
    flags.flag("--md", "a Markdown table with all columns", options.markdown);
    machine_flags(flags, options);
}

const bool registered = add_command<FitOptions>(
    {"fit", 56,
     "Measures which engine and broad phase fit own frames best, and shows the code that uses them.",
     "  sweeplab fit my_frames\n"
     "  sweeplab fit my_frames --quick --language python\n"
     "  sweeplab fit my_frames --backend cpu --json fit.json\n"},
    declare_flags, run_fit);

}  // namespace
}  // namespace app
