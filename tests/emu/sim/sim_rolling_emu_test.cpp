// The stages of spheres that roll as emulated CUDA kernels.
#include "tests/emu/launch.h"
#include "tests/emu/sim/usual_engine.h"
#include "tests/sim/sim_rolling_suite.h"

namespace {

TEST(EmulatedRolling, gives_the_bits_of_the_cpu) {
    rolling::expect_bits_of_the_cpu(sim::Backend::cuda, emu_worlds::usual_engine(), "gas", 300, 100, 12);
    rolling::expect_bits_of_the_cpu(sim::Backend::cuda, emu_worlds::usual_engine(), "mixed", 300, 1500, 8);
    rolling::expect_bits_of_the_cpu(sim::Backend::cuda, emu_worlds::usual_engine(), "pile", 300, 800, 12);
    rolling::expect_bits_of_the_cpu(sim::Backend::cuda, emu_worlds::usual_engine(), "landscape", 300, 1700,
                                    12);
}

TEST(EmulatedRolling, loses_no_rotation_when_a_step_is_done_again) {
    rolling::expect_growth_changes_nothing(sim::Backend::cuda, 200, 6);
}

TEST(EmulatedRolling, who_respawns_does_not_turn) {
    rolling::expect_respawned_do_not_turn(sim::Backend::cuda, 500, 150);
}

}  // namespace
