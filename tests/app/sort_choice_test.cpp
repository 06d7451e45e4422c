// `--sort auto`: which engine of a table of times is taken, and when another one.
#include "app/cli/sort_choice.h"

#include <gtest/gtest.h>

#include "app/cli/sort_auto.h"

namespace {

/// Of two sizes: `repair` is fast where keys are nearly in order, `full` where they are not.
app::SortTimes two_engines() {
    return {{1000, 100000},
            {{"repair", {0.1, 1, 0.2, 2, 0.9, 20, 0.9, 30}}, {"full", {0.5, 5, 0.5, 5, 0.5, 5, 0.9, 5}}}};
}

TEST(SortChoice, takes_the_fastest_for_such_keys_and_says_why) {
    const app::SortTimes times = two_engines();
    EXPECT_EQ(app::choose_sort(times, {1000, 0}).engine, "repair");
    EXPECT_EQ(app::choose_sort(times, {1000, 0.02}).engine, "repair");
    EXPECT_EQ(app::choose_sort(times, {1000, 0.2}).engine, "full");
    EXPECT_EQ(app::choose_sort(times, {1000, 0.5}).engine, "repair") << "as fast as the other: the first";
    EXPECT_EQ(app::choose_sort(times, {5'000'000, 0.5}).engine, "full");
    EXPECT_EQ(app::choose_sort(times, {0, 0}).engine, "repair") << "no keys at all";
    EXPECT_EQ(app::choose_sort(times, {90'000, 0.02}).reason,
              "by the times of 100,000 keys nearly in order: repair 2 ms, full 5");
}

TEST(SortChoice, sizes_are_told_apart_by_their_ratio) {
    const app::SortTimes times = two_engines();
    EXPECT_EQ(times.cell_of({9'999, 0}), (app::SortCell{0, 0}));
    EXPECT_EQ(times.cell_of({10'001, 0}), (app::SortCell{1, 0}));
    EXPECT_EQ(times.cell_of({10'001, 0.05}), (app::SortCell{1, 1}));
    EXPECT_EQ(times.cell_of({10'001, 0.06}), (app::SortCell{1, 2}));
    EXPECT_EQ(times.cell_of({10'001, 0.5}), (app::SortCell{1, 3}));
}

TEST(SortChoice, a_table_is_read_as_it_was_written_and_no_other_text_is) {
    const std::string text = app::text_of(two_engines());
    EXPECT_EQ(text, "1000,100000; repair 0.1 1 0.2 2 0.9 20 0.9 30; full 0.5 5 0.5 5 0.5 5 0.9 5");
    const auto read = app::sort_times_of(text);
    ASSERT_TRUE(read);
    EXPECT_EQ(app::text_of(*read), text);
    for (const char* wrong : {"", "nonsense", "1000,100000", "1000; one 1 2 3", "1000; one 1 2 3 x",
                              "1000; one 1 2 3 -4", "1000; one 1 2 3 0", "1000; one 1 2 3 nan",
                              "1000,1000; one 1 2 3 4 5 6 7 8", "1000; one 1 2 3 4 5"})
        EXPECT_FALSE(app::sort_times_of(wrong)) << wrong;
}

TEST(SortReview, asks_for_another_choice_once_the_keys_stay_others) {
    app::SortReview review(two_engines());
    const auto asks = [&](int steps, const app::KeyFacts& input) {
        int asked = 0;
        for (int step = 0; step < steps; ++step) asked += review.add(input).has_value();
        return asked;
    };
    EXPECT_EQ(asks(29, {1000, 0.01}), 0);
    EXPECT_EQ(asks(1, {1000, 0.02}), 1) << "the first time that it is measured";
    EXPECT_EQ(asks(100, {1100, 0.03}), 0) << "the same cell";
    for (int round = 0; round < 20; ++round) {
        EXPECT_EQ(asks(29, {1000, 0.3}), 0);
        EXPECT_EQ(asks(1, {1000, 0.01}), 0) << "back before it is sure";
    }
    EXPECT_EQ(asks(100, {1000, 0.3}), 1);
    EXPECT_EQ(asks(100, {1'000'000, 0.3}), 1);
}

TEST(SortAuto, measures_every_cell_of_every_engine) {
    const std::vector<const sort::Engine*> engines = {sort::find_engine("cpu-radix"),
                                                      sort::find_engine("std-sort")};
    const app::SortTimes times = app::measure_sort_times(engines, {64, 256}, 1);
    ASSERT_EQ(times.rows.size(), 2u);
    EXPECT_EQ(times.rows[0].engine, "cpu-radix");
    for (const auto& row : times.rows) EXPECT_EQ(row.ms.size(), 2 * app::kOrders);
    EXPECT_TRUE(app::sort_times_of(app::text_of(times)));
}

TEST(SortAuto, counts_the_keys_of_a_sort_and_the_descents_of_all) {
    sim::StepReport step{};
    step.stages = {
        {"keys/x", 0, 1, 0, 40}, {"sort/x", 1, 2, 0, 40}, {"filter/x", 3, 1, 0, 20}, {"sort/y", 4, 2, 0, 20}};
    step.counters.descents = 6;
    const app::KeyFacts input = app::key_facts_of(step);
    EXPECT_EQ(input.keys, 30u);
    EXPECT_DOUBLE_EQ(input.disorder, 0.1);
    EXPECT_EQ(app::key_facts_of({}).keys, 0u);
}

}  // namespace
