// The clip plane as it is asked for and moved: by the command line, keys, and its handle.
#include <gtest/gtest.h>

#include "app/base/errors.h"
#include "app/view/actions/keys.h"
#include "tests/app/ui_program.h"

namespace {

using app::ClipPlane;
using ui_program::button;
using ui_program::move_to;
using ui_program::Program;

const sim::Container kBox = {{-4, -3, -4}, {4, 3, 4}};

TEST(Clip, is_read_from_the_command_line) {
    EXPECT_EQ(app::parse_clip("x").axis, 0);
    EXPECT_FALSE(app::parse_clip("x").at_m);
    EXPECT_EQ(app::parse_clip("z:-1.5").axis, 2);
    EXPECT_EQ(app::parse_clip("z:-1.5").at_m, -1.5f);
    for (const char* wrong : {"", "w", "x:", "x1", "y:1m", "y:nan", "xy"})
        EXPECT_THROW(app::parse_clip(wrong), app::BadUsage) << wrong;
}

TEST(Clip, starts_across_what_the_camera_looks_along_and_stays_in_the_box) {
    app::Camera camera;
    camera.yaw_deg = 80;
    EXPECT_EQ(app::clip_facing(camera, kBox), (ClipPlane{true, 0, 0}));
    camera.yaw_deg = -10;
    ClipPlane clip = app::clip_facing(camera, kBox);
    EXPECT_EQ(clip.axis, 2);
    app::move_clip(clip, 0.25f, kBox);
    EXPECT_EQ(clip.at_m, 2);
    app::move_clip(clip, 5, kBox);
    EXPECT_EQ(clip.at_m, 4);
}

/// Where a place is on the screen.
glm::vec2 on_screen(const app::Camera& camera, const glm::vec3& place) {
    const glm::vec4 at = camera.projection(4.0f / 3, kBox) * camera.view() * glm::vec4(place, 1);
    return {(0.5f + 0.5f * at.x / at.w) * 800, (0.5f - 0.5f * at.y / at.w) * 600};
}

TEST(Clip, the_handle_follows_the_mouse) {
    for (const float yaw_deg : {30.0f, 70.0f, 200.0f}) {
        for (int axis = 0; axis < 3; ++axis) {
            app::Camera camera{.distance = 25, .yaw_deg = yaw_deg, .pitch_deg = 25};
            ClipPlane clip = app::clip_across(axis, kBox);
            const auto handle = app::clip_handle(clip, kBox, camera, 800, 600);
            ASSERT_TRUE(handle);
            // Ten pixels along the plane's way, and as many beside it.
            const glm::vec2 way = glm::normalize(handle->per_m);
            app::drag_clip(clip, *handle, 10.0f * way + 10.0f * glm::vec2(-way.y, way.x), kBox);
            const auto moved = app::clip_handle(clip, kBox, camera, 800, 600);
            ASSERT_TRUE(moved);
            EXPECT_NEAR(glm::dot(moved->at - handle->at, way), 10, 1) << axis << " " << yaw_deg;
        }
    }
    // On the frame: of a plane across y on the side nearest to the top of the picture.
    app::Camera camera{.distance = 25, .yaw_deg = 0, .pitch_deg = 20};
    const auto handle = app::clip_handle({true, 1, 1}, kBox, camera, 800, 600);
    ASSERT_TRUE(handle);
    EXPECT_LT(glm::distance(handle->at, on_screen(camera, {0, 1, -4})), 1);
}

TEST(Clip, seen_from_straight_ahead_up_is_away) {
    ClipPlane clip = app::clip_across(2, kBox);
    app::drag_clip(clip, {{400, 10}, {0, 0}}, {0, -20}, kBox);
    EXPECT_NE(clip.at_m, 0);
    EXPECT_LE(std::abs(clip.at_m), 4);
}

TEST(Clip, keys_turn_it_on_and_move_it) {
    Program program(1280, 720);
    program.press('V');
    ASSERT_TRUE(program.session.view.draw.clip.on);
    const float before = program.session.view.draw.clip.at_m;
    program.press(app::key::up);
    program.press(app::key::up);
    const float after = program.session.view.draw.clip.at_m;
    EXPECT_GT(after, before);
    program.press(app::key::down);
    EXPECT_LT(program.session.view.draw.clip.at_m, after);
    const int axis = program.session.view.draw.clip.axis;
    program.press('V', app::key::shift);
    EXPECT_EQ(program.session.view.draw.clip.axis, (axis + 1) % 3);
    program.press('V');
    EXPECT_FALSE(program.session.view.draw.clip.on);
    EXPECT_EQ(program.state.find("clip handle"), nullptr);
    program.press('C', app::key::shift);
    program.press('G', app::key::shift);
    EXPECT_TRUE(program.session.view.draw.columns && program.session.view.draw.of_all);
}

TEST(Clip, another_scene_starts_whole) {
    Program program(1280, 720);
    program.press('V');
    program.press(app::key::page_down);
    EXPECT_FALSE(program.session.view.draw.clip.on);
}

TEST(Clip, the_mouse_drags_its_handle_and_nothing_else) {
    Program program(1280, 720);
    program.press('V');
    const app::UiState::Item* item = program.state.find("clip handle");
    ASSERT_NE(item, nullptr);
    const double x = double(item->min.x + item->max.x) / 2, y = double(item->min.y + item->max.y) / 2;
    const app::Camera camera = program.session.view.camera;
    const float before = program.session.view.draw.clip.at_m;
    program.send({move_to(x, y), button(0, true)});
    program.send({move_to(x + 30, y + 5), move_to(x + 60, y + 20)});
    const float dragged = program.session.view.draw.clip.at_m;
    EXPECT_NE(dragged, before);
    program.send({button(0, false), move_to(x, y)});
    EXPECT_EQ(program.session.view.draw.clip.at_m, dragged) << "it was let go";
    EXPECT_EQ(program.session.view.camera, camera);

    item = program.state.find("clip handle");
    ASSERT_NE(item, nullptr);
    app::InputEvent wheel{app::InputEvent::scroll};
    wheel.y = 1;
    program.send({move_to(double(item->min.x) + 8, double(item->min.y) + 8)});
    program.send({wheel});
    EXPECT_NE(program.session.view.draw.clip.at_m, dragged);
    EXPECT_EQ(program.session.view.camera, camera) << "the wheel did not zoom";
    program.send({move_to(640, 300)});
    program.send({wheel});
    EXPECT_NE(program.session.view.camera, camera);
}

}  // namespace
