// What the user does to the world with the mouse: the hand, throwing, gravity's arrow.
#include <gtest/gtest.h>

#include <cmath>

#include "app/view/actions/keys.h"
#include "app/view/touch/hand_control.h"
#include "app/view/touch/throw_control.h"
#include "app/view/touch/touch.h"
#include "app/view/touch/vectors.h"
#include "tests/app/ui_program.h"

namespace {

using ui_program::button;
using ui_program::move_to;
using ui_program::Program;

constexpr glm::vec2 kView{800, 600};

app::Camera camera_from(float yaw_deg) {
    return {.target = {1, 2, 3}, .distance = 25, .yaw_deg = yaw_deg, .pitch_deg = 25};
}

TEST(Touch, a_ray_goes_through_what_is_seen_at_its_pixel) {
    for (const float yaw_deg : {0.0f, 70.0f, 200.0f}) {
        const app::Camera camera = camera_from(yaw_deg);
        const glm::mat4 to_clip = camera.projection(kView.x / kView.y) * camera.view();
        for (const glm::vec2 at : {glm::vec2(400, 300), glm::vec2(90, 30), glm::vec2(700, 555)}) {
            const app::Ray ray = app::ray_through(camera, at, kView);
            const glm::vec3 place = app::at_depth(camera, ray, 17);
            EXPECT_NEAR(app::depth_of(camera, place), 17, 1e-3);
            const glm::vec4 seen = to_clip * glm::vec4(place, 1);
            EXPECT_NEAR((0.5f + 0.5f * seen.x / seen.w) * kView.x, at.x, 0.05);
            EXPECT_NEAR((0.5f - 0.5f * seen.y / seen.w) * kView.y, at.y, 0.05);
        }
    }
}

TEST(Touch, a_body_that_turns_is_gripped_in_its_own_axes) {
    const float half = std::sqrt(0.5f);
    app::HeldBody body{1, {5, 0, 0}, 2, 1};
    const app::Ray ray{{5, 1, 10}, {0, 0, -1}};
    const sim::Vec3 plain = app::grip_on(body, ray);
    EXPECT_NEAR(plain.y, 1, 1e-5);
    EXPECT_NEAR(plain.z, std::sqrt(3.0f), 1e-5);
    body.turns = true;
    body.orientation = {half, 0, 0, half};  // a quarter turn about z: its x is the world's y
    const sim::Vec3 own = app::grip_on(body, ray);
    EXPECT_NEAR(own.x, 1, 1e-5);
    EXPECT_NEAR(own.y, 0, 1e-5);
    const sim::Vec3 place = app::grip_in_world(body, own);
    EXPECT_NEAR(place.x, 5, 1e-5);
    EXPECT_NEAR(place.y, 1, 1e-5);

    const app::Ray beside{{5, 9, 10}, {0, 0, -1}};
    EXPECT_NEAR(sim::length(app::grip_on(body, beside)), 2, 1e-5)
        << "the nearest point of a body that was missed";
}

TEST(Touch, a_mesh_is_gripped_on_its_surface) {
    sim::SceneShape shape;
    shape.mesh.vertices = {{-1, -1, 3}, {5, -1, 3}, {-1, 5, 3}, {-1, -1, 1}, {5, -1, 1}, {-1, 5, 1}};
    shape.mesh.triangles = {{0, 1, 2}, {3, 4, 5}};
    shape.shape.mesh_centre = {0, 0, 1};
    shape.shape.mesh_scale = 0.5f;
    app::HeldBody body{1, {10, 0, 0}, 9, 1};
    body.turns = true;
    body.shape = &shape;
    const sim::Vec3 grip = app::grip_on(body, {{10.5f, 0.25f, 20}, {0, 0, -1}});
    EXPECT_NEAR(grip.x, 0.5, 1e-5);
    EXPECT_NEAR(grip.y, 0.25, 1e-5);
    EXPECT_NEAR(grip.z, 1, 1e-5) << "the nearer of two faces";
}

sim::Snapshot crowd() {
    sim::Snapshot state;
    for (int k = 0; k < 500; ++k)
        state.bodies.push_back(
            {{float(k % 10), float(k / 10 % 10), float(k / 100)}, 0.4f, {0, 0, 0}, 3, {0, 0, 0}, 0});
    state.container = {{-1, -1, -1}, {11, 11, 30}};
    return state;
}

TEST(Touch, thrown_bodies_begin_in_the_container_and_touch_nobody) {
    const sim::Snapshot state = crowd();
    app::ThrowSettings settings;
    settings.speed_m_s = 7;
    const app::Ray ray{{5, 5, 60}, {0, 0, -1}};
    const app::PlannedThrow planned = app::plan_throw(state, false, ray, settings, 32);
    ASSERT_EQ(planned.bodies.size(), 32u);
    EXPECT_TRUE(planned.from_wall) << "the eye is outside";
    for (size_t k = 0; k < 32; ++k) {
        const sim::ThrownBody& body = planned.bodies[k];
        EXPECT_FLOAT_EQ(body.radius_m, 0.8f);
        EXPECT_FLOAT_EQ(body.mass_kg, 24) << "of the others' density";
        EXPECT_NEAR(sim::length(body.velocity_m_s), 7, 1e-4);
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_GE(body.position_m[axis], state.container.min_m[axis] + 0.79f);
            EXPECT_LE(body.position_m[axis], state.container.max_m[axis] - 0.79f);
        }
        for (const sim::Body& other : state.bodies)
            EXPECT_GT(sim::length(other.position_m - body.position_m), 1.2f);
        for (size_t other = 0; other < k; ++other)
            EXPECT_GT(sim::length(planned.bodies[other].position_m - body.position_m), 1.6f);
    }
    // From inside, and past bodies that are in the way.
    const app::PlannedThrow inside = app::plan_throw(state, false, {{5, 5, 3}, {0, 0, 1}}, settings, 1);
    EXPECT_FALSE(inside.from_wall);
    EXPECT_GE(inside.bodies[0].position_m.z, 5.19f);
    const app::PlannedThrow among = app::plan_throw(state, false, {{5, 5, 0}, {0, 0, 1}}, settings, 1);
    for (const sim::Body& other : state.bodies)
        EXPECT_GE(sim::length(other.position_m - among.bodies[0].position_m), 1.2f);
    EXPECT_NEAR(among.bodies[0].position_m.z, 5.2f, 0.01f) << "behind the last body, no further";
    // Past the container: from its nearest place.
    const app::PlannedThrow past = app::plan_throw(state, false, {{50, 5, 5}, {0, 0, -1}}, settings, 1);
    EXPECT_NEAR(past.bodies[0].position_m.x, 11 - 0.8f, 1e-4);
}

TEST(Touch, of_a_scene_with_meshes_its_own_are_thrown) {
    sim::Snapshot state = crowd();
    state.rotations.resize(state.bodies.size());
    for (size_t k = 0; k < state.bodies.size(); ++k) {
        state.rotations[k].shape = k % 2;
        state.bodies[k].radius_m = k % 2 ? 0.5f : 0.3f;
    }
    state.bodies[0].mass_kg = sim::kDrivenMass;
    const app::PlannedThrow planned = app::plan_throw(state, true, {{5, 5, 60}, {0, 0, -1}}, {}, 4);
    uint32_t shapes[2] = {0, 0};
    for (const sim::ThrownBody& body : planned.bodies) {
        ++shapes[body.shape];
        EXPECT_EQ(body.radius_m, body.shape ? 0.5f : 0.3f);
        EXPECT_EQ(body.mass_kg, 3);
    }
    EXPECT_EQ(shapes[0], 2u);
    EXPECT_EQ(shapes[1], 2u);
}

TEST(Touch, the_gravity_arrow_points_where_it_is_dragged) {
    app::Camera camera = camera_from(0);
    camera.pitch_deg = 0;
    const sim::Vec3 right = app::tilted({0, -9, 0}, camera, {2, 0});
    EXPECT_NEAR(right.x, 9, 1e-4);
    EXPECT_NEAR(right.y, 0, 1e-4);
    const sim::Vec3 away = app::tilted({0, -8, -4}, camera, {0, -0.5f});
    EXPECT_NEAR(sim::length(away), std::sqrt(80.0f), 1e-4);
    EXPECT_LT(away.z, -7) << "it was behind the picture, and stays there";
    EXPECT_EQ(app::tilted({1, -9, 0}, camera, {0.02f, -1}).x, 0) << "straight down is easy to find";
}

/// Draws nothing, and sees a body in the left half of the view.
class SeesBodies : public app::SceneRenderer {
public:
    SeesBodies() { status_.software_gl = true; }
    void draw(sim::World&, const app::Camera&, const app::DrawSettings&, unsigned,
              const app::SubPicture*) override {}
    uint32_t pick(int x, int) override { return x < 640 ? 17 : sim::kNobody; }
    std::optional<app::SeenBody> look(int, int) override { return std::nullopt; }
    const app::InteropStatus& status() const override { return status_; }
    const app::DrawReport& drawn() const override { return drawn_; }
    app::MemoryList memory() const override { return {}; }

private:
    app::InteropStatus status_;
    app::DrawReport drawn_;
};

TEST(Touch, a_drag_on_a_body_pulls_it_and_beside_bodies_turns_the_view) {
    SeesBodies scene;
    Program program(1280, 720, 1, fake::create, &scene);
    const app::Camera before = program.session.view.camera;
    const auto hand = [&] { return fake::of(program.session).hand; };
    program.send({move_to(500, 180), button(0, true)});
    EXPECT_EQ(hand().kind, sim::Hand::away) << "it may be a click";
    program.send({move_to(520, 170)});
    ASSERT_EQ(hand().kind, sim::Hand::pulls);
    EXPECT_EQ(hand().id, 17u);
    EXPECT_EQ(program.session.view.draw.selected, 17u);
    program.send({move_to(540, 150)});
    const sim::Vec3 high = hand().target_m;
    program.send({move_to(540, 165)});
    EXPECT_LT(hand().target_m.y, high.y);
    const float depth = app::depth_of(before, app::to_glm(hand().target_m));
    app::InputEvent wheel{app::InputEvent::scroll};
    wheel.y = -2;
    program.send({wheel});
    EXPECT_LT(app::depth_of(before, app::to_glm(hand().target_m)), depth) << "nearer";
    EXPECT_EQ(program.session.view.camera, before);
    program.save("touch");
    program.send({button(0, false)});
    EXPECT_EQ(hand().kind, sim::Hand::away);
    EXPECT_EQ(program.session.simulation.run().events().size(), 1u) << "no step knew of where it was before";

    program.send({move_to(800, 300), button(0, true)});
    program.send({move_to(830, 310)});
    EXPECT_EQ(hand().kind, sim::Hand::away);
    EXPECT_NE(program.session.view.camera, before);
    program.send({button(0, false)});

    program.session.view.select(3);
    program.send({move_to(500, 300), button(0, true), button(0, false)});
    EXPECT_EQ(program.session.view.draw.selected, 17u) << "a click selects";
}

TEST(Touch, hand_mode_pushes_and_ctrl_wheel_resizes_it) {
    SeesBodies scene;
    Program program(1280, 720, 1, fake::create, &scene);
    program.press('N');
    program.send({move_to(660, 200), button(0, true)});
    const float radius = fake::of(program.session).hand.radius_m;
    EXPECT_EQ(fake::of(program.session).hand.kind, sim::Hand::pushes);
    EXPECT_GT(radius, 0);
    const sim::Vec3 from = fake::of(program.session).hand.target_m;
    for (int k = 0; k < 4; ++k) {
        program.context.events = {move_to(655 - 8 * k, 200)};
        program.run_steps(1);
    }
    program.run_steps(1);
    const sim::Hand hand = fake::of(program.session).hand;
    const sim::Vec3 way = hand.target_m - from;
    int along = 0;
    for (const sim::Event& event : program.session.simulation.run().events())
        along += sim::dot(way, std::get<sim::Hand>(event.what).velocity_m_s) > 0;
    EXPECT_GT(along, 0) << "it moves as the mouse does";
    EXPECT_EQ(sim::length(hand.velocity_m_s), 0) << "and rests as it does";
    app::InputEvent wheel{app::InputEvent::scroll};
    wheel.y = 1;
    program.send({ui_program::key_event(app::key::left_control, true, app::key::control), wheel});
    EXPECT_GT(fake::of(program.session).hand.radius_m, radius);
    program.send({ui_program::key_event(app::key::left_control, false), button(0, false)});
    EXPECT_EQ(fake::of(program.session).hand.kind, sim::Hand::away);
}

TEST(Touch, the_arrow_in_the_corner_tilts_gravity) {
    Program program(800, 450);
    const app::UiState::Item* arrow = program.state.find("gravity arrow");
    ASSERT_NE(arrow, nullptr);
    const double x = double(arrow->min.x + arrow->max.x) / 2, y = double(arrow->min.y + arrow->max.y) / 2;
    const app::Camera camera = program.session.view.camera;
    program.send({move_to(x, y + 5), button(0, true)});
    program.send({move_to(x + 15, y + 10)});
    program.send({move_to(x + 30, y)});
    program.send({button(0, false)});
    const sim::Vec3 gravity = program.session.simulation.physics().gravity_m_s2;
    EXPECT_NEAR(sim::length(gravity), 9.81, 1e-3);
    EXPECT_NEAR(gravity.y, 0, 0.1) << "to the right of the picture";
    EXPECT_EQ(program.session.simulation.run().events().size(), 1u);
    EXPECT_EQ(program.session.view.camera, camera) << "the view is not turned";
    program.save("tilted");
    program.click("reset tilt");
    EXPECT_EQ(program.session.simulation.physics().gravity_m_s2.x, 0);
    EXPECT_EQ(program.session.simulation.physics().gravity_m_s2.y, -9.81f);
}

TEST(Touch, keys_throw_bodies_in_and_a_restart_is_without_them) {
    Program program(800, 450);
    program.press('B');
    EXPECT_EQ(program.session.simulation.config().bodies, 257u);
    program.press('B', app::key::shift);
    EXPECT_EQ(program.session.simulation.config().bodies, 289u);
    EXPECT_EQ(program.session.simulation.thrown(), 33u);
    program.press('R');
    EXPECT_EQ(program.session.simulation.config().bodies, 256u);
    EXPECT_EQ(program.session.simulation.thrown(), 0u);
}

TEST(Touch, where_there_is_no_memory_for_thrown_bodies_the_world_goes_on) {
    bool full = false;
    Program program(800, 450, 1, [&](const sim::WorldConfig& config, const sim::Snapshot* from) {
        if (full && from && from->bodies.size() > 256) throw sort::OverLimit("7 GB requested, 5 GB there");
        return fake::create(config, from);
    });
    full = true;
    fake::of(program.session).held_bytes = 256000;  // giving it back might make room
    program.press('.');
    program.press('B');
    EXPECT_EQ(program.session.simulation.config().bodies, 256u);
    EXPECT_EQ(program.session.simulation.world().bodies().count, 256u);
    EXPECT_NE(program.session.messages.newest().find("7 GB requested"), std::string::npos)
        << program.session.messages.newest();
    EXPECT_TRUE(program.session.simulation.run().events().empty());
    program.press('.');
    EXPECT_EQ(program.session.simulation.run().step(), 2u);
}

TEST(Touch, a_hand_stays_in_the_world_that_comes_back_when_a_throw_found_no_memory) {
    SeesBodies scene;
    bool full = false;
    const auto create = [&](const sim::WorldConfig& config, const sim::Snapshot* from) {
        if (full && from && from->bodies.size() > 256) throw sort::OverLimit("7 GB requested, 5 GB there");
        return fake::create(config, from);
    };
    Program program(1280, 720, 1, create, &scene);
    program.send({move_to(500, 180), button(0, true)});
    program.send({move_to(540, 150)});
    ASSERT_EQ(fake::of(program.session).hand.kind, sim::Hand::pulls);
    full = true;
    fake::of(program.session).held_bytes = 256000;  // giving it back might make room
    program.press('.');
    program.press('B');
    EXPECT_NE(program.session.messages.newest().find("7 GB requested"), std::string::npos)
        << program.session.messages.newest();
    EXPECT_EQ(fake::of(program.session).hand.kind, sim::Hand::pulls);
    EXPECT_EQ(program.session.simulation.run().hand().kind, sim::Hand::pulls);
}

TEST(Touch, a_hand_goes_away_when_what_its_release_belonged_to_is_forgotten) {
    SeesBodies scene;
    Program program(1280, 720, 1, fake::create, &scene);
    program.send({move_to(500, 180), button(0, true)});
    program.send({move_to(540, 150)});
    for (int k = 0; k < 3; ++k) program.press('.');
    program.send({button(0, false)});
    program.press('.');
    for (int k = 0; k < 2; ++k) program.press(',');
    EXPECT_EQ(fake::of(program.session).hand.kind, sim::Hand::pulls) << "as it was at that step";
    program.press('B');
    program.press('.');
    EXPECT_EQ(fake::of(program.session).hand.kind, sim::Hand::away);
    EXPECT_EQ(program.session.simulation.run().hand().kind, sim::Hand::away);
}

TEST(Touch, a_keyframe_of_the_camera_is_set_and_taken_away_by_a_key) {
    Program program(800, 450);
    const auto& keys = program.session.view.camera_keys;
    program.press('K', app::key::control);
    program.press('.');
    program.press('K', app::key::control);
    ASSERT_EQ(keys.size(), 2u);
    EXPECT_EQ(keys[0].step, 0u);
    EXPECT_EQ(keys[1].step, 1u);
    EXPECT_FLOAT_EQ(keys[1].at.distance_m, program.session.view.camera.distance);
    program.press('K', app::key::control);
    EXPECT_EQ(keys.size(), 1u);
    program.press('R');
    EXPECT_TRUE(keys.empty()) << "they are of the run that has ended";
}

TEST(Touch, a_hand_is_as_quick_as_the_time_step_allows_and_as_strong_as_the_bodies_need) {
    sim::Physics physics;
    physics.gravity_m_s2 = {0, -10, 0};
    const auto hand = [&](sim::Vec3 size, float time_step_s) {
        physics.time_step_s = time_step_s;
        return app::hand_for(physics, {{1, 1, 1}, sim::Vec3{1, 1, 1} + size});
    };
    EXPECT_EQ(hand({9, 9, 9}, 0.002f).kind, sim::Hand::away);
    EXPECT_FLOAT_EQ(hand({9, 9, 9}, 0.01f).rate_1_s, 8) << "0.08 per step";
    EXPECT_FLOAT_EQ(hand({9, 9, 9}, 0.002f).rate_1_s, 25) << "the most";
    for (const sim::Vec3& size : {sim::Vec3{40, 60, 80}, sim::Vec3{60, 40, 80}, sim::Vec3{80, 60, 40}}) {
        EXPECT_FLOAT_EQ(hand(size, 0.01f).most_m_s2, 1000) << "25 of the shortest side, 40 m";
        EXPECT_FLOAT_EQ(app::hand_radius_m(0.25f, {{0, 0, 0}, size}), 10);
    }
    EXPECT_FLOAT_EQ(hand({2, 60, 80}, 0.01f).most_m_s2, 500) << "50 times gravity";
    physics.gravity_m_s2 = {0, 0, 0};
    EXPECT_FLOAT_EQ(hand({2, 60, 80}, 0.01f).most_m_s2, 50);
}

}  // namespace
