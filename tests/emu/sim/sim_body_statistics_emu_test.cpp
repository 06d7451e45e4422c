// The body statistics' kernel on emulated threads: it counts what the CPU's counts.
#include "tests/sim/body_statistics_suite.h"

namespace {

TEST(BodyStatisticsEmulated, is_that_of_the_cpu) { testing_worlds::expect_same_statistics("mixed", 700, 5); }

TEST(BodyStatisticsEmulated, can_be_taken_later_and_again) { testing_worlds::expect_statistics_in_turn(); }

}  // namespace
