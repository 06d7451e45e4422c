// Hard sets of boxes and crowded bodies on the CUDA backend of sim, its kernels emulated on the CPU.
#include <limits>

#include "tests/emu/sim/sim_emu_cases.h"
#include "tests/sim/nasty_boxes.h"
#include "tests/sim/sim_crowded_suite.h"
#include "tests/sim/sim_wrong_state_suite.h"

namespace {

TEST(EmulatedColumns, equal_the_double_loop_on_hard_sets) {
    uint64_t seed = 500;
    for (const auto& kind : nasty_boxes::kKinds) {
        for (const uint32_t count : {2, 33, 130, 700}) {
            emu_worlds::expect_reference({kind.name, nasty_boxes::make(kind, count, ++seed)}, "columns",
                                         "bucketsort");
        }
    }
}

TEST(EmulatedColumns, of_boxes_with_more_partners_than_a_thread_notes) {
    for (const uint32_t count : {9, 10, 257, 1000}) {
        const std::vector<sim::Box> boxes(count, {{0, 0, 0}, {1, 1, 1}});
        emu_worlds::expect_reference({"at one place", boxes}, "columns", "bucketsort");
    }
}

/// Boxes of equal sides strewn over a plain, and a pole of boxes that all begin before the first one ends:
/// those of the pole have too many tests for a warp or, of the most boxes, for a thread each.
std::vector<sim::Box> pole_on_a_plain(uint32_t strewn, uint32_t in_pole) {
    sim::Random random(3);
    std::vector<sim::Box> boxes;
    for (uint32_t i = 0; i < strewn + in_pole; ++i) {
        const bool of_pole = i % 2 == 0 ? i / 2 < in_pole : i / 2 >= strewn;
        const float across = of_pole ? 1.0f : 60.0f;
        sim::Box box;
        for (int axis = 0; axis < 3; ++axis) {
            box.min[axis] = across * random.signed_unit();
            box.max[axis] = box.min[axis] + 1;
        }
        boxes.push_back(box);
    }
    return boxes;
}

/// Boxes so close that each has some two hundred tests in each column: its warp makes those of the first columns, and
/// the others are left.
TEST(EmulatedColumns, go_on_where_a_warp_has_ended) {
    std::vector<sim::Box> boxes = pair_cases::random_boxes(5400, 41, 1, 1);
    for (sim::Box& box : boxes) {
        box.min = {2.2f * box.min.x, 2 * box.min.y, 2 * box.min.z};
        box.max = box.min + sim::Vec3{1, 1, 1};
    }
    uint64_t tests = 0, tests_on_cpu = 0;
    const auto expected =
        sim::find_pairs(boxes, {sim::Backend::cpu, "cpu-radix", "columns", 2, 0}, &tests_on_cpu);
    ASSERT_GT(tests_on_cpu, 520 * boxes.size()) << "more than a warp makes for a box";
    EXPECT_TRUE(sim::find_pairs(boxes, emu_worlds::search_config("columns", "bucketsort"), &tests) ==
                expected);
    EXPECT_EQ(tests, tests_on_cpu);
}

/// Two levels of nearly one size: the small boxes, which are many, look into up to nine columns of the large ones, more
/// runs than a lane lists at once.
TEST(EmulatedColumns, find_the_boxes_of_many_columns_of_a_level) {
    for (float size = 1; size < 2.1f; size *= 1.12f) {
        sim::Random random(43);
        std::vector<sim::Box> boxes;
        for (uint32_t k = 0; k < 4000; ++k) {
            const float side = k % 5 == 0 ? size : 0.8f * size, range = 14;
            const sim::Vec3 at = {range * random.unit(), range * random.unit(), range * random.unit()};
            boxes.push_back({at, at + sim::Vec3{side, side, side}});
        }
        uint64_t tests = 0, tests_on_cpu = 0;
        const auto expected =
            sim::find_pairs(boxes, {sim::Backend::cpu, "cpu-radix", "columns", 2, 0}, &tests_on_cpu);
        EXPECT_TRUE(sim::find_pairs(boxes, emu_worlds::search_config("columns", "bucketsort"), &tests) ==
                    expected);
        EXPECT_EQ(tests, tests_on_cpu) << size;
    }
}

/// The box that is sorted last ends before it begins: there is no key of its run.
TEST(EmulatedColumns, of_a_last_box_that_is_no_box_are_within_the_keys) {
    for (const uint32_t count : {65u, 200u, 1024u}) {
        std::vector<sim::Box> boxes = pair_cases::random_boxes(count, 47, 8, 1);
        const auto expected = pair_cases::reference_pairs({boxes.begin(), boxes.end() - 1});
        for (int axis = 0; axis < 3; ++axis) {
            boxes.back().min[axis] = 9;
            boxes.back().max[axis] = -std::numeric_limits<float>::infinity();
        }
        EXPECT_TRUE(sim::find_pairs(boxes, emu_worlds::search_config("columns", "bucketsort")) == expected)
            << count;
    }
}

TEST(EmulatedColumns, work_off_a_crowded_column_with_warps) {
    for (const auto& [strewn, in_pole] :
         {std::pair{900u, 600u}, {40u, 1100u}, {0u, 2100u}, {3000u, 700u}, {6200u, 700u}}) {
        const auto boxes = pole_on_a_plain(strewn, in_pole);
        uint64_t tests_on_cpu = 0;
        const auto expected =
            sim::find_pairs(boxes, {sim::Backend::cpu, "cpu-radix", "columns", 2, 0}, &tests_on_cpu);
        ASSERT_TRUE(expected == pair_cases::reference_pairs(boxes));
        for (const uint64_t room : {uint64_t(0), uint64_t(1), expected.size() / 2 - 1}) {
            const auto config = emu_worlds::search_config("columns", "bucketsort", room);
            uint64_t tests = 0;
            EXPECT_TRUE(sim::find_pairs(boxes, config, &tests) == expected)
                << in_pole << " with room for " << room;
            EXPECT_EQ(tests, tests_on_cpu) << "with what a thread left undone";
        }
    }
}

TEST(EmulatedCrowded, bodies_sum_their_contacts_in_ascending_id) {
    emu_worlds::in_each_order([] { crowded::expect_exact_sums(sim::Backend::cuda); });
}

TEST(EmulatedCrowded, sleepers_wake_for_any_one_of_their_contacts) {
    crowded::expect_any_contact_wakes(sim::Backend::cuda);
}

TEST(EmulatedWrongState, is_counted_as_on_the_cpu) {
    wrong_state::expect_counted("gas", false, sim::Backend::cuda);
    wrong_state::expect_counted("pile", true, sim::Backend::cuda);
    wrong_state::expect_meshes_counted(sim::Backend::cuda);
}

TEST(EmulatedWrongState, of_all_bodies_is_searched_quickly) {
    wrong_state::expect_all_lost(sim::Backend::cuda);
    wrong_state::expect_few_tests_beside_one_lost(sim::Backend::cuda);
}

TEST(EmulatedWrongState, in_boxes_leads_no_search_astray) {
    wrong_state::expect_in_range(sim::Backend::cuda, "bucketsort");
}

TEST(EmulatedCrowded, bodies_at_one_place_are_parted_by_their_ids) {
    crowded::expect_parted_by_id(sim::Backend::cuda);
}

TEST(EmulatedCrowded, bodies_at_one_place_among_others_are_parted_too) {
    crowded::expect_parted_among_others(sim::Backend::cuda);
}

}  // namespace
