// 2,000 chairs that sleep, fall and meet driven bodies for 2,000 steps on a CUDA device.
#include "tests/gpu/cuda_fixture.h"
#include "tests/sim/sim_busy_suite.h"

namespace {

using testing_worlds::Cuda;

TEST_F(Cuda, gives_the_bits_of_the_cpu_for_2000_chairs_and_2000_steps) {
    busy::expect_bits_of_the_cpu(sim::Backend::cuda, sim::default_engine(sim::Backend::cuda),
                                 busy::start_of(busy::config_for(2000)), 2000);
}

TEST_F(Cuda, goes_on_with_the_same_bits_from_a_snapshot) {
    const sim::Snapshot start = busy::running(busy::config_for(100));
    busy::expect_restart_changes_nothing(sim::Backend::cuda, start, 20, 100);
}

}  // namespace
