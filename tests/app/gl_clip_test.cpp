// The clip plane: what it cuts away, where it opens bodies, and that every way of drawing them shows the same.
#include <algorithm>
#include <cmath>

#include "tests/app/gl_fake_world.h"
#include "tests/app/gl_mesh_world.h"
#include "tests/app/gl_scene_fixture.h"

namespace {

using app::Image;

constexpr app::DrawLimits kByGl{UINT32_MAX, 0}, kByBackend{1, 0};
const sim::Container kBox = {{-4, -3, -4}, {4, 3, 4}};

class GlClip : public GlScene {
protected:
    void use(const app::DrawLimits& limits) {
        renderer_.reset();
        renderer_ = app::SceneRenderer::create("auto", "", limits);
    }
    int pixels_of(uint32_t id) {
        int count = 0;
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x) count += id_at(x, y) == id;
        return count;
    }
    std::vector<uint32_t> ids() {
        std::vector<uint32_t> seen;
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x) seen.push_back(id_at(x, y));
        return seen;
    }
    static int green(const Image& image, int x, int y) {
        return image.rgb[size_t(y * image.width + x) * 3 + 1];
    }
};

TEST_F(GlClip, what_lies_before_the_plane_is_gone_from_either_side) {
    // Of radius 0.9 at a distance of 8, a quad; of 0.3, a sprite.
    for (const float radius : {0.9f, 0.3f}) {
        FakeWorld world({{0, 0, 2, radius}, {0, 0, -2, radius}}, {}, kBox);
        for (const app::DrawLimits& limits : {kByGl, kByBackend}) {
            use(limits);
            for (const bool from_behind : {false, true}) {
                camera_.yaw_deg = from_behind ? 180 : 0;
                settings_.clip = {};
                draw(world);
                const uint32_t front = world.id_of(from_behind ? 1 : 0), back = 1 - front;
                EXPECT_EQ(id_at(kWidth / 2, kHeight / 2), front);
                settings_.clip = {true, 2, 0};
                draw(world);
                EXPECT_EQ(id_at(kWidth / 2, kHeight / 2), back);
                settings_.clip = {true, 2, from_behind ? 3.5f : -3.5f};
                draw(world);
                EXPECT_EQ(pixels_of(front) + pixels_of(back), 0);
            }
        }
    }
}

TEST_F(GlClip, a_sphere_is_cut_open_where_the_plane_meets_it) {
    for (const float radius : {0.9f, 0.25f}) {
        FakeWorld world({{0, 0, 0, radius}}, {}, kBox);
        for (const app::DrawLimits& limits : {kByGl, kByBackend}) {
            use(limits);
            settings_.clip = {};
            const Image whole = draw(world);
            const int all = pixels_of(0);
            for (const float part : {-0.8f, -0.5f, 0.5f}) {
                settings_.clip = {true, 2, part * radius};
                const Image cut = draw(world);
                // Behind its middle the section alone is seen, before it the sphere's own outline.
                const double section = part < 0 ? 1 - double(part) * double(part) : 1;
                EXPECT_NEAR(pixels_of(0), section * all, 0.12 * all) << radius << " " << part;
                // The section is flat: one colour.
                const int x = kWidth / 2, y = kHeight / 2;
                const int off = std::max(2, int(std::sqrt(all / 3.15) * 0.28));
                EXPECT_LE(std::abs(green(cut, x - off, y - off) - green(cut, x + off, y + off)), 3);
                EXPECT_GT(std::abs(green(whole, x - off, y - off) - green(whole, x + off, y + off)), 10);
            }
        }
    }
}

TEST_F(GlClip, sprites_quads_and_the_backend_agree) {
    // Bodies that do not overlap: where two have a section at the same place either may be seen.
    std::vector<FakeBody> bodies = {{0, 0, 0, 0.9f}, {-2, 1, 1, 0.6f}, {2, 1, -1, 0.7f}};
    for (int i = 0; i < 2744; ++i) {
        const float shift = 0.1f * std::sin(float(i)), side = 0.42f;
        const FakeBody body = {side * float(i % 14) - 2.7f + shift, side * float(i / 14 % 14) - 2.7f - shift,
                               side * float(i / 196) - 2.7f + shift, 0.05f + 0.012f * float(i % 9)};
        const bool free = std::all_of(bodies.begin(), bodies.begin() + 3, [&](const FakeBody& giant) {
            return std::hypot(giant.x - body.x, giant.y - body.y, giant.z - body.z) >
                   giant.radius + body.radius;
        });
        if (free) bodies.push_back(body);
    }
    FakeWorld world(bodies, {}, kBox);
    for (const float distance : {5.0f, 12.0f, 60.0f}) {
        for (int axis = 0; axis < 3; ++axis) {
            camera_ = {.distance = distance, .yaw_deg = 25, .pitch_deg = 30};
            settings_.clip = {true, axis, 0.3f};
            use(kByGl);
            const Image by_gl = draw(world);
            const auto gl_ids = ids();
            use(kByBackend);
            const Image by_backend = draw(world);
            const auto backend_ids = ids();
            size_t others = 0, seen = 0, bytes = 0;
            for (size_t k = 0; k < gl_ids.size(); ++k) {
                others += gl_ids[k] != backend_ids[k];
                seen += gl_ids[k] != sim::kNobody;
            }
            for (size_t k = 0; k < by_gl.rgb.size(); ++k)
                bytes += std::abs(int(by_gl.rgb[k]) - int(by_backend.rgb[k])) > 8;
            EXPECT_GT(seen, 50u) << distance;
            EXPECT_LE(others, seen / 200 + 2) << distance << " " << axis;
            EXPECT_LE(bytes, by_gl.rgb.size() / 400) << distance << " " << axis;
        }
    }
}

TEST_F(GlClip, what_is_cut_away_casts_no_shadow) {
    const FakeBody kept = {-1, -2.4f, -2, 0.5f}, gone = {1, -2.0f, 2, 0.5f};
    camera_ = {.distance = 12, .yaw_deg = 0, .pitch_deg = 35};
    for (const app::DrawLimits& limits : {kByGl, kByBackend}) {
        use(limits);
        FakeWorld both({kept, gone}, {}, kBox), far({kept, {1, 2.6f, 2, 0.01f}}, {}, kBox);
        settings_.clip = {};
        const Image with = draw(both);
        settings_.clip = {true, 2, 0};
        const Image cut = draw(both), without = draw(far);
        size_t darker = 0, other = 0;
        for (size_t k = 0; k < cut.rgb.size(); ++k) {
            other += std::abs(int(cut.rgb[k]) - int(without.rgb[k])) > 24;
            darker += int(with.rgb[k]) + 24 < int(cut.rgb[k]);
        }
        EXPECT_LT(other, 150u) << "the picture without it, but for where the map's texels lie";
        EXPECT_GT(darker, 300u) << "with it there was a shadow";
    }
}

TEST_F(GlClip, meshes_have_a_section_and_no_inside) {
    const Shapes shapes = {shape_of_mesh(box_mesh(1.6f, 1.6f, 1.6f), "cube")};
    const float half = 0.8f;
    FakeMeshWorld world({{}, {.place = {0, 0, 2.4f}}}, shapes, kBox);
    settings_.colour = app::Colour::rank;
    for (const float points_px : {0.0f, 400.0f}) {
        app::DrawLimits limits;
        limits.points_px = points_px;
        use(limits);
        settings_.clip = {};
        draw(world);
        const uint32_t front = world.id_of(1), back = world.id_of(0);
        EXPECT_EQ(id_at(kWidth / 2, kHeight / 2), front);
        int before = 0;
        for (const float z : {half - 0.1f, 0.0f, 0.1f - half}) {
            settings_.clip = {true, 2, z};
            const Image cut = draw(world);
            EXPECT_EQ(pixels_of(front), 0);
            const int section = pixels_of(back);
            // The same square, farther away.
            if (before > 0) {
                EXPECT_NEAR(section, before * 0.84, 0.1 * before);
            }
            before = section;
            const int x = kWidth / 2, y = kHeight / 2;
            EXPECT_LE(std::abs(green(cut, x - 12, y - 12) - green(cut, x + 12, y + 12)), 3);
            EXPECT_GT(green(cut, x, y), 20);
        }
        settings_.clip = {true, 2, -1.2f};
        draw(world);
        EXPECT_EQ(pixels_of(back), 0);
    }
}

TEST_F(GlClip, a_plane_before_all_bodies_changes_none) {
    const Shapes shapes = {shape_of_file(SWEEPLAB_ROOT "/assets/meshes/chair.obj")};
    std::vector<FakeMeshBody> chairs;
    for (int k = 0; k < 12; ++k)
        chairs.push_back({.place = {std::sin(float(3 * k)), std::cos(float(2 * k)), std::sin(float(k))},
                          .turn = {std::cos(float(k)), std::sin(float(k)), 0, 0}});
    FakeMeshWorld with_meshes(chairs, shapes, kBox);
    FakeWorld spheres(swarm(200, 0.2f), {}, kBox);
    for (sim::World* world : {static_cast<sim::World*>(&with_meshes), static_cast<sim::World*>(&spheres)}) {
        settings_.clip = {};
        const Image plain = draw(*world);
        const auto seen = ids();
        settings_.clip = {true, 2, 3.9f};
        const Image cut = draw(*world);
        EXPECT_EQ(ids(), seen);
        size_t other = 0;
        for (size_t k = 0; k < plain.rgb.size(); ++k)
            other += std::abs(int(plain.rgb[k]) - int(cut.rgb[k])) > 8;
        EXPECT_LT(other, plain.rgb.size() / 50) << "more than the plane's frame";
    }
}

TEST_F(GlClip, overlays_are_cut_with_the_bodies) {
    FakeWorld world({{-1, 0, 2, 0.5f}, {1, 0, 2, 0.55f}, {-1.2f, 0, -2, 0.5f}}, {0, 1}, kBox);
    settings_.clip = {true, 2, 0};
    const auto picture = [&](bool overlays) {
        settings_.boxes = settings_.pairs = settings_.contacts = overlays;
        return draw(world);
    };
    const Image plain = picture(false), with = picture(true);
    int left = 0, right = 0;
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x)
            if (std::abs(green(plain, x, y) - green(with, x, y)) > 8) (x < kWidth / 2 ? left : right)++;
    EXPECT_GT(left, 10) << "the box of the body that is left";
    EXPECT_EQ(right, 0) << "of the others there is none";
}

}  // namespace
