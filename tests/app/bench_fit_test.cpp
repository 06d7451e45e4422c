// `fit`: which row is chosen, what is said of it, and rows that fail beside others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/base/errors.h"
#include "app/bench/fit/fit_advice.h"

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// A row of frames with these medians; samples scatter about them by `scatter`.
app::FitRow row_of(const char* name, const std::vector<double>& medians_ms, double scatter = 0.01) {
    app::FitRow row{"sort", {name}};
    for (const double ms : medians_ms) {
        app::DataFrame frame{row.row.frames.size(), "f"};
        frame.count = 1000;
        for (const int k : {-2, -1, 0, 1, 2}) frame.samples_ms.push_back(ms * (1 + scatter * k));
        frame.facts = {{"movers", 11}, {"path", "windows"}};
        row.row.frames.push_back(frame);
    }
    return row;
}

TEST(Fit, chooses_the_fastest_worst_frame_and_says_what_it_is_compared_with) {
    const std::vector<app::FitRow> rows = {row_of("std-sort", {4, 4, 4}), row_of("often-fast", {0.1, 0.1, 9}),
                                           row_of("steady", {1, 1, 1})};
    const auto choice = app::choose_row(rows, "sort", "std-sort");
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->best, 2u);
    EXPECT_EQ(choice->against, 0u);
    EXPECT_THAT(choice->as_good, ElementsAre());
    const std::string text = app::advice_text(rows, choice, {});
    EXPECT_EQ(
        text,
        "use `steady`: 1.000 ms worst frame, 4.0 times as fast as std-sort; most frames move fewer than "
        "12 of 1,000 keys, and it repaired 3 of 3 frames");
}

TEST(Fit, says_of_frames_in_order_that_they_are_in_order) {
    std::vector<app::FitRow> rows = {row_of("repairs", {1, 1}), row_of("sorts", {1, 1})};
    for (app::FitRow& row : rows) {
        for (app::DataFrame& frame : row.row.frames) frame.facts["movers"] = 0;
    }
    for (app::DataFrame& frame : rows[1].row.frames) frame.facts["path"] = "";
    EXPECT_THAT(app::advice_text(rows, app::Choice{0}, {}),
                HasSubstr("; most frames are in order, and it repaired 2 of 2 frames"));
    EXPECT_THAT(app::advice_text(rows, app::Choice{1}, {}),
                HasSubstr("; most frames are in order, and it sorts each in full"));
}

TEST(Fit, says_who_is_equal_within_the_noise) {
    const std::vector<app::FitRow> rows = {row_of("a", {1.0, 1.0}, 0.05), row_of("b", {1.05, 1.05}, 0.05),
                                           row_of("c", {2, 2}, 0.05)};
    const auto choice = app::choose_row(rows, "sort", "b");
    ASSERT_TRUE(choice);
    EXPECT_THAT(choice->as_good, ElementsAre(1u));
    const std::string text = app::advice_text(rows, choice, {});
    EXPECT_THAT(text, HasSubstr("(equal within the noise: b)"));
    EXPECT_THAT(text, Not(HasSubstr("times as fast"))) << "no ratio rests on the noise";
}

TEST(Fit, takes_the_noise_of_the_worst_frame_where_that_is_more) {
    const app::FitRow steady = row_of("steady", {1, 1, 1, 1});
    app::FitRow busy = row_of("busy", {1, 1, 1, 1});
    EXPECT_FALSE(app::equal_within_noise(steady.row, row_of("slower", {1, 1, 1, 1.5}).row));
    busy.row.frames[3].samples_ms = {1, 1, 1, 1, 1, 1.5, 1.5, 2, 2, 2, 2, 2};
    EXPECT_DOUBLE_EQ(busy.row.worst_ms(), 1.5);
    EXPECT_TRUE(app::equal_within_noise(steady.row, busy.row)) << "other work on the machine";
}

TEST(Fit, chooses_no_row_that_failed_or_lacks_frames_or_is_not_stable) {
    std::vector<app::FitRow> rows = {row_of("failed", {1, 1}), row_of("short", {1}),
                                     row_of("unstable", {1, 1}), row_of("slow", {5, 5})};
    rows[0].row.fault = "check failed";
    rows[2].eligible = false;
    const auto choice = app::choose_row(rows, "sort", "");
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->best, 3u);
    EXPECT_FALSE(app::choose_row({rows[0]}, "sort", ""));
    EXPECT_FALSE(app::choose_row(rows, "pairs", ""));
}

TEST(Fit, sets_the_first_frame_aside_where_others_follow) {
    app::FitRow one = row_of("one", {9, 1, 2}), alone = row_of("alone", {9});
    app::set_first_frame_aside(one);
    app::set_first_frame_aside(alone);
    EXPECT_DOUBLE_EQ(one.first_ms, 9);
    EXPECT_DOUBLE_EQ(one.row.worst_ms(), 2);
    EXPECT_DOUBLE_EQ(alone.row.worst_ms(), 9);
}

TEST(Fit, knows_no_noise_below_ten_samples) {
    EXPECT_FALSE(row_of("few", {1}).row.noise());
    const auto noise = row_of("enough", {1, 2}, 0.01).row.noise();
    ASSERT_TRUE(noise);
    EXPECT_NEAR(*noise, 0.01, 1e-3);
}

TEST(Fit, a_turn_that_fails_ends_its_row_where_the_rules_say_so) {
    app::DataRow row{"row"};
    const auto fails = [] { throw app::CheckFailed("wrong"); };
    EXPECT_THROW(app::take_turn(row, {}, fails), app::CheckFailed);
    EXPECT_EQ(row.fault, "");
    app::take_turn(row, {1e9, true}, fails);
    EXPECT_EQ(row.fault, "wrong");
    bool called = false;
    app::take_turn(row, {1e9, true}, [&] { called = true; });
    EXPECT_FALSE(called) << "a row with a fault has no turn";
    app::DataRow other{"other"};
    EXPECT_THROW(app::take_turn(other, {1e9, true}, [] { throw app::Interrupted(""); }), app::Interrupted);
    app::take_turn(other, {0, true}, [] {});
    EXPECT_THAT(other.fault, HasSubstr("its time is over"));
}

TEST(Fit, the_code_has_what_was_advised) {
    app::Advised keys{sort::Backend::cpu, "cpu-adaptive"};
    keys.type = sort::KeyType::u32;
    keys.bits = {0, 24};
    keys.items = 1000;
    const std::string sorts = app::cpp_snippet(keys);
    EXPECT_THAT(sorts, HasSubstr("options.engine = \"cpu-adaptive\";"));
    EXPECT_THAT(sorts, HasSubstr("sweeplab::Sorter(1'251, options)"));
    EXPECT_THAT(sorts, HasSubstr("how.end_bit = 24;"));
    EXPECT_THAT(app::python_snippet(keys),
                HasSubstr("sweeplab.Repair(1251, \"uint32\", engine=\"cpu-adaptive\")"));
    app::Advised boxes = keys;
    boxes.broad_phase = "columns";
    boxes.pairs = 40;
    EXPECT_THAT(app::cpp_snippet(boxes), HasSubstr("options.broad_phase = \"columns\";"));
    EXPECT_THAT(app::cpp_snippet(boxes), HasSubstr("options.pair_capacity = 51;"));
    EXPECT_THAT(
        app::python_snippet(boxes),
        HasSubstr("sweeplab.overlapping_pairs(boxes, broad_phase=\"columns\", engine=\"cpu-adaptive\")"));
    boxes.engine = keys.engine = "std-sort";
    EXPECT_THAT(app::python_snippet(boxes), HasSubstr("The module has no std-sort"));
    EXPECT_THAT(app::python_snippet(boxes), HasSubstr("overlapping_pairs(boxes, broad_phase=\"columns\")"));
    EXPECT_THAT(app::python_snippet(keys), HasSubstr("sweeplab.Repair(1251, \"uint32\")"));
}

}  // namespace
