// The stages of gravity on a device.
#include "tests/gpu/cuda_fixture.h"
#include "tests/sim/sim_gravity.h"

namespace {

using testing_worlds::Cuda;

TEST_F(Cuda, gravity_gives_the_bits_of_the_cpu_with_every_engine) {
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend != sim::Backend::cuda) continue;
        SCOPED_TRACE(engine.name);
        gravity_worlds::expect_bits_of_the_cpu(sim::Backend::cuda, engine.name, 3000, 10);
    }
}

TEST_F(Cuda, gravity_gives_the_bits_of_the_cpu_for_1000_steps_of_20000_bodies) {
    sim::WorldConfig config = gravity_worlds::config_of("galaxy", 20000);
    const uint64_t expected = gravity_worlds::hash_after(config, 1000);
    config.backend = sim::Backend::cuda;
    config.engine = sim::default_engine(config.backend);
    EXPECT_EQ(expected, gravity_worlds::hash_after(config, 1000));
}

TEST_F(Cuda, gravity_gives_the_bits_of_the_cpu_for_equal_keys_and_far_escapers) {
    gravity_worlds::expect_bits_of_the_cpu_in_nasty_cases(sim::Backend::cuda,
                                                          sim::default_engine(sim::Backend::cuda), 5000, 3);
}

}  // namespace
