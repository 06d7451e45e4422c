// Depth as `bench heap` measures it, on bodies whose depth is known, and on a heap at rest.
#include <gtest/gtest.h>

#include "app/bench/steps/mesh_boxes.h"
#include "app/measure/true_depth.h"
#include "tests/sim/mesh_makers.h"
#include "tests/sim/sim_scene.h"

namespace {

using sim::Vec3;

std::shared_ptr<const sim::SceneShape> shape_of(const sim::TriangleMesh& mesh) {
    auto shape = std::make_shared<sim::SceneShape>();
    shape->mesh = mesh;
    shape->shape = sim::prepare_shape(mesh, {.cells = 48});
    return shape;
}

/// A box with its middle away from the origin, so that the body frame is not the mesh's.
sim::TriangleMesh box_at(const Vec3& middle, const Vec3& half) {
    return app::mesh_of_boxes({{middle, {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}, half}});
}

constexpr sim::Container kWide = {{-100, -100, -100}, {100, 100, 100}};

TEST(TrueDepth, of_two_boxes_is_the_shorter_way_out) {
    const std::shared_ptr<const sim::SceneShape> shapes[] = {
        shape_of(box_at({3, 4, 5}, {0.5f, 0.1f, 0.5f})), shape_of(box_at({0, 0, 0}, {0.2f, 0.06f, 0.2f}))};
    const app::DepthGauge gauge(shapes);
    EXPECT_NEAR(gauge.thinnest_m(), 0.12f, 0.02f);
    EXPECT_GT(gauge.samples(0), 40000u);  // 2.4 m2 at 5 mm, at least
    for (const float depth : {0.002f, 0.01f, 0.03f}) {
        const app::PlacedBody bodies[] = {{{0, 0, 0}}, {{0, 0.16f - depth, 0}, {1, 0, 0, 0}, 1}};
        const app::TrueDepth found = gauge.measure(bodies, kWide);
        ASSERT_EQ(found.pairs.size(), 1u) << depth;
        EXPECT_EQ(found.pairs[0].a, 0u);
        EXPECT_EQ(found.pairs[0].b, 1u);
        EXPECT_NEAR(found.pairs[0].depth_m, depth, 0.001f);
        EXPECT_NEAR(found.share_at(1), found.pairs[0].depth_m / gauge.thinnest_m(), 1e-6f);
    }
    // Turned by a quarter about x: the slab stands.
    const float half = std::sqrt(0.5f);
    const app::PlacedBody standing[] = {{{0, 0, 0}, {half, half, 0, 0}}, {{0, 0, 0.29f}, {1, 0, 0, 0}, 1}};
    EXPECT_NEAR(gauge.measure(standing, kWide).depth_at(1), 0.01f, 0.001f);
    const app::PlacedBody apart[] = {{{0, 0, 0}}, {{0, 0.163f, 0}, {1, 0, 0, 0}, 1}};
    EXPECT_TRUE(gauge.measure(apart, kWide).pairs.empty());
    EXPECT_EQ(gauge.measure(apart, kWide).share_at(0.99), 0);
}

TEST(TrueDepth, finds_edges_that_cross_between_the_corners) {
    const std::shared_ptr<const sim::SceneShape> shapes[] = {shape_of(box_at({0, 0, 0}, {0.5f, 0.1f, 0.1f}))};
    const app::DepthGauge gauge(shapes);
    // Both rods stand on an edge, the one along x, the other along z; edge meets edge in one point.
    const float c = std::cos(0.3926991f), s = std::sin(0.3926991f), half = std::sqrt(0.5f);
    const sim::Quaternion on_edge = {c, s, 0, 0};  // 45 degrees about x
    // Then 90 degrees about y.
    const sim::Quaternion across = {half * c, half * s, half * c, -half * s};
    const float high = 2 * 0.1f * std::sqrt(2.0f), depth = 0.01f;
    const app::PlacedBody bodies[] = {{{0, 0, 0}, on_edge}, {{0, high - depth, 0}, across}};
    const app::TrueDepth found = gauge.measure(bodies, kWide);
    ASSERT_EQ(found.pairs.size(), 1u);
    EXPECT_NEAR(found.pairs[0].depth_m, depth * half, 0.0025f);  // to the nearest face; less by half a sample
}

TEST(TrueDepth, of_walls_counts_what_is_outside) {
    const std::shared_ptr<const sim::SceneShape> shapes[] = {
        shape_of(box_at({1, 1, 1}, {0.2f, 0.2f, 0.04f}))};
    const app::DepthGauge gauge(shapes);
    const app::PlacedBody bodies[] = {{{0, 0.19f, 0}}, {{2, 0.25f, 0}}};
    const app::TrueDepth found = gauge.measure(bodies, {{-5, 0, -5}, {5, 5, 5}});
    ASSERT_EQ(found.walls_m.size(), 1u);
    EXPECT_NEAR(found.deepest_wall_m(), 0.01f, 1e-4f);
}

TEST(TrueDepth, quantiles_are_nearest_ranks) {
    app::TrueDepth depth;
    for (int k = 1; k <= 200; ++k)
        depth.pairs.push_back({0, uint32_t(k), 0.001f * float(201 - k), 0.01f * float(k)});
    EXPECT_FLOAT_EQ(depth.share_at(0.5), 1.00f);
    EXPECT_FLOAT_EQ(depth.share_at(0.99), 1.98f);
    EXPECT_FLOAT_EQ(depth.share_at(1), 2.00f);
    EXPECT_FLOAT_EQ(depth.depth_at(0.99), 0.198f);
}

TEST(MeshBoxes, a_chair_is_made_of_its_beams) {
    const sim::Scene scene = testing_worlds::config_of("chairs", 1).scene;
    const auto boxes = app::boxes_of_parts(scene.shapes[0]->mesh);
    // Seat, four legs, two posts, three rails, three slats, and the bent top in pieces.
    EXPECT_GE(boxes.size(), 15u);
    EXPECT_LE(boxes.size(), 16u);
    float volume = 0;
    for (const app::OrientedBox& box : boxes) {
        volume += box.volume_m3();
        EXPECT_GT(std::min({box.half_m.x, box.half_m.y, box.half_m.z}), 0.012f);
        EXPECT_LT(std::min({box.half_m.x, box.half_m.y, box.half_m.z}), 0.023f);
    }
    const sim::Shape& shape = scene.shapes[0]->shape;
    const float own = shape.report.volume_m3 / std::pow(shape.mesh_scale, 3.0f);
    EXPECT_GT(volume, own);
    EXPECT_LT(volume, 1.5f * own);
}

TEST(MeshBoxes, turn_belongs_to_the_axes) {
    for (const sim::Quaternion q :
         {sim::Quaternion{1, 0, 0, 0}, sim::Quaternion{0.1f, 0.7f, -0.7f, 0.1f},
          sim::Quaternion{0.02f, 0.02f, 0.9996f, 0.02f}, sim::Quaternion{0, 0, 0, 1}}) {
        const sim::Matrix3 m = rotation(q);
        app::OrientedBox box{{0, 0, 0}, {m * Vec3{1, 0, 0}, m * Vec3{0, 1, 0}, m * Vec3{0, 0, 1}}, {1, 2, 3}};
        const sim::Quaternion t = box.turn();
        EXPECT_NEAR(std::abs(q.w * t.w + q.x * t.x + q.y * t.y + q.z * t.z), 1, 2e-3f);
    }
}

}  // namespace
