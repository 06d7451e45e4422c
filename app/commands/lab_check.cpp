// `sweeplab lab check`: is the kernel of a lab right, and if not, what is wrong with it?
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/base/errors.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"
#include "app/io/json_output.h"
#include "app/lab/lab_report.h"
#include "sort/base/errors.h"
#include "sort/device.h"

namespace app {
namespace {

struct LabCheckOptions : Options {
    std::vector<std::string> folders;
    std::string where = "emulated";
};

void declare_flags(Flags& flags, LabCheckOptions& options) {
    flags.rest("folder", "DIR", "the folder of the lab", options.folders);
    flags.choice(
        "--device", {"emulated", "cuda"},
        "emulated: built by g++, needs no GPU, finds races; cuda: built by nvcc, runs on the GPU [emulated]",
        options.where);
    json_flag(flags, options);
}

int run(const LabCheckOptions& options) {
    if (options.folders.size() != 1)
        throw BadUsage("lab check: one folder is expected: `sweeplab lab check my-histogram`");
    const LabFolder folder = read_lab_folder(options.folders[0]);
    std::string reason;
    if (options.where == "cuda" && !sort::cuda_available(&reason))
        throw sort::Unavailable("no GPU can run the kernel: " + reason +
                                "; leave out --device cuda to use the emulated device");
    const LabVerdict verdict = check_lab(folder, options.where == "cuda");
    if (!options.json.empty()) write_json(options.json, verdict_json(folder, verdict));
    if (options.json != "-") print_verdict(std::cout, folder, verdict);
    return verdict.right() ? 0 : 1;
}

const bool registered = add_command<LabCheckOptions>(
    {"lab check", 134, "Builds and tries the kernel of a lab, and says what is wrong with it.",
     "  sweeplab lab check my-histogram\n  sweeplab lab check my-histogram --json verdict.json\n"},
    declare_flags, run);

}  // namespace
}  // namespace app
