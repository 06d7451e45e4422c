// What a session says of a world is of the world that is there, not of the one before.
#include "app/view/session/session.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/app/ui_fake_world.h"
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

TEST(Session, a_restart_begins_a_run_of_its_own) {
    const auto hash = [](app::Session& session) {
        return sim::state_hash(session.simulation.world().snapshot());
    };
    app::ViewOptions options;
    options.scene = "gas";
    options.bodies = 50;
    options.backend = "cpu";
    app::Session session(options, app::resolve_scene_or_data(options)),
        fresh(options, app::resolve_scene_or_data(options));
    step(session, 10);
    EXPECT_TRUE(session.simulation.act(sim::Hand{}));
    restart(session);
    const sim::Playback& run = session.simulation.run();
    EXPECT_EQ(run.step(), 0u);
    EXPECT_EQ(run.last_step(), 0u);
    EXPECT_TRUE(run.events().empty());
    step(session, 5);
    EXPECT_EQ(run.last_step(), 5u);
    session.simulation.go_to(2);
    step(fresh, 2);
    EXPECT_EQ(hash(session), hash(fresh)) << "and not a state of the run before";
}

TEST(Session, a_change_that_is_not_done_forgets_nothing_and_does_not_say_so) {
    app::Session session = session_of(50);
    const auto says = [&](const std::string& text) {
        const std::vector<app::Message>& all = session.messages.all();
        return std::any_of(all.begin(), all.end(),
                           [&](const app::Message& one) { return one.text.find(text) != text.npos; });
    };
    step(session, 10);
    session.simulation.go_to(4);
    EXPECT_FALSE(session.simulation.act(sim::Throw{{.radius_m = -1, .mass_kg = 1}}));
    EXPECT_TRUE(says("Not done: "));
    EXPECT_FALSE(says("are forgotten"));
    EXPECT_EQ(session.simulation.run().last_step(), 10u);
    EXPECT_TRUE(session.simulation.act(sim::Hand{}));
    EXPECT_TRUE(says("are forgotten"));
    EXPECT_EQ(session.simulation.run().last_step(), 4u);
}

/// A world whose bodies come later, as those of a folder of frames may.
class Late : public fake::World {
public:
    using World::World;
    sim::BodyView bodies() const override {
        sim::BodyView view = World::bodies();
        if (!there) view.count = 0;
        return view;
    }
    bool there = false;
};

TEST(Session, only_a_clip_plane_that_was_requested_waits_for_bodies_to_go_through_their_middle) {
    const auto create = [](const sim::WorldConfig& config, const sim::Snapshot* from) {
        return std::make_unique<Late>(config, from);
    };
    for (const bool requested : {false, true}) {
        app::ViewOptions options;
        options.bodies = 48;  // from 0 to 2 m along z, of a container from -1 to 16 m
        if (requested) options.clip = app::ClipChoice{2, {}};
        app::Session session(options, fake::resolve(options), fake::resolve, create);
        session.view.follow_exactly(0);
        EXPECT_EQ(session.view.draw.clip.on, requested);
        static_cast<Late&>(session.simulation.world()).there = true;
        session.view.follow_exactly(0);
        EXPECT_EQ(session.view.draw.clip.on, requested) << "once there are bodies";
        if (!requested) continue;
        EXPECT_NEAR(session.view.draw.clip.at_m, 1, 0.1f);
        session.view.draw.clip.at_m = 0.5f;
        session.view.follow_exactly(0);
        EXPECT_EQ(session.view.draw.clip.at_m, 0.5f) << "it waits no more";
    }
}

}  // namespace
