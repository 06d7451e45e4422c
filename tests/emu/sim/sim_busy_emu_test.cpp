// Chairs that sleep, fall and meet driven bodies, by emulated CUDA kernels.
#include "tests/emu/launch.h"
#include "tests/emu/sim/usual_engine.h"
#include "tests/sim/sim_busy_suite.h"

namespace {

TEST(EmulatedBusy, gives_the_bits_of_the_cpu) {
    busy::expect_bits_of_the_cpu(sim::Backend::cuda, emu_worlds::usual_engine(),
                                 busy::running(busy::config_for(26)), 12);
}

TEST(EmulatedBusy, a_world_from_a_snapshot_goes_on_with_the_same_bits) {
    busy::expect_restart_changes_nothing(sim::Backend::cuda, busy::running(busy::config_for(26)), 4, 6);
}

}  // namespace
