// A folder of frames in the window: it plays, goes round, is gone through by step, and takes the place of a scene.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/base/errors.h"
#include "app/frames/frame_feed.h"
#include "app/io/npy.h"
#include "app/view/actions/run_saving.h"
#include "app/view/overlays/window_overlays.h"
#include "app/view/session/session.h"
#include "tests/temp_dir.h"

namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr double kFrame_s = 1.0 / 50;

/// Spheres that come and go: frame k has k + 3 of them, with the ids from k on.
class Data : public testing::Test {
protected:
    Data() {
        for (uint32_t frame = 0; frame < 6; ++frame) {
            std::vector<float> spheres;
            std::vector<uint64_t> ids;
            for (uint32_t item = 0; item < frame + 3; ++item) {
                const float id = float(frame + item);
                spheres.insert(spheres.end(), {3 * id, id * float(frame), 0, 1});
                ids.push_back(frame + item);
            }
            write("f_" + std::to_string(frame) + ".npy", "<f4", {frame + 3, 4},
                  std::as_bytes(std::span(spheres)));
            write("ids_" + std::to_string(frame) + ".npy", "<u8", {ids.size()},
                  std::as_bytes(std::span(ids)));
        }
        dir.write("frames.toml", "[frames]\nids = \"ids_%d.npy\"\ntime_step_s = 0.02\n");
    }
    void write(const std::string& name, const char* type, std::vector<uint64_t> shape,
               std::span<const std::byte> bytes) {
        std::ostringstream out;
        app::write_npy(out, type, shape, bytes);
        dir.write(name, out.str());
    }
    app::Session open() const {
        app::ViewOptions options;
        options.data = dir.path();
        options.backend = "cpu";
        options.quiet = true;
        app::choose_data(options);
        return app::Session(options, app::resolve_scene_or_data(options));
    }
    TempDir dir;
};

TEST_F(Data, plays_and_goes_round) {
    app::Session session = open();
    app::Simulation& simulation = session.simulation;
    ASSERT_TRUE(simulation.feed());
    EXPECT_EQ(simulation.run().step(), 1u);
    EXPECT_EQ(simulation.run().last_step(), 6u);
    EXPECT_EQ(simulation.config().bodies, 3u);
    std::vector<uint64_t> steps;
    for (int k = 0; k < 7; ++k) {
        simulation.step_live(kFrame_s);
        steps.push_back(simulation.run().step());
        EXPECT_EQ(simulation.config().bodies, simulation.run().step() + 2);
    }
    EXPECT_THAT(steps, testing::ElementsAre(2, 3, 4, 5, 6, 1, 2));
    EXPECT_EQ(simulation.thrown(), 0u);
}

TEST_F(Data, plays_frames_that_are_hours_or_microseconds_apart) {
    const auto shown_after = [&](const std::string& time_step_s, int frames) {
        dir.write("frames.toml", "[frames]\nids = \"ids_%d.npy\"\ntime_step_s = " + time_step_s + "\n");
        app::Session session = open();
        for (int k = 0; k < frames; ++k) session.simulation.step_live(1.0 / 60);
        return session.simulation.run().step();
    };
    EXPECT_EQ(shown_after("3600", 6), 2u);
    EXPECT_EQ(shown_after("1e-6", 1), 3u);
}

TEST_F(Data, pauses_at_the_end_where_it_does_not_loop) {
    app::Session session = open();
    session.simulation.loops = false;
    for (int k = 0; k < 9; ++k) session.simulation.step_live(kFrame_s);
    EXPECT_EQ(session.simulation.run().step(), 6u);
    EXPECT_TRUE(session.simulation.paused);
    app::step_back(session.simulation);
    EXPECT_EQ(session.simulation.run().step(), 5u);
}

TEST_F(Data, goes_to_any_frame_with_any_engine_and_the_selected_body_stays_the_same) {
    app::Session session = open();
    app::Simulation& simulation = session.simulation;
    session.view.select(2);  // the one with the id 2
    simulation.step_exactly(1);
    EXPECT_EQ(session.view.draw.selected, 1u);
    session.changes.next.engine = "std-sort";
    session.changes.next.broad_phase = "sweep";
    session.changes.apply();
    EXPECT_EQ(simulation.config().engine, "std-sort");
    EXPECT_EQ(simulation.run().step(), 2u);
    simulation.go_to(6);
    EXPECT_EQ(simulation.config().bodies, 8u);
    EXPECT_EQ(session.view.draw.selected, sim::kNobody) << "it is gone";
    EXPECT_NEAR(simulation.time_s(), 0.02 * 5, 1e-6);
    session.changes.next.restart = true;
    session.changes.apply();
    EXPECT_EQ(simulation.run().step(), 1u);
}

TEST_F(Data, is_not_changed_by_hand_and_not_saved_as_a_run) {
    app::Session session = open();
    EXPECT_FALSE(session.simulation.throw_in({}));
    EXPECT_THAT(session.messages.newest(), HasSubstr("frames of files"));
    EXPECT_FALSE(session.simulation.act(sim::Hand{}));
    EXPECT_THROW(app::save_run(session.simulation, session.view, dir.path() + "/run.toml"), app::BadFile);
    session.compare.start_ab("std-sort", "sweep");
    EXPECT_FALSE(session.compare.ab());
    EXPECT_EQ(session.simulation.run().last_step(), 6u);
}

TEST_F(Data, says_which_frame_is_bad_and_plays_the_rest) {
    dir.write("f_2.npy", "no array");
    app::Session session = open();
    session.simulation.go_to(3);
    EXPECT_THAT(session.messages.newest(), AllOf(HasSubstr("frame 2: "), HasSubstr("f_2.npy")));
    EXPECT_EQ(session.simulation.config().bodies, 4u) << "those of frame 1";
    session.simulation.go_to(4);
    EXPECT_EQ(session.simulation.config().bodies, 6u);
    EXPECT_EQ(session.simulation.feed()->faults().size(), 1u);
}

TEST_F(Data, takes_the_place_of_a_scene_when_its_folder_is_dropped) {
    app::ViewOptions options;
    options.backend = "cpu";
    options.bodies = 30;
    options.quiet = true;
    app::Session session(options, app::resolve_scene_or_data(options));
    EXPECT_FALSE(session.simulation.feed());
    const auto drop = [&](const std::string& path) {
        app::open_file(session.simulation, session.changes, session.messages, path);
        session.changes.apply();
    };
    drop(dir.path());
    ASSERT_TRUE(session.simulation.feed()) << session.messages.newest();
    EXPECT_EQ(session.simulation.run().last_step(), 6u);
    drop(dir.path() + "/f_1.npy");
    EXPECT_TRUE(session.simulation.feed());
    TempDir empty;
    drop(empty.path());
    EXPECT_THAT(session.messages.newest(), HasSubstr("Not changed: "));
    EXPECT_EQ(session.simulation.run().last_step(), 6u);
    session.changes.next.scene = "gas";
    session.changes.apply();
    EXPECT_FALSE(session.simulation.feed());
    EXPECT_GT(session.simulation.run().last_step() + 1, session.simulation.run().step());
}

TEST(WithBodies, takes_some_of_given_boxes_evenly) {
    sim::WorldConfig config;
    sim::GivenStart start;
    for (int k = 0; k < 10; ++k) start.boxes.push_back({{float(k), 0, 0}, {float(k) + 1, 1, 1}});
    config.given = std::make_shared<const sim::GivenStart>(start);
    const sim::WorldConfig fewer = app::with_bodies(config, 5);
    EXPECT_EQ(fewer.bodies, 5u);
    ASSERT_EQ(fewer.given->boxes.size(), 5u);
    EXPECT_EQ(fewer.given->boxes[4].min.x, 8);
    EXPECT_EQ(config.given->boxes.size(), 10u);
}

TEST(DataFlag, names_a_folder_whatever_it_is_called) {
    app::ViewOptions options;
    for (const auto& [typed, path] : {std::pair("frames/", "frames"),
                                      {"x.toml", "x.toml"},
                                      {".//tmp", ".//tmp"},
                                      {"/", "/"},
                                      {"all.npy", "all.npy"}}) {
        options.data = typed;
        app::choose_data(options);
        EXPECT_TRUE(app::is_data_scene(options.scene)) << typed;
        EXPECT_EQ(app::data_path(options.scene), path);
    }
    EXPECT_FALSE(app::is_data_scene("pile"));
    EXPECT_FALSE(app::is_data_scene("scenes/own.toml"));
    options.data.clear();
    EXPECT_THROW(app::choose_data(options), app::BadUsage) << "typed as a scene it is none";
}

}  // namespace
