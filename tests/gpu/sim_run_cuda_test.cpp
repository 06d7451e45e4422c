// Runs with hands, other physics and thrown bodies on a CUDA device: the bits of the CPU, forth and back.
#include "tests/gpu/cuda_fixture.h"
#include "tests/sim/sim_run_suite.h"
#include "tests/sim/sim_search_suite.h"

namespace {

using testing_worlds::config_of;
using testing_worlds::Cuda;

TEST_F(Cuda, runs_with_events_give_the_bits_of_the_cpu) {
    for (const char* scene : testing_worlds::kSphereScenes)
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

TEST_F(Cuda, another_engine_or_broad_phase_leaves_the_bits_alone) {
    const std::vector<searches::Change> changes = {
        {"bucketsort", ""},     {"", "sweep"},    {"fourway", "columns"}, {"", "endpoint"},
        {"cub-radix", "sweep"}, {"onesweep", ""}, {"adaptive", "auto"}};
    const auto on_cuda = [](const char* scene, uint32_t bodies) {
        return config_of(scene, bodies, sim::Backend::cuda);
    };
    for (const char* scene : testing_worlds::kSphereScenes)
        searches::expect_bits_of_no_change(on_cuda(scene, 5000), changes, 40);
    searches::expect_bits_of_no_change(on_cuda("chairs", 60), changes, 40);
    searches::expect_bits_of_no_change(on_cuda("plummer", 2000), changes, 10);
    searches::expect_refusals_change_nothing(on_cuda("pile", 2000));
}

}  // namespace
