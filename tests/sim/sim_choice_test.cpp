// What `auto` makes of given boxes: the borders between the broad phases, and the figures that it names.
#include <gtest/gtest.h>

#include "sim/broad_phase/choose_broad_phase.h"
#include "tests/sim/pair_cases.h"

namespace {

using sort::Backend;

/// A row along `axis`, each box overlapping the next `tests` alone; across the axis all overlap all.
std::vector<sim::Box> row(uint32_t count, uint32_t tests, int axis) {
    std::vector<sim::Box> boxes(count, {{0, 0, 0}, {1, 1, 1}});
    for (uint32_t i = 0; i < count; ++i) {
        boxes[i].min[axis] = float(i);
        boxes[i].max[axis] = float(i + tests) + 0.5f;
    }
    return boxes;
}

std::string choice(const std::vector<sim::Box>& boxes, Backend backend) {
    return sim::choose_broad_phase(boxes, backend).name;
}

TEST(ChooseBroadPhase, tests_all_with_all_where_boxes_are_few) {
    const auto boxes = pair_cases::random_boxes(129, 1, 10, 0.5f);
    for (const Backend backend : {Backend::cpu, Backend::cuda}) {
        EXPECT_EQ(choice(boxes, backend), "sweep");
        EXPECT_EQ(choice({boxes.begin(), boxes.begin() + 128}, backend), "brute");
        EXPECT_EQ(choice({boxes.begin(), boxes.begin() + 1}, backend), "brute");
        EXPECT_EQ(choice({}, backend), "brute");
    }
    EXPECT_EQ(sim::choose_broad_phase(std::span(boxes).first(128), Backend::cpu).reason,
              "128 boxes: all are tested with all");
    EXPECT_EQ(sim::choose_broad_phase(std::span(boxes).first(1), Backend::cpu).reason,
              "1 box: all are tested with all");
}

/// The last boxes of a row have fewer: with 2,000 of them the mean of 64 is 63.
TEST(ChooseBroadPhase, takes_columns_from_so_many_tests_on_along_the_best_axis) {
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(choice(row(2000, 64, axis), Backend::cpu), "sweep");
        EXPECT_EQ(choice(row(2000, 67, axis), Backend::cpu), "columns");
        EXPECT_EQ(choice(row(2000, 46, axis), Backend::cuda), "sweep");
        EXPECT_EQ(choice(row(2000, 48, axis), Backend::cuda), "columns");
        EXPECT_EQ(
            sim::choose_broad_phase(row(2000, 64, axis), Backend::cpu).reason,
            std::string("2,000 boxes, about 63 tests per box if swept along ") + "xyz"[axis] + " alone");
    }
}

/// Of many boxes a sample speaks: thinner, and scaled back.
TEST(ChooseBroadPhase, a_sample_stands_for_all) {
    for (const uint32_t tests : {20u, 200u}) {
        const auto found = sim::choose_broad_phase(row(40000, tests, 1), Backend::cpu);
        EXPECT_EQ(found.name, tests == 20 ? "sweep" : "columns") << found.reason;
    }
}

}  // namespace
