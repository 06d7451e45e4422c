// `sweeplab frames`: what a folder of own frames holds, and what a sort of them could repair.
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/progress.h"
#include "app/base/text/names.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"
#include "app/frames/frames_report.h"
#include "app/io/json_output.h"

namespace app {
namespace {

struct FramesOptions : Options {
    std::string data;
};

void declare_flags(Flags& flags, FramesOptions& options) {
    flags.text(
        "data", "DIR|FILE.npy",
        "a folder of .npy, .csv, .ply, .vtk or .xyz files, one per frame, or one .npy with a dimension more",
        options.data, Flags::Names::input_by_ending);
    json_flag(flags, options);
    quiet_flag(flags, options);
}

int run(const FramesOptions& options) {
    if (options.data.empty()) throw BadUsage("frames: a folder of frames is expected: `sweeplab frames DIR`");
    const FrameSet set(options.data);
    Progress progress("frames", set.size(), options.quiet);
    FrameExaminer examiner(set.form());
    std::vector<FrameFacts> facts;
    FrameReadAhead frames(set);
    while (const auto frame = frames.next()) {
        throw_if_interrupted();
        facts.push_back(examiner.examine(set, *frame));
        progress.update(facts.size());
    }
    progress.wipe();
    if (!options.json.empty()) write_json(options.json, frames_json(set, facts));
    if (options.json != "-") std::cout << frames_text(set, facts);
    const auto bad =
        std::count_if(facts.begin(), facts.end(), [](const FrameFacts& one) { return !one.read(); });
    if (bad > 0)
        throw CheckFailed("check failed: " + std::to_string(bad) + " of " + counted(facts.size(), "frame") +
                          " cannot be read");
    return 0;
}

const bool registered = add_command<FramesOptions>(
    {"frames", 55, "Says what a folder of own frames holds, and what a sort of them could repair.",
     "  sweeplab frames my_frames\n"
     "  sweeplab frames my_frames --json -\n"},
    declare_flags, run);

}  // namespace
}  // namespace app
