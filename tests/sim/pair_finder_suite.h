// What PairFinder promises in its header, on one backend: the pairs of every broad phase, an exact count
// where the list is too short, and each refusal before anything is written.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <limits>
#include <stdexcept>
#include <vector>

#include "sim/broad_phase/choose_broad_phase.h"
#include "sim/pairs.h"
#include "sort/base/errors.h"
#include "sort/device.h"
#include "sort/lab/arrays.h"
#include "tests/sim/pair_cases.h"

namespace pair_finder {

sort::Backend backend();
sort::Stream stream();

class PairFinder : public testing::Test {
protected:
    void SetUp() override {
        std::string reason;
        if (backend() == sort::Backend::cuda && !sort::cuda_available(&reason))
            GTEST_SKIP() << "skipped: no CUDA device (" << reason << ")";
    }
};

/// Boxes where the backend works.
class Boxes {
public:
    explicit Boxes(const std::vector<sim::Box>& boxes)
        : count_(boxes.size()), array_(backend(), boxes.size() * sizeof(sim::Box)) {
        array_.upload(boxes.data());
    }
    const sim::Box* data() const { return array_.as<sim::Box>(); }
    size_t count() const { return count_; }

private:
    size_t count_;
    sort::Array array_;
};

/// Copies from where the backend works.
std::vector<uint32_t> read_words(const uint32_t* words, size_t count);

/// The list in lexicographic order; i < j is checked.
inline std::vector<uint32_t> pairs_of(const sim::PairFinder& finder) {
    const uint64_t count = finder.read_count(stream());
    EXPECT_LE(count, finder.pair_capacity());
    const std::vector<uint32_t> words = read_words(finder.pairs(), 2 * count);
    std::vector<uint64_t> keys;
    for (size_t p = 0; p < words.size(); p += 2) {
        EXPECT_LT(words[p], words[p + 1]);
        keys.push_back(uint64_t{words[p]} << 32 | words[p + 1]);
    }
    std::sort(keys.begin(), keys.end());
    std::vector<uint32_t> sorted;
    for (const uint64_t key : keys) sorted.insert(sorted.end(), {uint32_t(key >> 32), uint32_t(key)});
    return sorted;
}

TEST_F(PairFinder, finds_the_pairs_of_every_case_by_every_broad_phase) {
    for (const auto& broad_phase : sim::broad_phases()) {
        sim::PairFinder finder(
            800, {.backend = backend(), .broad_phase = broad_phase.name, .pair_capacity = 40000});
        for (const auto& one : pair_cases::all()) {
            if (one.boxes.size() > 800) continue;
            const Boxes boxes(one.boxes);
            finder.find(boxes.data(), boxes.count(), stream());
            EXPECT_EQ(pairs_of(finder), pair_cases::reference_pairs(one.boxes))
                << broad_phase.name << ", " << one.name;
        }
    }
}

TEST_F(PairFinder, finds_none_among_no_and_one_box) {
    sim::PairFinder finder(10, {.backend = backend()});
    const auto random = pair_cases::random_boxes(10, 1, 1, 5);
    const Boxes boxes(random);
    finder.find(boxes.data(), 10, stream());
    EXPECT_EQ(pairs_of(finder), pair_cases::reference_pairs(random));
    for (const size_t count : {1, 0}) {
        finder.find(count ? boxes.data() : nullptr, count, stream());
        EXPECT_EQ(finder.read_count(stream()), 0u);
    }
}

TEST_F(PairFinder, counts_exactly_what_does_not_fit_and_finds_it_with_more_room) {
    const auto random = pair_cases::random_boxes(300, 2, 2, 1.5f);
    const auto expected = pair_cases::reference_pairs(random);
    ASSERT_GT(expected.size(), 200u);
    const Boxes boxes(random);
    for (const auto& broad_phase : sim::broad_phases()) {
        sim::PairFinder finder(300,
                               {.backend = backend(), .broad_phase = broad_phase.name, .pair_capacity = 16});
        finder.find(boxes.data(), boxes.count(), stream());
        EXPECT_EQ(finder.read_count(stream()), expected.size() / 2) << broad_phase.name;
        EXPECT_EQ(finder.pair_capacity(), 16u) << "nothing grows by itself";
        finder.reserve_pairs(expected.size() / 2);
        EXPECT_GE(finder.pair_capacity(), expected.size() / 2);
        finder.find(boxes.data(), boxes.count(), stream());
        EXPECT_EQ(pairs_of(finder), expected) << broad_phase.name;
    }
}

TEST_F(PairFinder, tells_the_order_that_boxes_may_be_kept_in) {
    const auto random = pair_cases::random_boxes(500, 3, 4, 0.8f);
    const Boxes boxes(random);
    sim::PairFinder finder(500, {.backend = backend()});
    finder.find(boxes.data(), boxes.count(), stream());
    finder.read_count(stream());
    ASSERT_NE(finder.order(), nullptr);
    std::vector<uint32_t> order = read_words(finder.order(), 500);
    std::sort(order.begin(), order.end());
    for (uint32_t i = 0; i < 500; ++i) EXPECT_EQ(order[i], i);
}

template <class Call>
void expect_refused(const char* word, Call call) {
    try {
        call();
        ADD_FAILURE() << "not refused: " << word;
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
}

TEST_F(PairFinder, refuses_wrong_calls_and_keeps_its_list) {
    const auto random = pair_cases::random_boxes(101, 4, 1, 0.5f);
    const Boxes boxes(random);
    sim::PairFinder finder(100, {.backend = backend(), .pair_capacity = 5000});
    finder.find(boxes.data(), 100, stream());
    const auto before = pairs_of(finder);
    ASSERT_FALSE(before.empty());
    expect_refused("101 for a finder made for 100", [&] { finder.find(boxes.data(), 101, stream()); });
    expect_refused("made for 100", [&] { finder.find(boxes.data(), (size_t{1} << 32) + 1, stream()); });
    expect_refused("none", [&] { finder.find(nullptr, 3, stream()); });
    expect_refused("aligned", [&] {
        finder.find(reinterpret_cast<const sim::Box*>(reinterpret_cast<const char*>(boxes.data()) + 4), 3,
                    stream());
    });
    EXPECT_EQ(pairs_of(finder), before);
}

TEST_F(PairFinder, refuses_what_cannot_be_made) {
    expect_refused("broad phase",
                   [] { sim::PairFinder(10, {.backend = backend(), .broad_phase = "no-such-phase"}); });
    expect_refused("no-such-engine",
                   [] { sim::PairFinder(10, {.backend = backend(), .engine = "no-such-engine"}); });
    const char* other = backend() == sort::Backend::cpu ? "nothing-of-cuda" : "cpu-radix";
    expect_refused(other, [&] { sim::PairFinder(10, {.backend = backend(), .engine = other}); });
    for (const int threads : {-1, INT_MIN, 1025, INT_MAX}) {
        const sim::PairFinderConfig config{.backend = backend(), .threads = threads};
        expect_refused("threads", [&] { sim::PairFinder(10, config); });
        expect_refused("threads", [&] { sim::overlapping_pairs(std::vector<sim::Box>(2), config); });
    }
    for (const size_t boxes : {(size_t{1} << 27) + 1, size_t{1} << 32, (size_t{1} << 32) + 5, SIZE_MAX})
        EXPECT_THROW(sim::PairFinder(boxes, {.backend = backend()}), sort::OverLimit) << boxes;
    sim::PairFinder finder(10, {.backend = backend(), .pair_capacity = 5});
    // Among them those whose bytes are 0 or few in 64 bits.
    for (const uint64_t pairs : {uint64_t{1} << 53, uint64_t{1} << 61, uint64_t{1} << 62,
                                 (uint64_t{1} << 63) + 1, UINT64_MAX / 24 + 1, UINT64_MAX}) {
        const sim::PairFinderConfig config{.backend = backend(), .pair_capacity = pairs};
        EXPECT_THROW(sim::PairFinder(10, config), sort::OverLimit) << pairs;
        EXPECT_THROW(sim::overlapping_pairs(std::vector<sim::Box>(2), config), sort::OverLimit) << pairs;
        EXPECT_THROW(finder.reserve_pairs(pairs), sort::OverLimit) << pairs;
        EXPECT_EQ(finder.pair_capacity(), 5u);
    }
}

TEST_F(PairFinder, gives_host_boxes_their_pairs_in_order) {
    const auto random = pair_cases::random_boxes(700, 5, 4, 0.8f);
    const sim::PairFinderConfig config{.backend = backend()};
    EXPECT_EQ(sim::overlapping_pairs(random, config), pair_cases::reference_pairs(random));
    EXPECT_TRUE(sim::overlapping_pairs({}, config).empty());
    auto bad = random;
    bad[17].min.y = bad[17].max.y + 1;
    bad[30].max.x = std::numeric_limits<float>::quiet_NaN();
    expect_refused("box 17 ", [&] { sim::overlapping_pairs(bad, config); });
}

}  // namespace pair_finder
