// Claims that need what no figure here has.
#include "app/bench/paper_report/not_made.h"

namespace app {
namespace {

constexpr const char* kCounters =
    "counts instructions or transactions, which needs the GPU's counters (a profiler)";

}  // namespace

std::vector<NotMade> claims_not_made() {
    return {
        {"Ha, Krueger, Silva 2009, section 4.5", "Mapping and position in one kernel gain 20 %.",
         "compares with two kernels and a list of positions between them, which the program does not have"},
        {"Ha, Krueger, Silva 2009, section 4.2", "The order check is three times as fast as CUDPP's.",
         "compares with the check of the CUDPP of its time, which the program does not have"},
        {"Ha, Krueger, Silva 2009, section 4.6", "Scattered writes account for up to 36 % of the time.",
         kCounters},
        {"Ha, Krueger, Silva 2009, figure 5",
         "Twice the bandwidth, half the time: the sort scales with the device.",
         "needs two machines: `--beside` shows the figures of both, and no verdict is taken from them"},
        {"Merrill, Grimshaw 2011, table 1", "Words that a pass moves, of a naive and of the fused sort.",
         "counted by hand in the paper; merrill-15 counts the engine's own"},
        {"Merrill, Grimshaw 2011, table 2", "1.8 times the rate of a 32-core Knight's Ferry.",
         "the paper itself compares with published rates of a processor that was not for sale"},
        {"Merrill, Grimshaw 2011, figures 6 to 8",
         "Which width of a digit the model of instructions predicts.", kCounters},
        {"Ye and others 2010, section VI.A",
         "Substantially faster than the bitonic sort of Baraglia and others.",
         "the paper itself had no code of it and compares with published times"},
        {"Polok, Ila, Smrz 2014, table 2", "Faster than the OpenCL libraries CLOGS, CLpp and libCL.",
         "needs OpenCL libraries of 2013, and would compare compilers rather than sorts"},
        {"Polok, Ila, Smrz 2014, section 4.4", "Volatile stripping saves registers and gains about 10 %.",
         "edits the output of an OpenCL compiler of 2013; the paper leaves it out of its own measurements"},
    };
}

}  // namespace app
