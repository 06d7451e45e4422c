// Pairs of bodies with meshes that both sleep, on the CPU.
#include "tests/sim/sim_resting_pairs_suite.h"

namespace {

TEST(RestingPairs, are_counted_in_every_step_and_behind_a_snapshot) {
    constrained::expect_resting_pairs_are_counted(sim::Backend::cpu);
}

TEST(RestingPairs, hold_a_body_in_the_step_in_which_it_is_woken) {
    constrained::expect_the_woken_are_held(sim::Backend::cpu);
}

TEST(RestingPairs, are_woken_by_what_falls_onto_them) {
    constrained::expect_a_stack_wakes_as_on_the_cpu(sim::Backend::cpu);
}

}  // namespace
