// On a GPU: a survey counts what the CPU's counts, of worlds that are looked at whole and of larger ones.
#include "tests/gpu/cuda_fixture.h"
#include "tests/sim/survey_suite.h"

namespace {

class SurveyOnCuda : public testing_worlds::Cuda {};

TEST_F(SurveyOnCuda, is_that_of_the_cpu) { testing_worlds::expect_one_survey("mixed", 3000, 40); }

TEST_F(SurveyOnCuda, of_many_bodies_is_that_of_the_cpu) {
    testing_worlds::expect_one_survey("pile", 2 * app::kSurveyedBodies, 3);
}

TEST_F(SurveyOnCuda, can_be_taken_later_and_again) { testing_worlds::expect_surveys_in_turn(); }

}  // namespace
