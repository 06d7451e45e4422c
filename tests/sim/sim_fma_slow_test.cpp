// As sim_fma_test.cpp, on 10^8 drawn operations.
#include "tests/sim/sim_fma.h"

TEST(Fma, has_one_result_for_a_hundred_million_drawn_numbers) {
    EXPECT_EQ(testing_worlds::fma_differences(100'000'000, 2), 0u);
}
