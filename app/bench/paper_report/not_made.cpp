// What the program has is asked of its lists, so that no reason outlives what it speaks of.
#include "app/bench/paper_report/not_made.h"

#include <algorithm>

#include "app/cli/command.h"

namespace app {
namespace {

constexpr const char* kCounters =
    "counts instructions or transactions, which needs the GPU's counters (a profiler)";

std::string reason_of_command(const std::string& name) {
    const auto known = commands();
    const bool there =
        std::any_of(known.begin(), known.end(), [&](const Command& command) { return command.name == name; });
    if (there) return "not a sort of given keys: `sweeplab " + name + "` measures it";
    return "needs a sparse product (expand, sort, compress)";
}

}  // namespace

std::vector<NotMade> claims_not_made() {
    return {
        {"Ha, Krueger, Silva 2009, section 4.5", "Mapping and position in one kernel gain 20 %.",
         "compares with a version of the paper's own that it does not describe further"},
        {"Ha, Krueger, Silva 2009, section 4.6", "Scattered writes account for up to 36 % of the time.",
         kCounters},
        {"Ha, Krueger, Silva 2009, figure 5",
         "Twice the bandwidth, half the time: the sort scales with the device.",
         "needs two machines: `--beside` shows the figures of both, and no verdict is taken from them"},
        {"Merrill, Grimshaw 2011, table 1", "Words that a pass moves, of a naive and of the fused sort.",
         "counted by hand in the paper; merrill-15 counts the engine's own"},
        {"Merrill, Grimshaw 2011, figures 6 to 8",
         "Which width of a digit the model of instructions predicts.", kCounters},
        {"Ye and others 2010, section VI.A",
         "As fast as, or faster than, the bitonic sort of Baraglia and others.",
         "the paper itself had no code of it and compares with published times"},
        {"Polok, Ila, Smrz 2014, figure 1", "The share of sorting in a sparse product.",
         reason_of_command("spgemm")},
        {"Polok, Ila, Smrz 2014, table 2", "Faster than the OpenCL libraries CLOGS, CLpp and libCL.",
         "needs OpenCL libraries of 2013, and would compare compilers rather than sorts"},
        {"Polok, Ila, Smrz 2014, section 4.4", "Volatile stripping saves registers and gains about 10 %.",
         "edits the output of an OpenCL compiler of 2013; the paper leaves it out of its own measurements"},
    };
}

}  // namespace app
