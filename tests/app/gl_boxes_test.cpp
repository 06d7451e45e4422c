// Bodies that are boxes: where they are seen, thin ones too, what the clip plane leaves, and that they cast shadows.
#include <vector>

#include "sim/world.h"
#include "tests/app/gl_scene_fixture.h"

namespace {

using Boxes = std::vector<sim::Box>;

const Boxes kRoom = {{{-3, -2, -3}, {3, 3, 3}}};

class GlBoxes : public GlScene {
protected:
    static std::unique_ptr<sim::World> world_of(const Boxes& boxes, bool spheres = false) {
        sim::WorldConfig config;
        config.scene.physics.gravity_m_s2 = {0, 0, 0};
        config.engine = "cpu-adaptive";
        config.broad_phase = "columns";
        config.given =
            std::make_shared<const sim::GivenStart>(sim::GivenStart{boxes, {spheres, 0.1f}, kRoom});
        auto world = sim::World::create(config);
        world->step(1);
        return world;
    }
    uint32_t id_of(const glm::vec3& place) {
        const glm::vec2 at = on_screen(place);
        return id_at(int(at.x), int(at.y));
    }
};

TEST_F(GlBoxes, cover_what_the_boxes_cover_and_not_their_spheres) {
    const auto world = world_of({{{-1, -0.2f, -1}, {1, 0.2f, 1}}, {{1.5f, -1, -1}, {2, 1, 1}}});
    draw(*world);
    EXPECT_EQ(id_of({0, 0, 1}), 0u);
    EXPECT_EQ(id_of({-0.9f, 0.1f, 1}), 0u);
    EXPECT_EQ(id_of({1.75f, 0.9f, 1}), 1u);
    EXPECT_EQ(id_of({0, 0.5f, 1}), sim::kNobody) << "in its sphere";
    EXPECT_EQ(id_of({1.2f, 0.9f, 1}), sim::kNobody) << "beside both";
    const auto spheres = world_of({{{-1, -1, -1}, {1, 1, 1}}}, true);
    draw(*spheres);
    EXPECT_EQ(id_of({0, 0, 1}), 0u);
    EXPECT_EQ(id_of({0.9f, 0.9f, 1}), sim::kNobody) << "a corner of its box";
}

TEST_F(GlBoxes, have_faces_of_their_own_light) {
    camera_.pitch_deg = 40;
    camera_.yaw_deg = 30;
    const auto world = world_of({{{-1, -1, -1}, {1, 1, 1}}});
    const app::Image image = draw(*world);
    const auto light = [&](const glm::vec3& place) {
        const glm::vec2 at = on_screen(place);
        return light_at(image, int(at.x), int(at.y));
    };
    EXPECT_EQ(id_of({0, 1, 0}), 0u);
    EXPECT_EQ(id_of({0, 0, 1}), 0u);
    EXPECT_GT(std::abs(light({0, 1, 0}) - light({0, 0, 1})), 20) << "the upper face and that in front";
    EXPECT_LT(std::abs(light({0.2f, 1, 0.2f}) - light({-0.2f, 1, 0.2f})), 20) << "one face";
}

TEST_F(GlBoxes, hide_what_is_behind_them_from_all_sides) {
    const auto world = world_of({{{-1, -1, -1}, {1, 1, 1}}, {{-0.5f, -0.5f, -0.5f}, {0.5f, 0.5f, 0.5f}}});
    for (const float pitch : {-60.0f, 0.0f, 60.0f}) {
        for (const float yaw : {0.0f, 90.0f, 180.0f, 270.0f}) {
            camera_.pitch_deg = pitch;
            camera_.yaw_deg = yaw;
            draw(*world);
            EXPECT_EQ(id_of({0, 0, 0}), 0u) << yaw << ", " << pitch;
        }
    }
}

TEST_F(GlBoxes, without_a_thickness_are_still_seen) {
    const auto world = world_of({{{-1, 0, 0}, {1, 0, 0}}, {{2, 1, 0}, {2, 1, 0}}});
    draw(*world);
    bool line = false, point = false;
    for (int y = 0; y < kHeight; ++y) {
        line |= id_at(kWidth / 2, y) == 0;
        for (int x = kWidth / 2; x < kWidth; ++x) point |= id_at(x, y) == 1;
    }
    EXPECT_TRUE(line);
    EXPECT_TRUE(point);
}

TEST_F(GlBoxes, of_the_next_frame_take_the_place_of_those_before) {
    const auto world = world_of({{{-1, -1, -1}, {1, 1, 1}}});
    draw(*world);
    EXPECT_EQ(id_of({0, 0, 1}), 0u);
    Boxes many;
    for (int k = 0; k < 50; ++k)
        many.push_back({{-2.5f + 0.1f * float(k), 1, 0}, {-2.45f + 0.1f * float(k), 2, 1}});
    world->give({many}, 1);
    world->step(1);
    draw(*world);
    EXPECT_EQ(id_of({0, 0, 1}), sim::kNobody);
    EXPECT_EQ(id_of({-2.475f, 1.5f, 1}), 0u);
    EXPECT_EQ(id_of({2.425f, 1.5f, 1}), 49u);
}

TEST_F(GlBoxes, are_cut_open_by_the_clip_plane) {
    const auto world = world_of({{{-1, -1, 0.5f}, {1, 1, 1}}, {{-1, -1, -2}, {1, 1, -1}}});
    draw(*world);
    EXPECT_EQ(id_of({0, 0, 1}), 0u);
    settings_.clip = {.on = true, .axis = 2, .at_m = 0.75f};
    draw(*world);
    EXPECT_EQ(id_of({0, 0, 0.75f}), 0u) << "its section";
    settings_.clip.at_m = 0;
    draw(*world);
    EXPECT_EQ(id_of({0, 0, -1}), 1u) << "what is behind the plane";
}

TEST_F(GlBoxes, cast_shadows_on_the_floor) {
    camera_.pitch_deg = 50;
    camera_.distance = 14;
    settings_.quality = app::Quality::low;
    const auto low = world_of({{{-0.5f, -2, -0.5f}, {0.5f, -1.9f, 0.5f}}});
    const app::Image without = draw(*low);
    const auto high = world_of({{{-0.5f, -2, -0.5f}, {0.5f, 2, 0.5f}}});
    const app::Image with = draw(*high);
    size_t darker = 0;
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x)
            darker += id_at(x, y) == sim::kNobody && light_at(with, x, y) < light_at(without, x, y) - 10;
    EXPECT_GT(darker, 100u);
}

}  // namespace
