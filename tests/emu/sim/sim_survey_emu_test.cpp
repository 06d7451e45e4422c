// The survey's kernel on emulated threads: it counts what the CPU's counts.
#include "tests/sim/survey_suite.h"

namespace {

TEST(SurveyEmulated, is_that_of_the_cpu) { testing_worlds::expect_one_survey("mixed", 700, 5); }

TEST(SurveyEmulated, can_be_taken_later_and_again) { testing_worlds::expect_surveys_in_turn(); }

}  // namespace
