// Thousands of small sets of boxes made to be hard: every broad phase gives the pairs of a plain double loop.
#include <gtest/gtest.h>

#include "sim/search/pair_search.h"
#include "tests/sim/nasty_boxes.h"
#include "tests/sim/pair_cases.h"

namespace {

using nasty_boxes::Kind;

class NastyPairs : public testing::TestWithParam<Kind> {};

TEST_P(NastyPairs, equal_the_double_loop) {
    uint64_t seed = 1;
    for (const uint32_t count : {2, 3, 5, 9, 17, 33, 64, 130, 300}) {
        for (int repeat = 0; repeat < 30; ++repeat) {
            const auto boxes = nasty_boxes::make(GetParam(), count, ++seed);
            const auto expected = pair_cases::reference_pairs(boxes);
            for (const char* broad_phase : {"columns", "sweep", "endpoint"}) {
                ASSERT_EQ(sim::find_pairs(boxes, {sim::Backend::cpu, "cpu-radix", broad_phase, 1, 0}),
                          expected)
                    << broad_phase << ", " << count << " boxes, seed " << seed;
            }
        }
    }
}

TEST_P(NastyPairs, of_thousands_of_boxes_equal_the_double_loop) {
    const auto boxes = nasty_boxes::make(GetParam(), 4000, 99);
    const auto expected = pair_cases::reference_pairs(boxes);
    EXPECT_EQ(sim::find_pairs(boxes, {sim::Backend::cpu, "cpu-adaptive", "columns", 2, 0}), expected);
}

std::string name_of(const testing::TestParamInfo<Kind>& info) {
    std::string name = info.param.name;
    for (char& c : name) {
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    }
    return name;
}

INSTANTIATE_TEST_SUITE_P(kinds, NastyPairs, testing::ValuesIn(nasty_boxes::kKinds), name_of);

}  // namespace
