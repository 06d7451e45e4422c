// Spheres that roll on a CUDA device: the bits of the CPU.
#include "tests/gpu/cuda_fixture.h"
#include "tests/sim/sim_rolling_suite.h"

namespace {

using testing_worlds::Cuda;

/// Every broad phase with the usual engine in every scene, and every engine with the usual broad phase in one of them.
TEST_F(Cuda, gives_the_bits_of_the_cpu_for_spheres_that_roll_with_every_engine) {
    std::vector<rolling::Reference> references;
    for (const char* scene : testing_worlds::kContainerScenes)
        references.push_back(rolling::reference_of(scene, 2000, 1000, 200));
    references.push_back(rolling::reference_of("landscape", 2000, 1700, 200));
    for (const rolling::Reference& reference : references)
        rolling::expect_bits_of_the_cpu(sim::Backend::cuda, "adaptive", reference);
    testing_worlds::with_other_engines(references.size(), [&](const std::string& engine, size_t k) {
        rolling::expect_bits(references[k], sim::Backend::cuda, engine, "columns", false);
    });
}

TEST_F(Cuda, gives_the_bits_of_the_cpu_for_many_spheres_that_roll) {
    for (const char* scene : {"pile", "landscape"}) {
        const auto first = sim::World::create(rolling::config_of(scene, 100000));
        first->step(1600);
        const sim::Snapshot start = first->snapshot();
        first->step(500);
        const auto world = sim::World::create(rolling::config_of(scene, 100000, sim::Backend::cuda), &start);
        world->step(500);
        EXPECT_EQ(sim::state_hash(world->snapshot()), sim::state_hash(first->snapshot())) << scene;
    }
}

TEST_F(Cuda, loses_no_rotation_when_a_step_is_done_again) {
    rolling::expect_growth_changes_nothing(sim::Backend::cuda, 700, 20);
}

TEST_F(Cuda, who_respawns_does_not_turn) {
    rolling::expect_respawned_do_not_turn(sim::Backend::cuda, 2000, 300);
}

}  // namespace
