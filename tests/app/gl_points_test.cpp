// Bodies that pull each other as points of light: density by its logarithm, hues by origin, spheres when near.
#include <gtest/gtest.h>

#include "app/gl/palette.h"
#include "app/gl/passes/point_pass.h"
#include "app/gl/still.h"
#include "app/observe/sort_colour.h"
#include "tests/app/gl_scene_fixture.h"
#include "tests/app/gl_star_world.h"

namespace {

using app::Image;

/// Light, as the renderer counts it: the square of a byte, of the brightest channel.
double peak_light(const Image& image, int x, int y) {
    const uint8_t* p = &image.rgb[size_t(y * image.width + x) * 3];
    const double most = std::max({p[0], p[1], p[2]}) / 255.0;
    return most * most;
}

class GlPoints : public GlScene {
protected:
    /// The colour around a place of the world: the mean of what is more than the backdrop, each channel as light.
    glm::vec3 light_around(const Image& image, const glm::vec3& place, int reach = 5) const {
        const glm::vec2 at = on_screen(place);
        glm::vec3 sum(0);
        for (int y = int(at.y) - reach; y <= int(at.y) + reach; ++y)
            for (int x = int(at.x) - reach; x <= int(at.x) + reach; ++x) {
                const uint8_t* p = &image.rgb[size_t(y * image.width + x) * 3];
                for (int k = 0; k < 3; ++k) {
                    const float byte = float(p[k]) / 255,
                                behind =
                                    float(nothing_.rgb[size_t(y * image.width + x) * 3 + size_t(k)]) / 255;
                    sum[k] += byte * byte - behind * behind;
                }
            }
        return sum;
    }
    double brightest_around(const Image& image, const glm::vec3& place) const {
        const glm::vec2 at = on_screen(place);
        double most = 0;
        for (int y = int(at.y) - 3; y <= int(at.y) + 3; ++y)
            for (int x = int(at.x) - 3; x <= int(at.x) + 3; ++x)
                most = std::max(most, peak_light(image, x, y));
        return most;
    }
    void SetUp() override {
        GlScene::SetUp();
        if (IsSkipped()) return;
        StarWorld empty({FakeBody{0, 0, 1000, 0.001f}});  // behind the eye
        nothing_ = draw(empty);
    }

    Image nothing_;
};

TEST_F(GlPoints, three_times_as_many_bodies_are_brighter_by_equal_steps) {
    std::vector<FakeBody> bodies;
    const int counts[] = {1, 3, 9, 27, 1000};
    for (int k = 0; k < 5; ++k) {
        const auto heap = heap_at(counts[k], -1.5f + float(k), 0);
        bodies.insert(bodies.end(), heap.begin(), heap.end());
    }
    app::DrawLimits low;
    low.look = app::Look::of(app::Quality::low);  // no edge is smoothed: that takes light from a small heap
    renderer_ = app::SceneRenderer::create("auto", "", low);
    StarWorld world(bodies);
    settings_.colour = app::Colour::speed;  // all are slow, and blue
    const Image image = draw(world);
    double light[5];
    for (int k = 0; k < 5; ++k) light[k] = brightest_around(image, {-1.5f + float(k), 0, 0});
    EXPECT_GT(light[0], 0.02) << "a lone body is seen";
    EXPECT_GT(light[4], 0.95);
    const glm::vec2 white = on_screen({2.5f, 0, 0});
    EXPECT_GT(image.rgb[size_t(int(white.y) * kWidth + int(white.x)) * 3], 180) << "as on a photograph";
    const double first = light[2] - light[1], second = light[3] - light[2];
    EXPECT_GT(first, 0.1);
    EXPECT_NEAR(second / first, 1, 0.35);
}

TEST_F(GlPoints, a_point_gives_as_much_light_wherever_it_lies_between_pixels) {
    float least = 1e9f, most = 0;
    for (int k = 0; k < 8; ++k) {
        const float off = float(k) * 0.0031f;
        StarWorld world(heap_at(1, off, 0.7f * off));
        const glm::vec3 light = light_around(draw(world), {off, 0.7f * off, 0});
        least = std::min(least, light.b);
        most = std::max(most, light.b);
    }
    EXPECT_GT(least, 0.1f);
    EXPECT_LT(most / least, 1.25f);
}

TEST_F(GlPoints, a_point_is_seen_where_it_is_to_a_part_of_a_pixel) {
    for (int k = 0; k < 6; ++k) {
        const glm::vec3 place = {0.0047f * float(k), 0.0031f * float(k), 0};
        StarWorld world(heap_at(1, place.x, place.y));
        const Image image = draw(world);
        const glm::vec2 at = on_screen(place);
        glm::vec2 sum(0);
        float weight = 0;
        for (int y = int(at.y) - 4; y <= int(at.y) + 4; ++y) {
            for (int x = int(at.x) - 4; x <= int(at.x) + 4; ++x) {
                const float light = float(std::max(peak_light(image, x, y) - 0.03, 0.0));
                sum += light * glm::vec2(float(x) + 0.5f, float(y) + 0.5f);
                weight += light;
            }
        }
        EXPECT_LT(glm::distance(sum / weight, at), 0.2f) << k;
    }
}

TEST_F(GlPoints, the_order_of_bodies_changes_no_byte_and_neither_does_drawing_again) {
    StarWorld world(swarm(3000, 0.002f));
    settings_.colour = app::Colour::speed;
    const Image first = draw(world);
    EXPECT_EQ(draw(world).rgb, first.rgb);
    world.turn_slots();
    EXPECT_EQ(differing_pixels(draw(world), first), 0u);
    EXPECT_GT(differing_pixels(first, nothing_), 2000u);
}

TEST_F(GlPoints, of_two_galaxies_each_has_its_hue_and_no_halo_is_seen_unless_requested) {
    // Ids count down from the first body: the groups of ten bodies are 2 disc, 0 bulge, 3 halo, twice.
    std::vector<FakeBody> bodies;
    for (int id = 9; id >= 0; --id) bodies.push_back({-1.8f + 0.4f * float(id), 0, 0, 0.001f});
    StarWorld world(bodies, "galaxy");
    const auto groups = sim::spawn_groups_of(world.config().scene, 10);
    ASSERT_EQ(groups.size(), 4u);
    EXPECT_EQ(groups[0].end, 2u);
    EXPECT_EQ(groups[1].end, 5u);
    const Image seen = draw(world);
    settings_.hidden_bodies = true;
    const Image all = draw(world);
    for (int id = 0; id < 10; ++id) {
        const glm::vec3 place = {-1.8f + 0.4f * float(id), 0, 0};
        const glm::vec3 light = light_around(all, place), before = light_around(seen, place);
        const bool halo = id % 5 >= 2;
        if (id < 5) {
            EXPECT_GT(light.b, 2 * light.r) << id;
        } else {
            EXPECT_GT(light.r, 2 * light.b) << id;
        }
        if (halo) {
            EXPECT_NEAR(glm::length(before), 0, 0.06) << id;
        } else {
            EXPECT_NEAR(glm::length(before - light), 0, 0.06) << id;
        }
    }
    settings_.hidden_bodies = false;
    settings_.selected = 3;
    EXPECT_GT(brightest_around(draw(world), {-0.6f, 0, 0}), 0.05)
        << "the selected body is seen inside its ring";
    settings_.selected = sim::kNobody;
    EXPECT_LT(brightest_around(draw(world), {-0.6f, 0, 0}), 0.04);
}

TEST_F(GlPoints, colours_say_of_points_what_they_say_of_spheres) {
    std::vector<FakeBody> bodies;
    const float speeds[] = {0, 2.5f, 10};
    for (int k = 0; k < 3; ++k) bodies.push_back({-1 + float(k), 0, 0, 0.001f, speeds[k]});
    StarWorld world(bodies);
    settings_.colour = app::Colour::speed;
    settings_.scales.speed_m_s = 10;
    settings_.flat = true;
    const Image image = draw(world);
    for (int k = 0; k < 3; ++k) {
        const glm::vec3 light = light_around(image, {-1 + float(k), 0, 0});
        const uint32_t rgb = app::palette_colour(app::Colour::speed, std::sqrt(speeds[k] / 10));
        glm::vec3 own = {float(rgb >> 16 & 255), float(rgb >> 8 & 255), float(rgb & 255)};
        own *= own;
        EXPECT_GT(glm::dot(glm::normalize(light), glm::normalize(own)), 0.99f) << speeds[k];
    }
}

TEST_F(GlPoints, a_body_that_comes_near_becomes_a_sphere_without_a_jump) {
    StarWorld world({FakeBody{0, 0, 0, 0.02f}});
    glm::vec3 before(0);
    double peak_before = 0;
    float radius_px = 0.4f;
    settings_.flat = true;
    for (int k = 0; k < 60 && radius_px < 4; ++k, radius_px *= 1.05f) {
        camera_.distance =
            0.02f * 0.5f * float(kHeight) / std::tan(glm::radians(camera_.fov_deg) / 2) / radius_px;
        const Image image = draw(world);
        const glm::vec3 light = light_around(image, {0, 0, 0}, 7);
        const double peak = brightest_around(image, {0, 0, 0});
        if (k > 0) {
            EXPECT_LT(std::fabs(peak - peak_before), 0.08) << radius_px << " pixels";
            EXPECT_LT(std::fabs(light.b - before.b), 0.2f * std::max(light.b, 4.0f))
                << radius_px << " pixels";
        }
        before = light;
        peak_before = peak;
    }
    EXPECT_GT(before.b, 20) << "a sphere of eight pixels";
    EXPECT_EQ(id_at(kWidth / 2, kHeight / 2), world.id_of(0));
}

TEST_F(GlPoints, spheres_and_the_clip_plane_hide_points) {
    const FakeBody sphere = {0, 0, 0, 0.5f}, behind = {0, 0, -1, 0.001f}, before = {0, 0, 1, 0.001f};
    const FakeBody nowhere = {0, 0, 1000, 0.001f};
    StarWorld alone({sphere, nowhere}), with_behind({sphere, behind}), with_before({sphere, before});
    const Image one = draw(alone);
    EXPECT_EQ(differing_pixels(draw(with_behind), one, 2), 0u);
    EXPECT_GT(differing_pixels(draw(with_before), one, 2), 3u);
    StarWorld near({FakeBody{0, 0, 1, 0.001f}});
    EXPECT_GT(differing_pixels(draw(near), nothing_, 2), 3u);
    settings_.clip = {true, 2, 0.5f};
    EXPECT_EQ(differing_pixels(draw(near), nothing_, 2), 0u);
}

TEST_F(GlPoints, the_point_nearest_to_the_mouse_is_found_and_none_far_from_it) {
    StarWorld world(
        {FakeBody{-1, 0, 0, 0.001f}, FakeBody{-1.29f, 0, -3, 0.001f}, FakeBody{1, 0.5f, 0, 0.001f}});
    draw(world);
    const glm::vec2 first = on_screen({-1, 0, 0}), second = on_screen({-1.29f, 0, -3}),
                    third = on_screen({1, 0.5f, 0});
    EXPECT_EQ(id_at(int(first.x), int(first.y)), world.id_of(0));
    EXPECT_EQ(id_at(int(second.x), int(second.y)), world.id_of(1));
    EXPECT_EQ(id_at(int(third.x) + 3, int(third.y)), world.id_of(2)) << "a little beside it";
    EXPECT_EQ(id_at(kWidth / 2, kHeight / 4), sim::kNobody);
    EXPECT_EQ(id_at(int(first.x), int(first.y)), world.id_of(0)) << "also later";
}

TEST_F(GlPoints, ink_on_light_paper) {
    settings_.theme = app::Theme::light;
    settings_.colour = app::Colour::speed;  // all are slow, and blue
    StarWorld empty({FakeBody{0, 0, 1000, 0.001f}}), world(heap_at(300, 0, 0));
    const Image paper = draw(empty), ink = draw(world);
    const glm::vec2 at = on_screen({0, 0, 0});
    EXPECT_GT(light_at(paper, int(at.x), int(at.y)), 3 * 220);
    EXPECT_LT(light_at(ink, int(at.x), int(at.y)), light_at(paper, int(at.x), int(at.y)) - 100);
    EXPECT_LT(ink.rgb[size_t(int(at.y) * kWidth + int(at.x)) * 3], 60) << "blue ink leaves no red";
}

TEST_F(GlPoints, whoever_draws_the_spheres_the_picture_is_the_same) {
    std::vector<FakeBody> bodies = swarm(400, 0.002f);
    for (const FakeBody& body : swarm(60, 0.08f))
        bodies.push_back({body.x * 0.8f, body.y, body.z, body.radius});
    StarWorld world(bodies);
    camera_.distance = 20;
    const Image by_gl = draw(world);
    renderer_ = app::SceneRenderer::create("auto", "", {.raster_from = 1});
    EXPECT_LT(differing_pixels(draw(world), by_gl, 2), 20u);
}

TEST_F(GlPoints, spheres_in_space_do_not_shade_each_other) {
    // One close behind the other, and beside what it hides, as the light comes.
    const FakeBody behind = {0, 0, 0, 0.5f}, before = {0.5f, 0.6f, 0.5f, 0.3f}, far = {0, 0, 1000, 0.3f};
    for (const app::Quality quality : {app::Quality::low, app::Quality::high}) {
        app::DrawLimits limits;
        limits.look = app::Look::of(quality);
        renderer_ = app::SceneRenderer::create("auto", "", limits);
        StarWorld two({behind, before}), one({behind, far});
        const Image both = draw(two), alone = draw(one);
        size_t darker = 0;
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x)
                if (id_at(x, y) == one.id_of(0)) darker += light_at(both, x, y) + 12 < light_at(alone, x, y);
        EXPECT_LT(darker, 30u) << "but for smoothed edges";
    }
}

TEST_F(GlPoints, there_is_no_floor_and_no_container_in_space) {
    camera_.pitch_deg = 20;
    FakeWorld floor({FakeBody{0, 0, 1000, 0.001f}});
    StarWorld space({FakeBody{0, 0, 1000, 0.001f}});
    const Image image = draw(space);
    int least = 765, most = 0;
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x) {
            least = std::min(least, light_at(image, x, y));
            most = std::max(most, light_at(image, x, y));
        }
    EXPECT_LT(most - least, 60);
    EXPECT_GT(differing_pixels(draw(floor), image, 8), size_t(kWidth * kHeight / 10));
}

TEST_F(GlPoints, three_hundred_thousand_bodies_at_one_place_are_not_darker_and_keep_their_hue) {
    settings_.colour = app::Colour::speed;  // all are slow, and blue
    settings_.flat = true;                  // where sums overflow, the hue is another
    for (const float value : {-1.0f, app::kMarked + 0.1f}) {
        Image before;
        for (const size_t count : {100'000u, 300'000u}) {
            StarWorld world(heap_at(int(count), 0, 0));
            if (value > 0) settings_.sort.values = std::make_shared<std::vector<float>>(count, value);
            const Image image = draw(world);
            const glm::vec2 at = on_screen({0, 0, 0});
            size_t darker = 0, others = 0;
            for (size_t i = 0; i < before.rgb.size(); ++i) darker += image.rgb[i] + 3 < before.rgb[i];
            const size_t middle = size_t(int(at.y) * kWidth + int(at.x)) * 3;
            for (size_t k = middle; k < middle + 3 && count > 100'000u; ++k)
                others += std::abs(int(image.rgb[k]) - int(before.rgb[k])) > 3;
            EXPECT_EQ(darker, 0u) << value;
            EXPECT_EQ(others, 0u) << value;
            before = image;
        }
    }
}

TEST_F(GlPoints, bodies_that_are_read_in_several_parts_give_the_same_bytes) {
    std::vector<FakeBody> bodies = swarm(2900, 0.002f);
    for (const FakeBody& body : swarm(100, 0.1f)) bodies.push_back(body);
    StarWorld world(bodies);
    const Image whole = draw(world);
    renderer_ = app::SceneRenderer::create("auto", "", {.readable_bodies = 512});
    EXPECT_EQ(draw(world).rgb, whole.rgb);
    EXPECT_GT(differing_pixels(whole, nothing_), 2000u);
}

TEST_F(GlPoints, a_still_of_two_sub_pictures_shows_points_where_the_picture_does) {
    StarWorld world({FakeBody{-1, 0, 0, 0.001f}, FakeBody{1, 0.5f, 0, 0.001f}});
    const Image image = draw(world);
    app::Still still("auto", "");
    const app::StillSubject subject = {{1, 1}, camera_, settings_, 2};
    for (int k = 0; k < 2; ++k) still.add(world, subject);
    ASSERT_EQ(still.done(subject), 2u);
    still.show(context_->framebuffer());
    const Image mean = app::read_framebuffer(context_->framebuffer(), kWidth, kHeight);
    for (const glm::vec3& place : {glm::vec3(-1, 0, 0), glm::vec3(1, 0.5f, 0)}) {
        const glm::vec3 light = light_around(image, place), of_mean = light_around(mean, place);
        EXPECT_GT(brightest_around(mean, place), 0.02);
        EXPECT_LT(glm::distance(light, of_mean), 0.25f * glm::length(light));
    }
}

TEST(PointNumbers, the_light_of_all_bodies_fits_into_one_sum) {
    for (const uint32_t bodies : {0u, 1u, 65536u, 100'000u, 300'000u, 10'000'000u, 1u << 29}) {
        EXPECT_LE(uint64_t(bodies) * app::point_unit(bodies) * 4, UINT32_MAX) << bodies;
        EXPECT_GE(app::point_unit(bodies), 1u);
    }
    EXPECT_EQ(app::point_unit(1), 1u << 14);
    const std::string shader = app::ShaderFiles("").text("points/add.comp");
    EXPECT_NE(shader.find("kMarkedLight = 4.0"), std::string::npos);
}

TEST(PointNumbers, the_grids_of_any_picture_fit_into_a_small_storage_block) {
    constexpr uint64_t kBlock = 1 << 24;  // the least with which a picture is drawn
    for (const uint32_t side : {1u, 512u, 4096u, 16384u, 65536u}) {
        const app::PointGrids grids = app::PointGrids::of(side, side, kBlock);
        EXPECT_LE(grids.bytes(), kBlock) << side;
        for (const auto& grid : {grids.fine, grids.coarse})
            EXPECT_EQ(grid.width, (side + grid.px - 1) / grid.px);
        EXPECT_LE(grids.coarse.words() * 4, kBlock / 2);
        if (side > 512) {
            EXPECT_GT(grids.bytes(), kBlock / 4) << "not coarser than need be";
        }
    }
    const app::PointGrids usual = app::PointGrids::of(1920, 1080, 1u << 27);
    EXPECT_EQ(usual.fine.px, 1u);
    EXPECT_EQ(usual.coarse.px, 4u);
}

TEST(PointNumbers, spots_of_few_bodies_are_larger) {
    const glm::vec4 few = app::point_numbers(2000, 1280, 720), many = app::point_numbers(1000000, 1920, 1080);
    EXPECT_GT(few.z, 2 * many.z);
    EXPECT_GE(many.z, 1);
}

}  // namespace
