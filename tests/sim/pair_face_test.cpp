// <sweeplab/pairs.h> and <sweeplab/pairs_c.h>: the results and refusals of sim::PairFinder, by exceptions, by Status and
// by codes of C.
#include <gtest/gtest.h>
#include <sweeplab/pairs.h>
#include <sweeplab/sweeplab.h>

#include <limits>
#include <string>
#include <vector>

namespace {

using sweeplab::Box;
using sweeplab::Code;
using sweeplab::PairFinder;
using sweeplab::PairFinderOptions;
using sweeplab::Status;
using Indices = std::vector<uint32_t>;

PairFinderOptions on_cpu() { return {.backend = sweeplab::Backend::cpu}; }

/// Four in a row, each of which touches the next.
std::vector<Box> row() {
    std::vector<Box> boxes;
    for (float x = 0; x < 4; ++x) boxes.push_back({{x, 0, 0}, {x + 1, 1, 1}});
    return boxes;
}
const Indices kPairsOfRow = {0, 1, 1, 2, 2, 3};

TEST(PairFace, finds) {
    EXPECT_EQ(sweeplab::overlapping_pairs(row(), on_cpu()), kPairsOfRow);
    const std::vector<Box> boxes = row();
    PairFinder finder(4, {.backend = sweeplab::Backend::cpu, .broad_phase = "sweep", .pair_capacity = 2});
    finder.find(boxes.data(), boxes.size());
    EXPECT_EQ(finder.read_count(), 3u);
    EXPECT_LT(finder.pair_capacity(), 3u) << "three do not fit";
    finder.reserve_pairs(3);
    finder.find(boxes.data(), boxes.size());
    EXPECT_EQ(*finder.count(), 3u);
    EXPECT_NE(finder.pairs(), nullptr);
    EXPECT_NE(finder.order(), nullptr);
    EXPECT_EQ(finder.box_capacity(), 4u);
    EXPECT_GT(finder.bytes(), 0u);
}

void expect_refused(const Status& status, Code code, const char* words) {
    EXPECT_EQ(status.code(), code);
    EXPECT_NE(status.message().find(words), std::string::npos) << status.message();
    EXPECT_THROW(status.or_throw(), sweeplab::Error);
}

TEST(PairFace, refuses_by_code_and_message) {
    const std::vector<Box> boxes = row();
    PairFinder finder(3, on_cpu()), empty;
    expect_refused(finder.try_find(boxes.data(), 4), Code::invalid_argument, "4 for a finder made for 3");
    expect_refused(finder.try_find(nullptr, 3), Code::invalid_argument, "there are none");
    expect_refused(empty.try_find(boxes.data(), 3), Code::invalid_argument, "the finder is empty");
    uint64_t count = 7;
    expect_refused(empty.try_read_count(count), Code::invalid_argument, "the finder is empty");
    EXPECT_EQ(count, 7u);
    expect_refused(finder.try_create(3, {.backend = sweeplab::Backend::cpu, .broad_phase = "guess"}),
                   Code::invalid_argument, "guess");
    expect_refused(finder.try_create((size_t{1} << 27) + 1, on_cpu()), Code::over_limit, "134,217,728");
    expect_refused(finder.try_reserve_pairs(UINT64_MAX), Code::over_limit, "the limit is");
    EXPECT_EQ(finder.box_capacity(), 3u);
    EXPECT_TRUE(finder.try_find(boxes.data(), 3).ok());
    EXPECT_THROW(PairFinder(3, {.backend = sweeplab::Backend{5}}), sweeplab::Error);
    Indices pairs = {9};
    std::vector<Box> wrong = row();
    wrong[2].min[1] = std::numeric_limits<float>::quiet_NaN();
    expect_refused(sweeplab::try_overlapping_pairs(wrong.data(), 4, pairs, on_cpu()), Code::invalid_argument,
                   "box 2 is not finite");
    expect_refused(sweeplab::try_overlapping_pairs(nullptr, 4, pairs, on_cpu()), Code::invalid_argument,
                   "there are none");
    EXPECT_EQ(pairs, Indices{9});
}

TEST(PairFace, says_what_to_do_without_a_device) {
    if (sweeplab::cuda_status().ok()) GTEST_SKIP() << "there is a device";
    expect_refused(PairFinder().try_create(3), Code::unavailable, "to use the CPU, set backend = cpu (");
}

class PairFaceInC : public testing::Test {
protected:
    PairFaceInC() {
        options_.backend = SWEEPLAB_CPU;
        for (int i = 0; i < 4; ++i) boxes_[i] = {{float(i), 0, 0}, {float(i + 1), 1, 1}};
    }
    sweeplab_status find_all(uint32_t* pairs, size_t room) {
        return sweeplab_overlapping_pairs(boxes_, 4, &options_, pairs, room, &count_);
    }

    sweeplab_pair_finder_options options_ = sweeplab_pair_finder_defaults();
    alignas(8) sweeplab_box boxes_[4];
    size_t count_ = 99;
};

TEST_F(PairFaceInC, fills_the_buffer_of_the_caller) {
    Indices pairs(8, 77);
    ASSERT_EQ(find_all(nullptr, 0), SWEEPLAB_OK) << sweeplab_last_message();
    EXPECT_EQ(count_, 3u);
    EXPECT_EQ(find_all(pairs.data(), 2), SWEEPLAB_OVER_LIMIT);
    EXPECT_STREQ(sweeplab_last_message(), "pairs: there are 3, and room for 2");
    EXPECT_EQ(count_, 3u);
    EXPECT_EQ(pairs, Indices(8, 77));
    ASSERT_EQ(find_all(pairs.data(), 3), SWEEPLAB_OK);
    EXPECT_EQ(pairs, (Indices{0, 1, 1, 2, 2, 3, 77, 77}));
    ASSERT_EQ(sweeplab_overlapping_pairs(nullptr, 0, &options_, nullptr, 0, &count_), SWEEPLAB_OK);
    EXPECT_EQ(count_, 0u);
}

TEST_F(PairFaceInC, finds_with_a_finder) {
    sweeplab_pair_finder* finder = nullptr;
    options_.broad_phase = "columns";
    ASSERT_EQ(sweeplab_pair_finder_create(4, &options_, &finder), SWEEPLAB_OK) << sweeplab_last_message();
    ASSERT_EQ(sweeplab_pair_finder_reserve_pairs(finder, 2000), SWEEPLAB_OK);
    ASSERT_EQ(sweeplab_pair_finder_find(finder, boxes_, 4, nullptr), SWEEPLAB_OK);
    uint64_t count = 0;
    ASSERT_EQ(sweeplab_pair_finder_read_count(finder, nullptr, &count), SWEEPLAB_OK);
    EXPECT_EQ(count, 3u);
    EXPECT_EQ(*sweeplab_pair_finder_count(finder), 3u);
    EXPECT_NE(sweeplab_pair_finder_pairs(finder), nullptr);
    EXPECT_NE(sweeplab_pair_finder_order(finder), nullptr);
    EXPECT_GE(sweeplab_pair_finder_pair_capacity(finder), 2000u);
    EXPECT_EQ(sweeplab_pair_finder_box_capacity(finder), 4u);
    EXPECT_GT(sweeplab_pair_finder_bytes(finder), 0u);
    EXPECT_EQ(sweeplab_pair_finder_find(finder, boxes_, 5, nullptr), SWEEPLAB_INVALID_ARGUMENT);
    sweeplab_pair_finder_destroy(finder);
}

TEST_F(PairFaceInC, refuses_wrong_arguments) {
    uint32_t pairs[6];
    uint64_t count;
    sweeplab_pair_finder* finder = nullptr;
    const auto wrong = SWEEPLAB_INVALID_ARGUMENT;
    EXPECT_EQ(sweeplab_overlapping_pairs(boxes_, 4, &options_, pairs, 3, nullptr), wrong);
    EXPECT_EQ(find_all(nullptr, 3), wrong);
    EXPECT_EQ(sweeplab_overlapping_pairs(nullptr, 4, &options_, pairs, 3, &count_), wrong);
    alignas(8) char bytes[sizeof(sweeplab_box) + 8] = {};
    EXPECT_EQ(sweeplab_overlapping_pairs(reinterpret_cast<sweeplab_box*>(bytes + 4), 1, &options_, pairs, 3,
                                         &count_),
              wrong);
    EXPECT_STREQ(sweeplab_last_message(), "boxes: not aligned to 8 bytes");
    options_.engine = "bogo";
    EXPECT_EQ(find_all(pairs, 3), wrong);
    EXPECT_EQ(sweeplab_pair_finder_create(4, &options_, &finder), wrong);
    EXPECT_EQ(finder, nullptr);
    options_.size = 1;
    EXPECT_EQ(sweeplab_pair_finder_create(4, &options_, &finder), wrong);
    EXPECT_EQ(sweeplab_pair_finder_create(4, nullptr, nullptr), wrong);
    EXPECT_EQ(sweeplab_pair_finder_find(nullptr, boxes_, 4, nullptr), wrong);
    EXPECT_EQ(sweeplab_pair_finder_read_count(nullptr, nullptr, &count), wrong);
    EXPECT_EQ(sweeplab_pair_finder_reserve_pairs(nullptr, 4), wrong);
    EXPECT_EQ(sweeplab_pair_finder_pairs(nullptr), nullptr);
    sweeplab_pair_finder_destroy(nullptr);
}

}  // namespace
