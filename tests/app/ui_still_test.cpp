// Stills in the window: a file shows one, for which the world waits; a paused window becomes one.
#include <filesystem>

#include "app/view/actions/keys.h"
#include "tests/app/ui_program.h"
#include "tests/temp_dir.h"

namespace {

namespace key = app::key;
using ui_program::ScriptedContext;

/// The program with a scene, in a folder of its own, which files are written into.
class StillOfAWindow : public ::testing::Test {
protected:
    void SetUp() override {
        before_ = std::filesystem::current_path();
        std::filesystem::current_path(folder_.path());
        try {
            open("low");
        } catch (const sort::Unavailable& error) {
            GTEST_SKIP() << "skipped: " << error.what();
        }
    }
    void TearDown() override {
        frame_.reset();
        scene_.reset();
        ui_.reset();
        context_.reset();
        std::filesystem::current_path(before_);
    }

    void open(const std::string& quality) {
        frame_.reset();
        scene_.reset();
        ui_.reset();
        context_.reset();
        context_ = std::make_unique<ScriptedContext>(320, 180);
        app::ViewOptions options;
        options.quality = quality;
        options.interop = "auto";
        session_ = std::make_unique<app::Session>(options, fake::resolve({}), fake::resolve, fake::create);
        ui_ = std::make_unique<app::Ui>();
        state_ = {};
        state_.panels = state_.tool_panel = false;
        scene_ = app::SceneRenderer::create("auto", "", {.look = app::Look::of(app::Quality::low)});
        frame_ = std::make_unique<app::Frame>(*context_, *session_, scene_.get(), ui_.get(), state_);
        session_->simulation.paused = true;
        frames(3);
        session_->view.camera.yaw_deg += 1;  // by hand: it follows nobody from here on
    }
    void frames(int count) {
        for (int k = 0; k < count; ++k) frame_->run();
    }
    /// Of the scene alone: the bar above says how long frames take.
    std::vector<uint8_t> seen() {
        const app::Image image = frame_->picture();
        const auto row = ptrdiff_t(image.width) * 3;
        return {image.rgb.begin() + row * (image.height / 3),
                image.rgb.begin() + row * (image.height / 3 * 2)};
    }
    void press(int code) {
        context_->events = {ui_program::key_event(code, true), ui_program::key_event(code, false)};
        frames(3);  // a key goes down and up in frames of its own
    }
    size_t files() const {
        size_t count = 0;
        for (const auto& file : std::filesystem::directory_iterator("."))
            count += file.path().extension() == ".png";
        return count;
    }

    TempDir folder_;
    std::filesystem::path before_;
    std::unique_ptr<ScriptedContext> context_;
    std::unique_ptr<app::Session> session_;
    std::unique_ptr<app::Ui> ui_;
    app::UiState state_;
    std::unique_ptr<app::SceneRenderer> scene_;
    std::unique_ptr<app::Frame> frame_;
};

TEST_F(StillOfAWindow, a_file_is_written_when_its_still_is_complete_and_the_world_waits) {
    session_->simulation.paused = false;
    frames(2);
    press(key::f12);
    const uint64_t step = session_->simulation.moment().step;
    frames(20);
    EXPECT_EQ(session_->simulation.moment().step, step);
    EXPECT_EQ(files(), 0u);
    EXPECT_NE(session_->messages.newest().find(" of 64 (Esc cancels)"), std::string::npos)
        << session_->messages.newest();
    frames(app::kStillParts);
    EXPECT_EQ(files(), 1u);
    EXPECT_EQ(session_->messages.newest().find("Wrote "), 0u) << session_->messages.newest();
    EXPECT_FALSE(state_.save_picture);
    session_->simulation.step_live(0.1);
    EXPECT_GT(session_->simulation.moment().step, step) << "it goes on";
}

TEST_F(StillOfAWindow, what_is_not_seen_in_a_still_cancels_no_file) {
    press(key::f12);
    frames(10);
    session_->view.draw.time_passes = !session_->view.draw.time_passes;
    session_->view.draw.quality = app::Quality::minimal;
    frames(app::kStillParts);
    EXPECT_EQ(files(), 1u) << session_->messages.newest();
}

TEST_F(StillOfAWindow, escape_or_another_view_cancels_a_file) {
    press(key::f12);
    frames(5);
    press(key::escape);
    EXPECT_FALSE(state_.save_picture);
    EXPECT_EQ(session_->messages.newest(), "Picture cancelled");
    press(key::f12);
    frames(5);
    session_->view.camera.yaw_deg += 5;
    frames(2);
    EXPECT_FALSE(state_.save_picture);
    EXPECT_EQ(session_->messages.newest(), "Picture cancelled: the view has changed");
    frames(app::kStillParts);
    EXPECT_EQ(files(), 0u);
    press(key::f12);
    frames(app::kStillParts + 3);
    EXPECT_EQ(files(), 1u) << "and the next one is written";
}

TEST_F(StillOfAWindow, a_paused_window_of_that_quality_gets_better_and_a_change_is_seen_at_once) {
    open("still");
    const auto turn = [&](float degrees) {
        session_->view.camera.yaw_deg += degrees;
        frames(1);
    };
    turn(1);
    const auto live = seen();
    frames(8);
    EXPECT_EQ(live, seen()) << "a few sub-pictures are worse than none";
    frames(20);
    const auto some = seen();
    EXPECT_NE(live, some);
    frames(app::kStillParts);
    const auto all = seen();
    EXPECT_NE(all, some);
    frames(2);
    EXPECT_EQ(all, seen()) << "it is complete";

    turn(1);
    turn(-1);
    EXPECT_EQ(all, seen()) << "it is not forgotten at once";
    turn(1);
    frames(1);
    turn(-1);
    EXPECT_EQ(live, seen()) << "live again";
}

}  // namespace
