// What a session says of a world is of the world that is there, not of the one before.
#include "app/view/session/session.h"

#include <gtest/gtest.h>

#include "tests/sim/sim_scene.h"

namespace {

app::Session session_of(uint32_t bodies) {
    return app::Session(app::ViewOptions{}, testing_worlds::config_of("gas", bodies));
}

void step(app::Session& session, uint32_t steps) {
    session.simulation.step_exactly(steps);
    session.simulation.collect(0);
}

void restart(app::Session& session) {
    session.changes.next.restart = true;
    session.changes.apply();
}

TEST(Session, statistics_that_were_computed_anew_have_a_number_of_their_own) {
    app::Session session = session_of(50);
    uint64_t last = session.telemetry.statistics().made;
    for (int world = 0; world < 3; ++world) {
        for (int time = 0; time < 3; ++time) {
            step(session, 1);
            session.simulation.refresh_statistics(0, true);
            EXPECT_GT(session.telemetry.statistics().made, last) << "world " << world;
            last = session.telemetry.statistics().made;
        }
        restart(session);
        EXPECT_GT(session.telemetry.statistics().made, last) << "those of a world that is gone are not shown";
        last = session.telemetry.statistics().made;
    }
}

TEST(Session, the_selected_body_is_where_it_is_in_this_world) {
    app::Session session = session_of(50);
    const auto expect_as_in_the_world = [&](const char* after) {
        const sim::WatchedBody* const body = session.view.selected_body();
        ASSERT_NE(body, nullptr) << after;
        const sim::Vec3 there = session.simulation.world().snapshot().bodies[7].position_m;
        EXPECT_EQ(length(body->position_m - there), 0) << after;
    };
    session.simulation.paused = true;  // else the next report says it
    session.view.select(7);
    expect_as_in_the_world("before the first step");
    step(session, 20);
    expect_as_in_the_world("20 steps");
    restart(session);
    expect_as_in_the_world("a restart");
    step(session, 5);
    session.simulation.go_to(2);
    expect_as_in_the_world("3 steps back");
    session.changes.next.bodies = 80;
    session.changes.apply();
    expect_as_in_the_world("other bodies");
    session.view.select(9);
    session.view.select(7);
    expect_as_in_the_world("another one and back");
}

}  // namespace
