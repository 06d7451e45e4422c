// Runs with hands, other physics and thrown bodies, by emulated CUDA kernels.
#include "tests/emu/launch.h"
#include "tests/sim/sim_run_suite.h"

namespace {

TEST(EmulatedRun, gives_the_bits_of_the_cpu) {
    using runs::config_of;
    runs::expect_bits_of_the_cpu(config_of("mixed", 100), sim::Backend::cuda, "adaptive", 24, 8);
    runs::expect_bits_of_the_cpu(config_of("chairs", 4), sim::Backend::cuda, "adaptive", 12, 6);
}

}  // namespace
