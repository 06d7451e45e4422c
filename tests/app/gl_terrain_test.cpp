// Draws bodies on a ground and checks who is seen: the shader's spline is the simulation's.
#include "app/gl/frame_setup.h"
#include "app/gl/still.h"
#include "tests/app/gl_hill_world.h"
#include "tests/app/gl_scene_fixture.h"

namespace {

class GlTerrain : public GlScene {
protected:
    void SetUp() override {
        GlScene::SetUp();
        camera_.distance = 14;
        camera_.pitch_deg = 89;
        camera_.fov_deg = 45;  // all of the hills
    }

    /// The id seen at the picture's place of a point.
    uint32_t id_over(const sim::Vec3& point) {
        const glm::vec4 clip = camera_.projection(float(kWidth) / kHeight) * camera_.view() *
                               glm::vec4(point.x, point.y, point.z, 1);
        return renderer_->pick(int((clip.x / clip.w + 1) / 2 * kWidth),
                               int((clip.y / clip.w + 1) / 2 * kHeight));
    }

    void expect_the_surface_of_the_simulation() {
        const sim::Ground ground = hills(1);
        for (const bool above : {true, false}) {
            std::vector<FakeBody> bodies;
            std::vector<sim::Vec3> places;
            for (float x = -6; x <= 6; x += 1.5f) {  // at corners of the mesh: between them it is flat
                for (float z = -5; z <= 5; z += 1) {
                    const sim::Surface surface = sim::surface_at(ground.field(), x, z);
                    const float radius = 0.1f, depth = (above ? 0.7f : 1.3f) * radius;
                    const sim::Vec3 normal = sim::normal_of(surface);
                    places.push_back({x, surface.height_m, z});
                    const sim::Vec3 centre = places.back() - depth * normal;
                    bodies.push_back({centre.x, centre.y, centre.z, radius});
                }
            }
            HillWorld world(bodies, ground);
            draw(world);
            uint32_t seen = 0;
            for (uint32_t slot = 0; slot < bodies.size(); ++slot)
                seen += id_over(places[slot]) == world.id_of(slot) ? 1 : 0;
            EXPECT_EQ(seen, above ? bodies.size() : 0u);
        }
    }
};

TEST_F(GlTerrain, compute_shaders_light_the_ground_as_fragments_do) {
    const sim::Ground ground = hills(2);
    HillWorld world({{0, 3, 0, 1}, {3, 1, 2, 0.6f}}, ground);
    camera_.pitch_deg = 35;
    app::Look fragments = app::Look::of(app::Quality::high);
    fragments.compute = false;
    for (const uint32_t raster_from : {1u, 1000u}) {
        renderer_ = app::SceneRenderer::create("auto", "", {.raster_from = raster_from, .look = fragments});
        const app::Image expected = draw(world);
        renderer_ = app::SceneRenderer::create("auto", "",
                                               {.raster_from = raster_from,
                                                .look = app::Look::of(app::Quality::high),
                                                .software_computes = true});
        const app::Image image = draw(world);
        // Lines of equal height, by other derivatives, are a little wider or thinner.
        double sum = 0;
        int most = 0;
        for (size_t k = 0; k < image.rgb.size(); ++k) {
            const int off = std::abs(int(image.rgb[k]) - int(expected.rgb[k]));
            sum += off;
            most = std::max(most, off);
        }
        EXPECT_LT(sum / double(image.rgb.size()), 0.5) << raster_from;
        EXPECT_LE(most, 32) << raster_from;
        EXPECT_EQ(id_over({0, 4, 0}), world.id_of(0));
    }
}

TEST_F(GlTerrain, hides_what_is_under_the_ground_and_nothing_else) {
    const sim::Ground flat = hills(0);
    HillWorld world({{-2, 1, 0, 0.5f}, {2, -1, 0, 0.5f}}, flat);
    draw(world);
    EXPECT_EQ(id_over({-2, 1, 0}), world.id_of(0));
    EXPECT_EQ(id_over({2, 0, 0}), sim::kNobody);
}

TEST_F(GlTerrain, is_the_surface_that_bodies_meet) { expect_the_surface_of_the_simulation(); }

TEST_F(GlTerrain, is_so_in_front_of_a_crowd) {
    if (!renderer_) return;
    renderer_ = app::SceneRenderer::create("auto", "", {.raster_from = 1});
    expect_the_surface_of_the_simulation();
}

/// Its first half is low, its second one high: what would be hidden under the other is seen from above.
TEST_F(GlTerrain, of_more_samples_than_a_texture_has_shows_all_of_the_map) {
    auto map = std::make_shared<sim::HeightMap>();
    *map = {8200, 128, std::vector<float>(8200 * 128)};
    for (uint32_t row = 0; row < map->rows; ++row)
        for (uint32_t column = map->columns / 2; column < map->columns; ++column) map->at(column, row) = 3;
    HillWorld world({{-4, 1.5f, 0, 0.1f}, {4, 1.5f, 0, 0.1f}, {5, 3.5f, 0, 0.1f}},
                    sim::make_ground(map, 16.0f / 8199));
    draw(world);
    EXPECT_EQ(id_over({-4, 1.5f, 0}), world.id_of(0));
    EXPECT_EQ(id_over({4, 1.5f, 0}), sim::kNobody) << "it is in the hill";
    EXPECT_EQ(id_over({5, 3.5f, 0}), world.id_of(2));
}

TEST_F(GlTerrain, is_lighter_in_the_light_theme) {
    HillWorld world({{0, 50, 0, 0.5f}}, hills(2));
    camera_.pitch_deg = 25;
    camera_.distance = 30;
    const app::Image dark = draw(world);
    settings_.theme = app::Theme::light;
    const app::Image light = draw(world);
    for (const int below_middle : {0, 10})
        EXPECT_GT(light_at(light, kWidth / 2, kHeight / 2 + below_middle),
                  1.15 * light_at(dark, kWidth / 2, kHeight / 2 + below_middle));
}

TEST_F(GlTerrain, is_lit_and_has_sides) {
    const sim::Ground ground = hills(2);
    HillWorld world({{0, 50, 0, 0.5f}}, ground);
    FakeWorld bare({{0, 50, 0, 0.5f}}, {}, {{-8, -1, -6}, {8, 9, 6}});
    camera_.pitch_deg = 25;
    camera_.distance = 30;
    const app::Image with = draw(world), without = draw(bare);
    const auto pixel = [](const app::Image& image, int y) {
        return &image.rgb[size_t(y * image.width + kWidth / 2) * 3];
    };
    // The floor of other scenes is bluish, the ground is greenish; the block's sides are neither, and dark.
    const auto is_green = [&](const uint8_t* p) { return p[1] > p[2] && p[1] > p[0]; };
    EXPECT_TRUE(is_green(pixel(with, kHeight / 2)));
    EXPECT_FALSE(is_green(pixel(without, kHeight / 2)));
    int sides = 0;
    for (int y = kHeight / 2; y < kHeight; ++y) {
        const uint8_t* p = pixel(with, y);
        sides += p[0] >= p[1] && p[1] >= p[2] && p[0] > 30 && p[0] < 90 ? 1 : 0;
    }
    EXPECT_GT(sides, 3);
}

TEST_F(GlTerrain, bodies_cast_shadows_on_it_and_it_casts_none_on_itself_where_it_is_flat) {
    const sim::Ground flat = hills(0);
    HillWorld world({{0, 2, 0, 0.8f}}, flat);
    const app::SunView sun = app::sun_view(world.container(), sim::CameraStart{}.yaw_deg, true);
    const sim::Vec3 light = sun.axis[2], centre = {0, 2, 0};
    const sim::Vec3 shaded = centre + (-2 / light.y) * light;
    for (const app::Quality quality : {app::Quality::low, app::Quality::high}) {
        app::Look look = app::Look::of(quality);
        renderer_ = app::SceneRenderer::create("auto", "", {.look = look});
        const app::Image with = draw(world);
        look.sun_map_px = 0;
        renderer_ = app::SceneRenderer::create("auto", "", {.look = look});
        const app::Image without = draw(world);
        const auto change = [&](const sim::Vec3& place) {
            const glm::vec4 clip = camera_.projection(float(kWidth) / kHeight) * camera_.view() *
                                   glm::vec4(place.x, place.y, place.z, 1);
            const int x = int((clip.x / clip.w + 1) / 2 * kWidth),
                      y = int((1 - clip.y / clip.w) / 2 * kHeight);
            const size_t i = size_t(y * kWidth + x) * 3 + 1;
            return double(with.rgb[i]) / without.rgb[i];
        };
        EXPECT_LT(change(shaded), 0.8) << int(quality);
        for (float x = -5; x <= 5; x += 1)
            for (float z = -4; z <= 4; z += 1) {
                const sim::Vec3 place = {x, 0, z}, off = place - shaded;
                if (sim::length(off) > 2 && sim::length(place) > 2) {
                    EXPECT_NEAR(change(place), 1, 0.06) << x << ", " << z << ", " << int(quality);
                }
            }
    }
}

TEST_F(GlTerrain, a_still_of_flat_ground_is_even_but_for_the_shadow_of_a_body) {
    const sim::Ground flat = hills(0);
    HillWorld world({{0, 2, 0, 0.8f}}, flat), bare({{0, 50, 0, 0.1f}}, flat);
    app::Still still("auto", "");
    const auto picture = [&](sim::World& shown, uint64_t number) {
        const app::StillSubject subject = {{number, 0}, camera_, settings_, app::kVideoParts};
        while (still.done(subject) < subject.parts) still.add(shown, subject);
        still.show(context_->framebuffer());
        return app::read_framebuffer(context_->framebuffer(), kWidth, kHeight);
    };
    const app::Image with = picture(world, 1), without = picture(bare, 2), live = draw(bare);
    const sim::Vec3 light = app::sun_view(world.container(), sim::CameraStart{}.yaw_deg, true).axis[2];
    const sim::Vec3 shaded = sim::Vec3{0, 2, 0} + (-2 / light.y) * light;
    const auto light_of = [&](const app::Image& image, const sim::Vec3& place) {
        const glm::vec2 at = on_screen({place.x, place.y, place.z});
        return double(light_at(image, int(at.x), int(at.y)));
    };
    EXPECT_LT(light_of(with, shaded), 0.8 * light_of(without, shaded));
    for (float x = -5; x <= 5; x += 1)
        for (float z = -4; z <= 4; z += 1) {
            const sim::Vec3 place = {x, 0, z};
            EXPECT_NEAR(light_of(without, place), light_of(live, place), 0.08 * light_of(live, place));
            if (sim::length(place - shaded) < 2 || sim::length(place) < 2) continue;
            EXPECT_NEAR(light_of(with, place), light_of(without, place), 0.06 * light_of(without, place));
        }
}

TEST_F(GlTerrain, shades_its_own_valleys) {
    const sim::Ground flat = hills(0), steep = hills(5);
    int darker[2] = {};
    for (const bool high : {false, true}) {
        HillWorld world({{0, 50, 0, 0.1f}}, high ? steep : flat);
        app::Look look = app::Look::of(app::Quality::low);
        renderer_ = app::SceneRenderer::create("auto", "", {.look = look});
        const app::Image with = draw(world);
        look.sun_map_px = 0;
        renderer_ = app::SceneRenderer::create("auto", "", {.look = look});
        const app::Image without = draw(world);
        for (size_t i = 1; i < with.rgb.size(); i += 3) darker[high] += with.rgb[i] + 10 < without.rgb[i];
    }
    EXPECT_LE(darker[0], 20);
    EXPECT_GT(darker[1], 500);
}

TEST_F(GlTerrain, hides_its_inside_from_below) {
    const sim::Ground flat = hills(0);
    HillWorld world({{0, -0.2f, 0, 0.1f}, {0, -3, 0, 0.1f}}, flat);
    camera_.pitch_deg = -60;
    draw(world);
    EXPECT_EQ(id_over({0, -0.2f, 0}), sim::kNobody);
    EXPECT_EQ(id_over({0, -3, 0}), world.id_of(1)) << "under the block";
}

TEST(GlCamera, stays_above_the_ground_that_it_is_over) {
    const sim::Ground ground = hills(2);
    const auto above = [&](const app::Camera& camera) {
        const glm::vec3 eye = camera.position();
        return eye.y - sim::surface_at(ground.field(), eye.x, eye.z).height_m;
    };
    for (const float pitch : {-80.0f, -10.0f, 0.0f, 60.0f}) {
        for (const float target_y : {-30.0f, 0.0f, 3.0f}) {
            app::Camera camera;
            camera.target = {1, target_y, 1};
            camera.distance = 4;
            camera.pitch_deg = pitch;
            const app::Camera before = camera;
            camera.keep_above(ground);
            EXPECT_GT(above(camera), 0) << pitch << ", " << target_y;
            if (above(before) > 0.1f) {
                EXPECT_EQ(camera, before);
            }
            camera = before;
            camera.distance = 40;  // beside the map
            const app::Camera beside = camera;
            camera.keep_above(ground);
            EXPECT_TRUE(camera == beside || above(camera) > 0);
        }
    }
}

TEST_F(GlTerrain, leaves_overlays_as_they_are_without_it) {
    const sim::Ground ground = hills(0);
    const std::vector<FakeBody> bodies{{0, 3, 0, 2}};
    HillWorld world(bodies, ground);
    FakeWorld bare(bodies, {}, {{-8, -1, -6}, {8, 9, 6}});
    int most[2] = {0, 0};  // that a box's faint lines change in a pixel
    for (const bool with : {false, true}) {
        sim::World& drawn = with ? static_cast<sim::World&>(world) : bare;
        settings_.boxes = false;
        const app::Image without_boxes = draw(drawn);
        settings_.boxes = true;
        const app::Image with_boxes = draw(drawn);
        for (size_t i = 0; i < with_boxes.rgb.size(); ++i)
            most[with] = std::max(most[with], std::abs(int(with_boxes.rgb[i]) - int(without_boxes.rgb[i])));
    }
    EXPECT_GT(most[0], 0);
    EXPECT_LE(most[1], most[0] + 10);
}

TEST_F(GlTerrain, goes_when_the_next_world_has_none) {
    const sim::Ground flat = hills(0);
    HillWorld hidden({{2, -1, 0, 0.5f}}, flat);
    FakeWorld bare({{2, -1, 0, 0.5f}});
    draw(hidden);
    EXPECT_EQ(id_over({2, -0.5f, 0}), sim::kNobody);
    draw(bare);
    EXPECT_EQ(id_over({2, -0.5f, 0}), bare.id_of(0));
}

}  // namespace
