// Light and shadow as figures: what a sphere alone, two in line with the sun, and the shadow of a ball on the floor
// must show, at every quality and for every way in which bodies are drawn.
#include <cmath>
#include <numeric>

#include "app/gl/frame_setup.h"
#include "tests/app/gl_fake_world.h"
#include "tests/app/gl_mesh_world.h"
#include "tests/app/gl_scene_fixture.h"

namespace {

using app::Image;
using app::Look;
using app::Quality;

constexpr Quality kQualities[] = {Quality::low, Quality::medium, Quality::high};
const sim::Container kBox = {{-4, -3, -4}, {4, 3, 4}};

glm::vec3 to_glm(const sim::Vec3& v) { return {v.x, v.y, v.z}; }

class GlLight : public GlScene {
protected:
    /// Of the fake worlds.
    app::SunView sun() const { return app::sun_view(kBox, sim::CameraStart{}.yaw_deg, false); }
    glm::vec3 towards_sun() const { return -to_glm(sun().axis[2]); }

    Image draw(sim::World& world, const app::DrawLimits& limits) {
        renderer_.reset();
        renderer_ = app::SceneRenderer::create("auto", "", limits);
        return GlScene::draw(world);
    }
    Image draw(sim::World& world, Quality quality) { return draw(world, {.look = Look::of(quality)}); }

    /// Where it meets a sphere, and whether it does.
    bool on_sphere(int x, int y, const FakeBody& body, glm::vec3& place) const {
        const glm::vec3 eye = camera_.position(), centre = {body.x, body.y, body.z};
        const glm::vec3 ray = glm::normalize(on_plane(x, y, eye.y - 1000) - eye);
        const float along = glm::dot(ray, centre - eye);
        const glm::vec3 miss = eye + along * ray - centre;
        const float inside = body.radius * body.radius - glm::dot(miss, miss);
        place = eye + (along - std::sqrt(std::max(inside, 0.0f))) * ray;
        return inside > 0;
    }
};

TEST_F(GlLight, a_body_alone_casts_no_shadow_on_itself) {
    const FakeBody body = {0, 0, 0, 1.5f};
    FakeWorld world({body}, {}, kBox);
    for (const Quality quality : kQualities) {
        Look lit = Look::of(quality), unlit = lit;
        unlit.sun_map_px = 0;
        const Image with = draw(world, {.look = lit}), without = draw(world, {.look = unlit});
        int seen = 0, darker = 0;
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x) {
                glm::vec3 place;
                if (!on_sphere(x, y, body, place)) continue;
                if (glm::dot(place, towards_sun()) < 0.05f * body.radius) continue;
                ++seen;
                darker += light_at(with, x, y) < light_at(without, x, y) - 3;
            }
        EXPECT_GT(seen, 1000);
        EXPECT_EQ(darker, 0) << int(quality);
    }
}

TEST_F(GlLight, a_body_between_another_and_the_sun_shades_a_disc_of_its_own_size) {
    const glm::vec3 away = towards_sun();
    const float small = 0.45f;
    const FakeBody large = {0, 0, 0, 1.5f};
    FakeWorld world({large, {2.2f * away.x, 2.2f * away.y, 2.2f * away.z, small}}, {}, kBox);
    FakeWorld bare({large}, {}, kBox);
    camera_.pitch_deg = 10;
    camera_.yaw_deg = 20;
    for (const Quality quality : kQualities) {
        const Image with = draw(world, quality);
        std::vector<uint32_t> seen;
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x) seen.push_back(id_at(x, y));
        const Image without = draw(bare, quality);
        // The map of this world is about 8 m wide; soft shadows blur by the distance of 1 to 2 m.
        const float texel = 8.0f / float(Look::of(quality).sun_map_px);
        const float border = 1.5f * texel + (Look::of(quality).soft_shadows ? 0.09f : texel);
        int umbra = 0, lit_in_umbra = 0, outside = 0, dark_outside = 0;
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x) {
                glm::vec3 place;
                if (seen[size_t(y * kWidth + x)] != world.id_of(0) || !on_sphere(x, y, large, place))
                    continue;
                const float up = glm::dot(place, away);
                if (up < 0.15f) continue;
                const float off = glm::length(place - up * away);
                const int change = light_at(without, x, y) - light_at(with, x, y);
                if (off < small - border) {
                    ++umbra;
                    lit_in_umbra += change < light_at(without, x, y) / 8;
                } else if (off > small + border) {
                    ++outside;
                    dark_outside += change > 6;
                }
            }
        EXPECT_GT(umbra, 60);
        EXPECT_GT(outside, 500);
        EXPECT_EQ(lit_in_umbra, 0) << int(quality);
        EXPECT_EQ(dark_outside, 0) << int(quality);
    }
}

// Its neighbours hide the sky from all of it, not from the half alone of which the sun map knows.
TEST_F(GlLight, of_a_body_in_shade_the_half_away_from_the_sun_is_no_lighter) {
    settings_.colour = app::Colour::shift;  // one colour for both
    const glm::vec3 away = towards_sun(), level = glm::normalize(glm::vec3(away.x, 0, away.z));
    const float radius = 0.6f;
    FakeWorld world({{0, 0, 0, radius}, {2.6f * away.x, 2.6f * away.y, 2.6f * away.z, 2 * radius}}, {}, kBox);
    camera_.yaw_deg = glm::degrees(std::atan2(-level.z, level.x));  // the sun is on the right
    camera_.pitch_deg = 0;
    camera_.target = {0, 0, 0};
    const glm::vec3 to_eye = {-level.z, 0, level.x};
    for (const Quality quality : kQualities) {
        const Image image = draw(world, quality);
        const auto light = [&](float degrees) {  // aside from the middle, towards the sun
            const float turn = glm::radians(degrees);
            const glm::vec2 at = on_screen(radius * (std::cos(turn) * to_eye + std::sin(turn) * level));
            return light_at(image, int(at.x), int(at.y));
        };
        EXPECT_NEAR(light(-40), light(40), 0.05 * light(40)) << int(quality);
    }
}

TEST_F(GlLight, the_shadow_of_a_ball_on_the_floor_is_the_ellipse_that_geometry_says) {
    const FakeBody ball = {0.3f, -0.5f, -0.2f, 0.8f};
    FakeWorld world({ball}, {}, kBox);
    camera_.pitch_deg = 65;
    camera_.distance = 12;
    camera_.target = {1.5f, -2, -1};
    for (const Quality quality : kQualities) {
        Look unlit = Look::of(quality);
        unlit.sun_map_px = 0;
        const Image with = draw(world, quality);
        std::vector<bool> covered;
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x) covered.push_back(id_at(x, y) != sim::kNobody);
        const Image without = draw(world, {.look = unlit});
        // What of the sun is gone, as a share, summed over the floor's area that each pixel shows.
        double deepest = 0, area = 0, sum_x = 0, sum_z = 0;
        std::vector<double> lost(size_t(kWidth * kHeight));
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x) {
                const auto linear = [&](const Image& image) {
                    const double byte = image.rgb[size_t(y * kWidth + x) * 3 + 1] / 255.0;
                    return byte * byte;
                };
                if (covered[size_t(y * kWidth + x)]) continue;
                const double share = 1 - linear(with) / linear(without);
                lost[size_t(y * kWidth + x)] = share;
                deepest = std::max(deepest, share);
            }
        std::vector<double> sorted = lost;
        std::nth_element(sorted.begin(), sorted.end() - 100, sorted.end());
        deepest = *(sorted.end() - 100);  // not of a pixel that dither has changed
        for (int y = 1; y + 1 < kHeight; ++y)
            for (int x = 1; x + 1 < kWidth; ++x) {
                if (lost[size_t(y * kWidth + x)] < 0.08 * deepest) continue;
                const glm::vec3 here = on_plane(x, y, kBox.min_m.y), right = on_plane(x + 1, y, kBox.min_m.y),
                                below = on_plane(x, y + 1, kBox.min_m.y);
                const double part = std::abs(glm::cross(right - here, below - here).y) *
                                    std::min(lost[size_t(y * kWidth + x)] / deepest, 1.0);
                area += part;
                sum_x += part * here.x;
                sum_z += part * here.z;
            }
        const glm::vec3 away = towards_sun(), centre = {ball.x, ball.y, ball.z};
        const glm::vec3 middle = centre - (centre.y - kBox.min_m.y) / away.y * away;
        const double expected = M_PI * ball.radius * ball.radius / away.y;
        EXPECT_NEAR(area, expected, 0.03 * expected) << int(quality);
        EXPECT_NEAR(sum_x / area, middle.x, 0.03 * ball.radius) << int(quality);
        EXPECT_NEAR(sum_z / area, middle.z, 0.03 * ball.radius) << int(quality);
    }
}

TEST_F(GlLight, a_body_at_the_wall_darkens_the_floor_near_it_and_not_all_the_way_out) {
    // Towards the sun of it, where its shadow is not.
    const float side = towards_sun().x < 0 ? -1.0f : 1.0f;
    const FakeBody far = {0, 90, 0, 0.1f};
    FakeWorld with({far, {side * 3.2f, -1.5f, 0, 1.5f}}, {}, kBox), without({far}, {}, kBox);
    camera_.distance = 22;
    camera_.pitch_deg = 35;
    for (const Quality quality : kQualities) {
        const Image a = draw(with, quality), b = draw(without, quality);
        for (const float beyond : {6.0f, 7.0f, 9.0f}) {
            const glm::vec2 at = on_screen({side * beyond, -3, 0});
            EXPECT_NEAR(light_at(a, int(at.x), int(at.y)), light_at(b, int(at.x), int(at.y)), 4)
                << int(quality) << " " << beyond;
        }
    }
}

TEST_F(GlLight, light_is_grey_where_sun_and_sky_are_full) {
    // Of five kinds the third is grey. Seen from the sun's side.
    std::vector<FakeBody> bodies(5, {0, 0, 0, 0.01f});
    bodies[2] = {0, 0, 0, 1.5f};
    FakeWorld world(bodies, {}, kBox);
    const glm::vec3 away = towards_sun();
    camera_.yaw_deg = glm::degrees(std::atan2(away.x, away.z));
    camera_.pitch_deg = glm::degrees(std::asin(away.y));
    for (const Quality quality : kQualities) {
        const Image image = draw(world, quality);
        double sum[3] = {};
        for (int y = kHeight / 2 - 20; y < kHeight / 2 + 20; ++y)
            for (int x = kWidth / 2 - 20; x < kWidth / 2 + 20; ++x)
                for (int k = 0; k < 3; ++k) {
                    const double byte = image.rgb[size_t(y * kWidth + x) * 3 + size_t(k)] / 255.0;
                    sum[k] += byte * byte;
                }
        EXPECT_NEAR(sum[0] / sum[1], 1, 0.01) << int(quality);
        EXPECT_NEAR(sum[2] / sum[1], 1, 0.01) << int(quality);
    }
}

TEST_F(GlLight, sprites_quads_and_crowd_look_the_same) {
    std::vector<FakeBody> bodies = swarm(900, 0.14f);
    bodies.push_back({0.5f, 1, 0, 1.4f});  // on the sun map a quad
    FakeWorld world(bodies, {}, kBox);
    camera_.pitch_deg = 25;
    camera_.yaw_deg = 30;
    for (const float distance : {1.5f, 5.0f, 12.0f, 40.0f}) {  // the nearest are quads for the eye, too
        camera_.distance = distance;
        for (const Quality quality : kQualities) {
            const Image by_gl = draw(world, {.raster_from = UINT32_MAX, .look = Look::of(quality)});
            const Image by_backend = draw(world, {.raster_from = 1, .look = Look::of(quality)});
            EXPECT_LE(differing_pixels(by_gl, by_backend, 2), by_gl.rgb.size() / 3 / 2000)
                << distance << ", " << int(quality);
        }
    }
}

TEST_F(GlLight, the_same_frame_twice_has_the_same_bytes) {
    FakeWorld world(swarm(400, 0.2f), {}, kBox);
    for (const Quality quality : kQualities) {
        const Image first = draw(world, quality);
        EXPECT_EQ(first.rgb, GlScene::draw(world).rgb);
        EXPECT_EQ(first.rgb, draw(world, quality).rgb) << "by another renderer";
    }
}

TEST_F(GlLight, compute_shaders_make_the_picture_that_fragments_make) {
    FakeWorld spheres({{-1, -2, 0, 1}, {1, -2, 0.5f, 1}, {0, -0.5f, 0, 1}, {0, 2, 0, 0.01f}}, {}, kBox);
    FakeMeshWorld meshes({{{0, -2, 0}}, {{0.5f, -1, 0.3f}}},
                         {shape_of_mesh(box_mesh(1.6f, 0.8f, 1.6f), "box")}, kBox);
    const auto expect_same = [this](sim::World& world, const app::DrawLimits& limits, const char* what) {
        app::DrawLimits fragments = limits, compute = limits;
        fragments.look->compute = false;
        compute.software_computes = true;
        // Compilers round differently where a pixel is at a border of its light.
        EXPECT_LE(differing_pixels(draw(world, fragments), draw(world, compute), 1), 16u) << what;
    };
    for (const Quality quality : {Quality::medium, Quality::high}) {
        const Look look = Look::of(quality);
        expect_same(spheres, {.raster_from = UINT32_MAX, .look = look}, "sprites");
        expect_same(spheres, {.raster_from = 1, .look = look}, "raster");
        expect_same(meshes, {.look = look}, "meshes");
    }
}

TEST_F(GlLight, shadows_fall_away_from_the_sun_wherever_the_camera_stands) {
    FakeWorld world({{0, -2, 0, 0.8f}}, {}, kBox);
    const glm::vec3 away = towards_sun();
    const glm::vec3 shaded = glm::vec3(0, -2, 0) - 1 / away.y * away;
    camera_.pitch_deg = 50;
    camera_.fov_deg = 45;
    for (const float yaw : {0.0f, 90.0f, 200.0f}) {
        camera_.yaw_deg = yaw;
        camera_.target = {0, -3, 0};
        const glm::vec2 dark = on_screen(shaded + glm::normalize(glm::vec3(-away.x, 0, -away.z)) * 0.8f);
        const glm::vec2 light = on_screen(glm::vec3(away.x, 0, away.z) * 2.2f + glm::vec3(0, -3, 0));
        const Image image = draw(world, Quality::high);
        EXPECT_LT(light_at(image, int(dark.x), int(dark.y)),
                  0.75 * light_at(image, int(light.x), int(light.y)))
            << yaw;
    }
}

TEST_F(GlLight, each_part_left_out_alone_still_draws_and_shows_that_it_is_gone) {
    FakeWorld world(swarm(300, 0.3f), {}, kBox);
    camera_.pitch_deg = 25;
    const Look all = Look::of(Quality::high);
    const Image whole = draw(world, {.look = all});
    const auto without = [&](auto change, const char* what) {
        Look look = all;
        change(look);
        EXPECT_GT(differing_pixels(draw(world, {.look = look}), whole), 100u) << what;
        EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR)) << what;
    };
    without([](Look& look) { look.sun_map_px = 0; }, "shadows");
    without([](Look& look) { look.soft_shadows = false; }, "soft shadows");
    without([](Look& look) { look.near_shade = false; }, "near shade");
    without([](Look& look) { look.edge_search = false; }, "edge search");
    without([](Look& look) { look.crowd_edges = false; }, "edges in crowds");
    without([](Look& look) { look.mirror = false; }, "mirror");
    without([](Look& look) { look.glass = false; }, "glass");
}

TEST_F(GlLight, near_shade_darkens_what_neighbours_stand_around_and_nothing_of_a_body_alone) {
    Look look = Look::of(Quality::high);
    look.sun_map_px = 0;
    look.edge_search = false;               // which changes the rims
    settings_.colour = app::Colour::shift;  // one colour for all
    // A layer of balls, seen through the gaps of another before it.
    std::vector<FakeBody> behind, both;
    for (int i = -3; i <= 3; ++i)
        for (int k = -3; k <= 3; ++k) behind.push_back({float(i), float(k), -0.7f, 0.5f});
    both = behind;
    for (int i = -3; i < 3; ++i)
        for (int k = -3; k < 3; ++k) both.push_back({float(i) + 0.5f, float(k) + 0.5f, 0, 0.5f});
    const sim::Container box = {{-8, -8, -8}, {8, 8, 8}};
    FakeWorld open(behind, {}, box), shaded(both, {}, box), alone({{0, 0, 0, 1}}, {}, box);
    camera_.distance = 14;
    const Image as_open = draw(open, {.look = look}), as_shaded = draw(shaded, {.look = look});
    double sums[2] = {};
    for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y) {
            const glm::vec2 gap = on_screen({float(x), float(y), -0.2f});
            sums[0] += light_at(as_open, int(gap.x), int(gap.y));
            sums[1] += light_at(as_shaded, int(gap.x), int(gap.y));
        }
    EXPECT_LT(sums[1], 0.93 * sums[0]);

    // With nothing near, all of the sky is open: the light is that of the other looks before their dark rims.
    Look plain = look;
    plain.near_shade = false;
    camera_.distance = 6;
    const Image with = draw(alone, {.look = look}), without = draw(alone, {.look = plain});
    int seen = 0;
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x) {
            if (id_at(x, y) == sim::kNobody) continue;
            ++seen;
            ASSERT_GE(light_at(with, x, y), light_at(without, x, y) - 6) << x << ", " << y;
        }
    EXPECT_GT(seen, 1000);
}

TEST_F(GlLight, the_light_theme_is_bright_and_the_dark_one_dark_where_no_body_is) {
    FakeWorld world({{0, -2, 0, 1}}, {}, kBox);
    camera_.distance = 16;
    for (const Quality quality : kQualities) {
        for (const app::Theme theme : {app::Theme::dark, app::Theme::light}) {
            settings_.theme = theme;
            const Image image = draw(world, quality);
            for (const int x : {2, kWidth - 3}) {
                for (const int y : {2, kHeight - 3}) {
                    const int light = light_at(image, x, y) / 3;
                    EXPECT_TRUE(theme == app::Theme::light ? light >= 200 : light <= 110) << light;
                }
            }
        }
    }
}

TEST_F(GlLight, edges_of_meshes_are_smooth) {
    const auto slab = shape_of_mesh(box_mesh(2, 2, 2), "slab");
    FakeMeshWorld world({{{0, 0, 0}, {0.97f, 0, 0, 0.243f}}}, {slab}, {{-40, -40, -40}, {40, 40, 40}});
    Look look = Look::of(Quality::high);
    int between[2] = {};
    for (const bool search : {false, true}) {
        look.edge_search = search;
        const Image image = draw(world, {.look = look});
        // Along a row that crosses the left edge: pixels that are neither the body's nor the backdrop's.
        for (int y = kHeight / 2 - 15; y < kHeight / 2 + 15; ++y)
            for (int x = 1; x < kWidth / 2; ++x) {
                const int low = light_at(image, x - 1, y), here = light_at(image, x, y),
                          high = light_at(image, x + 1, y);
                between[search] += here > low + 20 && high > here + 20;
            }
    }
    EXPECT_LE(between[0], 3);
    EXPECT_GT(between[1], 15);
}

TEST_F(GlLight, meshes_cast_and_receive_shadows) {
    const auto slab = shape_of_mesh(box_mesh(1.6f, 0.1f, 1.6f), "slab");
    // A lone slab is lit; with another between it and the sun its middle is not.
    const glm::vec3 away = towards_sun();
    FakeMeshWorld alone({{{0, -2, 0}}}, {slab}, kBox);
    FakeMeshWorld below({{{0, -2, 0}}, {{1.6f * away.x, -2 + 1.6f * away.y, 1.6f * away.z}}}, {slab}, kBox);
    camera_.pitch_deg = 60;
    camera_.yaw_deg = 110;
    camera_.target = {0, -2, 0};
    const glm::vec2 top = on_screen({0, -1.95f, 0});
    const glm::vec2 floor = on_screen(glm::vec3(0, -2, 0) - 1 / away.y * away);
    for (const Quality quality : kQualities) {
        const Image lit = draw(alone, quality);
        Look unlit_look = Look::of(quality);
        unlit_look.sun_map_px = 0;
        const Image unlit = draw(alone, {.look = unlit_look});
        const Image unshaded = draw(below, {.look = unlit_look}), shaded = draw(below, quality);
        const int x = int(top.x), y = int(top.y);
        ASSERT_EQ(id_at(x, y), below.id_of(0)) << "the upper slab is in the way";
        EXPECT_NEAR(light_at(lit, x, y), light_at(unlit, x, y), 4) << "no acne, " << int(quality);
        EXPECT_LT(light_at(shaded, x, y), 0.8 * light_at(unshaded, x, y)) << int(quality);
        EXPECT_LT(light_at(lit, int(floor.x), int(floor.y)),
                  0.85 * light_at(unlit, int(floor.x), int(floor.y)))
            << "on the floor, " << int(quality);
    }
}

}  // namespace
