// What is said of a wrong state: each count under its own name, and nothing where all is well.
#include "app/measure/wrong_state.h"

#include <gtest/gtest.h>

#include "app/base/errors.h"

namespace {

sim::Counters counters_of(uint32_t outside, uint32_t not_finite, uint32_t fast) {
    sim::Counters counters{};
    counters.outside = outside;
    counters.not_finite = not_finite;
    counters.fast = fast;
    counters.total_outside = 10 * outside;
    counters.total_not_finite = 100 * not_finite;
    counters.total_fast = 1000 * fast;
    return counters;
}

TEST(WrongState, has_a_line_of_the_last_step_and_of_all) {
    EXPECT_EQ(app::wrong_state_line(counters_of(0, 0, 0)), "");
    EXPECT_EQ(
        app::wrong_state_line(counters_of(3, 1, 7)),
        "outside the container: last step 3 bodies, summed over all steps 30; not finite: last step 1 body, "
        "summed over all steps 100; faster than their radius per step: last step 7 bodies, summed over all "
        "steps 7,000");
    EXPECT_EQ(app::wrong_state_line(counters_of(0, 0, 2)),
              "faster than their radius per step: last step 2 bodies, summed over all steps 2,000");
    sim::Counters earlier{};
    earlier.total_outside = 5;
    EXPECT_EQ(app::wrong_state_line(earlier),
              "outside the container: last step 0 bodies, summed over all steps 5");
}

TEST(WrongState, is_wrong_where_a_body_is_outside_or_not_finite_but_not_where_one_is_fast) {
    EXPECT_EQ(app::wrong_state_text(counters_of(0, 0, 0)), "");
    EXPECT_EQ(app::wrong_state_text(counters_of(3, 1, 20)), "3 outside, 1 not finite, 20 fast");
    EXPECT_FALSE(app::is_wrong(counters_of(0, 0, 9)));
    EXPECT_TRUE(app::is_wrong(counters_of(1, 0, 0)));
    EXPECT_TRUE(app::is_wrong(counters_of(0, 1, 0)));
    EXPECT_NO_THROW(app::require_right_state(counters_of(0, 0, 9), false));
    EXPECT_NO_THROW(app::require_right_state(counters_of(1, 1, 0), true));
    EXPECT_THROW(app::require_right_state(counters_of(1, 0, 0), false), app::CheckFailed);
    EXPECT_THROW(app::require_right_state(counters_of(0, 1, 0), false), app::CheckFailed);
}

}  // namespace
