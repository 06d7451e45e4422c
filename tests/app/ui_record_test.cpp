// Ctrl+R and `Save run` in the window, used like a person would.
#include <gmock/gmock.h>
#include <unistd.h>

#include "app/base/errors.h"
#include "app/run/run_file.h"
#include "app/view/actions/keys.h"
#include "app/view/actions/run_saving.h"
#include "app/view/window_video.h"
#include "tests/app/ui_program.h"
#include "tests/temp_dir.h"

namespace {

using testing::HasSubstr;
using testing::StartsWith;

class UiRecord : public testing::Test {
protected:
    void SetUp() override { std::filesystem::current_path(folder_.path()); }
    void TearDown() override { std::filesystem::current_path(before_); }

    static app::ViewOptions on_cpu(const char* scene, uint32_t bodies) {
        app::ViewOptions options;
        options.backend = "cpu";
        options.scene = scene;
        options.bodies = bodies;
        return options;
    }

    std::filesystem::path before_ = std::filesystem::current_path();
    TempDir folder_;
};

TEST_F(UiRecord, ctrl_r_records_until_it_is_pressed_again) {
    ui_program::Program program(640, 360);
    program.press('R', app::key::control);
    EXPECT_THAT(program.state.recording, HasSubstr(" s"));
    EXPECT_THAT(program.state.recording_tip, StartsWith("recording "));
    EXPECT_TRUE(program.state.find("recording")) << "no red mark in the top bar";
    program.save("recording");
    program.press('R', app::key::control);
    for (int k = 0; k < 3000 && !program.state.recording.empty(); ++k) {
        program.frames(1);
        usleep(1000);
    }
    EXPECT_THAT(program.session.messages.newest(), StartsWith("Wrote " + folder_.path()));
    EXPECT_THAT(program.session.messages.newest(), HasSubstr("at 30 per second"));
    EXPECT_GE(folder_.entries(), 1u);
}

TEST_F(UiRecord, a_video_that_cannot_be_written_is_said_and_the_window_goes_on) {
    std::filesystem::create_directory("gone");
    std::filesystem::current_path("gone");
    std::filesystem::remove(folder_ / "gone");
    ui_program::Program program(640, 360);
    program.press('R', app::key::control);
    EXPECT_THAT(program.session.messages.newest(), HasSubstr("cannot be written"));
    EXPECT_TRUE(program.session.messages.newest_is_error());
    EXPECT_TRUE(program.state.recording.empty());
    EXPECT_FALSE(program.state.record_video);
}

TEST_F(UiRecord, a_video_whose_ffmpeg_ends_is_said_and_the_window_goes_on) {
    std::filesystem::permissions(folder_.write("ffmpeg", "#!/bin/sh\nexit 7\n"),
                                 std::filesystem::perms(0700));
    ui_program::Program program(640, 360);
    const std::string path = std::getenv("PATH");
    setenv("PATH", (folder_.path() + ":" + path).c_str(), 1);
    program.press('R', app::key::control);
    setenv("PATH", path.c_str(), 1);
    for (int k = 0; k < 3000 && program.session.messages.newest().empty(); ++k) {
        program.frames(1);
        usleep(1000);
    }
    EXPECT_THAT(program.session.messages.newest(), HasSubstr("ffmpeg stopped with status 7"));
    EXPECT_TRUE(program.session.messages.newest_is_error());
    program.frames(2);
    EXPECT_TRUE(program.state.recording.empty());
    EXPECT_FALSE(program.state.record_video);
    EXPECT_EQ(folder_.entries(), 1u) << "nothing half written";
}

TEST_F(UiRecord, a_video_says_how_many_frames_per_second_it_takes) {
    ui_program::Program program(64, 48);
    // Frames drawn per second; taken are at most 30.
    for (const auto& [drawn, said] :
         {std::pair{10, "recording 10 frames/s"}, {90, "recording 30 frames/s"}}) {
        app::WindowVideo video("rate" + std::to_string(drawn), 64, 48);
        EXPECT_TRUE(video.fits(64, 48));
        EXPECT_FALSE(video.fits(64, 49) || video.fits(65, 48));
        EXPECT_EQ(video.state(), "0 s");
        for (int k = 0; k <= 3 * drawn; ++k) {
            video.take(program.context.framebuffer(), 1000 + double(k) / drawn);
            glFinish();  // the reader has its pictures
            if (10 * k == 6 * drawn) {
                EXPECT_THAT(video.details(), StartsWith(drawn < 30 ? "recording 12" : "recording 30"))
                    << "7 and 19 in 0.6 s; more than 30 per second are none";
            }
        }
        EXPECT_THAT(video.state(), StartsWith("3 s"));
        EXPECT_THAT(video.details(), StartsWith(said));
        EXPECT_THAT(video.details(), HasSubstr("into\nrate" + std::to_string(drawn)));
        video.stop();
        EXPECT_THAT(video.details(), StartsWith("completing rate" + std::to_string(drawn)));
        for (int k = 0; k < 5000 && !video.done(); ++k) usleep(1000);
        ASSERT_TRUE(video.done());
        EXPECT_FALSE(video.failed());
        EXPECT_THAT(video.outcome(), HasSubstr("Wrote " + folder_.path() + "/rate" + std::to_string(drawn)));
        if (video.outcome().find("dropped") == std::string::npos) {
            EXPECT_THAT(video.outcome(), HasSubstr(": 91 frames at 30 per second"))
                << "of three seconds, at either rate";
        }
        const uint64_t size = folder_.entries();
        video.take(program.context.framebuffer(), 1010);
        EXPECT_EQ(folder_.entries(), size) << "it has ended";
    }
}

TEST_F(UiRecord, save_run_writes_what_was_done_and_says_where) {
    const app::ViewOptions options = on_cpu("pile", 40);
    app::Session session(options, app::resolve_world(options));
    session.simulation.step_exactly(30);
    ASSERT_TRUE(session.simulation.act(
        sim::Hand{.kind = sim::Hand::pulls, .id = 3, .rate_1_s = 20, .most_m_s2 = 99}));
    session.simulation.step_exactly(40);
    session.simulation.go_to(20);
    app::save_run(session.simulation, session.view, "run.toml");
    EXPECT_EQ(session.simulation.run().step(), 20u) << "it comes back to where it was";
    const app::RunFile run = app::read_run("run.toml");
    EXPECT_EQ(run.steps, 70u) << "what lies ahead was done, too";
    ASSERT_EQ(run.events.size(), 1u);
    EXPECT_EQ(run.events[0].step, 31u);
    EXPECT_EQ(run.hashes.back().step, 70u);

    // What was done behind the last step is no part of the run yet, nor of its state.
    session.simulation.go_to(70);
    const uint64_t hash = sim::state_hash(session.simulation.world().snapshot());
    ASSERT_TRUE(session.simulation.throw_in({{{0, 90, 0}, {0, 0, 0}, 2, 9e4f}}));
    app::save_run(session.simulation, session.view, "again.toml");
    EXPECT_EQ(session.simulation.world().snapshot().bodies.size(), 41u) << "they stay meanwhile";
    EXPECT_EQ(app::read_run("again.toml").hashes.back().hash, hash);
    EXPECT_EQ(app::read_run("again.toml").events.size(), 1u);
    session.simulation.step_exactly(1);
    EXPECT_EQ(session.simulation.world().snapshot().bodies.size(), 41u);

    app::save_run_here(session.simulation, session.view, session.messages);
    EXPECT_THAT(session.messages.newest(), StartsWith("Wrote " + folder_.path() + "/sweeplab_pile_"));
}

TEST_F(UiRecord, a_saved_run_ends_before_new_physics_wake_its_bodies) {
    const app::ViewOptions options = on_cpu("pyramid", 30);
    app::Session session(options, app::resolve_world(options));
    app::Simulation& simulation = session.simulation;
    const auto hash = [&] { return sim::state_hash(simulation.world().snapshot()); };
    simulation.step_exactly(45);
    const uint64_t before = hash();
    sim::Physics physics = simulation.physics();
    physics.gravity_m_s2.x += 1;
    simulation.set_physics(physics);
    ASSERT_NE(hash(), before) << "their sleep clocks begin anew";
    app::save_run(simulation, session.view, "run.toml");
    EXPECT_EQ(app::read_run("run.toml").hashes.back().hash, before);
}

TEST_F(UiRecord, the_scene_panel_has_a_button_that_saves_the_run) {
    ui_program::Program program(1280, 720);
    program.click("save run");
    EXPECT_THAT(program.session.messages.newest(), HasSubstr("no spawn function"))
        << "of a scene that is made up";
    EXPECT_EQ(folder_.entries(), 0u);
}

}  // namespace
