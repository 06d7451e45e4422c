// The ground on a CUDA device: the bits of the CPU while bodies run, leave and respawn.
#include "tests/gpu/cuda_fixture.h"
#include "tests/sim/sim_landscape_suite.h"

namespace {

using testing_worlds::Cuda;

TEST_F(Cuda, gives_the_bits_of_the_cpu_over_a_landscape_with_every_engine) {
    const sim::Snapshot start = landscape::running(2000);
    const std::span broad_phases = sim::broad_phases();
    const std::string usual = sort::engine_or_default("", sim::Backend::cuda).name;
    landscape::expect_bits_of_the_cpu(sim::Backend::cuda, usual, start, 200);
    testing_worlds::with_other_engines(broad_phases.size(), [&](const std::string& engine, size_t k) {
        landscape::expect_bits_of_the_cpu(sim::Backend::cuda, engine, start, 200, broad_phases.subspan(k, 1));
    });
}

TEST_F(Cuda, gives_the_bits_of_the_cpu_over_a_large_landscape) {
    const sim::Snapshot start = landscape::running(100000, 1000);
    uint64_t hash[2];
    for (const auto backend : {sim::Backend::cpu, sim::Backend::cuda}) {
        const auto world =
            sim::World::create(testing_worlds::config_of("landscape", 100000, backend), &start);
        world->step(1000);
        hash[backend == sim::Backend::cuda] = sim::state_hash(world->snapshot());
    }
    EXPECT_EQ(hash[0], hash[1]);
}

TEST_F(Cuda, counts_bodies_on_and_below_the_ground_in_each_step) {
    for (const char* broad_phase : {"columns", "sweep"})
        landscape::expect_ground_counted(sim::Backend::cuda, broad_phase);
}

TEST_F(Cuda, bodies_that_leave_rain_again_from_where_each_was_born) {
    landscape::expect_bodies_rain_again(sim::Backend::cuda, 2000, 300);
}

}  // namespace
