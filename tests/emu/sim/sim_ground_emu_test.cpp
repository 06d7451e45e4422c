// The stages of the ground as emulated CUDA kernels.
#include "tests/emu/launch.h"
#include "tests/emu/sim/usual_engine.h"
#include "tests/sim/sim_landscape_suite.h"

namespace {

TEST(EmulatedGround, gives_the_bits_of_the_cpu) {
    landscape::expect_bits_of_the_cpu(sim::Backend::cuda, emu_worlds::usual_engine(), 400, 25);
}

TEST(EmulatedGround, counts_bodies_on_and_below_the_ground_in_each_step) {
    for (const char* broad_phase : {"columns", "sweep"})
        landscape::expect_ground_counted(sim::Backend::cuda, broad_phase);
}

TEST(EmulatedGround, bodies_that_leave_rain_again) {
    landscape::expect_bodies_rain_again(sim::Backend::cuda, 500, 150);
}

}  // namespace
