// What the tool panel's tabs compute: distributions, hitches, the sort's dots.
#include "app/measure/frames/frame_series.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>

#include "app/measure/histogram.h"
#include "app/measure/profile/sort_dots.h"

namespace {

/// Frames of one step each, of a "sort" of `sort_us` and a "sweep" of 1 ms.
app::FrameHistory history_of(const std::vector<double>& sort_us) {
    app::FrameHistory history;
    for (uint64_t step = 1; step <= sort_us.size(); ++step) {
        history.begin_frame(step, step);
        sim::StepReport report{};
        report.counters.completed_steps = step;
        report.stages = {{"sort/pass 00", 0, sort_us[step - 1], 0, 0}, {"sweep", 0, 1000, 0, 0}};
        history.add(report);
    }
    return history;
}

TEST(FrameSeries, has_the_stages_of_frames_whose_reports_have_come) {
    app::FrameHistory history = history_of({100, 200, 300});
    history.begin_frame(4, 5);  // of two steps, none reported
    const app::FrameSeries series = app::frame_series(history);
    EXPECT_EQ(series.last_step, (std::vector<uint64_t>{1, 2, 3}));
    ASSERT_NE(series.times("sort"), nullptr);
    EXPECT_NEAR((*series.times("sort"))[2], 0.3, 1e-6);
    EXPECT_NEAR((*series.times(app::kWholeFrame))[2], 1.3, 1e-6);
    EXPECT_EQ(series.times("boxes"), nullptr);
}

TEST(FrameSeries, of_the_frames_since_a_step_leaves_older_ones_out) {
    const app::FrameSeries all = app::frame_series(history_of({100, 200, 300, 400}));
    const app::FrameSeries newer = app::frames_since(all, 2);
    EXPECT_EQ(newer.last_step, (std::vector<uint64_t>{3, 4}));
    EXPECT_NEAR(newer.times("sort")->front(), 0.3, 1e-6);
    EXPECT_EQ(newer.frame_ms.size(), 2u);
    EXPECT_TRUE(app::frames_since(all, 4).last_step.empty());
}

TEST(FrameSeries, a_hitch_is_over_twice_the_median_and_names_the_stage_that_made_it) {
    std::vector<double> sort_us(60, 100);
    sort_us[10] = 1250;  // 2.25 ms, over twice 1.1
    sort_us[20] = 1150;  // 2.15 ms, not
    sort_us[30] = 5000;
    const auto hitches = app::hitches_of(app::frame_series(history_of(sort_us)));
    ASSERT_EQ(hitches.size(), 2u);
    EXPECT_EQ(hitches[0].last_step, 31u) << "newest first";
    EXPECT_EQ(hitches[1].last_step, 11u);
    EXPECT_EQ(hitches[0].stage, "sort") << "the sweep takes as long as ever";
    EXPECT_NEAR(hitches[1].stage_ms, 1.25, 1e-6);
    EXPECT_NEAR(hitches[1].usual_ms, 0.1, 1e-6);
    EXPECT_TRUE(app::hitches_of(app::FrameSeries{}).empty());
}

TEST(Histogram, puts_every_time_into_a_bin_and_the_longest_into_the_last) {
    std::vector<double> ms(200);
    std::iota(ms.begin(), ms.end(), 1.0);
    ms[0] = 5000;  // one of two hundred
    const std::array<std::vector<double>, 2> lists = {ms, {}};
    const app::TimeRange range = app::range_of(lists);
    EXPECT_LT(range.low_ms, 2);
    EXPECT_GT(range.high_ms, 198);
    EXPECT_LT(range.high_ms, 250) << "one very long time squeezes the rest";
    const app::Histogram made = app::histogram_of(ms, range, 20);
    EXPECT_EQ(std::accumulate(made.counts.begin(), made.counts.end(), 0u), 200u);
    EXPECT_EQ(made.longer, 1u);
    EXPECT_EQ(made.p50_ms, 101);
    EXPECT_EQ(made.p99_ms, 199);
    EXPECT_EQ(made.max_ms, 5000);
    EXPECT_LE(made.most(), 13u);
}

TEST(Histogram, of_equal_times_and_of_none_has_a_range) {
    for (const std::vector<double>& ms : {std::vector<double>{}, {0.0, 0.0}, {2.0, 2.0, 2.0}}) {
        const std::array<std::vector<double>, 1> lists = {ms};
        const app::TimeRange range = app::range_of(lists);
        EXPECT_GT(range.high_ms, range.low_ms);
        const app::Histogram made = app::histogram_of(ms, range, 7);
        EXPECT_EQ(std::accumulate(made.counts.begin(), made.counts.end(), 0u), ms.size());
    }
}

TEST(Histogram, covers_the_baseline_too) {
    const std::array<std::vector<double>, 2> lists = {std::vector<double>{1, 2}, {4, 8}};
    const app::TimeRange range = app::range_of(lists);
    EXPECT_LE(range.low_ms, 1);
    EXPECT_GE(range.high_ms, 8);
}

TEST(SortDots, have_the_disorder_and_path_of_their_step_and_movers_where_measured) {
    std::deque<sim::StepReport> steps(3);
    for (size_t k = 0; k < steps.size(); ++k) steps[k].step = k + 1;
    steps[0].stages = {{"keys", 0, 5, 0, 0}, {"sort/a", 0, 20, 0, 9}, {"sort/b", 0, 30, 0, 9}};
    steps[0].counters.sorts = 1;
    steps[0].counters.sort_path[0] = 3;
    steps[0].counters.descents = 70;
    steps[0].counters.passes_run = 3;  // a full sort
    steps[1] = steps[0];
    steps[1].step = 2;
    steps[1].counters.sort_movers = 12;
    const std::vector<app::SortDot> dots = app::sort_dots(steps);
    ASSERT_EQ(dots.size(), 2u) << "the third step sorted nothing";
    EXPECT_NEAR(dots[0].ms, 0.05, 1e-9);
    EXPECT_EQ(dots[0].descents, 70u);
    EXPECT_EQ(dots[0].path, 3u);
    EXPECT_FALSE(dots[0].movers);
    EXPECT_EQ(dots[1].movers, 12u);
}

TEST(SortDots, stand_on_an_axis_from_the_least_to_the_most) {
    const app::LogAxis from_nought{0, 1000}, from_ten{10, 1000};
    EXPECT_EQ(from_nought.share_of(0), 0);
    EXPECT_NEAR(from_nought.share_of(1000), 1, 1e-12);
    EXPECT_GT(from_nought.share_of(10), 0.3);
    EXPECT_LT(from_nought.share_of(10), 0.4);
    EXPECT_EQ(from_ten.share_of(10), 0);
    EXPECT_NEAR(from_ten.share_of(100), 0.5, 0.02);
}

}  // namespace
