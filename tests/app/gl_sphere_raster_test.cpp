// Many small bodies: the backend's picture of them against GL's own, at every size on screen, and what must
// hold however small a body is.
#include <cmath>

#include "tests/app/gl_fake_world.h"
#include "tests/app/gl_scene_fixture.h"
#include "tests/app/observe_cpu.h"

namespace {

using app::Image;

constexpr app::DrawLimits kAlways{1, 0}, kNever{UINT32_MAX, 0};
const sim::Container kBox = {{-4, -3, -4}, {4, 3, 4}};

std::vector<FakeBody> swarm(int count, float radius) {
    std::vector<FakeBody> bodies;
    for (int i = 0; i < count; ++i) {
        const float t = float(i);
        bodies.push_back({3.8f * std::sin(t), 2.8f * std::cos(3 * t), 3.8f * std::sin(7 * t),
                          radius * (0.5f + float(i % 11) / 10), float(i % 13)});
    }
    return bodies;
}

struct Mean {
    double r = 0, g = 0, b = 0;
};

/// Over a square of 2 * half pixels in the middle.
Mean mean_in_the_middle(const Image& image, int half) {
    Mean mean;
    for (int y = kHeight / 2 - half; y < kHeight / 2 + half; ++y)
        for (int x = kWidth / 2 - half; x < kWidth / 2 + half; ++x) {
            const uint8_t* p = &image.rgb[size_t(y * image.width + x) * 3];
            mean.r += p[0];
            mean.g += p[1];
            mean.b += p[2];
        }
    const double pixels = 4.0 * half * half;
    return {mean.r / pixels, mean.g / pixels, mean.b / pixels};
}

class GlSphereRaster : public GlScene {
protected:
    void SetUp() override {
        GlScene::SetUp();
        camera_ = {};
        camera_.distance = 12;
    }

    Image draw(sim::World& world, const app::DrawLimits& limits) {
        renderer_.reset();
        renderer_ = app::SceneRenderer::create("auto", "", limits);
        return draw_again(world);
    }
    Image draw_again(sim::World& world) { return GlScene::draw(world); }

    std::vector<uint32_t> ids() {
        std::vector<uint32_t> seen;
        for (int y = 0; y < kHeight; y += 2)
            for (int x = 0; x < kWidth; x += 2) seen.push_back(renderer_->pick(x, y));
        return seen;
    }

    /// Parts of the picture in which two ways differ: of the bodies seen, and of bytes by more than 8 levels.
    void expect_both_ways_agree(sim::World& world, const std::string& where) {
        const Image by_gl = draw(world, kNever);
        const std::vector<uint32_t> gl_ids = ids();
        const Image by_backend = draw(world, kAlways);
        const std::vector<uint32_t> backend_ids = ids();
        size_t other_ids = 0, seen = 0, other_bytes = 0;
        for (size_t i = 0; i < gl_ids.size(); ++i) {
            other_ids += gl_ids[i] != backend_ids[i];
            seen += gl_ids[i] != sim::kNobody;
        }
        for (size_t i = 0; i < by_gl.rgb.size(); ++i)
            other_bytes += std::abs(int(by_gl.rgb[i]) - int(by_backend.rgb[i])) > 8;
        EXPECT_GT(seen, 10u) << where;
        EXPECT_LE(other_ids, seen / 200 + 2) << where;
        EXPECT_LE(other_bytes, by_gl.rgb.size() / 400) << where;
    }
};

TEST_F(GlSphereRaster, backend_and_gl_show_the_same_bodies_at_every_distance) {
    FakeWorld world(swarm(3000, 0.12f), {}, kBox);
    for (const float distance : {0.5f, 2.0f, 5.0f, 12.0f, 60.0f, 300.0f}) {
        camera_.distance = distance;
        expect_both_ways_agree(world, "at " + std::to_string(distance));
    }
}

TEST_F(GlSphereRaster, sizes_of_one_to_a_thousand_mix) {
    std::vector<FakeBody> bodies = swarm(2000, 0.02f);
    for (const FakeBody& giant : swarm(12, 0.9f)) bodies.push_back(giant);
    FakeWorld world(bodies, {}, kBox);
    for (const float distance : {3.0f, 12.0f}) {
        camera_.distance = distance;
        expect_both_ways_agree(world, "at " + std::to_string(distance));
    }
}

TEST_F(GlSphereRaster, every_colour_the_selected_body_and_the_overlays_look_the_same) {
    std::vector<uint32_t> pairs;
    for (uint32_t i = 0; i + 1 < 500; ++i) pairs.insert(pairs.end(), {i, i + 1});
    FakeWorld world(swarm(500, 0.2f), pairs, kBox);
    settings_.selected = 77;
    constexpr app::Colour kColours[] = {app::Colour::kind, app::Colour::rank, app::Colour::shift,
                                        app::Colour::pairs, app::Colour::speed};
    for (int k = 0; k < 5; ++k) {
        settings_.colour = kColours[k];
        settings_.boxes = k == 1;
        settings_.pairs = k == 2;
        settings_.contacts = k == 3;
        expect_both_ways_agree(world, "colour " + std::to_string(k));
    }
}

TEST_F(GlSphereRaster, a_body_of_one_pixel_is_a_pixel_of_its_colour) {
    // Its radius half a pixel, on the middle of one.
    camera_ = {.distance = 10, .yaw_deg = 0, .pitch_deg = 0};
    const double px = kHeight / 2 / std::tan(camera_.fov_deg * M_PI / 360) / 10;
    const float half = float(0.5 / px);
    FakeWorld one({{half, half, 0, half}}, {}, {{-40, -40, -40}, {40, 40, 40}});
    const Image small = draw(one, kAlways);
    EXPECT_EQ(renderer_->pick(kWidth / 2, kHeight / 2), 0u);
    FakeWorld large({{0, 0, 0, 2}}, {}, {{-40, -40, -40}, {40, 40, 40}});
    const Mean wanted = mean_in_the_middle(draw(large, kAlways), 20);
    const uint8_t* p = &small.rgb[size_t((kHeight / 2 - 1) * kWidth + kWidth / 2) * 3];
    EXPECT_GT(p[2], p[1] + 20);  // the first kind is blue
    EXPECT_GT(p[1], p[0]);
    EXPECT_NEAR(p[2], wanted.b, 60);
}

TEST_F(GlSphereRaster, near_and_far_agree_in_their_mean_colour) {
    // A wall of spheres that fills the middle of the view from every distance; its pixels only get finer.
    std::vector<FakeBody> bodies;
    for (int y = -60; y <= 60; ++y)
        for (int x = -60; x <= 60; ++x) bodies.push_back({0.1f * float(x), 0.1f * float(y), 0, 0.0708f});
    FakeWorld world(bodies, {}, {{-40, -40, -40}, {40, 40, 40}});
    settings_.colour = app::Colour::shift;  // one colour for all
    camera_ = {.distance = 4, .yaw_deg = 0, .pitch_deg = 0};
    const Mean near = mean_in_the_middle(draw(world, kAlways), 40);
    for (const float distance : {8.0f, 16.0f, 24.0f, 32.0f, 48.0f}) {
        camera_.distance = distance;
        const Mean far = mean_in_the_middle(draw_again(world), 12);
        EXPECT_NEAR(far.r, near.r, 14) << distance;
        EXPECT_NEAR(far.g, near.g, 14) << distance;
        EXPECT_NEAR(far.b, near.b, 14) << distance;
    }
}

TEST_F(GlSphereRaster, nothing_is_missing_when_bodies_are_read_in_ranges) {
    FakeWorld world(swarm(3000, 0.12f), {}, kBox);
    const Image whole = draw(world, kAlways);
    EXPECT_EQ(draw(world, {1, 256}).rgb, whole.rgb);
    EXPECT_EQ(renderer_->status().most_lines, 0u) << "and says that pairs are left out";
    const Image by_gl = draw(world, kNever);
    EXPECT_EQ(draw(world, {UINT32_MAX, 256}).rgb, by_gl.rgb);
}

TEST_F(GlSphereRaster, two_draws_of_a_crowd_are_equal) {
    FakeWorld world(swarm(3000, 0.2f), {}, kBox);
    settings_.boxes = true;
    const Image first = draw(world, kAlways);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(first.rgb, draw_again(world).rgb);
}

TEST_F(GlSphereRaster, worlds_and_views_of_changing_size_are_drawn) {
    renderer_ = app::SceneRenderer::create("auto", "", {100, 0});
    for (const int count : {1, 5000, 99, 100, 20000}) {
        settings_.width = 100 + count % 97;
        FakeWorld world(swarm(count, 0.2f), {}, kBox);
        renderer_->draw(world, camera_, settings_, context_->framebuffer());
        EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR)) << count;
    }
}

TEST(SphereRaster, spans_are_of_pixels_whose_centres_are_inside) {
    const auto span = [](float middle, float half) {
        const app::PixelSpan s = app::pixel_span(middle, half, 10);
        return std::pair(s.first, s.last);
    };
    EXPECT_EQ(span(3.5f, 0.5f), std::pair(3, 3));
    EXPECT_EQ(span(4, 0.5f), std::pair(3, 4));
    EXPECT_EQ(span(0, 100), std::pair(0, 9));
    for (const float far : {-5.0f, 15.0f, 1e30f, -1e30f, INFINITY, -INFINITY, NAN}) {
        const auto [first, last] = span(far, 0.6f);
        EXPECT_GT(first, last) << far;
    }
}

TEST(SphereRaster, every_pixel_has_its_word_in_pictures_of_any_size) {
    app::RasterView view{};
    view.edge_px = 0.5f;
    view.shade_side = 4099;  // its square is no float
    view.width = 16383, view.height = 16381;
    const app::RasterLayout at = app::RasterLayout::of(view);
    EXPECT_GE(at.large - at.shade, sizeof(uint32_t) * 4099 * 4099);
    EXPECT_GE(app::pixel_word_bytes(view), sizeof(uint64_t) * 16383 * 16381);
}

TEST(SphereRaster, of_many_pairs_every_so_many_th_is_drawn) {
    EXPECT_EQ(app::drawn_pairs(0, 10, 10), 0u);
    EXPECT_EQ(app::drawn_pairs(10, 10, 10), 10u);
    EXPECT_EQ(app::drawn_pairs(11, 20, 10), 6u);
    EXPECT_EQ(app::drawn_pairs(11, 10, 10), 0u) << "the step did not complete";
    EXPECT_EQ(app::drawn_pairs(1ull << 40, 1ull << 40, 1u << 20), 1u << 20);
    const std::vector<uint32_t> slots = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    const uint64_t count = 5;
    app::PairHead head;
    std::vector<app::DrawnPair> drawn(2);
    const FakeWorld world(swarm(10, 1));
    app::write_pairs(exec(), world.bodies(), {slots.data(), &count, 5}, 2, &head, drawn.data());
    EXPECT_EQ(drawn[0].b, 1u);
    EXPECT_EQ(drawn[1].a, 6u);
    EXPECT_EQ(head.marks[0], 2u);
}

}  // namespace
