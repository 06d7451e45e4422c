// Stills: edges, soft shadows and the light between bodies as figures that geometry gives; no noise and no bands; the
// same bytes each time; another picture whenever something else is to be seen.
#include "app/gl/still.h"

#include <cmath>

#include "app/gl/frame_setup.h"
#include "tests/app/gl_fake_world.h"
#include "tests/app/gl_mesh_world.h"
#include "tests/app/gl_scene_fixture.h"

namespace {

using app::Image;
using app::kStillParts;
using app::kVideoParts;

const sim::Container kBox = {{-4, -3, -4}, {4, 3, 4}}, kFar = {{-40, -40, -40}, {40, 40, 40}};
constexpr float kSunSlope = 0.0384f;

class GlStill : public GlScene {
protected:
    void SetUp() override {
        GlScene::SetUp();
        if (context_) still_ = std::make_unique<app::Still>("auto", "");
    }
    void TearDown() override {
        still_.reset();
        GlScene::TearDown();
    }

    app::StillSubject subject(uint64_t step) const { return {{1, step}, camera_, settings_}; }

    /// One that no other call has begun.
    Image still(sim::World& world, uint32_t parts = kStillParts) {
        app::StillSubject fresh = subject(++step_);
        fresh.parts = parts;
        for (uint32_t k = 0; k < parts; ++k) still_->add(world, fresh);
        still_->add(world, fresh);  // nothing: all are done
        EXPECT_EQ(still_->done(fresh), parts);
        still_->show(context_->framebuffer());
        return app::read_framebuffer(context_->framebuffer(), kWidth, kHeight);
    }

    glm::vec3 towards_sun(const sim::Container& box) const {
        const sim::Vec3 light = app::sun_view(box, sim::CameraStart{}.yaw_deg, false).axis[2];
        return {-light.x, -light.y, -light.z};
    }
    glm::vec3 light_of(const Image& image, int x, int y) const {
        const uint8_t* p = &image.rgb[size_t(y * kWidth + x) * 3];
        const glm::vec3 bytes = glm::vec3(p[0], p[1], p[2]) / 255.0f;
        return bytes * bytes;
    }

    std::unique_ptr<app::Still> still_;
    uint64_t step_ = 0;
};

double psnr(const Image& a, const Image& b) {
    double sum = 0;
    for (size_t i = 0; i < a.rgb.size(); ++i) sum += std::pow(double(a.rgb[i]) - double(b.rgb[i]), 2);
    return 10 * std::log10(255.0 * 255.0 * double(a.rgb.size()) / sum);
}

TEST_F(GlStill, a_disc_covers_what_geometry_says_and_lies_where_it_does) {
    settings_.flat = true;
    camera_.target = {0, 0, 0};
    FakeWorld without({{0, 0, 39, 0.1f}}, {}, kFar);
    const Image backdrop = still(without, 1);  // one even colour
    for (const uint32_t raster_from : {UINT32_MAX, 1u}) {
        if (raster_from == 1)
            still_ = std::make_unique<app::Still>("auto", "", app::DrawLimits{.raster_from = raster_from});
        for (const float radius : {1.1f, 0.33f}) {
            if (raster_from == 1 && radius > 1) continue;
            const FakeBody body = {0.313f, 0.217f, 0, radius};
            FakeWorld with({body}, {}, kFar);
            const Image seen = still(with);
            // Nearer to the rim of the view than its centre is seen.
            const float off_axis = 1 / (1 - std::pow(radius / camera_.distance, 2.0f));
            const glm::vec2 middle = on_screen({off_axis * body.x, off_axis * body.y, body.z});
            const glm::vec3 full = light_of(seen, int(middle.x), int(middle.y));
            const float px_per_slope = 0.5f * kHeight / std::tan(glm::radians(camera_.fov_deg) / 2);
            const float radius_px =
                px_per_slope * radius / std::sqrt(camera_.distance * camera_.distance - radius * radius);
            double area = 0, sum_x = 0, sum_y = 0;
            const int reach = int(radius_px) + 6;
            for (int y = int(middle.y) - reach; y <= int(middle.y) + reach; ++y)
                for (int x = int(middle.x) - reach; x <= int(middle.x) + reach; ++x) {
                    const glm::vec3 behind = light_of(backdrop, x, y);
                    const double covered = (light_of(seen, x, y).b - behind.b) / (full.b - behind.b);
                    area += covered;
                    sum_x += covered * (x + 0.5);
                    sum_y += covered * (y + 0.5);
                }
            const double expected = M_PI * radius_px * radius_px;
            EXPECT_NEAR(area, expected, 0.01 * expected) << radius << ", crowd from " << raster_from;
            EXPECT_NEAR(sum_x / area, middle.x, 0.1);
            EXPECT_NEAR(sum_y / area, middle.y, 0.1);
        }
    }
}

// Across the border of a ball's shadow on the floor: as wide as the sun's disc makes it, and even.
TEST_F(GlStill, the_border_of_a_shadow_is_as_wide_as_the_suns_angle_says) {
    const FakeBody ball = {0, 2.2f, 0, 0.5f};
    FakeWorld world({ball}, {}, kBox);
    const glm::vec3 away = towards_sun(kBox), floor = {0, kBox.min_m.y, 0};
    const float fall = (ball.y - floor.y) / away.y;  // along the light
    const glm::vec3 centre = glm::vec3(0, ball.y, 0) - fall * away;
    const glm::vec3 across = glm::normalize(glm::cross(away, glm::vec3(0, 1, 0)));
    camera_.target = centre;
    camera_.pitch_deg = 80;
    camera_.yaw_deg = glm::degrees(std::atan2(away.x, away.z));  // `across` is level on the screen
    camera_.distance = 6;
    const Image image = still(world);
    const auto light = [&](float off) {
        const glm::vec2 at = on_screen(centre + off * across);
        double sum = 0;
        for (int y = -2; y <= 2; ++y) sum += light_of(image, int(at.x), int(at.y) + y).g / 5;
        return sum;
    };
    const float border = fall * kSunSlope;  // half of it
    ASSERT_GT(ball.radius, border);
    const double dark = light(ball.radius - 1.3f * border), bright = light(ball.radius + 1.3f * border);
    EXPECT_LT(dark, 0.62 * bright);
    float ten = 0, ninety = 0;
    double before = 0;
    for (float off = ball.radius - 1.3f * border; off < ball.radius + 1.3f * border; off += 0.002f) {
        const double here = (light(off) - dark) / (bright - dark);
        EXPECT_GE(here, before - 0.05) << "it only grows, at " << off;
        before = std::max(before, here);
        if (here < 0.1) ten = off;
        if (here < 0.9) ninety = off;
    }
    // Of a disc a tenth lies beyond 0.687 of its radius.
    EXPECT_NEAR(ninety - ten, 2 * 0.687f * border, 0.15 * border + 0.04);
    EXPECT_NEAR(0.5f * (ninety + ten), ball.radius, 0.04);
}

TEST_F(GlStill, two_touching_spheres_are_darkest_where_they_touch) {
    settings_.colour = app::Colour::shift;  // one colour
    const glm::vec3 away = towards_sun(kFar);
    camera_.yaw_deg =
        glm::degrees(std::atan2(-away.x, -away.z));  // from the side that the sun does not light
    camera_.distance = 9;
    const glm::vec3 beside = glm::normalize(glm::cross(glm::vec3(0, 1, 0), away));
    FakeWorld alone({{-beside.x, 0, -beside.z, 1}}, {}, kFar);
    FakeWorld both({{-beside.x, 0, -beside.z, 1}, {beside.x, 0, beside.z, 1}}, {}, kFar);
    const Image as_alone = still(alone), as_both = still(both);
    const glm::vec3 to_eye = glm::normalize(camera_.position());
    double before = 1.05;
    std::vector<double> shares;
    for (const float angle : {80.0f, 60.0f, 45.0f, 32.0f, 22.0f}) {  // from the contact
        const float turn = glm::radians(angle);
        const glm::vec3 place = -beside + std::cos(turn) * beside + std::sin(turn) * to_eye;
        const glm::vec2 at = on_screen(place);
        const double share = double(light_of(as_both, int(at.x), int(at.y)).g) /
                             double(light_of(as_alone, int(at.x), int(at.y)).g);
        EXPECT_LT(share, before + 0.02) << angle;
        before = share;
        shares.push_back(share);
    }
    EXPECT_GT(shares.front(), 0.9);
    EXPECT_LT(shares.back(), 0.55);
}

TEST_F(GlStill, the_light_of_a_body_and_a_floor_without_neighbours_is_even_and_that_of_the_live_picture) {
    FakeWorld world({{0, -2, 0, 0.02f}}, {}, kBox);
    camera_.pitch_deg = 35;
    camera_.distance = 14;
    renderer_ = app::SceneRenderer::create("auto", "", {.look = app::Look::of(app::Quality::high)});
    for (const app::Theme theme : {app::Theme::dark, app::Theme::light}) {
        settings_.theme = theme;
        const Image live = draw(world), rest = still(world);
        size_t beyond = 0, steps = 0;
        double sum = 0;
        for (int y = 0; y < kHeight; ++y)
            for (int x = 1; x < kWidth; ++x) {
                const int off = light_at(rest, x, y) - light_at(live, x, y);
                beyond += std::abs(off) > 9;  // the lines of the grid and of the box
                steps += std::abs(light_at(rest, x, y) - light_at(rest, x - 1, y)) > 9;
                sum += off;
            }
        constexpr double kPixels = kWidth * kHeight;
        EXPECT_LT(std::abs(sum / kPixels), 2) << "of 765";
        EXPECT_LT(double(beyond), 0.06 * kPixels);
        EXPECT_LT(double(steps), 0.06 * kPixels);
    }
}

// Around a ball on the floor the sky is as open on all sides: each light's own shadow would be a ray.
TEST_F(GlStill, the_lights_of_the_sky_leave_no_rays_around_a_ball) {
    const float floor = kBox.min_m.y;
    FakeWorld world({{0, floor + 1, 0, 1}}, {}, kBox), bare({{0, floor + 80, 0, 0.01f}}, {}, kBox);
    const glm::vec3 away = towards_sun(kBox);
    const glm::vec2 shadow = -glm::normalize(glm::vec2(away.x, away.z));
    camera_.target = {0, floor, 0};
    camera_.pitch_deg = 85;
    camera_.distance = 13;
    for (const uint32_t parts : {kStillParts, kVideoParts}) {
        const Image with = still(world, parts), without = still(bare, parts);
        for (const float off : {1.5f, 2.0f, 2.6f}) {
            double least = 2, most = 0;
            for (int degree = 0; degree < 360; degree += 3) {
                const float turn = glm::radians(float(degree));
                const glm::vec2 aside = {std::cos(turn), std::sin(turn)};
                if (glm::dot(aside, shadow) > -0.2f) continue;
                const glm::vec2 at = on_screen({off * aside.x, floor, off * aside.y});
                double here = 0, open = 0;
                for (int k = 0; k < 9; ++k) {
                    here += double(light_of(with, int(at.x) + k % 3 - 1, int(at.y) + k / 3 - 1).g);
                    open += double(light_of(without, int(at.x) + k % 3 - 1, int(at.y) + k / 3 - 1).g);
                }
                least = std::min(least, here / open);
                most = std::max(most, here / open);
            }
            EXPECT_LT(most - least, parts == kStillParts ? 0.03 : 0.05) << off << ", " << parts << " parts";
        }
    }
}

/// Brighter than all of its eight neighbours by a sixth of what there is.
size_t lone_pixels(const Image& image) {
    size_t count = 0;
    for (int y = 1; y + 1 < image.height; ++y)
        for (int x = 1; x + 1 < image.width; ++x) {
            int brightest = 0;
            for (int k = 0; k < 9; ++k)
                if (k != 4) brightest = std::max(brightest, light_at(image, x + k % 3 - 1, y + k / 3 - 1));
            count += light_at(image, x, y) > brightest + 128;
        }
    return count;
}

TEST_F(GlStill, more_parts_are_a_better_picture_without_sparks) {
    std::vector<FakeBody> bodies = swarm(1500, 0.12f);
    bodies.push_back({0, 0, 0, 1.3f});
    FakeWorld world(bodies, {}, kBox);
    camera_.pitch_deg = 20;
    camera_.distance = 14;
    const Image few = still(world, kVideoParts), all = still(world), best = still(world, 2 * kStillParts);
    EXPECT_GE(psnr(few, best), 31) << psnr(few, best);
    EXPECT_GE(psnr(all, best), 40) << psnr(all, best);
    EXPECT_LE(lone_pixels(all), 0.05e-4 * kWidth * kHeight);
}

TEST_F(GlStill, the_same_still_has_the_same_bytes) {
    FakeWorld world(swarm(300, 0.25f), {}, kBox);
    const Image first = still(world, kVideoParts);
    EXPECT_EQ(first.rgb, still(world, kVideoParts).rgb);
    still_ = std::make_unique<app::Still>("auto", "");
    EXPECT_EQ(first.rgb, still(world, kVideoParts).rgb) << "by another one";
}

TEST_F(GlStill, sprites_quads_and_crowd_look_the_same) {
    std::vector<FakeBody> bodies = swarm(900, 0.14f);
    bodies.push_back({0.5f, 1, 0, 1.4f});
    FakeWorld world(bodies, {}, kBox);
    camera_.pitch_deg = 25;
    for (const float distance : {1.5f, 12.0f}) {
        camera_.distance = distance;
        const Image by_gl = still(world, kVideoParts);
        const auto gl = std::exchange(
            still_, std::make_unique<app::Still>("auto", "", app::DrawLimits{.raster_from = 1}));
        const Image by_backend = still(world, kVideoParts);
        EXPECT_LE(differing_pixels(by_gl, by_backend, 2), by_gl.rgb.size() / 3 / 2000) << distance;
    }
}

TEST_F(GlStill, anything_else_to_be_seen_begins_another_one) {
    FakeWorld world({{0, 0, 0, 1}}, {}, kBox);
    const auto restarts = [&](const char* what) {
        const app::StillSubject now = subject(step_);
        EXPECT_EQ(still_->done(now), 0u) << what;
        still_->add(world, now);
        still_->add(world, now);
        EXPECT_EQ(still_->done(now), 2u) << what;
    };
    restarts("the first");
    ++step_;
    restarts("a step");
    camera_.yaw_deg += 0.01f;
    restarts("the camera");
    settings_.boxes = true;
    restarts("what is drawn");
    settings_.scales.speed_m_s = 7;
    restarts("a scale");
    settings_.width -= 8;
    restarts("the size");
    settings_.lens.aperture = 0.02f;
    restarts("the lens");
}

/// Counts how often its pairs are read: once each time that the shared buffers are filled.
class CountingWorld : public FakeWorld {
public:
    using FakeWorld::FakeWorld;
    sim::PairView pairs() override {
        ++reads;
        return FakeWorld::pairs();
    }
    int reads = 0;
};

TEST_F(GlStill, a_sub_picture_fills_the_buffers_once_and_times_each_pass) {
    settings_.contacts = true;
    for (const uint32_t raster_from : {1u, UINT32_MAX}) {
        still_ = std::make_unique<app::Still>("auto", "", app::DrawLimits{.raster_from = raster_from});
        CountingWorld world({{0, 0, 0, 1}, {1.9f, 0, 0, 1}}, {0, 1}, kBox);
        const app::StillSubject fresh = subject(++step_);
        int parts = 0;
        do {  // a GPU knows its times some sub-pictures later
            still_->add(world, fresh, true);
            glFinish();
            EXPECT_EQ(world.reads, ++parts);
        } while (still_->drawn().passes.empty() && parts < 8);
        std::vector<std::string> names;
        for (const sim::StageTime& pass : still_->drawn().passes) names.emplace_back(pass.name);
        for (const char* name : {"sky map", "sun map", "bodies", "light", "stage", "overlays", "edges"})
            EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
    }
}

TEST_F(GlStill, a_lens_blurs_what_is_not_in_focus) {
    settings_.flat = true;
    FakeWorld world({{0, 0, 0, 0.4f}, {-1.6f, 0, -3, 0.4f}}, {}, kFar);
    const auto blurred = [&](const glm::vec3& centre) {  // pixels that the edge takes, along a row
        const Image image = still(world);
        const glm::vec2 at = on_screen(centre);
        const float inside = light_of(image, int(at.x), int(at.y)).b;
        int between = 0;
        for (int x = int(at.x) - 30; x < int(at.x) + 30; ++x) {
            const float here = light_of(image, x, int(at.y)).b;
            between += here > 0.15f * inside && here < 0.85f * inside;
        }
        return between;
    };
    const glm::vec3 near = {0, 0, 0}, far = {-1.6f, 0, -3};
    EXPECT_LE(blurred(near), 4);
    EXPECT_LE(blurred(far), 4);
    settings_.lens.aperture = 0.1f;
    EXPECT_LE(blurred(near), 4);
    EXPECT_GE(blurred(far), 10);
    settings_.lens.focus_m = camera_.distance + 3;
    EXPECT_GE(blurred(near), 10);
    EXPECT_LE(blurred(far), 5);
}

TEST_F(GlStill, flat_colours_are_those_of_the_palette) {
    settings_.flat = true;
    FakeWorld world({{0, 0, 0, 1.5f}}, {}, kBox);
    const Image live = draw(world), rest = still(world, kVideoParts);
    for (int k = 0; k < 3; ++k) {
        const size_t middle = size_t(kHeight / 2 * kWidth + kWidth / 2) * 3 + size_t(k);
        EXPECT_EQ(int(rest.rgb[middle]), int(live.rgb[middle])) << k;
    }
}

TEST_F(GlStill, meshes_stand_on_their_own_darkness) {
    const auto cube = shape_of_mesh(box_mesh(1, 1, 1), "cube");
    FakeMeshWorld world({{{0, -2.5f, 0}}}, {cube}, kBox);
    const glm::vec3 away = towards_sun(kBox);
    camera_.pitch_deg = 40;
    camera_.target = {0, -3, 0};
    // Beside the cube on the side of the sun: near its wall less of the sky is seen than farther off.
    const glm::vec3 out = glm::abs(away.x) > glm::abs(away.z) ? glm::vec3(away.x > 0 ? 1 : -1, 0, 0)
                                                              : glm::vec3(0, 0, away.z > 0 ? 1 : -1);
    camera_.yaw_deg = glm::degrees(std::atan2(out.x, out.z)) + 40;
    FakeMeshWorld bare({{{0, 60, 0}}}, {cube}, {{-4, -3, -4}, {4, 3, 4}});
    const Image seen = still(world), open = still(bare);
    const auto share = [&](float off) {
        const glm::vec2 at = on_screen(glm::vec3(0, -3, 0) + (0.5f + off) * out);
        return double(light_of(seen, int(at.x), int(at.y)).g) /
               double(light_of(open, int(at.x), int(at.y)).g);
    };
    EXPECT_LT(share(0.08f), 0.93);
    EXPECT_GT(share(0.08f), 0.6) << "the sun reaches it";
    EXPECT_GT(share(1.2f), 0.96);
}

}  // namespace
