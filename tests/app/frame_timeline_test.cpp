// Parts of frames that sum to the frame, and the timeline that holds the last of them.
#include "app/measure/frames/frame_timeline.h"

#include <gtest/gtest.h>

#include <numeric>

#include "sim/exec/clock_tie.h"

namespace {

using app::FramePart;
using app::Lane;

double sum_of(const std::array<double, app::kFrameParts>& parts) {
    return std::accumulate(parts.begin(), parts.end(), 0.0);
}

TEST(FrameClock, parts_sum_to_the_frame_and_frames_to_the_time_that_passed) {
    app::FrameClock clock;
    EXPECT_EQ(clock.begin(100), nullptr);
    double all_ms = 0, at = 100;
    for (int frame = 1; frame <= 70; ++frame) {
        clock.enter(FramePart::steps, at + 0.001);
        clock.enter(FramePart::scene, at + 0.003);
        clock.enter(FramePart::upload, at + 0.0035);  // told afterwards, by who did it
        clock.enter(FramePart::scene, at + 0.004);
        clock.enter(FramePart::present, at + 0.006);
        at += 0.008 + 0.001 * (frame % 3);
        const app::FrameTimes* ended = clock.begin(at);
        ASSERT_NE(ended, nullptr);
        EXPECT_EQ(ended->number, static_cast<uint64_t>(frame));
        EXPECT_NEAR(sum_of(ended->part_ms()), ended->ms(), 1e-9);
        EXPECT_NEAR(ended->part_ms()[size_t(FramePart::scene)], 2.5, 1e-9);
        EXPECT_NEAR(ended->part_ms()[size_t(FramePart::upload)], 0.5, 1e-9);
        EXPECT_NEAR(ended->part_ms()[size_t(FramePart::other)], 1, 1e-9);
        all_ms += ended->ms();
    }
    EXPECT_NEAR(all_ms, (at - 100) * 1000, 1e-6);
}

TEST(FrameClock, the_mean_that_is_shown_is_that_of_the_frames_of_the_last_half_second) {
    app::FrameClock clock;
    std::vector<double> ms(1);
    double at = 5;
    clock.begin(at);
    for (int frame = 1; frame <= 200; ++frame) {
        at += 0.004 + 0.002 * (frame % 5);
        ms.push_back(clock.begin(at)->ms());
        if (clock.mean_ms() == 0) {
            EXPECT_LT(at, 5.5);
            continue;
        }
        double sum = 0;
        for (uint64_t k = 0; k < clock.mean_frames(); ++k) sum += ms[clock.mean_last() - k];
        EXPECT_NEAR(clock.mean_ms(), sum / double(clock.mean_frames()), 1e-9);
        EXPECT_GE(sum, 500);
    }
    EXPECT_GT(clock.mean_last(), 100u);
}

TEST(FrameClock, a_time_that_goes_back_makes_no_part_negative) {
    app::FrameClock clock;
    clock.begin(1);
    clock.enter(FramePart::scene, 1.5);
    clock.enter(FramePart::upload, 0);  // nothing was handed over
    clock.enter(FramePart::scene, 0);
    const app::FrameTimes* ended = clock.begin(2);
    for (const double part : ended->part_ms()) EXPECT_GE(part, 0);
    EXPECT_NEAR(sum_of(ended->part_ms()), 1000, 1e-9);
}

sim::StepReport step(uint64_t number, double start_us) {
    sim::StepReport report{};
    report.step = number;
    report.start_us = start_us;
    report.duration_us = 50;
    report.stages = {{"keys", start_us, 10, 0, 0}, {"sort", start_us + 10, 30, 800, 100}};
    return report;
}

/// Frames of a millisecond with two steps each, on a clock that began at 7 s.
void add_frame(app::FrameTimeline& timeline, app::FrameClock& clock, uint64_t frame) {
    const double start = 7 + 0.001 * static_cast<double>(frame - 1);
    if (frame == 1) clock.begin(start);
    clock.enter(FramePart::steps, start + 0.0001);
    timeline.add(step(2 * frame - 1, 1000.0 * double(frame - 1) + 100), 7);
    timeline.add(step(2 * frame, 1000.0 * double(frame - 1) + 200), 7);
    clock.enter(FramePart::other, start + 0.0003);
    timeline.add(*clock.begin(start + 0.001), 2 * frame - 1, 2 * frame);
}

TEST(FrameTimeline, keeps_the_last_frames_and_what_happened_in_them) {
    app::FrameTimeline timeline(10);
    app::FrameClock clock;
    for (uint64_t frame = 1; frame <= 3000; ++frame) add_frame(timeline, clock, frame);
    ASSERT_EQ(timeline.frames().size(), 10u);
    EXPECT_EQ(timeline.frames().front().number, 2991u);
    EXPECT_EQ(timeline.row(Lane::cpu, 0).size(), 10u);
    const app::SliceRow& steps = timeline.row(Lane::compute, 0);
    ASSERT_EQ(steps.size(), 20u);
    EXPECT_EQ(timeline.full_name(steps[0]), "step 5981");
    EXPECT_EQ(timeline.row(Lane::compute, 1).size(), 40u);
    EXPECT_EQ(timeline.counters().size(), 20u);
    EXPECT_EQ(timeline.find(2990), nullptr);
    ASSERT_NE(timeline.find(2995), nullptr);
    EXPECT_NEAR(timeline.find(2995)->start_us, 7e6 + 2994e3, 1e-3);

    // Where a device does the steps later than the frame that queued them.
    timeline.add(step(6001, 3000150), 7);
    const app::FrameOnTimeline late{1, 7e6 + 2999e3, 7e6 + 3000e3, 6001, 6001};
    EXPECT_NEAR(timeline.end_of_steps_us(late), 7e6 + 3000200, 1e-3);
}

TEST(FrameTimeline, keeps_what_happens_just_as_the_first_kept_frame_begins) {
    app::FrameTimeline timeline(2);
    for (uint64_t second = 1; second <= 5; ++second) {  // whole numbers, which no rounding parts
        sim::StepReport report = step(second, 1e6 * double(second));
        report.stages = {{"sort/pass 0", report.start_us, 0, 0, 0, true}};
        timeline.add(report, 0);
        timeline.add(app::FrameTimes{second, double(second), double(second + 1), {}}, second, second);
    }
    ASSERT_EQ(timeline.frames().front().start_us, 4e6);
    ASSERT_EQ(timeline.counters().size(), 2u);
    EXPECT_EQ(timeline.counters().front().at_us, 4e6);
    ASSERT_EQ(timeline.skips().size(), 2u);
    EXPECT_EQ(timeline.skips().front().at_us, 4e6);
}

TEST(FrameTimeline, adds_nothing_that_begins_while_it_is_held) {
    app::FrameTimeline timeline(10);
    app::FrameClock clock;
    for (uint64_t frame = 1; frame <= 3; ++frame) add_frame(timeline, clock, frame);
    timeline.hold(7.003);
    timeline.hold(7.02);  // it is held already
    for (uint64_t frame = 4; frame <= 30; ++frame) add_frame(timeline, clock, frame);
    timeline.add_drawing(7.004, 10, {});
    timeline.add(7.004, 7.005, {});
    EXPECT_EQ(timeline.frames().size(), 3u);
    EXPECT_EQ(timeline.row(Lane::compute, 0).size(), 6u);
    EXPECT_EQ(timeline.row(Lane::gl, 0).size() + timeline.row(Lane::copy, 0).size(), 0u);
    timeline.release();
    add_frame(timeline, clock, 31);
    EXPECT_EQ(timeline.frames().back().number, 31u);
}

TEST(SliceRow, finds_the_first_slice_that_ends_after_a_time_from_anywhere) {
    app::SliceRow row;
    for (int k = 0; k < 100; ++k) row.push({10.0 * k, 10.0 * k + 5, 0, 0, 0, 0, false, 0});
    for (const size_t from : {size_t{0}, size_t{20}, size_t{99}, size_t{100}}) {
        for (double us = -3; us < 1010; us += 0.5) {
            size_t expected = from;
            while (expected < row.size() && row[expected].end_us <= us) ++expected;
            ASSERT_EQ(row.ending_after(us, from), expected) << us << " from " << from;
        }
    }
    row.push({900, 2000, 0, 0, 0, 0, false, 0});
    EXPECT_EQ(row.back().start_us, 995) << "never before the end of the last one";
}

TEST(ClockTie, is_held_where_work_began_after_it_was_queued_and_ended_before_it_was_seen) {
    sim::ClockTie tie;
    tie.tie(0, 1000);  // 40 late, by waiting: the true offset is 960
    tie.hold(100, 1000, 150, 1110);
    EXPECT_DOUBLE_EQ(tie.host_us(100), 1060) << "it was seen at 1110";
    tie.hold(200, 1100, 250, 1300);
    EXPECT_DOUBLE_EQ(tie.host_us(100), 1060) << "says nothing new";
    tie.hold(10000, 11000, 10050, 11060);  // the device's clock has fallen behind by 40
    EXPECT_DOUBLE_EQ(tie.host_us(10000), 11000);
}

}  // namespace
