// Contacts that are constraints on a CUDA device: the bits of the CPU while chairs fall, meet and come to rest.
#include "tests/gpu/cuda_fixture.h"
#include "tests/sim/sim_resting_pairs_suite.h"
#include "tests/sim/sim_run_suite.h"

namespace {

using testing_worlds::Cuda;

TEST_F(Cuda, gives_the_bits_of_the_cpu_with_every_engine) {
    const sim::Snapshot start = constrained::meeting(40, 60);
    const std::vector<std::string> broad_phases = constrained::all_broad_phases();
    const std::string usual = sort::engine_or_default("", sim::Backend::cuda).name;
    constrained::expect_bits_of_the_cpu(sim::Backend::cuda, usual, start, 100, broad_phases);
    testing_worlds::with_other_engines(broad_phases.size(), [&](const std::string& engine, size_t k) {
        constrained::expect_bits_of_the_cpu(sim::Backend::cuda, engine, start, 100, {broad_phases[k]});
    });
}

TEST_F(Cuda, gives_the_bits_of_the_cpu_for_a_heap) {
    constrained::expect_bits_of_the_cpu(
        sim::Backend::cuda, sort::engine_or_default("", sim::Backend::cuda).name,
        constrained::meeting(400, 1), 600, {sim::default_broad_phase(sim::Backend::cuda)});
}

TEST_F(Cuda, goes_on_from_any_state) {
    constrained::expect_goes_on_from_any_state(sim::Backend::cuda, 40, 50, 12);
}

TEST_F(Cuda, loses_no_contact_for_want_of_room) {
    constrained::expect_growth_changes_nothing(sim::Backend::cuda, 76);
}

TEST_F(Cuda, has_room_made_in_the_first_step) {
    constrained::expect_room_is_made_at_once(sim::Backend::cuda, 70, 4);
}

TEST_F(Cuda, gives_the_bits_of_the_cpu_with_hands_throws_and_other_physics) {
    runs::expect_bits_of_the_cpu(constrained::chairs(40), sim::Backend::cuda,
                                 sort::engine_or_default("", sim::Backend::cuda).name, 300, 12);
}

TEST_F(Cuda, counts_pairs_that_rest_and_holds_who_is_woken) {
    constrained::expect_resting_pairs_are_counted(sim::Backend::cuda);
    constrained::expect_the_woken_are_held(sim::Backend::cuda);
    constrained::expect_a_stack_wakes_as_on_the_cpu(sim::Backend::cuda);
}

}  // namespace
