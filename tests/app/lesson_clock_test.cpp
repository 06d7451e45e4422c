// Where a lesson stands: every grain forward and back, the ends, playing, the bar.
#include <gtest/gtest.h>

#include "app/view/session/lesson_clock.h"

namespace {

using app::Grain;
using app::LessonClock;

/// A check, two passes of two stages each, and an end.
LessonClock two_passes() { return LessonClock({{2, -1}, {1, 0}, {3, 0}, {1, 1}, {2, 1}, {1, -1}}); }

void expect_at(const LessonClock& clock, size_t stage, int operation) {
    EXPECT_EQ(clock.stage(), stage);
    EXPECT_EQ(clock.operation(), operation);
}

TEST(LessonClock, operations_run_through_all_stages_and_back) {
    LessonClock clock = two_passes();
    EXPECT_EQ(clock.places(), 16u);
    for (size_t place = 0; place < clock.places(); place++) {
        EXPECT_EQ(clock.place(), place);
        clock.forward(Grain::operation);
    }
    expect_at(clock, 5, 1);
    for (size_t place = clock.places(); place-- > 0;) {
        EXPECT_EQ(clock.place(), place);
        clock.back(Grain::operation);
    }
    expect_at(clock, 0, 0);
}

TEST(LessonClock, stages_and_passes_stop_at_their_ends) {
    LessonClock clock = two_passes();
    clock.forward(Grain::stage);
    expect_at(clock, 0, 2);
    clock.forward(Grain::stage);
    expect_at(clock, 1, 1);
    clock.forward(Grain::pass);
    expect_at(clock, 2, 3);
    clock.forward(Grain::pass);
    expect_at(clock, 4, 2);
    clock.back(Grain::operation);
    clock.back(Grain::stage);
    expect_at(clock, 3, 1);
    clock.back(Grain::pass);
    expect_at(clock, 2, 3);
    clock.back(Grain::pass);
    expect_at(clock, 0, 2);
    clock.back(Grain::pass);
    expect_at(clock, 0, 0);
}

TEST(LessonClock, every_grain_back_undoes_forward) {
    for (const Grain grain : {Grain::operation, Grain::stage, Grain::pass}) {
        LessonClock clock = two_passes();
        std::vector<size_t> places;
        for (size_t last = 99; last != clock.place(); clock.forward(grain))
            places.push_back(last = clock.place());
        places.pop_back();  // where it stayed
        clock.last();
        while (!places.empty()) {
            clock.back(grain);
            EXPECT_EQ(clock.place(), places.back());
            places.pop_back();
            if (clock.place() == 0) break;
        }
        EXPECT_TRUE(places.empty());
    }
}

TEST(LessonClock, what_is_shown_follows_and_arrives) {
    LessonClock clock = two_passes();
    clock.forward(Grain::operation);
    EXPECT_EQ(clock.shown(), 0);
    clock.advance(0.1);
    EXPECT_GT(clock.shown(), 0.2);
    EXPECT_LT(clock.shown(), 0.4);
    clock.advance(0.3);
    EXPECT_EQ(clock.shown(), 1);
    clock.back(Grain::operation);
    clock.advance(0.1);
    EXPECT_LT(clock.shown(), 1);
    EXPECT_GT(clock.shown(), 0);
    clock.advance(1);
    EXPECT_EQ(clock.shown(), 0);

    clock.forward(Grain::pass);
    clock.forward(Grain::pass);  // before the first has arrived: the stage plays from its begin
    expect_at(clock, 2, 3);
    EXPECT_EQ(clock.shown(), 0);
    for (int k = 0; k < 20; k++) clock.advance(0.05);
    EXPECT_EQ(clock.shown(), 3);
    clock.back(Grain::stage);  // back to a whole stage stands at once
    EXPECT_FALSE(clock.moves());
    expect_at(clock, 1, 1);
}

TEST(LessonClock, from_stage_to_stage_the_picture_crosses_forward_and_back) {
    LessonClock clock = two_passes();
    clock.seek(0, 2);
    EXPECT_EQ(clock.crossing(), 1);
    clock.forward(Grain::operation);
    expect_at(clock, 1, 0);
    EXPECT_EQ(clock.crossed_from(), 0u);
    EXPECT_TRUE(clock.moves());
    double last = -1;
    for (int k = 0; k < 3; k++) {
        EXPECT_LT(clock.crossing(), 1);
        EXPECT_GT(clock.crossing(), last);
        last = clock.crossing();
        clock.advance(0.1);
    }
    clock.advance(0.1);
    EXPECT_FALSE(clock.moves());
    clock.back(Grain::operation);
    expect_at(clock, 0, 2);
    last = 1;
    for (int k = 0; k < 3; k++) {
        EXPECT_LT(clock.crossing(), last);
        last = clock.crossing();
        clock.advance(0.1);
    }
    clock.advance(0.1);
    EXPECT_FALSE(clock.moves());
    EXPECT_EQ(clock.shown(), 2);
    clock.forward(Grain::operation);
    clock.seek(4, 1);  // in the middle of it
    EXPECT_FALSE(clock.moves());
}

TEST(LessonClock, plays_to_the_end_with_a_speed_and_starts_again) {
    for (const double speed : {1.0, 4.0}) {
        LessonClock clock = two_passes();
        clock.speed = speed;
        clock.play(true);
        double seconds = 0;
        for (; clock.playing() && seconds < 60; seconds += 0.01) clock.advance(0.01);
        EXPECT_EQ(clock.place() + 1, clock.places());
        EXPECT_NEAR(seconds, 14 / speed, 3 / speed);
        clock.play(true);
        expect_at(clock, 0, 0);
        clock.play(false);
        clock.advance(10);
        expect_at(clock, 0, 0);
    }
}

TEST(LessonClock, the_bar_seeks_any_place) {
    LessonClock clock = two_passes();
    for (size_t place = 0; place < clock.places(); place++) {
        clock.seek_place(place);
        EXPECT_EQ(clock.place(), place);
        EXPECT_FALSE(clock.moves());
    }
    clock.seek_place(1000);
    EXPECT_EQ(clock.place() + 1, clock.places());
    clock.seek(2, 99);
    expect_at(clock, 2, 3);
    clock.seek(2, -5);
    expect_at(clock, 2, 0);
}

TEST(LessonClock, without_stages_nothing_happens) {
    LessonClock clock;
    for (const Grain grain : {Grain::operation, Grain::stage, Grain::pass}) {
        clock.forward(grain);
        clock.back(grain);
    }
    clock.first();
    clock.last();
    clock.seek_place(3);
    clock.play(true);
    clock.advance(1);
    EXPECT_FALSE(clock.playing());
    EXPECT_EQ(clock.places(), 1u);
}

}  // namespace
