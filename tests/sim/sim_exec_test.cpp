// The calls of CpuExec: on one thread and on several.
#include "sim/exec/exec_cpu.h"
#include "tests/sim/sim_exec_suite.h"

namespace {

TEST(CpuExec, gives_what_a_loop_gives) {
    for (const int threads : {1, 3, 0}) {
        sim::CpuExec exec(threads);
        exec.arena().execute([&] {
            execs::expect_each_item_once(exec);
            execs::expect_reductions_of_a_loop(exec);
            execs::expect_sums_of_a_loop(exec);
        });
    }
}

}  // namespace
