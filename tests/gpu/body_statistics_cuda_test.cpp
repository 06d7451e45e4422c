// On a GPU: the body statistics count what the CPU's counts, of worlds that are looked at whole and of larger ones.
#include "tests/gpu/cuda_fixture.h"
#include "tests/sim/body_statistics_suite.h"

namespace {

class BodyStatisticsOnCuda : public testing_worlds::Cuda {};

TEST_F(BodyStatisticsOnCuda, is_that_of_the_cpu) {
    testing_worlds::expect_same_statistics("mixed", 3000, 40);
}

TEST_F(BodyStatisticsOnCuda, of_many_bodies_is_that_of_the_cpu) {
    testing_worlds::expect_same_statistics("pile", 2 * app::kCountedBodies, 3);
}

TEST_F(BodyStatisticsOnCuda, can_be_taken_later_and_again) { testing_worlds::expect_statistics_in_turn(); }

}  // namespace
