// How many steps a frame gets, and whether they keep up with real time.
#include <gtest/gtest.h>

#include "tests/app/ui_fake_world.h"

namespace {

app::Session make(const app::ViewOptions& options = {}) {
    return app::Session(options, fake::resolve(options), fake::resolve, fake::create);
}

TEST(Session, simulated_time_follows_real_time) {
    app::Session session = make();  // 2 ms a step
    for (int frame = 0; frame < 10; frame++) session.simulation.step_live(0.017);
    session.simulation.collect(0);
    EXPECT_NEAR(static_cast<double>(session.simulation.counters().completed_steps), 85, 1);
    EXPECT_NEAR(session.simulation.time_s(), 0.17, 0.0021);
    session.simulation.step_live(1000);  // after a stall it does not try to catch up
    session.simulation.collect(0);
    EXPECT_LE(session.simulation.counters().completed_steps, 85u + 51u);
}

TEST(Session, is_behind_where_simulated_time_does_not_keep_up) {
    app::Session session = make();
    EXPECT_FALSE(is_behind(session.simulation)) << "not known yet";
    const auto frames = [&](double now_s, double stepped_s) {
        for (int frame = 0; frame < 100; ++frame) {
            session.simulation.step_live(stepped_s);
            session.simulation.collect(now_s + frame * 0.017);
        }
    };
    frames(0, 0.017);
    EXPECT_FALSE(is_behind(session.simulation));
    frames(1.7, 0.014);
    EXPECT_TRUE(is_behind(session.simulation));
    session.simulation.time_factor = 0.5f;
    EXPECT_FALSE(is_behind(session.simulation)) << "slow motion is what is wanted";
    session.simulation.time_factor = 1;
    session.simulation.paused = true;
    EXPECT_FALSE(is_behind(session.simulation));
}

TEST(Session, steps_per_frame_wins_over_real_time) {
    app::ViewOptions options;
    options.steps_per_frame = 3;
    app::Session session = make(options);
    session.simulation.step_live(0.5);
    session.simulation.step_live(0.0001);
    session.simulation.collect(0);
    EXPECT_EQ(session.simulation.counters().completed_steps, 6u);
}

}  // namespace
