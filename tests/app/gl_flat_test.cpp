// Flat colours are the legend's to the byte, whatever the body is drawn as; the light theme has a light backdrop.
#include <cmath>
#include <set>

#include "app/gl/palette.h"
#include "tests/app/gl_mesh_world.h"
#include "tests/app/gl_scene_fixture.h"

namespace {

using app::Colour;

class GlFlat : public GlScene {
protected:
    static uint32_t colour_at(const app::Image& image, int x, int y) {
        const uint8_t* at = &image.rgb[size_t(3) * size_t(y * image.width + x)];
        return uint32_t(at[0]) << 16 | uint32_t(at[1]) << 8 | at[2];
    }

    /// The largest difference of a channel.
    static int apart(uint32_t a, uint32_t b) {
        int most = 0;
        for (const int shift : {0, 8, 16})
            most = std::max(most, std::abs(int(a >> shift & 255) - int(b >> shift & 255)));
        return most;
    }
};

TEST_F(GlFlat, every_inner_pixel_of_a_sphere_has_the_palette_s_colour) {
    settings_.colour = Colour::speed;
    settings_.scales.speed_m_s = 4;
    std::vector<FakeBody> bodies;
    for (int i = 0; i < 5; ++i) bodies.push_back({float(i) - 2, 0, 0, 0.45f, float(i)});
    FakeWorld world(bodies);
    const double px = kHeight / 2 / std::tan(camera_.fov_deg * M_PI / 360) / camera_.distance;
    settings_.flat = true;
    const app::Image flat = draw(world);
    settings_.flat = false;
    const app::Image lit = draw(world);
    int differ = 0;
    for (int i = 0; i < 5; ++i) {
        const uint32_t palette = app::palette_colour(Colour::speed, app::speed_value(float(i) / 4));
        for (int dy = -10; dy <= 10; ++dy) {
            const int x = int(kWidth / 2 + (i - 2) * px), y = kHeight / 2 + dy;
            EXPECT_LE(apart(colour_at(flat, x, y), palette), 2) << i << ", " << dy;
            differ += apart(colour_at(lit, x, y), palette) > 8;
        }
    }
    EXPECT_GT(differ, 50) << "with light they are not all of the palette's colour";
}

TEST_F(GlFlat, values_of_a_frozen_sort_stand_for_the_colour) {
    settings_.flat = true;
    settings_.colour = Colour::digit;
    std::vector<float> values;
    for (const uint32_t digit : {3u, 0u, 1u, 2u}) values.push_back(app::digit_value(digit, 2));
    settings_.sort.values = std::make_shared<std::vector<float>>(values);
    FakeWorld world({{-2, 0, 0, 0.45f}, {-1, 0, 0, 0.45f}, {0, 0, 0, 0.45f}, {1, 0, 0, 0.45f}});
    const app::Image flat = draw(world);
    const double px = kHeight / 2 / std::tan(camera_.fov_deg * M_PI / 360) / camera_.distance;
    for (uint32_t slot = 0; slot < 4; ++slot)
        EXPECT_LE(apart(colour_at(flat, int(kWidth / 2 + (int(slot) - 2) * px), kHeight / 2),
                        app::palette_colour(Colour::digit, values[slot])),
                  2)  // as other colours: some devices round between two texels
            << slot;
}

TEST_F(GlFlat, what_is_out_of_order_has_a_ring_and_what_is_outside_the_brush_is_dimmed) {
    settings_.colour = Colour::disorder;
    const std::vector<float> values = {app::disorder_value(app::OrderMark::in_order),
                                       app::disorder_value(app::OrderMark::descent),
                                       app::disorder_value(app::OrderMark::descent)};
    settings_.sort.values = std::make_shared<std::vector<float>>(values);
    settings_.sort.style.brush_end = 2;
    FakeWorld world({{-1.2f, 0, 0, 0.5f}, {0, 0, 0, 0.5f}, {1.2f, 0, 0, 0.5f}});
    const double px = kHeight / 2 / std::tan(camera_.fov_deg * M_PI / 360) / camera_.distance;
    for (const bool flat : {true, false}) {
        settings_.flat = flat;
        const app::Image image = draw(world);
        int white[3] = {}, lightness[3] = {};
        for (int body = 0; body < 3; ++body) {
            const int middle = int(kWidth / 2 + (body - 1) * 1.2 * px), side = int(0.5 * px);
            for (int y = kHeight / 2 - side; y <= kHeight / 2 + side; ++y)
                for (int x = middle - side; x <= middle + side; ++x)
                    white[body] += apart(colour_at(image, x, y), 0xffffff) < 40;
            lightness[body] = int(colour_at(image, middle, kHeight / 2) >> 16 & 255);
        }
        EXPECT_EQ(white[0], 0) << flat;
        EXPECT_GT(white[1], 40) << flat;
        EXPECT_LT(lightness[2], lightness[1] / 2) << flat;
        if (flat) {
            EXPECT_LE(apart(colour_at(image, kWidth / 2, kHeight / 2), 0xd55e00), 1);
        }
    }
}

TEST_F(GlFlat, kinds_are_the_legend_s_to_the_byte) {
    settings_.flat = true;
    FakeWorld world(
        {{-2, 0, 0, 0.45f}, {-1, 0, 0, 0.45f}, {0, 0, 0, 0.45f}, {1, 0, 0, 0.45f}, {2, 0, 0, 0.45f}});
    const app::Image flat = draw(world);
    const double px = kHeight / 2 / std::tan(camera_.fov_deg * M_PI / 360) / camera_.distance;
    const auto entries = app::legend(Colour::kind);
    for (uint32_t slot = 0; slot < 5; ++slot)
        EXPECT_EQ(colour_at(flat, int(kWidth / 2 + (int(slot) - 2) * px), kHeight / 2),
                  entries[world.id_of(slot)].rgb);
}

TEST_F(GlFlat, every_side_of_a_mesh_has_the_palette_s_colour) {
    settings_.colour = Colour::rank;
    camera_.yaw_deg = 30;
    camera_.pitch_deg = 25;
    camera_.distance = 3;
    app::DrawLimits low;
    low.look = app::Look::of(app::Quality::low);  // no edge is smoothed
    renderer_ = app::SceneRenderer::create("auto", "", low);
    FakeMeshWorld world({{}}, {shape_of_mesh(box_mesh(1, 1, 1), "box")}, {{-2, -2, -2}, {2, 2, 2}});
    for (const bool flat : {true, false}) {
        settings_.flat = flat;
        const app::Image image = draw(world);
        std::set<uint32_t> colours;
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x)
                if (id_at(x, y) == 0) colours.insert(colour_at(image, x, y));
        if (flat) {
            EXPECT_EQ(colours, std::set<uint32_t>{app::palette_colour(Colour::rank, 0)});
        } else {
            EXPECT_GE(colours.size(), 3u) << "three sides are seen";
        }
    }
}

TEST_F(GlFlat, the_legend_is_in_the_light_of_the_bodies_and_flat_with_them) {
    // One large body of each kind in turn; the others are far behind it.
    for (const bool flat : {false, true}) {
        settings_.flat = flat;
        for (uint32_t kind = 0; kind < 5; ++kind) {
            std::vector<FakeBody> bodies(5, {0, 0, -900, 0.01f});
            bodies[4 - kind] = {0, 0, 0, 1.5f};  // ids are turned round
            FakeWorld world(bodies);
            const app::Image image = draw(world);
            std::vector<uint8_t> texels(size_t(4) * app::kLegendWidePx * app::kLegendHighPx);
            ASSERT_NE(renderer_->status().legend_texture, 0u);
            glGetTextureImage(renderer_->status().legend_texture, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                              GLsizei(texels.size()), texels.data());
            // At the same places of body and ball, seen from before; balls have no gloss.
            const double px = kHeight / 2 / std::tan(camera_.fov_deg * M_PI / 360) / camera_.distance;
            for (const auto& [right, up] : {std::pair(0.0, 0.0), {0.3, -0.3}, {-0.3, -0.4}}) {
                const int side = app::kLegendBallPx;
                const int x = int(side / 2.0 + right * 11), y = int((kind + 0.5) * side + up * 11);
                const uint8_t* texel = &texels[size_t(4) * size_t(y * app::kLegendWidePx + x)];
                EXPECT_EQ(texel[3], 255);
                const uint32_t ball = uint32_t(texel[0]) << 16 | uint32_t(texel[1]) << 8 | texel[2];
                const uint32_t body =
                    colour_at(image, int(kWidth / 2 + right * 1.5 * px), int(kHeight / 2 - up * 1.5 * px));
                EXPECT_LE(apart(ball, body), flat ? 1 : 16) << kind << ": " << right << ", " << up;
            }
        }
    }
}

TEST_F(GlFlat, the_light_theme_has_a_light_backdrop_and_the_dark_one_a_dark_one) {
    FakeWorld world({{0, 0, 0, 1}});
    for (const app::Theme theme : {app::Theme::dark, app::Theme::light}) {
        settings_.theme = theme;
        const app::Image image = draw(world);
        const uint32_t corner = colour_at(image, 2, 2);
        for (const int shift : {0, 8, 16}) {
            if (theme == app::Theme::light) {
                EXPECT_GE(corner >> shift & 255, 200u);
            } else {
                EXPECT_LE(corner >> shift & 255, 70u);
            }
        }
    }
}

}  // namespace
