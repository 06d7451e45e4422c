// PairSorter on CPU engines, and what it says where there is no device.
#include "tests/sort/pair_sorter_suite.h"

namespace pair_sorter {

std::vector<const char*> engine_names() { return {"cpu-adaptive", "cpu-radix", "tbb-sort"}; }
uint32_t most_pairs() { return 70001; }
sort::Stream stream() { return nullptr; }

TEST_F(PairSorter, takes_the_default_engine_of_the_backend) {
    EXPECT_STREQ(sort::PairSorter(10, {.backend = sort::Backend::cpu}).engine().name, "cpu-adaptive");
}

TEST_F(PairSorter, says_that_there_is_no_device) {
    std::string reason;
    if (sort::cuda_available(&reason)) GTEST_SKIP() << "there is one";
    try {
        sort::PairSorter sorter(10);
        ADD_FAILURE() << "made without a device";
    } catch (const sort::Unavailable& error) {
        EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
    }
    EXPECT_THROW(sort::PairSorter(10, {.engine = "bucketsort"}), sort::Unavailable);
}

TEST_F(PairSorter, moves) {
    sort::PairSorter first(50, {.engine = "cpu-radix"});
    sort::PairSorter second = std::move(first);
    sort_and_check(second, odd_keys<uint32_t>(50, 1));
}

}  // namespace pair_sorter
