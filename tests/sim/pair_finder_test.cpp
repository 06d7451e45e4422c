// PairFinder on CPU threads, and what it says where there is no device.
#include "tests/sim/pair_finder_suite.h"

namespace pair_finder {

sort::Backend backend() { return sort::Backend::cpu; }
sort::Stream stream() { return nullptr; }
std::vector<uint32_t> read_words(const uint32_t* words, size_t count) { return {words, words + count}; }

TEST_F(PairFinder, refuses_boxes_that_are_none_with_the_first_index) {
    auto boxes = pair_cases::random_boxes(9000, 6, 4, 0.1f);
    sim::PairFinder finder(9000, {.backend = backend()});
    finder.find(boxes.data(), boxes.size());
    const auto before = pairs_of(finder);
    boxes[8000].max.z = std::numeric_limits<float>::infinity();
    boxes[4321].min.x = std::numeric_limits<float>::quiet_NaN();
    expect_refused("box 4321 ", [&] { finder.find(boxes.data(), boxes.size()); });
    EXPECT_EQ(pairs_of(finder), before);
    boxes[0].min.y = boxes[0].max.y + 1;
    expect_refused("box 0 ", [&] { finder.find(boxes.data(), boxes.size()); });
}

TEST_F(PairFinder, finds_the_same_with_any_number_of_threads) {
    const auto random = pair_cases::random_boxes(5000, 7, 10, 0.8f);
    const auto expected = sim::overlapping_pairs(random, {.backend = backend()});
    for (const int threads : {1, 2, 5}) {
        sim::PairFinder finder(5000, {.backend = backend(), .threads = threads});
        finder.find(random.data(), random.size());
        EXPECT_EQ(pairs_of(finder), expected) << threads;
    }
}

TEST_F(PairFinder, says_that_there_is_no_device) {
    std::string reason;
    if (sort::cuda_available(&reason)) GTEST_SKIP() << "there is one";
    try {
        sim::PairFinder finder(10);
        ADD_FAILURE() << "made without a device";
    } catch (const sort::Unavailable& error) {
        EXPECT_EQ(error.what(),
                  "pairs: CUDA cannot be used here; to use the CPU, set backend = cpu (" + reason + ")");
    }
    const std::vector<sim::Box> two(2);
    EXPECT_THROW(sim::overlapping_pairs(two), sort::Unavailable);
}

}  // namespace pair_finder
