// `sweeplab lab new`: a folder with the task and a kernel with a gap.
#include <iostream>

#include "app/base/errors.h"
#include "app/base/text/shown_text.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"
#include "app/lab/lab_folder.h"

namespace app {
namespace {

struct LabNewOptions : Options {
    std::vector<std::string> names;
};

void declare_flags(Flags& flags, LabNewOptions& options) {
    flags.rest("lab", "NAME DIR", "the lab (`sweeplab lab list`) and the folder to make", options.names);
    seed_flag(flags, options, "the data, the tile and the digits; one per student [1]");
}

int run(const LabNewOptions& options) {
    if (options.names.size() != 2)
        throw BadUsage("lab new: a lab and a folder are expected: `sweeplab lab new histogram my-histogram`");
    const LabTask& lab = find_lab(options.names[0]);
    const std::string& path = options.names[1];
    const uint64_t seed = options.seed.value_or(1);
    if (seed > INT64_MAX) throw BadUsage("--seed " + std::to_string(seed) + ": at most 9223372036854775807");
    write_lab_folder(path, lab, seed);
    const std::string word = shell_word(path);
    std::cout << "Wrote " << word
              << ": the task is in README.md, the gap in kernel.cu (TODO), what it may use in lab.h.\n"
              << "Next: fill the gap, then `sweeplab lab check " << word << "`. Lesson: `sweeplab teach "
              << lab.lesson << "`.\n";
    return 0;
}

const bool registered = add_command<LabNewOptions>(
    {"lab new", 133, "Writes a folder with a lab: its task, and a kernel with a gap.",
     "  sweeplab lab new histogram my-histogram\n  sweeplab lab new look-back my-look-back --seed 42\n"},
    declare_flags, run);

}  // namespace
}  // namespace app
