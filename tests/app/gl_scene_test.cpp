// Renders small fake worlds offscreen and checks what must be in the picture.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/base/embedded_files.h"
#include "app/base/errors.h"
#include "app/gl/capture.h"
#include "app/gl/context.h"
#include "app/gl/half_picture.h"
#include "app/gl/scene_renderer.h"
#include "sort/base/errors.h"
#include "tests/app/gl_fake_world.h"
#include "tests/app/gl_scene_fixture.h"

namespace {

using app::Colour;
using app::DrawSettings;
using app::Image;

const sim::Container kBox = {{-4, -3, -4}, {4, 3, 4}};

struct Pixel {
    int r, g, b;
};

Pixel at(const Image& image, int x, int y) {  // top row first
    const uint8_t* p = &image.rgb[size_t(y * image.width + x) * 3];
    return {p[0], p[1], p[2]};
}

TEST_F(GlScene, shows_a_sphere_in_the_colour_of_its_kind) {
    FakeWorld world({{0, 0, 0, 1}}, {}, kBox);
    const Image image = draw(world);
    const Pixel middle = at(image, kWidth / 2, kHeight / 2);
    EXPECT_GT(middle.b, middle.g);  // the first kind is blue
    EXPECT_GT(middle.g, middle.r);
    EXPECT_GT(middle.b, 120);
    EXPECT_EQ(id_at(kWidth / 2, kHeight / 2), 0u);
    EXPECT_EQ(id_at(5, 5), sim::kNobody);
}

TEST_F(GlScene, a_sphere_is_as_large_as_perspective_says) {
    FakeWorld world({{0, 0, 0, 1}}, {}, kBox);
    draw(world);
    // The silhouette is where the ray touches: tan = r / sqrt(d^2 - r^2).
    const double px_per_slope = kHeight / 2 / std::tan(camera_.fov_deg * M_PI / 360);
    const double radius_px = px_per_slope / std::sqrt(8.0 * 8.0 - 1);
    int wide = 0, tall = 0;
    for (int x = 0; x < kWidth; ++x) wide += id_at(x, kHeight / 2) == 0;
    for (int y = 0; y < kHeight; ++y) tall += id_at(kWidth / 2, y) == 0;
    EXPECT_NEAR(wide, 2 * radius_px, 2);
    EXPECT_NEAR(tall, 2 * radius_px, 2);
}

TEST_F(GlScene, interpenetrating_spheres_meet_in_the_plane_between_them) {
    // Seen along z: equal spheres at x = -0.5 and 0.5 cut each other in the plane x = 0.
    FakeWorld world({{-0.5f, 0, 0, 1}, {0.5f, 0, 0, 1}}, {}, kBox);
    draw(world);
    for (int dx = 3; dx < 30; dx += 3) {
        EXPECT_EQ(id_at(kWidth / 2 - dx, kHeight / 2), world.id_of(0));
        EXPECT_EQ(id_at(kWidth / 2 + dx, kHeight / 2), world.id_of(1));
    }
}

TEST_F(GlScene, the_nearer_sphere_hides_the_farther_in_either_order) {
    FakeWorld near_first({{0, 0, 1.5f, 0.5f}, {0, 0, -1.5f, 0.5f}}, {}, kBox);
    draw(near_first);
    EXPECT_EQ(id_at(kWidth / 2, kHeight / 2), near_first.id_of(0));
    FakeWorld near_last({{0, 0, -1.5f, 0.5f}, {0, 0, 1.5f, 0.5f}}, {}, kBox);
    draw(near_last);
    EXPECT_EQ(id_at(kWidth / 2, kHeight / 2), near_last.id_of(1));
}

TEST_F(GlScene, a_sphere_larger_than_any_point_sprite_is_drawn_whole) {
    camera_.distance = 1.5f;
    camera_.fov_deg = 90;
    FakeWorld world({{0, 0, 0, 1}}, {}, kBox);
    draw(world);
    int wide = 0;
    for (int x = 0; x < kWidth; ++x) wide += id_at(x, kHeight / 2) == 0;
    const double radius_px = kHeight / 2 / std::sqrt(1.5 * 1.5 - 1);
    EXPECT_NEAR(wide, std::min<double>(kWidth, 2 * radius_px), 3);
}

TEST_F(GlScene, a_sphere_whose_centre_is_off_the_screen_does_not_vanish) {
    const float edge = 8 * std::tan(float(camera_.fov_deg * M_PI / 360)) * kWidth / kHeight;
    FakeWorld world({{edge + 0.3f, 0, 0, 0.6f}}, {}, kBox);
    draw(world);
    EXPECT_EQ(id_at(kWidth - 2, kHeight / 2), 0u);
}

TEST_F(GlScene, an_eye_inside_a_sphere_or_beside_a_plane_of_them_sees_the_rest) {
    FakeWorld world({{0, 0, 8, 1}, {0, 0, 0, 0.5f}, {0.2f, 0, 9.5f, 1}}, {}, kBox);
    draw(world);
    EXPECT_EQ(id_at(kWidth / 2, kHeight / 2), world.id_of(1));
}

TEST_F(GlScene, colour_modes_give_different_pictures) {
    std::vector<FakeBody> bodies;
    for (int i = 0; i < 20; ++i) bodies.push_back({-2 + 0.2f * float(i), 0, 0, 0.15f, float(i)});
    std::vector<uint32_t> pairs;
    for (uint32_t i = 0; i + 1 < 20; ++i) pairs.insert(pairs.end(), {i, i + 1});
    FakeWorld world(bodies, pairs, kBox);
    world.shifts()[3] = 100;
    world.shifts()[16] = -100;
    std::vector<Image> images;
    for (const Colour colour : {Colour::kind, Colour::rank, Colour::shift, Colour::pairs, Colour::speed}) {
        settings_.colour = colour;
        images.push_back(draw(world));
    }
    for (size_t i = 0; i < images.size(); ++i)
        for (size_t j = 0; j < i; ++j) EXPECT_GT(differing_pixels(images[i], images[j]), 500u) << i << j;
}

TEST_F(GlScene, shift_zero_is_white_and_signs_have_their_sides) {
    FakeWorld world({{-2, 0, 0, 0.5f}, {0, 0, 0, 0.5f}, {2, 0, 0, 0.5f}}, {}, kBox);
    world.shifts() = {-2000, 0, 2000};
    settings_.colour = Colour::shift;
    const Image image = draw(world);
    const double px = kHeight / 2 / std::tan(camera_.fov_deg * M_PI / 360) / 8;
    const Pixel back = at(image, kWidth / 2 - int(2 * px), kHeight / 2),
                same = at(image, kWidth / 2, kHeight / 2),
                forward = at(image, kWidth / 2 + int(2 * px), kHeight / 2);
    EXPECT_GT(back.b, back.r + 60);
    EXPECT_GT(forward.r, forward.b + 60);
    EXPECT_LT(std::abs(same.r - same.b), 40);
    EXPECT_GT(same.r, 150);
}

TEST_F(GlScene, boxes_pairs_and_contacts_change_pixels) {
    // Slots 0 and 1 touch; 2 and 3 only overlap in their boxes (they lie diagonally).
    FakeWorld world({{-1.2f, 0, 0, 0.5f}, {-0.25f, 0, 0, 0.5f}, {0.8f, 0, 0, 0.5f}, {1.6f, 0.8f, 0, 0.5f}},
                    {0, 1, 2, 3}, kBox);
    const Image plain = draw(world);
    settings_.boxes = true;
    const Image boxes = draw(world);
    EXPECT_GT(differing_pixels(plain, boxes), 300u);

    settings_ = {.width = kWidth, .height = kHeight};
    settings_.pairs = true;
    const Image pairs = draw(world);
    EXPECT_GT(differing_pixels(plain, pairs), 30u);

    settings_.pairs = false;
    settings_.contacts = true;
    const Image contacts = draw(world);
    const size_t marks = differing_pixels(plain, contacts);
    EXPECT_GT(marks, 8u);
    EXPECT_LT(marks, 400u);  // one dot, at the touching pair alone
    for (int x = kWidth / 2 + 10; x < kWidth; ++x)
        for (int y = 0; y < kHeight; ++y) {
            const Pixel a = at(plain, x, y), b = at(contacts, x, y);
            ASSERT_TRUE(a.r == b.r && a.g == b.g && a.b == b.b) << x << "," << y;
        }
}

TEST_F(GlScene, pairs_of_a_step_that_overflowed_are_not_read) {
    FakeWorld world({{-0.4f, 0, 0, 0.5f}, {0.4f, 0, 0, 0.5f}}, {0, 1}, kBox);
    const Image plain = draw(world);
    settings_.pairs = settings_.contacts = true;
    world.pretend_pairs(1ull << 40);
    EXPECT_EQ(differing_pixels(plain, draw(world)), 0u);
    world.pretend_pairs(0);
    EXPECT_EQ(differing_pixels(plain, draw(world)), 0u);
}

TEST_F(GlScene, the_selected_body_stands_out_even_when_hidden) {
    FakeWorld world({{0, 0, 1.5f, 0.8f}, {0, 0, -1.5f, 0.5f}}, {}, kBox);
    const Image plain = draw(world);
    settings_.selected = world.id_of(1);
    EXPECT_GT(differing_pixels(plain, draw(world)), 50u);
}

TEST_F(GlScene, the_halo_of_a_hidden_body_is_dimmer) {
    const FakeBody far = {0, 0, -1.5f, 0.5f};
    // The most that the selection changes a pixel at which the body is not seen.
    const auto brightest = [&](FakeWorld world, uint32_t selected) {
        settings_.selected = sim::kNobody;
        const Image plain = draw(world);
        settings_.selected = selected;
        const Image with = draw(world);
        int most = 0;
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x)
                if (id_at(x, y) != selected) most = std::max(most, at(with, x, y).r - at(plain, x, y).r);
        return most;
    };
    const int free = brightest(FakeWorld({far}, {}, kBox), 0);
    const int hidden = brightest(FakeWorld({{0, 0, 1.5f, 0.8f}, far}, {}, kBox), 0);
    EXPECT_GT(hidden, 15);
    EXPECT_LT(2 * hidden, free);
    renderer_ = app::SceneRenderer::create("auto", "", {.raster_from = 1});
    EXPECT_EQ(brightest(FakeWorld({{0, 0, 1.5f, 0.8f}, far}, {}, kBox), 0), hidden);
}

TEST_F(GlScene, look_finds_what_pick_finds_without_waiting) {
    FakeWorld world({{-1, 0, 0, 0.8f, 2.5f}, {1, 0, 0, 0.8f, 10}}, {}, kBox);
    settings_.colour = Colour::speed;
    draw(world);
    const auto look = [&](int x, int y) {
        std::optional<app::SeenBody> seen;
        while (!seen) seen = renderer_->look(x, y);
        return *seen;
    };
    EXPECT_FALSE(renderer_->look(130, 120)) << "asked for the first time";
    for (const int x : {130, 190, 160, 3, 130}) {
        EXPECT_FALSE(x != 130 && renderer_->look(x, 120)) << "an answer for another pixel";
        EXPECT_EQ(look(x, 120).id, renderer_->pick(x, 120)) << x;
    }
    EXPECT_EQ(look(130, 120).id, world.id_of(0));
    EXPECT_EQ(app::value_text(Colour::speed, look(130, 120).value, 2, {}), "2.5 m/s");
    EXPECT_EQ(look(3, 3).id, sim::kNobody);
    EXPECT_FALSE(renderer_->look(-1, 0));
    EXPECT_FALSE(renderer_->look(-1, 0)) << "nothing is there, ever";
}

TEST_F(GlScene, half_of_the_pixels_show_the_same_in_the_same_place) {
    FakeWorld world({{0, 0, 0, 1}}, {}, kBox);
    settings_ = {.x = 100, .y = 60, .width = 120, .height = 90};
    const Image full = draw(world);
    app::HalfPicture half;
    half.draw(*renderer_, world, camera_, settings_, context_->framebuffer(), nullptr);
    EXPECT_EQ(app::read_framebuffer(context_->framebuffer(), kWidth, kHeight).rgb, full.rgb)
        << "not asked for";
    EXPECT_EQ(half.place(160, 105), std::pair(160, 105));
    half.use(true);
    half.draw(*renderer_, world, camera_, settings_, context_->framebuffer(), nullptr);
    const Image image = app::read_framebuffer(context_->framebuffer(), kWidth, kHeight);
    EXPECT_NE(image.rgb, full.rgb);
    EXPECT_LT(differing_pixels(full, image, 24), 120 * 90 / 10u) << "but for edges";
    const auto pick = [&](int x, int y) {
        const auto [in_x, in_y] = half.place(x, y);
        return renderer_->pick(in_x, in_y);
    };
    EXPECT_EQ(pick(160, 105), 0u);
    for (const auto& [x, y] : {std::pair(103, 63), {216, 146}, {20, 20}, {99, 105}, {160, 59}, {221, 105}})
        EXPECT_EQ(pick(x, y), sim::kNobody) << x << ' ' << y;
    GLint bound = -1;
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
    EXPECT_EQ(unsigned(bound), context_->framebuffer());
}

TEST_F(GlScene, draws_into_a_part_of_the_framebuffer_only) {
    FakeWorld world({{0, 0, 0, 1}}, {}, kBox);
    glBindFramebuffer(GL_FRAMEBUFFER, context_->framebuffer());
    glClearColor(1, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    settings_ = {.x = 100, .y = 60, .width = 120, .height = 90};
    const Image image = draw(world);
    EXPECT_EQ(renderer_->pick(160, 105), 0u);
    EXPECT_EQ(renderer_->pick(20, 20), sim::kNobody);
    for (const auto& [x, y] : {std::pair(50, 120), {280, 120}, {160, 20}, {160, 200}}) {
        const Pixel pixel = at(image, x, y);
        EXPECT_EQ(pixel.r, 255);
        EXPECT_EQ(pixel.g, 0);
    }
    EXPECT_LT(at(image, 160, kHeight - 1 - 105).r, 200);
}

TEST_F(GlScene, worlds_of_one_body_and_changing_sizes_are_drawn) {
    for (const size_t count : {size_t(1), size_t(5000), size_t(2), size_t(20000)}) {
        std::vector<FakeBody> bodies(count, {2, 2, 0, 0.01f});
        bodies.back() = {-2, 0, 0, 0.5f};
        bodies.front() = {0, 0, 0, 1};
        FakeWorld world(bodies, {}, kBox);
        draw(world);
        EXPECT_EQ(id_at(kWidth / 2, kHeight / 2), count - 1);
        if (count == 1) continue;
        const glm::vec2 last = on_screen({-2, 0, 0});
        EXPECT_EQ(id_at(int(last.x), int(last.y)), 0u);
    }
}

TEST_F(GlScene, two_draws_of_one_state_are_equal) {
    std::vector<FakeBody> bodies;
    for (int i = 0; i < 300; ++i)
        bodies.push_back(
            {std::sin(float(i)) * 2, std::cos(float(3 * i)) * 2, std::sin(float(7 * i)) * 2, 0.2f});
    FakeWorld world(bodies, {0, 1, 5, 9}, kBox);
    settings_.boxes = settings_.pairs = settings_.contacts = true;
    const Image first = draw(world);
    EXPECT_EQ(first.rgb, draw(world).rgb);
}

TEST_F(GlScene, tells_what_each_pass_cost_when_asked) {
    FakeWorld world({{0, 0, 0, 1}}, {}, kBox);
    settings_.time_passes = true;
    draw(world);
    const app::DrawReport& drawn = renderer_->drawn();
    for (int k = 0; k < 8 && drawn.frame == 0; ++k) draw(world);  // a GPU's answer comes frames later
    EXPECT_EQ(drawn.frame, 1u);
    ASSERT_GE(drawn.passes.size(), 7u);
    EXPECT_EQ(drawn.passes.front().name, "legend");
    EXPECT_EQ(drawn.passes.back().name, "edges");
    double end_us = 0;
    for (const sim::StageTime& pass : drawn.passes) {
        EXPECT_NEAR(pass.start_us, end_us, 1e-6) << pass.name;  // one follows the other
        EXPECT_GT(pass.duration_us, 0) << pass.name;
        end_us += pass.duration_us;
    }
    EXPECT_GE(drawn.duration_us, end_us - 1e-6);

    settings_.time_passes = false;
    for (int k = 0; k < 20; ++k) draw(world);
    EXPECT_GT(drawn.frame, 10u);
    EXPECT_GT(drawn.duration_us, 0);
}

TEST_F(GlScene, says_why_it_copies_and_refuses_interop_on) {
    FakeWorld world({{0, 0, 0, 1}}, {}, kBox);
    draw(world);
    EXPECT_FALSE(renderer_->status().interop);
    EXPECT_FALSE(renderer_->status().reason.empty());
    EXPECT_THROW(
        {
            const auto renderer = app::SceneRenderer::create("on", "");
            renderer->draw(world, camera_, settings_, context_->framebuffer());
        },
        sort::Unavailable);
}

TEST_F(GlScene, a_shader_that_does_not_compile_names_file_and_line) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("sweeplab_shaders_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    for (const app::EmbeddedFile& file : app::embedded_files()) {
        if (!file.path.starts_with("shaders/")) continue;
        const std::filesystem::path copy = folder / file.path.substr(8);
        std::filesystem::create_directories(copy.parent_path());
        std::ofstream(copy) << file.text;
    }
    EXPECT_NO_THROW(app::SceneRenderer::create("auto", folder.string()));

    std::ofstream(folder / "frame/edge.glsl") << "const float ok = 1.0;\nfloat broken = nonsense;\n";
    try {
        app::SceneRenderer::create("auto", folder.string());
        ADD_FAILURE() << "compiled";
    } catch (const app::BadFile& error) {
        EXPECT_NE(std::string(error.what()).find("frame/edge.glsl:2"), std::string::npos) << error.what();
    }
    std::filesystem::remove(folder / "spheres/light.frag");
    EXPECT_THROW(app::SceneRenderer::create("auto", folder.string()), app::BadFile);
    std::filesystem::remove_all(folder);
}

TEST(GlCamera, orbit_pan_and_zoom_keep_the_target_in_view) {
    app::Camera camera = app::Camera::from({{1, 2, 3}, 10, 30, 20}, {});
    camera.orbit(100, 5000);
    EXPECT_LE(camera.pitch_deg, 89);
    const glm::vec4 target = camera.projection(1.5f) * camera.view() * glm::vec4(camera.target, 1);
    EXPECT_NEAR(target.x / target.w, 0, 1e-5);
    EXPECT_NEAR(target.y / target.w, 0, 1e-5);

    const float before = camera.distance;
    camera.zoom(3);
    EXPECT_LT(camera.distance, before);
    camera.zoom(1e6f);
    EXPECT_GT(camera.distance, 0);

    // What lies under the cursor at the target's depth moves with it.
    camera = app::Camera::from({{0, 0, 0}, 10, 40, 25}, {});
    camera.pan(60, -30, 600);
    const glm::vec4 origin = camera.projection(1) * camera.view() * glm::vec4(0, 0, 0, 1);
    EXPECT_NEAR(origin.x / origin.w, 60.0 / 300, 1e-3);
    EXPECT_NEAR(origin.y / origin.w, 30.0 / 300, 1e-3);
}

TEST(GlCamera, all_of_the_container_is_in_view_and_no_smaller_than_it_must) {
    const sim::Container boxes[] = {{{0, 0, 0}, {1, 1, 1}}, {{-3, 0, -1}, {9, 1, 5}}, {{0, 0, 0}, {2, 4, 2}}};
    for (const sim::Container& box : boxes) {
        for (const float aspect : {0.3f, 1.0f, 16.0f / 9, 4.0f}) {
            const app::Camera camera = app::Camera::from({{}, 0, 30, 20}, box, aspect);
            const glm::mat4 to_clip = camera.projection(aspect) * camera.view();
            glm::vec2 least(2), most(-2);
            for (int i = 0; i < 8; ++i) {
                const glm::vec4 clip =
                    to_clip * glm::vec4(i & 1 ? box.max_m.x : box.min_m.x, i & 2 ? box.max_m.y : box.min_m.y,
                                        i & 4 ? box.max_m.z : box.min_m.z, 1);
                const glm::vec2 at = glm::vec2(clip) / clip.w;
                least = glm::min(least, at);
                most = glm::max(most, at);
            }
            const float farthest = std::max({-least.x, most.x, -least.y, most.y});
            EXPECT_NEAR(farthest, 0.94, 1e-3) << aspect;
            EXPECT_NEAR(least.x + most.x, 0, 1e-3) << aspect;
            EXPECT_NEAR(least.y + most.y, 0, 1e-3) << aspect;
        }
    }
}

TEST(GlCamera, of_a_very_tall_container_the_lowest_part_is_in_view) {
    const app::Camera all = app::Camera::from({{}, 0, 30, 20}, {{-2, 1, -2}, {2, 33, 2}});
    EXPECT_EQ(app::Camera::from({{}, 0, 30, 20}, {{-2, 1, -2}, {2, 1e5f, 2}}), all);
    // But what is driven high up is always seen.
    auto drum = std::make_shared<sim::SceneShape>();
    drum->source = {.file = "drum", .fixed = true, .place_m = {0, 100, 0}};
    drum->shape.numbers.bounding_radius_m = 2;
    sim::Scene scene;
    scene.camera = {{}, 0, 30, 20};
    scene.shapes = {drum};
    for (const float top : {103.0f, 1e5f}) {
        const app::Camera camera = app::Camera::of(scene, {{-2, 1, -2}, {2, top, 2}}, app::kUsualAspect);
        const glm::vec4 clip = camera.projection(app::kUsualAspect) * camera.view() * glm::vec4(0, 102, 0, 1);
        EXPECT_GT(clip.y / clip.w, 0.5) << top;
        EXPECT_LT(clip.y / clip.w, 1) << top;
    }
    drum->source.place_m.y = 2;
    EXPECT_EQ(app::Camera::of(scene, {{-2, 1, -2}, {2, 33, 2}}, app::kUsualAspect), all);
}

}  // namespace
