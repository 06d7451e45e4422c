// Worlds whose boxes are given, on a CUDA device.
#include "tests/gpu/cuda_fixture.h"
#include "tests/sim/sim_given_suite.h"

namespace {

using testing_worlds::Cuda;

constexpr sim::Backend kCuda = sim::Backend::cuda;

TEST_F(Cuda, given_boxes_have_their_pairs) {
    for (const auto& broad_phase : sim::broad_phases())
        for (const char* engine : {"adaptive", "bucketsort"})
            given::expect_frames(kCuda, broad_phase.name, engine);
}

TEST_F(Cuda, given_boxes_may_be_more_or_fewer_in_each_frame) {
    for (const auto& broad_phase : sim::broad_phases()) given::expect_unequal_frames(kCuda, broad_phase.name);
}

TEST_F(Cuda, given_boxes_have_room_after_another_search) {
    given::expect_room_after_another_search(kCuda, "bucketsort");
}

TEST_F(Cuda, given_boxes_get_room_for_all_their_pairs) { given::expect_room_for_pairs(kCuda); }

TEST_F(Cuda, given_boxes_are_sorted_from_the_order_that_is_given) { given::expect_given_order(kCuda); }

TEST_F(Cuda, given_boxes_are_the_same_by_any_way_to_a_frame) { given::expect_the_same_by_any_way(kCuda); }

}  // namespace
