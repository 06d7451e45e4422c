// Bodies with meshes: where they are seen, how they are turned, at every level of detail, and the levels
// themselves.
#include <array>
#include <cmath>
#include <set>

#include "app/gl/meshes/drawn_mesh.h"
#include "tests/app/gl_mesh_world.h"
#include "tests/app/gl_scene_fixture.h"

namespace {

using sim::Quaternion;
using sim::Vec3;

const sim::Container kBox = {{-4, -3, -4}, {4, 3, 4}};
const float kHalf = std::sqrt(0.5f);
const app::Look kLow = app::Look::of(app::Quality::low);

std::string mesh_file(const std::string& name) {
    return std::string(SWEEPLAB_ROOT) + "/assets/meshes/" + name;
}

Shapes shapes_of(const std::vector<std::string>& names) {
    Shapes shapes;
    for (const std::string& name : names) shapes.push_back(shape_of_file(mesh_file(name)));
    return shapes;
}

/// Turned about an axis of no symmetry, differently for each k.
Quaternion some_turn(int k) {
    const float t = float(k), w = std::sin(t), x = std::cos(3 * t), y = std::sin(7 * t), z = std::cos(11 * t);
    const float scale = 1 / std::sqrt(w * w + x * x + y * y + z * z);
    return {w * scale, x * scale, y * scale, z * scale};
}

/// As the marks and the selection are.
bool is_warm(const app::Image& image, int x, int y) {
    const uint8_t* p = &image.rgb[size_t(y * image.width + x) * 3];
    return p[0] > 150 && p[0] > p[2] + 30;
}

class GlMeshes : public GlScene {
protected:
    glm::vec2 on_screen(const Vec3& place) const { return GlScene::on_screen({place.x, place.y, place.z}); }

    struct Extent {
        int left = kWidth, right = -1, top = kHeight, bottom = -1, pixels = 0;
    };
    /// Of the pixels at which a body is seen.
    Extent extent(uint32_t id) {
        Extent all;
        for (int y = 0; y < kHeight; ++y) {
            for (int x = 0; x < kWidth; ++x) {
                if (id_at(x, y) != id) continue;
                all.left = std::min(all.left, x), all.right = std::max(all.right, x);
                all.top = std::min(all.top, y), all.bottom = std::max(all.bottom, y);
                ++all.pixels;
            }
        }
        return all;
    }
    app::Image draw_with(const app::DrawLimits& limits, sim::World& world) {
        renderer_ = app::SceneRenderer::create("auto", "", limits);
        return draw(world);
    }
};

TEST_F(GlMeshes, a_mesh_covers_the_pixels_that_its_vertices_span) {
    const Shapes shapes = shapes_of({"chair.obj"});
    const sim::Shape& shape = shapes[0]->shape;
    camera_.distance = 2.5f;
    for (int k = 0; k < 4; ++k) {
        const FakeMeshBody body = {{0.2f, -0.1f, 0.1f}, k == 0 ? Quaternion{1, 0, 0, 0} : some_turn(k)};
        FakeMeshWorld world({body}, shapes, kBox);
        draw(world);
        const Extent seen = extent(0);
        glm::vec2 low(1e9f), high(-1e9f);
        for (const Vec3& vertex : shapes[0]->mesh.vertices) {
            const Vec3 in_body = (vertex - shape.mesh_centre) * shape.mesh_scale;
            const glm::vec2 at = on_screen(body.place + sim::rotation(body.turn) * in_body);
            low = glm::min(low, at);
            high = glm::max(high, at);
        }
        EXPECT_NEAR(float(seen.left), low.x, 1.5f) << k;
        EXPECT_NEAR(float(seen.right) + 1, high.x, 1.5f) << k;
        EXPECT_NEAR(float(seen.top), low.y, 1.5f) << k;
        EXPECT_NEAR(float(seen.bottom) + 1, high.y, 1.5f) << k;
    }
}

TEST_F(GlMeshes, a_chair_has_gaps_between_its_legs) {
    camera_.distance = 2;
    FakeMeshWorld world({{}}, shapes_of({"chair.obj"}), kBox);
    draw(world);
    const Extent seen = extent(0);
    EXPECT_EQ(id_at((seen.left + seen.right) / 2, seen.bottom - 3), sim::kNobody);
    EXPECT_EQ(id_at(seen.left + 3, seen.bottom - 3), 0u);
    EXPECT_EQ(id_at(seen.right - 3, seen.bottom - 3), 0u);
}

TEST_F(GlMeshes, the_nearer_of_two_hides_the_other_and_each_is_picked_by_its_id) {
    const Shapes shapes = shapes_of({"slab.obj", "jack.obj"});
    FakeMeshWorld world({{{0, 0, -1}, {kHalf, kHalf, 0, 0}, 0}, {{0, 0, 1}, {1, 0, 0, 0}, 1}}, shapes, kBox);
    draw(world);
    EXPECT_EQ(id_at(kWidth / 2, kHeight / 2), world.id_of(1));
    const glm::vec2 beside = on_screen({0.45f, 0.2f, -1});
    EXPECT_EQ(id_at(int(beside.x), int(beside.y)), world.id_of(0));
    EXPECT_EQ(id_at(5, 5), sim::kNobody);
}

TEST_F(GlMeshes, bodies_of_all_shapes_and_levels_are_drawn_in_one_frame) {
    const Shapes shapes = shapes_of({"chair.obj", "jack.obj", "slab.obj"});
    std::vector<FakeMeshBody> bodies;  // near ones above, of some 30 pixels and 100, far ones below
    for (uint32_t i = 0; i < 30; ++i) {
        const float across = float(i % 10) - 4.5f;
        const Vec3 place = i < 10   ? Vec3{0.4f * across, 0.6f, 8}
                           : i < 20 ? Vec3{1.2f * across, 4, -2}
                                    : Vec3{15 * across, -30, -140};
        bodies.push_back({place, some_turn(int(i)), i % 3});
    }
    camera_.distance = 14, camera_.fov_deg = 45;  // all of the rows
    FakeMeshWorld world(bodies, shapes, kBox);
    draw(world);
    std::vector<bool> seen(bodies.size());
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x)
            if (const uint32_t id = id_at(x, y); id != sim::kNobody) seen[id] = true;
    for (uint32_t slot = 0; slot < bodies.size(); ++slot) EXPECT_TRUE(seen[world.id_of(slot)]) << slot;
}

TEST_F(GlMeshes, the_coarse_level_covers_what_the_whole_mesh_covers) {
    for (const char* name : {"chair.obj", "jack.obj", "slab.obj"}) {
        const Shapes shapes = shapes_of({name});
        int pixels[2] = {};
        camera_.distance = 3;
        for (const bool coarse : {false, true}) {  // a renderer makes the levels of a mesh once
            renderer_ = app::SceneRenderer::create(
                "auto", "", app::DrawLimits{.coarse_px = coarse ? 1e6f : 0, .spot_px = 0});
            for (int k = 0; k < 5; ++k) {
                FakeMeshWorld world({{{0, 0, 0}, some_turn(k)}}, shapes, kBox);
                draw(world);
                pixels[coarse] += extent(0).pixels;
            }
        }
        EXPECT_NEAR(pixels[1], pixels[0], 0.04 * pixels[0]) << name;
        const app::DrawnMesh drawn = app::drawn_mesh(*shapes[0]);
        const bool is_chair = std::string(name) == "chair.obj";  // the others are simple
        EXPECT_LT(double(drawn.coarse.indices.size()),
                  (is_chair ? 0.5 : 1) * double(drawn.full.indices.size()))
            << name;
    }
}

TEST_F(GlMeshes, spots_cover_as_much_as_small_meshes) {
    const Shapes shapes = shapes_of({"chair.obj"});
    std::vector<FakeMeshBody> bodies;  // apart on the screen, of about 16 pixels
    for (int i = 0; i < 35; ++i)
        bodies.push_back({{float(i % 7) * 1.4f - 4.2f, float(i / 7) * 1.4f - 2.8f, 0}, some_turn(i)});
    FakeMeshWorld world(bodies, shapes, kBox);
    camera_.distance = 20;
    const auto covered = [&] {
        int pixels = 0;
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x) pixels += id_at(x, y) != sim::kNobody;
        return pixels;
    };
    draw_with({.coarse_px = 0, .spot_px = 0}, world);
    const int meshes = covered();
    draw_with({.coarse_px = 1e6f, .spot_px = 1e6f}, world);
    EXPECT_NEAR(covered(), meshes, 0.25 * meshes);
}

TEST_F(GlMeshes, points_of_the_surface_show_what_small_meshes_show) {
    const Shapes shapes = shapes_of({"chair.obj", "slab.obj"});
    std::vector<FakeMeshBody> bodies;  // apart on the screen, of 10 to 30 pixels
    for (int i = 0; i < 35; ++i)
        bodies.push_back({{float(i % 7) * 1.4f - 4.2f, float(i / 7) * 1.4f - 2.8f, float(i % 3)},
                          some_turn(i),
                          uint32_t(i % 2)});
    FakeMeshWorld world(bodies, shapes, kBox);
    camera_.distance = 16;
    settings_.selected = world.id_of(17);
    const auto ids = [&] {
        std::vector<uint32_t> seen;  // at every other pixel: one is read at a time
        for (int y = 0; y < kHeight; y += 2)
            for (int x = 0; x < kWidth; x += 2) seen.push_back(id_at(x, y));
        return seen;
    };
    for (const app::Quality quality : {app::Quality::low, app::Quality::high}) {
        const app::Look look = app::Look::of(quality);
        const app::Image lit_meshes =
            draw_with({.coarse_px = 0, .spot_px = 0, .points_px = 0, .look = look}, world);
        const auto meshes = ids();
        const app::Image lit_points = draw_with({.points_px = 64, .look = look}, world);
        const auto points = ids();

        // Where either sees a body, nearly always both see the same, and in nearly the same light.
        int covered_by_meshes = 0, covered_by_points = 0, same = 0;
        double difference = 0;
        for (size_t k = 0; k < meshes.size(); ++k) {
            covered_by_meshes += meshes[k] != sim::kNobody;
            covered_by_points += points[k] != sim::kNobody;
            if (meshes[k] == sim::kNobody || meshes[k] != points[k]) continue;
            ++same;
            const size_t x = k % (kWidth / 2) * 2, y = k / (kWidth / 2) * 2, at = (y * kWidth + x) * 3;
            for (size_t i = 0; i < 3; ++i)
                difference += std::abs(int(lit_meshes.rgb[at + i]) - int(lit_points.rgb[at + i]));
        }
        EXPECT_NEAR(covered_by_points, covered_by_meshes, 0.1 * covered_by_meshes);
        EXPECT_GT(same, 0.88 * covered_by_meshes);
        EXPECT_LT(difference / (3.0 * same), 12) << int(quality);
    }
}

TEST_F(GlMeshes, points_cast_the_shadows_that_meshes_cast) {
    const Shapes shapes = shapes_of({"chair.obj", "slab.obj"});
    std::vector<FakeMeshBody> bodies;
    for (int i = 0; i < 24; ++i)
        bodies.push_back({{float(i % 6) * 1.2f - 3, float(i % 5) * 0.5f - 2.2f, float(i / 6) * 1.8f - 3},
                          some_turn(i),
                          uint32_t(i % 2)});
    FakeMeshWorld world(bodies, shapes, kBox);
    camera_.distance = 14;
    camera_.pitch_deg = 40;
    // Bodies themselves are drawn as meshes: none is smaller than this.
    const app::Image meshes = draw_with({.sun_points_from = 1000, .points_px = 0.1f, .look = kLow}, world);
    const app::Image points = draw_with({.sun_points_from = 0, .points_px = 0.1f, .look = kLow}, world);
    app::DrawLimits none;
    none.look = kLow;
    none.look->sun_map_px = 0;
    const app::Image unshaded = draw_with(none, world);
    const auto differing = [&](const app::Image& a, const app::Image& b) {
        int count = 0;
        for (size_t k = 0; k < a.rgb.size(); k += 3) count += std::abs(int(a.rgb[k]) - int(b.rgb[k])) > 24;
        return count;
    };
    const int shadow = differing(meshes, unshaded);
    EXPECT_GT(shadow, 2000);
    EXPECT_LT(differing(meshes, points), 0.12 * shadow);
}

TEST_F(GlMeshes, a_body_too_near_for_its_points_is_drawn_as_a_mesh) {
    const Shapes shapes = shapes_of({"slab.obj"});
    FakeMeshWorld world({{{0, 0, 0}, some_turn(3)}}, shapes, kBox);
    camera_.distance = 2;
    const app::Image mesh = draw_with({.points_px = 0}, world);
    EXPECT_EQ(differing_pixels(mesh, draw_with({.points_px = 1e6f}, world)), 0u);
}

TEST_F(GlMeshes, every_colour_mode_tells_bodies_apart_that_differ_in_it) {
    const Shapes shapes = shapes_of({"slab.obj"});
    const float deep = 0.5f * shapes[0]->shape.report.thinnest_m;
    // Seen from their flat sides, side by side.
    const Quaternion upright = {kHalf, kHalf, 0, 0};
    FakeMeshWorld world({{{-1, 0, 0}, upright, 0, 0, 0}, {{1, 0, 0}, upright, 0, deep, 1}}, shapes, kBox);
    world.physics().sleep_speed_m_s = 0.05f;
    world.physics().sleep_time_s = 0.5f;
    world.shifts()[1] = 500;
    const glm::vec2 left = on_screen({-1, 0, 0}), right = on_screen({1, 0, 0});
    for (const app::Colour colour : {app::Colour::kind, app::Colour::rank, app::Colour::shift,
                                     app::Colour::depth, app::Colour::asleep}) {
        settings_.colour = colour;
        const app::Image image = draw(world);
        const auto at = [&](const glm::vec2& place) {
            return &image.rgb[(size_t(place.y) * size_t(kWidth) + size_t(place.x)) * 3];
        };
        int apart = 0;
        for (int k = 0; k < 3; ++k) apart += std::abs(int(at(left)[k]) - int(at(right)[k]));
        EXPECT_GT(apart, 60) << app::name_of(colour);
    }
}

TEST_F(GlMeshes, what_is_driven_changes_no_other_colour_and_has_one_of_its_own) {
    const Shapes one = shapes_of({"slab.obj"});
    auto fixed = std::make_shared<sim::SceneShape>(*shapes_of({"jack.obj"})[0]);
    fixed->source.fixed = true;
    // The driven body has id 0; it is listed last, where ids are lowest.
    const auto colours_of = [&](const Shapes& shapes, uint32_t shape, uint32_t other) {
        std::vector<FakeMeshBody> bodies;
        for (int i = 0; i < 7; ++i)
            bodies.push_back({{0.9f * float(i - 3), 0, 0}, {kHalf, kHalf, 0, 0}, i % 2 ? other : shape});
        const bool driven = shapes.back()->source.driven() || shapes.front()->source.driven();
        if (driven) bodies.push_back({{0, 2, 0}, some_turn(1), shapes.back()->source.driven() ? 1u : 0u});
        FakeMeshWorld world(bodies, shapes, kBox);
        const app::Image image = draw(world);
        std::vector<std::array<uint8_t, 3>> out;
        for (const FakeMeshBody& body : bodies) {
            const glm::vec2 at = on_screen(body.place);
            const uint8_t* p = &image.rgb[(size_t(at.y) * size_t(kWidth) + size_t(at.x)) * 3];
            out.push_back({p[0], p[1], p[2]});
        }
        return out;
    };
    const auto alone = colours_of(one, 0, 0);
    for (const Shapes& shapes : {Shapes{one[0], fixed}, Shapes{fixed, one[0]}}) {
        const uint32_t free = shapes[0]->source.driven() ? 1 : 0;
        auto beside = colours_of(shapes, free, free);
        const auto driven = beside.back();
        beside.pop_back();
        EXPECT_EQ(beside, alone);
        EXPECT_EQ(std::count(beside.begin(), beside.end(), driven), 0);
    }
    EXPECT_GT(std::set(alone.begin(), alone.end()).size(), 4u);
}

TEST_F(GlMeshes, the_selected_body_stands_out_and_has_its_box) {
    FakeMeshWorld world({{{-1, 0, 0}, some_turn(1)}, {{1, 0, 0}, some_turn(2)}}, shapes_of({"chair.obj"}),
                        kBox);
    const app::Image without = draw(world);
    settings_.selected = world.id_of(1);
    const app::Image with = draw(world);
    const sim::Box box = world.bodies().boxes[1];
    const glm::vec2 low = on_screen({box.min.x, box.min.y, box.max.z});
    const glm::vec2 high = on_screen({box.max.x, box.max.y, box.max.z});
    int on_edge = 0;
    for (int x = int(low.x) + 2; x < int(high.x) - 2; ++x)
        for (int dy = -1; dy <= 1; ++dy)
            if (is_warm(with, x, int(low.y) + dy)) {
                ++on_edge;
                break;
            }
    EXPECT_GT(on_edge, int(high.x - low.x) / 2);
    settings_.boxes = settings_.of_all = true;
    EXPECT_GT(differing_pixels(draw(world), with), 30u) << "the other body's box";
    settings_ = {.width = kWidth, .height = kHeight};
    EXPECT_EQ(differing_pixels(draw(world), without), 0u);
}

TEST_F(GlMeshes, contacts_are_marked_where_they_are_with_their_normals) {
    const Shapes shapes = shapes_of({"slab.obj"});
    FakeMeshWorld world({{}}, shapes, kBox);
    const app::Image without = draw(world);
    world.marks = {{{-1, 1, 0}, 0.4f * shapes[0]->shape.report.thinnest_m, {0, 1, 0}, 0},
                   {{1, 1, 0}, 0, {-1, 0, 0}, 0}};
    settings_.contacts = true;
    const app::Image with = draw(world);
    const glm::vec2 deep = on_screen({-1, 1, 0}), light = on_screen({1, 1, 0});
    EXPECT_TRUE(is_warm(with, int(deep.x), int(deep.y)));
    EXPECT_TRUE(is_warm(with, int(light.x), int(light.y)));
    // Lines: upwards from the deep one, a short one to the left from the other.
    const auto changed = [&](int x, int y) {
        const size_t i = size_t(y * kWidth + x) * 3;
        return with.rgb[i] != without.rgb[i] || with.rgb[i + 2] != without.rgb[i + 2];
    };
    int up = 0, left = 0;
    for (int k = 10; k < 26; ++k) {
        up += changed(int(deep.x), int(deep.y) - k) || changed(int(deep.x) - 1, int(deep.y) - k);
        left += changed(int(light.x) - k, int(light.y)) || changed(int(light.x) - k, int(light.y) - 1);
        EXPECT_FALSE(changed(int(deep.x), int(deep.y) + k));
    }
    EXPECT_GT(up, left + 2);
    world.marks.clear();
    EXPECT_EQ(differing_pixels(draw(world), without), 0u);
}

TEST_F(GlMeshes, contacts_glow_by_the_speed_of_the_impact_alone) {
    FakeMeshWorld world({{}}, shapes_of({"slab.obj"}), kBox);
    settings_.scales.speed_m_s = 2;
    for (const app::Theme theme : {app::Theme::dark, app::Theme::light}) {
        settings_.theme = theme;
        settings_.contacts = false;
        const app::Image without = draw(world);
        settings_.contacts = true;
        world.marks = {{{-1, 1, 0}, 0.001f, {0, 1, 0}, 0}};
        const size_t rest = differing_pixels(draw(world), without, 4);
        const auto changed = [&](float approach_m_s) {
            world.marks[0].approach_m_s = approach_m_s;
            return differing_pixels(draw(world), without, 4);
        };
        EXPECT_GT(rest, 0u);
        EXPECT_EQ(changed(0.05f), rest) << "as in a heap at rest";
        EXPECT_GT(changed(0.8f), 2 * rest);
        EXPECT_GT(changed(1.5f), 4 * rest);
        EXPECT_GE(changed(1.5f), changed(0.8f));
        settings_.flat = true;
        const size_t flat = changed(0);
        EXPECT_EQ(changed(1.5f), flat);
        settings_.flat = false;
    }
}

TEST_F(GlMeshes, two_draws_of_one_state_are_equal) {
    const Shapes shapes = shapes_of({"jack.obj", "slab.obj"});
    std::vector<FakeMeshBody> bodies;
    for (uint32_t i = 0; i < 200; ++i)
        bodies.push_back({{2 * std::sin(float(i)), 2 * std::cos(3 * float(i)), 2 * std::sin(7 * float(i))},
                          some_turn(int(i)),
                          i % 2});
    FakeMeshWorld world(bodies, shapes, kBox);
    const app::Image first = draw(world);
    EXPECT_EQ(first.rgb, draw(world).rgb);
}

TEST_F(GlMeshes, spheres_are_drawn_before_and_after_a_scene_of_meshes) {
    FakeWorld spheres({{0, 0, 0, 1}}, {}, kBox);
    const app::Image before = draw(spheres);
    FakeMeshWorld meshes({{}}, shapes_of({"slab.obj"}), kBox);
    EXPECT_NE(draw(meshes).rgb, before.rgb);
    EXPECT_EQ(draw(spheres).rgb, before.rgb);
}

}  // namespace
