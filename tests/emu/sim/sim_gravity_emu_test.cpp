// The stages of gravity as emulated CUDA kernels.
#include "tests/emu/sim/sim_emu_cases.h"
#include "tests/sim/sim_gravity.h"

namespace {

TEST(EmulatedGravity, gives_the_bits_of_the_cpu) {
    gravity_worlds::expect_bits_of_the_cpu(sim::Backend::cuda, emu_worlds::usual_engine(), 600, 4);
}

TEST(EmulatedGravity, gives_the_bits_of_the_cpu_with_an_engine_that_is_not_stable) {
    gravity_worlds::expect_bits_of_the_cpu(sim::Backend::cuda, "warpsort", 300, 2);
}

TEST(EmulatedGravity, gives_the_bits_of_the_cpu_in_any_order_of_threads) {
    emu_worlds::in_each_order([] {
        gravity_worlds::expect_bits_of_the_cpu(sim::Backend::cuda, emu_worlds::usual_engine(), 150, 2);
    });
}

// Every node is opened, down to leaves of one body: a warp's stack is as full as it may be, and fewer lanes look.
TEST(EmulatedGravity, gives_the_bits_of_the_cpu_with_a_full_stack) {
    sim::WorldConfig config = gravity_worlds::config_of("plummer", 1500);
    config.scene.physics.gravity.opening_angle = sim::kLeastOpening;
    config.scene.physics.gravity.leaf_bodies = 1;
    const uint64_t expected = gravity_worlds::hash_after(config, 1);
    config.backend = sim::Backend::cuda;
    config.engine = emu_worlds::usual_engine();
    EXPECT_EQ(expected, gravity_worlds::hash_after(config, 1));
}

TEST(EmulatedGravity, gives_the_bits_of_the_cpu_for_equal_keys_and_far_escapers) {
    gravity_worlds::expect_bits_of_the_cpu_in_nasty_cases(sim::Backend::cuda, emu_worlds::usual_engine(), 200,
                                                          2);
}

}  // namespace
