// The camera: where it starts, how it follows the bodies and its path, what the wheel leaves in place, what its
// planes cut off.
#include <gtest/gtest.h>

#include <cmath>

#include "app/base/errors.h"
#include "app/view/session/auto_framing.h"
#include "tests/app/ui_fake_world.h"

namespace {

using app::AutoFraming;
using app::Camera;
using app::CameraPath;
using app::CameraPreset;

const sim::Container kBasin = {{-50, 0, -20}, {50, 60, 20}};
const sim::Container kHeap = {{-50, 0, -20}, {-20, 15, 20}};
constexpr float kWide = 16.0f / 9;

/// The place on the screen, -1 to 1.
glm::vec2 seen_at(const Camera& camera, const glm::vec3& point, float aspect = kWide) {
    const glm::vec4 clip = camera.projection(aspect) * camera.view() * glm::vec4(point, 1);
    return glm::vec2(clip) / clip.w;
}

float largest_part(const Camera& camera, const sim::Container& box, float aspect = kWide) {
    float most = 0;
    for (int i = 0; i < 8; ++i) {
        const glm::vec2 at = seen_at(camera,
                                     {i & 1 ? box.max_m.x : box.min_m.x, i & 2 ? box.max_m.y : box.min_m.y,
                                      i & 4 ? box.max_m.z : box.min_m.z},
                                     aspect);
        most = std::max({most, std::fabs(at.x), std::fabs(at.y)});
    }
    return most;
}

TEST(AutoFraming, fits_the_bodies_and_a_little_of_the_container) {
    AutoFraming framing;
    const Camera far = framing.goal(kBasin, kWide);
    framing.see(kHeap, 0);
    const Camera near = framing.goal(kBasin, kWide);
    EXPECT_LT(near.distance, 0.7f * far.distance);
    const float part = largest_part(near, kHeap);
    EXPECT_LT(part, 0.94f) << "all bodies are in view";
    EXPECT_GT(part, 0.6f) << "and large";
    EXPECT_FLOAT_EQ(near.fov_deg, 32);
}

TEST(AutoFraming, what_spreads_is_in_view_at_once_and_what_gathers_later) {
    AutoFraming framing;
    framing.see(kHeap, 0);
    const float before = framing.goal(kBasin, kWide).distance;
    framing.see(kBasin, 0.1);
    const float wide = framing.goal(kBasin, kWide).distance;
    EXPECT_GT(wide, 1.3f * before);
    framing.see(kHeap, 0.1);
    EXPECT_GT(framing.goal(kBasin, kWide).distance, 0.95f * wide) << "a splash does not make the camera nod";
    for (int k = 0; k < 300; ++k) framing.see(kHeap, 0.1);
    EXPECT_NEAR(framing.goal(kBasin, kWide).distance, before, 0.01f * before);
}

TEST(AutoFraming, eases_over_about_a_second_without_jumps_and_arrives) {
    AutoFraming framing;
    Camera camera = framing.goal(kBasin, kWide);
    framing.see(kHeap, 0);
    const Camera goal = framing.goal(kBasin, kWide);
    const float way = camera.distance - goal.distance;
    for (int frame = 1; frame <= 60; ++frame) {
        const Camera next = app::eased(camera, goal, 1 / 60.0);
        EXPECT_LT(camera.distance - next.distance, 0.1f * way) << frame;
        camera = next;
    }
    EXPECT_NEAR(camera.distance, goal.distance, 0.06f * way);
    for (int frame = 0; frame < 300; ++frame) camera = app::eased(camera, goal, 1 / 60.0);
    EXPECT_EQ(camera, goal) << "a picture at rest does not change any more";
}

TEST(AutoFraming, what_a_scene_file_states_is_kept) {
    AutoFraming framing;
    framing.start.target_m = {1, 2, 3};
    framing.start.distance_m = 25;
    const Camera stated = framing.goal(kBasin, kWide);
    framing.see(kHeap, 0);
    EXPECT_EQ(framing.goal(kBasin, kWide), stated);
    EXPECT_EQ(stated.distance, 25);
}

/// Of points, most of which lie within 5 m; some are far away.
AutoFraming of_points() {
    AutoFraming framing;
    framing.points = true;
    framing.start.target_m = {1, 2, 3};
    framing.start.distance_m = 17;
    framing.see({{-900, -900, -900}, {900, 2000, 900}}, 0);
    return framing;
}

TEST(AutoFraming, of_points_presets_and_paths_keep_what_the_scene_states) {
    AutoFraming framing = of_points();
    for (const auto preset :
         {CameraPreset::start, CameraPreset::front, CameraPreset::above, CameraPreset::near})
        for (const auto path : {CameraPath::none, CameraPath::orbit, CameraPath::fly}) {
            framing.preset = preset;
            framing.path = path;
            framing.path_time_s = 3;
            const Camera camera = framing.goal(kBasin, kWide);
            EXPECT_EQ(camera.target, glm::vec3(1, 2, 3)) << app::kCameraPresetNames[int(preset)];
            const float part = preset == CameraPreset::near ? 0.5f : 1;
            if (path != CameraPath::fly) {
                EXPECT_EQ(camera.distance, part * 17) << app::kCameraPresetNames[int(preset)];
            }
            EXPECT_LT(camera.distance, part * 17 * 1.2f);
        }
}

TEST(AutoFraming, of_points_angles_alone_leave_distance_and_target) {
    AutoFraming framing = of_points();
    framing.state(*app::parse_camera("-20,45").start);
    EXPECT_EQ(framing.goal(kBasin, kWide).distance, 17);
    EXPECT_EQ(framing.goal(kBasin, kWide).target, glm::vec3(1, 2, 3));
    framing.state(*app::parse_camera("-20,45,6").start);
    EXPECT_EQ(framing.goal(kBasin, kWide).distance, 6);
    EXPECT_EQ(framing.goal(kBasin, kWide).target, glm::vec3(1, 2, 3));
}

TEST(AutoFraming, a_distance_for_fewer_bodies_is_fitted) {
    AutoFraming framing = of_points();
    framing.forget();
    framing.see(kHeap, 0);
    framing.bodies_stated = 2;
    framing.bodies_there = 2;
    EXPECT_EQ(framing.goal(kBasin, kWide).distance, 17);
    framing.bodies_there = 40;
    EXPECT_GT(framing.goal(kBasin, kWide).distance, 30);
    EXPECT_LT(largest_part(framing.goal(kBasin, kWide), kHeap), 0.94f);
    framing.state(*app::parse_camera("0,10,6").start);
    EXPECT_EQ(framing.goal(kBasin, kWide).distance, 6) << "what was asked for is kept";
}

TEST(AutoFraming, presets_look_from_where_their_names_say) {
    AutoFraming framing;
    framing.see(kHeap, 0);
    const auto goal = [&](CameraPreset preset) {
        framing.preset = preset;
        return framing.goal(kBasin, kWide);
    };
    const glm::vec3 front =
        glm::normalize(goal(CameraPreset::front).position() - goal(CameraPreset::front).target);
    EXPECT_GT(front.z, 0.98f);
    const glm::vec3 above =
        glm::normalize(goal(CameraPreset::above).position() - goal(CameraPreset::above).target);
    EXPECT_GT(above.y, 0.95f);
    EXPECT_LT(goal(CameraPreset::near).distance, 0.7f * goal(CameraPreset::start).distance);
    framing.start.pitch_deg = 30;
    EXPECT_GT(goal(CameraPreset::near).pitch_deg, 20) << "over hills";
    for (const auto preset : {CameraPreset::start, CameraPreset::front, CameraPreset::above})
        EXPECT_LT(largest_part(goal(preset), kHeap), 0.94f) << app::kCameraPresetNames[int(preset)];
}

TEST(AutoFraming, from_above_the_eye_is_over_all_bodies_of_a_tall_box) {
    const sim::Container tall = {{-2, 0, -2}, {2, 30, 2}};
    AutoFraming framing;
    framing.see(tall, 0);
    framing.preset = CameraPreset::above;
    const app::Camera above = framing.goal(tall, kWide);
    EXPECT_GT(above.position().y, 30);
    EXPECT_LT(largest_part(above, tall), 0.94f);
    framing.preset = CameraPreset::start;
    EXPECT_LT(framing.goal(tall, kWide).target.y, 8) << "else its lowest part, from not so far";
}

TEST(AutoFraming, an_orbit_closes_keeps_its_distance_and_all_bodies_in_view) {
    AutoFraming framing;
    framing.see(kHeap, 0);
    framing.path = CameraPath::orbit;
    framing.path_length_s = 20;
    const Camera first = framing.goal(kBasin, kWide);
    Camera before = first;
    for (int k = 1; k <= 200; ++k) {
        framing.path_time_s = 0.1 * k;
        const Camera camera = framing.goal(kBasin, kWide);
        EXPECT_EQ(camera.distance, first.distance);
        EXPECT_EQ(camera.target, first.target);
        EXPECT_NEAR(std::remainder(camera.yaw_deg - before.yaw_deg, 360.0f), 1.8f, 0.01f);
        EXPECT_LT(largest_part(camera, kHeap), 0.96f) << k;
        before = camera;
    }
    EXPECT_NEAR(std::remainder(before.yaw_deg - first.yaw_deg, 360.0f), 0, 0.01f);

    framing.path_length_s = 1;  // too short for a whole turn that one can look at
    framing.path_time_s = 1;
    EXPECT_NEAR(std::remainder(framing.goal(kBasin, kWide).yaw_deg - first.yaw_deg, 360.0f), 30, 0.01f);
}

TEST(AutoFraming, a_flight_comes_nearer_without_jumps) {
    AutoFraming framing;
    framing.see(kHeap, 0);
    framing.path = CameraPath::fly;
    framing.path_length_s = 10;
    const Camera first = framing.goal(kBasin, kWide);
    Camera before = first;
    for (int frame = 1; frame <= 600; ++frame) {
        framing.path_time_s = frame / 60.0;
        const Camera camera = framing.goal(kBasin, kWide);
        EXPECT_LT(glm::length(camera.position() - before.position()), 0.01f * first.distance) << frame;
        before = camera;
    }
    EXPECT_LT(before.distance, 0.65f * first.distance);
    EXPECT_GT(std::fabs(before.yaw_deg - first.yaw_deg), 30);
}

TEST(CameraChoice, reads_names_and_numbers_and_refuses_the_rest) {
    EXPECT_EQ(app::parse_camera("above").preset, CameraPreset::above);
    const sim::CameraStart two = *app::parse_camera("-20,45").start;
    EXPECT_EQ(two.yaw_deg, -20);
    EXPECT_EQ(two.pitch_deg, 45);
    EXPECT_EQ(two.distance_m, 0);
    const sim::CameraStart three = *app::parse_camera("0,10,30").start;
    EXPECT_EQ(three.distance_m, 30);
    EXPECT_TRUE(three.at_bodies);
    const sim::CameraStart six = *app::parse_camera("0,10,30,1,2.5,-3").start;
    EXPECT_FALSE(six.at_bodies);
    EXPECT_EQ(six.target_m.y, 2.5f);
    for (const char* wrong :
         {"", "abov", "1", "1,2,3,4", "1,,2", "1,90", "361,0", "1,2,-3", "1,nan", "1,2,3,4,5,6,7",
          "0,10,1e30", "0,10,1e-30", "0,10,30,1e30,0,0", "0,10,30,0,-2e6,0", "1e30,0"})
        EXPECT_THROW(app::parse_camera(wrong), app::BadUsage) << wrong;
}

TEST(CameraZoom, what_is_under_the_pointer_stays_there) {
    Camera camera;
    camera.target = {1, 2, 3};
    const glm::vec2 pointer(0.9f, -0.4f);  // in halves of the height
    // The point at the target's depth that the pointer is over.
    const glm::mat4 back = glm::inverse(camera.projection(kWide) * camera.view());
    const glm::vec4 middle = camera.projection(kWide) * camera.view() * glm::vec4(camera.target, 1);
    const glm::vec4 there = back * glm::vec4(pointer.x / kWide, pointer.y, middle.z / middle.w, 1);
    const glm::vec3 point = glm::vec3(there) / there.w;
    for (const float notches : {3.0f, -5.0f, 1.5f}) {
        camera.zoom(notches, pointer);
        EXPECT_NEAR(seen_at(camera, point).x, pointer.x / kWide, 1e-3);
        EXPECT_NEAR(seen_at(camera, point).y, pointer.y, 1e-3);
    }
}

/// Whether two cameras see the same, but for the rounding of some dozens of notches.
void expect_same(const Camera& a, const Camera& b) {
    EXPECT_NEAR(a.distance / b.distance, 1, 1e-4);
    EXPECT_LT(glm::length(a.target - b.target), 1e-3f * b.distance);
    EXPECT_EQ(a.pitch_deg, b.pitch_deg);
}

TEST(CameraZoom, at_a_limit_nothing_moves_and_as_many_notches_lead_back) {
    const app::CameraRange range{.farthest_m = 240};
    for (const glm::vec2 pointer : {glm::vec2(0), glm::vec2(-0.6f, 0.3f), glm::vec2(1.7f, -1)}) {
        for (const float notch : {-1.0f, 1.0f, -0.25f, -3.0f}) {
            for (const float pitch : {20.0f, 89.0f, -40.0f}) {
                Camera start;
                start.target = {1, 2, 3};
                start.distance = 20;
                start.pitch_deg = pitch;
                for (int k = 0; k < 9; ++k) start.pan(-200, 50, 400, range);  // away from the middle
                Camera camera = start;
                int effective = 0;
                for (int k = 0; k < 400; ++k) {
                    const Camera before = camera;
                    camera.zoom(notch, pointer, range);
                    if (camera == before) continue;
                    EXPECT_LE(camera.distance, range.farthest_m);
                    ++effective;
                }
                const Camera at_limit = camera;
                camera.zoom(notch, pointer, range);
                EXPECT_EQ(camera, at_limit);
                if (std::fabs(notch) > 1) continue;  // the last one was done in part
                for (int k = 0; k < effective; ++k) camera.zoom(-notch, pointer, range);
                expect_same(camera, start);
            }
        }
    }
}

TEST(CameraZoom, out_at_one_side_and_in_at_another_keeps_the_scene_within_reach) {
    const app::CameraRange range{.farthest_m = 100};
    Camera camera;
    for (int k = 0; k < 300; ++k) {
        for (int n = 0; n < 40; ++n) camera.zoom(-1, {-1.7f, 0.9f}, range);
        for (int n = 0; n < 30; ++n) camera.zoom(1, {1.7f, -0.9f}, range);
        EXPECT_LE(glm::length(camera.target), range.farthest_m * 1.01f);
    }
    for (int k = 0; k < 5000; ++k) camera.pan(300, 200, 400, range);
    EXPECT_LE(glm::length(camera.target), range.farthest_m * 1.01f);
    camera.pan(-3, -2, 400, range);
    EXPECT_LE(camera.distance, range.farthest_m);
}

TEST(CameraZoom, in_never_leaves_the_scene_behind) {
    const sim::Container box = {{-5, 0, -3}, {5, 4, 3}};
    const app::CameraRange range{.farthest_m = 120, .scene = box};
    for (const float pitch : {5.0f, 20.0f, 60.0f, 89.0f}) {
        for (const glm::vec2 pointer : {glm::vec2(-0.6f, -0.8f), glm::vec2(0, 0.9f), glm::vec2(1.5f, 0)}) {
            Camera camera;
            camera.target = {0, 2, 0};
            camera.distance = 18;
            camera.yaw_deg =
                0;  // beside a corner of a turned box it may be lost: the box is tested side by side
            camera.pitch_deg = pitch;
            for (int k = 0; k < 38; ++k) camera.zoom(-1, pointer, range);
            for (int k = 0; k < 78; ++k) camera.zoom(1, pointer, range);
            EXPECT_GE(camera.position().y, box.min_m.y);
            // Some point of the box is in the picture, or the eye is in the box.
            const glm::mat4 to_clip = camera.projection(kWide) * camera.view();
            const glm::vec3 low(-5, 0, -3), high(5, 4, 3), eye = camera.position();
            bool seen = glm::all(glm::greaterThanEqual(eye, low)) && glm::all(glm::lessThanEqual(eye, high));
            constexpr int kSide = 31;
            for (int k = 0; k < kSide * kSide * kSide && !seen; ++k) {
                const glm::vec3 part =
                    glm::vec3(k % kSide, k / kSide % kSide, k / kSide / kSide) / float(kSide - 1);
                const glm::vec4 clip = to_clip * glm::vec4(glm::mix(low, high, part), 1);
                seen = clip.w > 0 && std::fabs(clip.x) < clip.w && std::fabs(clip.y) < clip.w;
            }
            EXPECT_TRUE(seen) << pitch << " " << pointer.x << " " << pointer.y;
        }
    }
}

/// -1 is the near plane, 1 the far one.
float depth_of(const Camera& camera, const sim::Container& box, const glm::vec3& point) {
    const glm::vec4 clip = camera.projection(kWide, box) * camera.view() * glm::vec4(point, 1);
    return clip.z / clip.w;
}

TEST(CameraPlanes, cut_nothing_off_that_is_there) {
    Camera camera;
    camera.target = {0, 10, 0};
    camera.distance = 1e6f;
    EXPECT_LT(depth_of(camera, kBasin, {50, 0, -20}), 1);
    camera.distance = 0.02f;  // close to a small body
    const glm::vec3 forward = glm::normalize(camera.target - camera.position());
    EXPECT_LT(depth_of(camera, kBasin, camera.target + 1e6f * forward), 1.0000001f);

    // In the heap, with the target far behind it: a body right before the eye.
    camera.distance = 15;
    EXPECT_GT(depth_of(camera, kBasin,
                       camera.position() + 0.05f * glm::normalize(camera.target - camera.position())),
              -1);
    // Outside, as near to the wall as one likes, every corner of the view included.
    camera.yaw_deg = camera.pitch_deg = 0;
    camera.distance = 20.5f;
    const glm::vec3 corner = glm::normalize(glm::vec3(kWide * 0.2867f, 0.2867f, -1));
    const glm::vec3 at = camera.position() + corner * (0.51f / -corner.z);
    EXPECT_GT(depth_of(camera, kBasin, at), -1);
}

app::Session make_fitted() {
    const auto resolve = [](const app::Options& options) {
        sim::WorldConfig config = fake::resolve(options);
        config.scene.camera.distance_m = 0;
        return config;
    };
    return app::Session({}, resolve({}), resolve, fake::create);
}

TEST(CameraOfASession, follows_the_bodies_until_it_is_moved_by_hand) {
    app::Session session = make_fitted();
    const Camera whole = session.view.camera;
    session.view.follow(1, 0.016);
    const Camera fitted = session.view.camera;
    EXPECT_LT(fitted.distance, whole.distance) << "at once, to where the bodies are";
    session.view.camera.orbit(30, 0);
    const Camera turned = session.view.camera;
    session.simulation.step_exactly(1);
    session.view.follow(2, 0.016);
    session.view.follow(3, 0.016);
    EXPECT_EQ(session.view.camera, turned);
    session.view.reset_camera();
    EXPECT_EQ(session.view.camera, fitted);
}

TEST(CameraOfASession, of_points_is_fitted_where_there_are_more_than_the_scene_states) {
    const auto resolve = [](const app::Options& options) {
        sim::WorldConfig config = fake::resolve(options);
        config.scene.bodies = 200;
        return config;
    };
    app::ViewOptions options;
    options.scene = "stars";
    options.bodies = 200;
    app::Session session(options, resolve(options), resolve, fake::create);
    session.view.follow_exactly(0);
    EXPECT_EQ(session.view.camera.distance, 30);
    session.changes.next.bodies = 800;
    session.changes.apply();
    session.view.follow_exactly(0);
    EXPECT_GT(session.view.camera.distance, 40);
    session.changes.next.bodies = 200;
    session.changes.apply();
    EXPECT_EQ(session.view.camera.distance, 30);
}

TEST(CameraOfASession, a_picture_of_a_state_is_fitted_to_it_alone) {
    app::Session one = make_fitted(), other = make_fitted();
    one.simulation.step_exactly(5);
    one.view.follow_exactly(0);
    other.view.follow_exactly(0);
    for (int k = 0; k < 5; ++k) {
        other.simulation.step_exactly(1);
        other.view.follow_exactly(1 / 60.0);
    }
    EXPECT_EQ(one.view.camera, other.view.camera) << "the bodies of this world do not move";
}

}  // namespace
