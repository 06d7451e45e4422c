// The stages of contacts that are constraints as emulated CUDA kernels.
#include "tests/emu/profile_devices.h"
#include "tests/emu/sim/sim_emu_cases.h"
#include "tests/sim/sim_resting_pairs_suite.h"
#include "tests/sim/sim_run_suite.h"

namespace {

using emu_worlds::usual_engine;

TEST(EmulatedConstraints, give_the_bits_of_the_cpu) {
    constrained::expect_bits_of_the_cpu(sim::Backend::cuda, usual_engine(), constrained::meeting(12, 60), 4,
                                        constrained::all_broad_phases());
}

TEST(EmulatedConstraints, give_the_bits_of_the_cpu_while_chairs_fall_into_a_heap) {
    constrained::expect_bits_of_the_cpu(sim::Backend::cuda, usual_engine(), constrained::meeting(12, 40), 60,
                                        {sim::default_broad_phase(sim::Backend::cuda)});
}

TEST(EmulatedConstraints, give_the_bits_of_the_cpu_in_every_order_of_threads) {
    const sim::Snapshot start = constrained::meeting(12, 80);
    emu_worlds::in_each_order([&] {
        constrained::expect_bits_of_the_cpu(sim::Backend::cuda, usual_engine(), start, 2,
                                            {sim::default_broad_phase(sim::Backend::cuda)});
    });
}

TEST(EmulatedConstraints, give_the_bits_of_the_cpu_with_hands_throws_and_other_physics) {
    runs::expect_bits_of_the_cpu(constrained::chairs(8), sim::Backend::cuda, usual_engine(), 40, 6);
}

TEST(EmulatedConstraints, have_room_made_in_their_first_step) {
    constrained::expect_room_is_made_at_once(sim::Backend::cuda, 52, 2);
}

TEST(EmulatedConstraints, hold_who_is_woken_and_wake_as_on_the_cpu) {
    constrained::expect_the_woken_are_held(sim::Backend::cuda);
    constrained::expect_a_stack_wakes_as_on_the_cpu(sim::Backend::cuda);
}

/// One of the two has no cooperative launches.
TEST(EmulatedConstraints, give_the_bits_of_the_cpu_on_laptops) {
    const sim::Snapshot start = constrained::meeting(12, 80);
    for (const char* name : {"laptop", "laptop_that_cooperates"}) {
        SCOPED_TRACE(name);
        const emu::OnDevice device(emu::device_of(name));
        constrained::expect_bits_of_the_cpu(sim::Backend::cuda, usual_engine(), start, 2,
                                            {sim::default_broad_phase(sim::Backend::cuda)});
    }
}

TEST(EmulatedConstraints, have_no_contacts_before_the_next_step) {
    constrained::expect_no_contacts_before_the_next_step(sim::Backend::cuda);
}

}  // namespace
