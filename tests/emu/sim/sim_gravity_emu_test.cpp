// The stages of gravity as emulated CUDA kernels.
#include "tests/emu/sim/sim_emu_cases.h"
#include "tests/sim/sim_gravity.h"

namespace {

TEST(EmulatedGravity, gives_the_bits_of_the_cpu) {
    gravity_worlds::expect_bits_of_the_cpu(sim::Backend::cuda, "adaptive", 600, 4);
}

TEST(EmulatedGravity, gives_the_bits_of_the_cpu_with_an_engine_that_is_not_stable) {
    gravity_worlds::expect_bits_of_the_cpu(sim::Backend::cuda, "warpsort", 300, 2);
}

TEST(EmulatedGravity, gives_the_bits_of_the_cpu_in_any_order_of_threads) {
    emu_worlds::in_each_order(
        [] { gravity_worlds::expect_bits_of_the_cpu(sim::Backend::cuda, "adaptive", 150, 2); });
}

TEST(EmulatedGravity, gives_the_bits_of_the_cpu_for_equal_keys_and_far_escapers) {
    gravity_worlds::expect_bits_of_the_cpu_in_nasty_cases(sim::Backend::cuda, "adaptive", 200, 2);
}

}  // namespace
