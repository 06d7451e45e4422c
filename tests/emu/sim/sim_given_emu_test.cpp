// Worlds whose boxes are given, by emulated CUDA kernels.
#include "tests/emu/launch.h"
#include "tests/emu/sim/usual_engine.h"
#include "tests/sim/sim_given_suite.h"

namespace {

constexpr sim::Backend kCuda = sim::Backend::cuda;

TEST(EmulatedGiven, boxes_have_their_pairs) {
    for (const char* broad_phase : {"columns", "sweep"})
        given::expect_frames(kCuda, broad_phase, emu_worlds::usual_engine());
}

TEST(EmulatedGiven, boxes_may_be_more_or_fewer_in_each_frame) {
    given::expect_unequal_frames(kCuda, "columns");
}

TEST(EmulatedGiven, boxes_are_the_same_by_any_way_to_a_frame) { given::expect_the_same_by_any_way(kCuda); }

TEST(EmulatedGiven, boxes_are_shown_after_a_frame_of_too_many_pairs) {
    given::expect_frames_after_one_of_too_many_pairs(kCuda);
}

TEST(EmulatedGiven, boxes_have_no_pairs_before_their_step) { given::expect_no_pairs_before_the_step(kCuda); }

}  // namespace
