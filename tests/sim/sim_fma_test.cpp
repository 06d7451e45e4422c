// fma(a, b, c) has the same bits by doubles and by the processor's instruction.
#include "tests/sim/sim_fma.h"

#include <limits>
#include <vector>

namespace {

TEST(Fma, has_one_result_at_every_edge) {
    using Limits = std::numeric_limits<float>;
    std::vector<float> edges = {0, 1, 3, Limits::infinity(), Limits::quiet_NaN()};
    for (const float x :
         {Limits::min(), Limits::denorm_min(), Limits::max(), Limits::epsilon(), 1.0f, 0x1p-75f})
        for (const int32_t off : {-1, 0, 1})
            edges.push_back(sim::bits_float(uint32_t(int32_t(sim::float_bits(x)) + off)));
    for (size_t i = 0, count = edges.size(); i < count; ++i) edges.push_back(-edges[i]);
    for (const float a : edges) {
        for (const float b : edges) {
            for (const float c : edges) {
                const float exact = testing_worlds::exact_fma(a, b, c);
                ASSERT_TRUE(testing_worlds::same_float(sim::fma_by_doubles(a, b, c), exact))
                    << std::hexfloat << a << " " << b << " " << c << ": " << exact;
                ASSERT_TRUE(testing_worlds::same_float(sim::PortableFma::of(a, b, c), exact));
            }
        }
    }
}

TEST(Fma, rounds_once_where_rounding_twice_would_differ) {
    // The product is 2^-24 - 2^-70: the sum is just below a tie, which a double does not see, and which would go up.
    const float odd = 1 + 0x1p-23f;
    EXPECT_EQ(sim::fma_by_doubles((1 + 0x1p-23f) * 0x1p-12f, (1 - 0x1p-23f) * 0x1p-12f, odd), odd);
    EXPECT_EQ(sim::fma_by_doubles((1 + 0x1p-23f) * -0x1p-12f, (1 - 0x1p-23f) * 0x1p-12f, -odd), -odd);
}

TEST(Fma, has_one_result_for_drawn_numbers) { EXPECT_EQ(testing_worlds::fma_differences(4'000'000, 1), 0u); }

}  // namespace
