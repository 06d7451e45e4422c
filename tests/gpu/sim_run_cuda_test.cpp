// Runs with hands, other physics and thrown bodies on a CUDA device: the bits of the CPU, forth and back.
#include "tests/gpu/cuda_fixture.h"
#include "tests/sim/sim_run_suite.h"

namespace {

using testing_worlds::config_of;
using testing_worlds::Cuda;

TEST_F(Cuda, runs_with_events_give_the_bits_of_the_cpu) {
    for (const char* scene : {"pile", "mixed", "gas", "landscape"})
        runs::expect_bits_of_the_cpu(config_of(scene, 2000), sim::Backend::cuda, "adaptive", 400, 40);
    for (const char* engine : {"adaptive", "bucketsort", "fourway"})
        runs::expect_bits_of_the_cpu(config_of("chairs", 40), sim::Backend::cuda, engine, 300, 30);
    runs::expect_bits_of_the_cpu(config_of("plummer", 500), sim::Backend::cuda, "adaptive", 100, 10);
}

TEST_F(Cuda, runs_go_back_and_forth_to_the_same_bits) {
    for (const char* scene : {"pile", "mixed"})
        runs::expect_the_same_forth_and_back(config_of(scene, 5000, sim::Backend::cuda), 1000, 60);
    runs::expect_the_same_forth_and_back(config_of("chairs", 60, sim::Backend::cuda), 600, 40);
}

}  // namespace
