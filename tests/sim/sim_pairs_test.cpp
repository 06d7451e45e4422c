// Every broad phase gives the pairs of brute force, for every input.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/search/pair_search.h"
#include "sim/world.h"
#include "tests/sim/pair_cases.h"

namespace {

std::vector<uint32_t> find(const std::vector<sim::Box>& boxes, const char* broad_phase, const char* engine,
                           int threads = 2) {
    return sim::find_pairs(boxes, {sim::Backend::cpu, engine, broad_phase, threads, 0});
}

TEST(Pairs, equal_brute_force_in_every_case) {
    for (const auto& test : pair_cases::all()) {
        const auto expected = pair_cases::reference_pairs(test.boxes);
        for (const auto& broad_phase : sim::broad_phases()) {
            EXPECT_EQ(find(test.boxes, broad_phase.name, "cpu-radix"), expected)
                << broad_phase.name << ": " << test.name;
        }
    }
}

TEST(Pairs, do_not_depend_on_the_engine_or_the_threads) {
    const auto boxes = pair_cases::grid_boxes(700, 8, 16);
    const auto expected = pair_cases::reference_pairs(boxes);
    for (const auto& engine : sort::engines()) {
        if (engine.backend != sim::Backend::cpu) continue;
        for (const char* broad_phase : {"sweep", "endpoint"}) {
            for (const int threads : {1, 5}) {
                EXPECT_EQ(find(boxes, broad_phase, engine.name, threads), expected)
                    << engine.name << broad_phase;
            }
        }
    }
}

/// Three sizes, equal to the last bit: then the levels of `columns` have steps of other lengths along the axis, and
/// partners of a box on a coarser level lie before those of the box before it.
TEST(Pairs, of_three_sizes_are_complete_on_every_level) {
    for (uint64_t seed = 14; seed < 20; ++seed) {
        sim::Random random(seed);
        std::vector<sim::Box> boxes(2000);
        for (size_t i = 0; i < boxes.size(); ++i) {
            const float sizes[3] = {0.05f, 0.5f, 5.0f};
            for (int axis = 0; axis < 3; ++axis) {
                boxes[i].min[axis] = 10 * random.unit();
                boxes[i].max[axis] = boxes[i].min[axis] + sizes[i % 3];
            }
        }
        EXPECT_TRUE(find(boxes, "columns", "cpu-radix") == pair_cases::reference_pairs(boxes)) << seed;
    }
}

TEST(Pairs, of_none_and_one_box_are_none) {
    for (const auto& broad_phase : sim::broad_phases()) {
        EXPECT_TRUE(find({}, broad_phase.name, "cpu-radix").empty());
        EXPECT_TRUE(find({{{0, 0, 0}, {1, 1, 1}}}, broad_phase.name, "cpu-radix").empty());
    }
}

TEST(Pairs, grow_past_the_space_that_a_search_starts_with) {
    const std::vector<sim::Box> boxes(600, {{0, 0, 0}, {1, 1, 1}});
    for (const auto& broad_phase : sim::broad_phases()) {
        EXPECT_EQ(find(boxes, broad_phase.name, "cpu-radix").size(), 600u * 599) << broad_phase.name;
    }
}

TEST(Pairs, stay_the_same_when_the_scene_is_moved_by_a_power_of_two_and_its_axes_swapped) {
    const auto boxes = pair_cases::grid_boxes(500, 9, 20);
    const auto expected = pair_cases::reference_pairs(boxes);
    for (const auto& broad_phase : sim::broad_phases()) {
        auto moved = boxes, turned = boxes;
        for (size_t i = 0; i < boxes.size(); ++i) {
            moved[i].min = boxes[i].min + sim::Vec3{1024, -512, 2};
            moved[i].max = boxes[i].max + sim::Vec3{1024, -512, 2};
            turned[i].min = {boxes[i].min.z, boxes[i].min.x, boxes[i].min.y};
            turned[i].max = {boxes[i].max.z, boxes[i].max.x, boxes[i].max.y};
        }
        EXPECT_EQ(find(moved, broad_phase.name, "cpu-radix"), expected) << broad_phase.name;
        EXPECT_EQ(find(turned, broad_phase.name, "cpu-radix"), expected) << broad_phase.name;
    }
}

TEST(Pairs, follow_a_permutation_of_the_boxes) {
    const auto boxes = pair_cases::grid_boxes(300, 12, 14);
    const std::vector<sim::Box> reversed(boxes.rbegin(), boxes.rend());
    const uint32_t last = uint32_t(boxes.size()) - 1;
    std::vector<std::pair<uint32_t, uint32_t>> expected;
    const auto pairs = pair_cases::reference_pairs(boxes);
    for (size_t p = 0; p < pairs.size(); p += 2) expected.emplace_back(last - pairs[p + 1], last - pairs[p]);
    std::sort(expected.begin(), expected.end());
    const auto found = find(reversed, "endpoint", "cpu-radix");
    ASSERT_EQ(found.size(), 2 * expected.size());
    for (size_t p = 0; p < expected.size(); ++p) {
        EXPECT_EQ(found[2 * p], expected[p].first);
        EXPECT_EQ(found[2 * p + 1], expected[p].second);
    }
}

TEST(PairSearch, finds_the_same_again_and_on_other_boxes) {
    const auto first = pair_cases::random_boxes(700, 31, 4, 0.8f);
    const auto second = pair_cases::grid_boxes(500, 32, 16);
    for (const auto& broad_phase : sim::broad_phases()) {
        const auto search =
            sim::PairSearch::create(700, {sim::Backend::cpu, "cpu-adaptive", broad_phase.name, 2, 0});
        search->set_boxes(first);
        const sim::PairsFound once = search->find(), again = search->find();
        EXPECT_EQ(search->pairs(), pair_cases::reference_pairs(first)) << broad_phase.name;
        EXPECT_EQ(once.counters.descents, again.counters.descents) << broad_phase.name << " remembers";
        EXPECT_EQ(once.counters.tests, again.counters.tests) << broad_phase.name;
        ASSERT_FALSE(again.stages.empty());
        EXPECT_EQ(again.stages.back().name.find('/'), std::string::npos);
        search->set_boxes(second);
        search->find();
        EXPECT_EQ(search->pairs(), pair_cases::reference_pairs(second)) << broad_phase.name;
    }
}

TEST(PairSearch, starts_tiny_and_loses_no_pair) {
    const auto boxes = pair_cases::random_boxes(400, 2, 2, 1.5f);
    const auto expected = pair_cases::reference_pairs(boxes);
    for (const auto& broad_phase : sim::broad_phases()) {
        for (const uint64_t room : {uint64_t(1), expected.size() / 2 - 1, expected.size() / 2}) {
            const auto search = sim::PairSearch::create(
                400, {sim::Backend::cpu, "cpu-radix", broad_phase.name, 2, 0, {}, room});
            const uint64_t bytes = search->bytes();
            search->set_boxes(boxes);
            EXPECT_EQ(search->find().pairs, expected.size() / 2);
            EXPECT_EQ(search->pairs(), expected) << broad_phase.name << " " << room;
            EXPECT_GE(search->bytes(), bytes + 8 * (expected.size() / 2 - room));
        }
    }
}

/// Boxes in a cube that is drawn out: they lie farthest apart along that axis.
TEST(Pairs, say_along_which_axis_the_boxes_were_sorted) {
    for (uint32_t axis = 0; axis < 3; ++axis) {
        auto boxes = pair_cases::random_boxes(500, 61, 5, 0.5f);
        for (sim::Box& box : boxes) box.min[int(axis)] *= 9, box.max[int(axis)] *= 9;
        for (const char* broad_phase : {"columns", "sweep"}) {
            const auto search =
                sim::PairSearch::create(500, {sim::Backend::cpu, "cpu-radix", broad_phase, 2, 0});
            search->set_boxes(boxes);
            EXPECT_EQ(search->find().counters.axis, axis) << broad_phase;
        }
    }
}

}  // namespace
