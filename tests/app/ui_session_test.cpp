// The live state: changes while it runs, failures that change nothing.
#include <gtest/gtest.h>

#include "sort/base/numbers.h"
#include "tests/app/ui_fake_world.h"

namespace {

app::Session make(const app::ViewOptions& options = {}) {
    return app::Session(options, fake::resolve(options), fake::resolve, fake::create);
}

TEST(Session, a_new_engine_or_broad_phase_keeps_the_state) {
    app::Session session = make();
    session.simulation.step_exactly(7);
    session.simulation.collect(0);
    session.changes.next.engine = "cpu-radix";
    session.changes.next.broad_phase = "endpoint";
    session.changes.apply();
    EXPECT_EQ(session.simulation.config().engine, "cpu-radix");
    EXPECT_EQ(session.simulation.config().broad_phase, "endpoint");
    EXPECT_EQ(session.simulation.counters().completed_steps, 7u);
    EXPECT_EQ(session.simulation.world().counters().completed_steps, 7u);
    EXPECT_FALSE(session.changes.next.any());
}

TEST(Session, goes_on_over_the_same_ground_and_makes_another_for_a_restart) {
    int made = 0;
    const sim::HeightMap* read = nullptr;  // the map that need not be read again
    const auto resolve = [&](const app::Options& options) {
        read = options.heights.get();
        return fake::resolve(options);
    };
    const auto create = [&](const sim::WorldConfig& config, const sim::Snapshot* from) {
        return std::make_unique<fake::OnGround>(config, from, made);
    };
    app::Session session({}, resolve({}), resolve, create);
    const sim::HeightMap* map = session.simulation.world().ground()->map.get();
    for (const char* engine : {"cpu-radix", "std-sort"}) {
        session.changes.next.engine = engine;
        session.changes.apply();
        EXPECT_EQ(session.simulation.world().ground()->map.get(), map);
        EXPECT_EQ(read, map);
        EXPECT_EQ(made, 1);
    }
    session.changes.next.bodies = 100;
    session.changes.apply();
    EXPECT_NE(session.simulation.world().ground()->map.get(), map);
    EXPECT_EQ(read, nullptr);
    EXPECT_EQ(made, 2);
}

TEST(Session, a_new_scene_count_or_seed_starts_again) {
    app::Session session = make();
    session.simulation.step_exactly(7);
    session.simulation.collect(0);
    session.changes.next.bodies = 100;
    session.changes.apply();
    EXPECT_EQ(session.simulation.config().bodies, 100u);
    EXPECT_EQ(session.simulation.counters().completed_steps, 0u);
    session.simulation.step_exactly(2);
    session.changes.new_seed();
    session.changes.apply();
    EXPECT_EQ(session.simulation.config().seed, 2u);
    EXPECT_EQ(session.simulation.config().bodies, 100u) << "what the user set stays";
    session.changes.next.scene = "gas";
    session.changes.apply();
    EXPECT_EQ(session.simulation.options().scene, "gas");
    EXPECT_EQ(session.simulation.world().counters().completed_steps, 0u);
}

TEST(Session, a_mesh_and_a_height_map_of_the_command_line_stay_with_their_scene) {
    app::ViewOptions options;
    options.scene = "mixed";
    options.mesh = "jack";
    options.heightmap = "map.npy";
    app::Options resolved;
    const auto resolve = [&](const app::Options& wanted) {
        resolved = wanted;
        return fake::resolve(wanted);
    };
    app::Session session(options, fake::resolve(options), resolve, fake::create);
    const auto expect = [&](const std::string& mesh, const std::string& map) {
        session.changes.apply();
        EXPECT_EQ(resolved.mesh, mesh);
        EXPECT_EQ(resolved.heightmap, map);
    };
    session.changes.next.engine = "cpu-radix";
    expect("jack", "map.npy");
    session.changes.new_seed();
    expect("jack", "map.npy");
    session.changes.next.scene = "gas";
    expect("", "");
    session.changes.next.scene = "mixed";
    expect("jack", "map.npy");
}

TEST(Session, a_change_that_fails_leaves_everything_as_it_was) {
    app::Session session = make();
    session.simulation.step_exactly(3);
    session.simulation.collect(0);
    sim::World* before = &session.simulation.world();
    session.changes.next.backend = sim::Backend::cuda;
    session.changes.apply();
    EXPECT_EQ(&session.simulation.world(), before);
    EXPECT_EQ(session.simulation.config().backend, sim::Backend::cpu);
    EXPECT_NE(session.messages.newest().find("no CUDA device"), std::string::npos);
    EXPECT_TRUE(session.messages.newest_is_error());

    session.changes.next.bodies = 2000000;
    while (session.changes.next.any()) session.changes.apply();
    EXPECT_EQ(&session.simulation.world(), before);
    EXPECT_EQ(session.simulation.config().bodies, 256u);
    EXPECT_NE(session.messages.newest().find("out of memory"), std::string::npos);
    EXPECT_EQ(session.simulation.counters().completed_steps, 3u);
    session.simulation.step_exactly(1);
    session.simulation.collect(0);
    EXPECT_EQ(session.simulation.counters().completed_steps, 4u);
}

TEST(Session, a_change_that_takes_seconds_is_announced_before_it_blocks) {
    app::ViewOptions options;
    options.backend = "cuda";  // a world of the CPU is made by another thread: ui_guide_test.cpp
    app::Session session(options, fake::resolve(options), fake::resolve, fake::create_anywhere);
    session.changes.next.bodies = 600000;
    for (int frame = 0; frame < 3; frame++) {
        session.changes.apply();
        EXPECT_EQ(session.simulation.config().bodies, 256u) << "the message is not drawn yet";
        EXPECT_NE(session.messages.newest().find("600,000 bodies"), std::string::npos);
        EXPECT_FALSE(session.messages.newest_is_error());
    }
    session.changes.apply();
    EXPECT_EQ(session.simulation.config().bodies, 600000u);
    EXPECT_EQ(session.messages.newest(), "");
    EXPECT_FALSE(session.changes.next.any());
}

/// Memory for `room` bodies, those of the live world and of the one being made together.
struct Room {
    uint32_t room, taken = 0, made = 0;

    app::Session session(const app::ViewOptions& options = {}) {
        return app::Session(
            options, fake::resolve(options), fake::resolve,
            [this](const sim::WorldConfig& config, const sim::Snapshot* from) { return make(config, from); });
    }

private:
    struct Tenant : fake::World {
        Tenant(Room& in, const sim::WorldConfig& config, const sim::Snapshot* from)
            : World(config, from), home(in), bodies(config.bodies) {
            home.taken += bodies;
            home.made++;
        }
        ~Tenant() override { home.taken -= bodies; }
        uint64_t bytes() const override { return 100ull * bodies; }
        Room& home;
        uint32_t bodies;
    };
    std::unique_ptr<sim::World> make(const sim::WorldConfig& config, const sim::Snapshot* from) {
        if (taken + config.bodies > room) {
            throw sort::OverLimit(std::to_string(room - taken) + " bytes are free");
        }
        return std::make_unique<Tenant>(*this, config, from);
    }
};

TEST(Session, the_old_world_gives_its_memory_when_both_do_not_fit) {
    Room room{1000};
    app::Session session = room.session();
    session.changes.next.bodies = 900;
    session.changes.apply();
    EXPECT_EQ(session.simulation.config().bodies, 900u);
    EXPECT_EQ(session.messages.newest(), "");
    session.simulation.step_exactly(5);
    session.simulation.collect(0);
    session.changes.next.engine = "cpu-radix";  // goes on with the same state, in its place
    session.changes.apply();
    EXPECT_EQ(session.simulation.config().engine, "cpu-radix");
    EXPECT_EQ(session.simulation.world().counters().completed_steps, 5u);
    EXPECT_EQ(room.taken, 900u);
}

TEST(Session, what_does_not_fit_is_refused_with_figures_and_the_old_world_goes_on) {
    Room room{1000};
    app::Session session = room.session();
    session.view.select(7);
    session.simulation.step_exactly(5);
    session.simulation.collect(0);
    for (const uint32_t bodies :
         {1100u, 400000u}) {  // one that the old world's memory might have helped, one not
        session.changes.next.bodies = bodies;
        session.changes.apply();
        EXPECT_TRUE(session.messages.newest_is_error());
        EXPECT_NE(session.messages.newest().find(sort::grouped(bodies) + " bodies"), std::string::npos)
            << session.messages.newest();
        EXPECT_NE(session.messages.newest().find("bytes are free"), std::string::npos)
            << session.messages.newest();
        EXPECT_EQ(session.simulation.config().bodies, 256u);
        EXPECT_EQ(session.view.draw.selected, 7u);
        EXPECT_EQ(session.simulation.world().counters().completed_steps, 5u);
    }
    EXPECT_EQ(room.made, 2u) << "only for the first of them was the old world put away and brought back";
    session.simulation.step_exactly(1);
    session.simulation.collect(0);
    EXPECT_EQ(session.simulation.counters().completed_steps, 6u);
}

TEST(Session, more_bodies_than_the_machine_has_memory_for_are_not_even_tried_on_the_cpu) {
    Room room{UINT32_MAX};
    app::Session session = room.session();
    session.changes.next.bodies = sim::kMaxBodies;  // 137 GB
    while (session.changes.next.any()) session.changes.apply();
    if (session.simulation.config().bodies == sim::kMaxBodies)
        GTEST_SKIP() << "skipped: this machine has the memory";
    EXPECT_EQ(room.made, 1u);
    EXPECT_NE(session.messages.newest().find(" of memory; at most "), std::string::npos)
        << session.messages.newest();
}

TEST(Session, more_pairs_than_memory_pauses_and_says_so) {
    app::Session session = make();
    fake::of(session).overflow_at = 4;
    for (int frame = 0; frame < 20 && !session.simulation.paused; frame++) session.simulation.step_live(0.01);
    session.simulation.collect(0);
    EXPECT_TRUE(session.simulation.paused);
    EXPECT_EQ(session.simulation.counters().completed_steps, 4u);
    EXPECT_NE(session.messages.newest().find("5000000000"), std::string::npos);
}

TEST(Session, no_call_that_runs_out_of_memory_closes_the_window) {
    app::Session session = make();
    session.simulation.step_live(0.01);
    session.simulation.collect(0);
    fake::of(session).no_room = true;
    const std::pair<const char*, std::function<void()>> calls[] = {
        {"step", [&] { session.simulation.step_live(0.01); }},
        {"poll", [&] { session.simulation.collect(0); }},
        {"selected", [&] { session.view.selected_body(); }},
        {"look", [&] { session.view.look_at_selected(); }},
        {"change", [&] { session.changes.apply(); }},
    };
    for (const auto& [name, call] : calls) {
        session.view.select(3);
        session.simulation.paused = name == std::string("selected");
        session.changes.next.engine = "cpu-radix";
        session.messages.close();
        call();
        EXPECT_TRUE(session.simulation.paused) << name;
        EXPECT_EQ(session.messages.newest(), "Paused: out of memory") << name;
    }
    EXPECT_FALSE(session.changes.next.any());
    EXPECT_EQ(session.simulation.config().engine, "std-sort");
    fake::of(session).no_room = false;
    session.simulation.paused = false;
    session.simulation.step_live(0.01);
    session.simulation.collect(0);
    EXPECT_FALSE(session.simulation.paused);
    EXPECT_GT(session.simulation.counters().completed_steps, 5u);
}

TEST(Session, a_window_may_begin_later_than_its_scene) {
    const auto resolve = [](const app::Options& options) {
        sim::WorldConfig config = fake::resolve(options);
        config.scene.camera.lead_s = 1;
        return config;
    };
    app::Session session({}, resolve({}), resolve, fake::create);
    session.simulation.run_ahead(0);
    EXPECT_EQ(session.simulation.world().counters().completed_steps, 0u) << "no time for it";
    session.simulation.run_ahead(1000);
    session.simulation.collect(0);
    EXPECT_GE(session.simulation.time_s(), 1);
    EXPECT_LT(session.simulation.time_s(),
              1 + 17 * double(session.simulation.config().scene.physics.time_step_s));
    app::Session other = make();
    other.simulation.run_ahead(1000);
    EXPECT_EQ(other.simulation.world().counters().completed_steps, 0u) << "its scene does not ask for it";
}

TEST(Session, paused_does_single_steps_only) {
    app::Session session = make();
    session.simulation.paused = true;
    session.simulation.step_live(1);
    session.simulation.collect(0);
    EXPECT_EQ(session.simulation.counters().completed_steps, 0u);
    session.simulation.single_steps = 2;
    session.simulation.step_live(1);
    session.simulation.step_live(1);
    session.simulation.collect(0);
    EXPECT_EQ(session.simulation.counters().completed_steps, 2u);
}

TEST(Session, physics_that_cannot_be_are_refused_and_others_survive_a_restart) {
    app::Session session = make();
    sim::Physics physics = session.simulation.physics();
    physics.friction = 0.9f;
    session.simulation.set_physics(physics);
    physics.time_step_s = 2;
    session.simulation.set_physics(physics);
    EXPECT_EQ(session.simulation.physics().time_step_s, 0.002f);
    EXPECT_TRUE(session.messages.newest_is_error());
    session.changes.next.restart = true;
    session.changes.apply();
    EXPECT_EQ(session.simulation.world().config().scene.physics.friction, 0.9f);
    EXPECT_EQ(session.simulation.scene_physics().friction, 0.5f);
}

TEST(Session, a_body_selected_while_paused_is_known_at_once) {
    app::Session session = make();
    session.simulation.step_exactly(1);
    session.simulation.collect(0);
    session.simulation.paused = true;
    session.view.select(1);
    const sim::WatchedBody* body = session.view.selected_body();
    ASSERT_NE(body, nullptr);
    EXPECT_EQ(body->pair_count, 2u);
    EXPECT_EQ(body->pair_ids[1], 2u);
    EXPECT_FALSE(session.view.rank_known());
    session.simulation.single_steps = 1;
    session.simulation.step_live(1);
    session.simulation.collect(0);
    ASSERT_NE(session.view.selected_body(), nullptr);
    EXPECT_TRUE(session.view.rank_known());
}

TEST(Session, a_selection_that_is_no_body_any_more_is_dropped) {
    app::Session session = make();
    session.view.select(200);
    session.changes.next.bodies = 50;
    session.changes.apply();
    EXPECT_EQ(session.view.draw.selected, sim::kNobody);
}

TEST(Session, a_frame_sums_its_steps_by_stage) {
    app::Session session = make();
    session.simulation.step_exactly(3);
    session.simulation.step_exactly(2);
    session.simulation.collect(0);
    ASSERT_EQ(session.telemetry.history.frames().size(), 2u);
    EXPECT_EQ(session.telemetry.history.frames()[0].reported, 3u);
    EXPECT_EQ(session.telemetry.history.frames()[1].reported, 2u);
    EXPECT_EQ(session.telemetry.history.stage_names().front(), "boxes");
    EXPECT_GT(session.telemetry.history.frames()[0].total_ms, session.telemetry.history.frames()[1].total_ms);
}

/// A scene that leaves the camera's distance to the program.
app::Session make_fitted() {
    const auto resolve = [](const app::Options& options) {
        sim::WorldConfig config = fake::resolve(options);
        config.scene.camera.distance_m = 0;
        return config;
    };
    return app::Session({}, resolve({}), resolve, fake::create);
}

TEST(Session, the_camera_is_fitted_to_a_new_number_of_bodies_but_not_to_a_restart) {
    app::Session session = make_fitted();
    const app::Camera fitted = session.view.camera;
    session.view.camera.orbit(30, 0);
    const app::Camera turned = session.view.camera;
    session.changes.next.restart = true;
    session.changes.apply();
    EXPECT_EQ(session.view.camera, turned);
    session.changes.next.bodies = 100;
    session.changes.apply();
    EXPECT_EQ(session.view.camera, fitted) << "the worlds of this test all have the same container";
}

TEST(Session, no_camera_that_is_requested_looks_from_inside_the_ground) {
    app::ViewOptions options;
    int made = 0;
    const auto create = [&](const sim::WorldConfig& config, const sim::Snapshot* from) {
        return std::make_unique<fake::OnGround>(config, from, made);
    };
    for (const char* camera : {"35,8,3,0,-5,0", "0,-60,2,0,-1,0"}) {
        options.camera = app::parse_camera(camera);
        app::Session session(options, fake::resolve(options), fake::resolve, create);
        EXPECT_GT(session.view.camera.position().y, 0) << camera;
    }
}

TEST(Session, a_distance_that_the_scene_file_gives_is_kept) {
    app::Session session = make();
    session.view.camera.orbit(30, 0);
    const app::Camera turned = session.view.camera;
    session.changes.next.bodies = 100;
    session.changes.apply();
    EXPECT_EQ(session.view.camera, turned);
}

TEST(Session, the_camera_follows_the_shape_of_the_view_until_it_is_moved) {
    app::Session session = make_fitted();
    const float wide = session.view.camera.distance;
    session.view.set_aspect(0.4f);
    const float narrow = session.view.camera.distance;
    EXPECT_GT(narrow, wide);
    session.view.camera.orbit(30, 0);
    session.view.set_aspect(16.0f / 9);
    EXPECT_EQ(session.view.camera.distance, narrow);
    session.view.reset_camera();
    EXPECT_EQ(session.view.camera.distance, wide);
}

}  // namespace
