// The walk through the columns on the CPU, by eight boxes and by one: the same pairs in the same order, the same tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <utility>
#include <vector>

#include "sim/broad_phase/columns/gather.h"
#include "sim/broad_phase/columns/plan.h"
#include "sim/broad_phase/columns/walker_cpu.h"
#include "sim/broad_phase/measure_cpu.h"

namespace {

using sim::Box;
using sim::Vec3;

/// Boxes in the order of their columns, as a search has them.
class SortedSet {
public:
    explicit SortedSet(const std::vector<Box>& boxes) : sorted_(boxes.size()), first_(boxes.size() + 1) {
        const auto n = uint32_t(boxes.size());
        const sim::SpreadFrame frame = sim::spread_frame({-50, -50, -50}, {50, 50, 50});
        const sim::BoxInput input = {boxes.data(), n, &frame};
        sim::BoxMeasure measure{};
        sim::measure_boxes(exec, "measure", n, 0, &frame, &measure, [&](uint32_t i) { return boxes[i]; });
        sim::plan_columns(exec, "plan", {input, &measure, &planned_});
        std::vector<std::pair<uint32_t, uint32_t>> order;
        for (uint32_t i = 0; i < n; ++i) order.push_back({key_of(boxes[i]), i});
        std::sort(order.begin(), order.end());
        std::vector<uint32_t> places;
        for (const auto& [key, i] : order) keys_.push_back(key), places.push_back(i);
        sim::Counters counters{};
        sim::gather_columns(
            exec, input,
            {&planned_, &grid_, keys_.data(), places.data(), sorted_.data(), first_.data(), &counters});
        view = {&grid_, {sorted_.data()}, keys_.data(), first_.data(), n};
    }

    uint32_t levels() const { return grid_.levels; }

    sim::CpuExec exec{1};
    sim::ColumnsView<sim::SortedBoxes> view{};

private:
    uint32_t key_of(const Box& own) {
        const Box box = sim::turned(own, planned_.axis);
        sim::ColumnLevel& level = planned_.level[sim::level_of(planned_, own)];
        const sim::Steps steps = sim::LevelSteps<sim::CpuExec>::of(level, box);
        level.span.u = std::max(level.span.u, steps.u_max - steps.u_min);
        level.span.v = std::max(level.span.v, steps.v_max - steps.v_min);
        level.span.along = std::max(level.span.along, steps.along_max - steps.along_min);
        return level.key_of(sim::column_of(level, steps.u_min, steps.v_min)) + steps.along_min;
    }

    sim::ColumnGrid planned_{}, grid_{};
    std::vector<uint32_t> keys_;
    std::vector<sim::ColumnBox> sorted_;
    std::vector<uint32_t> first_;
};

struct Walk {
    std::vector<std::pair<uint32_t, uint32_t>> hits;
    uint64_t tests = 0;

    void start(uint32_t, uint32_t) {}
    void hit(uint32_t finder, uint32_t partner) { hits.push_back({finder, partner}); }
    void look() {}
};

Walk walk(const SortedSet& set, bool avx2) {
    Walk walk;
    for (uint32_t begin = 0; begin < set.view.count; begin += 1000) {
        sim::ColumnsWalker<sim::SortedBoxes, Walk> walker(set.exec, set.view, walk, avx2);
        walker.walk(begin, std::min(begin + 1000, set.view.count));
        walk.tests += walker.tests;
    }
    return walk;
}

/// n boxes with centres in a cube of this half side, and half sides from `least` to `most`.
std::vector<Box> boxes_of(uint32_t n, float half, float least, float most, uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<Box> boxes;
    for (uint32_t i = 0; i < n; ++i) {
        Vec3 centre, side;
        const float share = std::uniform_real_distribution<float>(0, 1)(random);
        for (int axis = 0; axis < 3; ++axis) {
            centre[axis] = std::uniform_real_distribution<float>(-half, half)(random);
            side[axis] = least + (most - least) * share * share * share;
        }
        boxes.push_back({centre - side, centre + side});
    }
    return boxes;
}

uint64_t overlaps_by_brute_force(const SortedSet& set) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < set.view.count; ++i) {
        for (uint32_t k = i + 1; k < set.view.count; ++k)
            sum += sim::overlaps(set.view.sorted.item(i), set.view.sorted.item(k));
    }
    return sum;
}

void expect_same_walk(const std::vector<Box>& boxes) {
    const SortedSet set(boxes);
    const Walk alone = walk(set, false);
    EXPECT_EQ(alone.hits.size(), overlaps_by_brute_force(set));
    if (!sim::has_avx2()) GTEST_SKIP() << "skipped: no AVX2";
    const Walk eight = walk(set, true);
    EXPECT_EQ(eight.hits, alone.hits);
    EXPECT_EQ(eight.tests, alone.tests);
}

TEST(ColumnsWalker, finds_the_same_pairs_by_eight_boxes_as_by_one) {
    for (uint32_t n = 1; n < 40; ++n) expect_same_walk(boxes_of(n, 3, 1, 1, n));
    expect_same_walk(boxes_of(3000, 20, 0.5f, 1, 1));
    expect_same_walk(boxes_of(3000, 8, 0.5f, 1, 2));
}

TEST(ColumnsWalker, finds_the_same_pairs_on_many_levels) {
    const std::vector<Box> boxes = boxes_of(3000, 20, 0.05f, 4, 3);
    EXPECT_GT(SortedSet(boxes).levels(), 2u);
    expect_same_walk(boxes);
}

/// Levels whose steps along the axis have other lengths: a partner on a coarser level may lie before that of the box
/// before.
TEST(ColumnsWalker, finds_the_same_pairs_of_three_sizes) {
    for (uint32_t seed = 14; seed < 20; ++seed) {
        std::vector<Box> boxes = boxes_of(2000, 5, 0, 0, seed);
        for (size_t i = 0; i < boxes.size(); ++i) {
            const float side = std::array{0.05f, 0.5f, 5.0f}[i % 3];
            boxes[i].max = boxes[i].min + Vec3{side, side, side};
        }
        expect_same_walk(boxes);
    }
}

TEST(ColumnsWalker, finds_the_same_pairs_where_columns_are_crowded) {
    expect_same_walk(boxes_of(1500, 0.5f, 1, 1, 4));  // all overlap: longer than a group, and than the list
    expect_same_walk(std::vector<Box>(700, Box{{1, 1, 1}, {1, 1, 1}}));
    std::vector<Box> line;  // one column, whose boxes are far apart but for some
    for (uint32_t i = 0; i < 2000; ++i) {
        const float x = i % 3 == 0 ? 20 : float(i) / 50;
        line.push_back({{x - 0.1f, 0, 0}, {x + 0.1f, 0.2f, 0.2f}});
    }
    expect_same_walk(line);
}

}  // namespace
