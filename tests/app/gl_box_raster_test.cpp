// Many boxes on software GL: the backend's picture of them against GL's own, from near and far, from within, and what
// falls back to GL.
#include <cmath>
#include <vector>

#include "app/observe/box_raster.h"
#include "sim/world.h"
#include "tests/app/gl_scene_fixture.h"

namespace {

using app::Image;

constexpr app::DrawLimits kAlways{.raster_from = 1}, kNever{};  // of fewer boxes than kBoxRasterFrom

/// Boxes of all sizes up to `most_m`, long, flat and without a thickness among them.
std::vector<sim::Box> swarm(int count, float most_m) {
    std::vector<sim::Box> boxes;
    for (int i = 0; i < count; ++i) {
        const float t = float(i);
        const sim::Vec3 at = {3.8f * std::sin(t), 2.8f * std::cos(3 * t), 3.8f * std::sin(7 * t)};
        const sim::Vec3 size = {most_m * float(i % 5) / 4, most_m * float(i % 7) / 6,
                                most_m * float(i % 11) / 10};
        boxes.push_back({at, at + size});
    }
    return boxes;
}

class GlBoxRaster : public GlScene {
protected:
    void SetUp() override {
        GlScene::SetUp();
        camera_ = {};
        camera_.distance = 12;
    }

    static std::unique_ptr<sim::World> world_of(const std::vector<sim::Box>& boxes) {
        sim::WorldConfig config;
        config.scene.physics.gravity_m_s2 = {0, 0, 0};
        config.engine = "cpu-adaptive";
        config.broad_phase = "columns";
        config.given =
            std::make_shared<const sim::GivenStart>(sim::GivenStart{boxes, {}, {{{-4, -3, -4}, {4, 3, 4}}}});
        auto world = sim::World::create(config);
        world->step(1);
        return world;
    }

    struct Drawn {
        Image image;
        std::vector<uint32_t> ids;
    };
    Drawn drawn(sim::World& world, const app::DrawLimits& limits) {
        renderer_.reset();
        renderer_ = app::SceneRenderer::create("auto", "", limits);
        Drawn all{draw(world), {}};
        for (int y = 0; y < kHeight; y += 2)
            for (int x = 0; x < kWidth; x += 2) all.ids.push_back(renderer_->pick(x, y));
        return all;
    }

    /// Parts of the picture in which two ways differ: of the bodies seen, and of bytes by more than 8 levels. GL rounds
    /// corners to 1/256 of a pixel; where boxes cut each other one in so many pixels is another's.
    void expect_both_ways_agree(sim::World& world, const std::string& where, size_t one_in = 70) {
        const Drawn by_gl = drawn(world, kNever), by_backend = drawn(world, kAlways);
        size_t other_ids = 0, seen = 0, other_bytes = 0;
        for (size_t i = 0; i < by_gl.ids.size(); ++i) {
            other_ids += by_gl.ids[i] != by_backend.ids[i];
            seen += by_gl.ids[i] != sim::kNobody;
        }
        for (size_t i = 0; i < by_gl.image.rgb.size(); ++i)
            other_bytes += std::abs(int(by_gl.image.rgb[i]) - int(by_backend.image.rgb[i])) > 8;
        EXPECT_GT(seen, 10u) << where;
        EXPECT_LE(other_ids, seen / one_in + 2) << where;
        EXPECT_LE(other_bytes, by_gl.image.rgb.size() / (3 * one_in)) << where;
    }
};

TEST_F(GlBoxRaster, backend_and_gl_show_the_same_boxes_at_every_distance) {
    const auto world = world_of(swarm(3000, 0.3f));
    for (const float distance : {0.05f, 0.5f, 2.0f, 5.0f, 12.0f, 60.0f}) {
        camera_.distance = distance;
        const bool hard = distance < 0.1f || distance > 50;  // many boxes cut each other, or are of a pixel
        expect_both_ways_agree(*world, "at " + std::to_string(distance), hard ? 20 : 70);
    }
}

TEST_F(GlBoxRaster, from_all_sides_along_the_axes_too) {
    const auto world = world_of(swarm(1000, 0.6f));
    for (const float pitch : {-80.0f, -30.0f, 0.0f, 45.0f, 89.0f}) {
        for (const float yaw : {0.0f, 90.0f, 200.0f}) {
            camera_.pitch_deg = pitch;
            camera_.yaw_deg = yaw;
            expect_both_ways_agree(*world, std::to_string(pitch) + ", " + std::to_string(yaw));
        }
    }
}

TEST_F(GlBoxRaster, boxes_around_the_eye_and_beside_it) {
    std::vector<sim::Box> boxes = swarm(500, 0.2f);
    boxes.push_back({{-1, -1, 11}, {1, 1, 13}});      // around the eye: not seen
    boxes.push_back({{0.5f, -1, 8}, {0.6f, 1, 14}});  // from before it to behind it
    boxes.push_back({{-9, -2, -9}, {9, -1.9f, 20}});
    const auto world = world_of(boxes);
    camera_.pitch_deg = camera_.yaw_deg = 0;
    expect_both_ways_agree(*world, "in a box");
    camera_.pitch_deg = 20;
    camera_.yaw_deg = 15;
    expect_both_ways_agree(*world, "turned");
}

TEST_F(GlBoxRaster, the_selected_body_the_overlays_and_what_is_cut_look_the_same) {
    const auto world = world_of(swarm(500, 0.5f));
    settings_.selected = 77;
    settings_.boxes = true;
    expect_both_ways_agree(*world, "with boxes");
    settings_.boxes = false;
    settings_.clip = {.on = true, .axis = 2, .at_m = 0.5f};
    expect_both_ways_agree(*world, "cut");
}

TEST_F(GlBoxRaster, shadows_are_those_of_the_boxes) {
    std::vector<sim::Box> boxes = {{{-1, 1, -1}, {1, 1.2f, 1}}, {{-4, -3, -4}, {4, -2.9f, 4}}};
    const auto world = world_of(boxes);
    camera_.pitch_deg = 50;
    settings_.quality = app::Quality::low;
    expect_both_ways_agree(*world, "low");
    settings_.quality = app::Quality::high;
    expect_both_ways_agree(*world, "high");
}

TEST_F(GlBoxRaster, two_draws_are_equal) {
    const auto world = world_of(swarm(3000, 0.3f));
    const Drawn first = drawn(*world, kAlways);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(first.image.rgb, draw(*world).rgb);
}

/// Looks along -z from a place on that axis.
app::BoxRasterView view_from(float z) {
    app::ScreenView screen{};
    for (int k = 0; k < 3; ++k) screen.turn[k][k] = 1;
    screen.turn[2][3] = -z;
    screen.width = 64, screen.height = 48;
    screen.slope_x = 1.5f, screen.slope_y = 2;
    screen.depth_scale = -1, screen.depth_shift = -0.2f;
    screen.px_per_slope = 0.5f * screen.height * screen.slope_y;
    return app::BoxRasterView::of(screen, sim::kNobody);
}

TEST(BoxRaster, a_box_has_its_depth_and_its_face_where_it_lies) {
    const app::BoxRasterView view = view_from(10);
    std::vector<uint64_t> pixels(64 * 48, app::kNobodySeen);
    app::draw_box<app::Pixels>(view, {{-1, -1, -1}, {1, 1, 1}}, 5u << app::kFaceBits, pixels.data());
    const float half_px = 1 / 9.0f * view.px_per_slope;  // of the face towards the eye
    size_t seen = 0;
    for (int y = 0; y < 48; ++y)
        for (int x = 0; x < 64; ++x) {
            const uint64_t word = pixels[size_t(y * 64 + x)];
            const bool inside = std::abs(float(x) - 31.5f) < half_px && std::abs(float(y) - 23.5f) < half_px;
            EXPECT_EQ(word != app::kNobodySeen, inside) << x << ", " << y;
            if (!inside) continue;
            ++seen;
            EXPECT_EQ(uint32_t(word), 5u << app::kFaceBits | 5) << "the high end of z";
            const float depth = app::window_depth(view, -9);
            EXPECT_NEAR(double(word >> 32), double(app::pixel_word(depth, 0) >> 32), 4);
        }
    EXPECT_EQ(seen, 100u);
}

TEST(BoxRaster, of_two_boxes_the_nearer_stays_in_either_order) {
    const app::BoxRasterView view = view_from(10);
    const sim::Box near = {{-1, -1, 2}, {1, 1, 3}}, far = {{-1, -1, -3}, {1, 1, -2}};
    for (const bool near_first : {true, false}) {
        std::vector<uint64_t> pixels(64 * 48, app::kNobodySeen);
        for (const bool is_near : {near_first, !near_first})
            app::draw_box<app::Pixels>(view, is_near ? near : far, is_near ? 8u : 16u, pixels.data());
        EXPECT_EQ(uint32_t(pixels[24 * 64 + 32]) >> app::kFaceBits, 1u);
    }
}

TEST(BoxRaster, nothing_is_seen_of_boxes_behind_the_eye_or_around_it) {
    const app::BoxRasterView view = view_from(10);
    std::vector<uint64_t> pixels(64 * 48, app::kNobodySeen);
    for (const sim::Box& box : {sim::Box{{-1, -1, 11}, {1, 1, 12}}, sim::Box{{-1, -1, 9}, {1, 1, 12}},
                                sim::Box{{-90, -1, 0}, {-89, 1, 1}}})
        app::draw_box<app::Pixels>(view, box, 0, pixels.data());
    for (const uint64_t word : pixels) ASSERT_EQ(word, app::kNobodySeen);
}

}  // namespace
