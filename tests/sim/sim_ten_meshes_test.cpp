// Nine of the ten files; the one of 2^20 triangles is in sim_ten_meshes_slow_test.cpp.
#include "tests/sim/sim_ten_meshes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/base/errors.h"

namespace {

using namespace testing_meshes;
using testing::AllOf;
using testing::HasSubstr;

TEST(TenMeshes, cube_of_12_triangles) {
    const TempDir dir;
    const auto shape = loaded(dir, cube());
    EXPECT_EQ(shape->shape.report.triangles, 12u);
    EXPECT_NEAR(shape->shape.report.volume_m3, 1, 0.01);
    EXPECT_EQ(app::shape_warning(*shape), "");
}

TEST(TenMeshes, holes_are_closed_and_warned_of) {
    const TempDir dir;
    const float whole = loaded(dir, ball())->shape.report.volume_m3;
    const auto shape = loaded(dir, ball_with_holes());
    EXPECT_FALSE(shape->shape.report.shell);
    EXPECT_NEAR(shape->shape.report.volume_m3, whole, 0.02f * whole);
    EXPECT_THAT(app::shape_warning(*shape),
                AllOf(HasSubstr("m.obj: it has holes: "), HasSubstr(" % of the lines")));
}

TEST(TenMeshes, inverted_normals_make_the_same_solid) {
    const TempDir dir;
    const auto right = loaded(dir, ring()), inverted = loaded(dir, turned_inside_out(ring()));
    EXPECT_NEAR(inverted->shape.report.volume_m3, right->shape.report.volume_m3, 1e-6);
    EXPECT_FALSE(inverted->shape.report.shell);
    EXPECT_EQ(app::shape_warning(*inverted), "");
}

TEST(TenMeshes, overlapping_parts_are_one_solid) {
    const TempDir dir;
    const auto shape = loaded(dir, beams());
    EXPECT_NEAR(shape->shape.report.volume_m3, 2 * 0.04 - 0.008, 0.002);  // the middle once
    EXPECT_EQ(app::shape_warning(*shape), "");
}

TEST(TenMeshes, one_triangle_becomes_a_shell) {
    const TempDir dir;
    const auto shape = loaded(dir, one_triangle());
    EXPECT_TRUE(shape->shape.report.shell);
    EXPECT_GT(shape->shape.numbers.mass_kg, 0);
    EXPECT_THAT(app::shape_warning(*shape), HasSubstr("becomes a shell of 31.7 mm"));
}

TEST(TenMeshes, sheet_becomes_a_shell) {
    const TempDir dir;
    const auto shape = loaded(dir, square());
    EXPECT_TRUE(shape->shape.report.shell);
    EXPECT_NEAR(shape->shape.report.volume_m3, 0.0317, 0.006);
    EXPECT_THAT(app::shape_warning(*shape), HasSubstr("becomes a shell of 31.7 mm"));
}

TEST(TenMeshes, moebius_strip_becomes_a_shell) {
    const TempDir dir;
    const auto shape = loaded(dir, strip());
    EXPECT_TRUE(shape->shape.report.shell);
    EXPECT_GT(shape->shape.numbers.point_count, 100u);
    EXPECT_THAT(app::shape_warning(*shape), HasSubstr("becomes a shell of"));
}

TEST(TenMeshes, far_from_the_origin_is_warned_of_and_too_far_is_refused) {
    const TempDir dir;
    EXPECT_EQ(app::shape_warning(*loaded(dir, far_ring(1000))), "");
    EXPECT_THAT(app::shape_warning(*loaded(dir, far_ring(1e5f))),
                AllOf(HasSubstr("its coordinates are only "), HasSubstr(" mm exact so far from the origin")));
    EXPECT_THAT(message_of<app::BadFile>([&] {
                    loaded(dir, placed(ring(), 1, {1e9f, 1e9f, 1e9f}));
                }),
                AllOf(HasSubstr("m.obj: all corners of the mesh lie at one point"),
                      HasSubstr("an extent above 0 is expected")));
}

TEST(TenMeshes, faces_without_an_area_far_away_are_left_out) {
    const TempDir dir;
    const auto plain = loaded(dir, cube(), 0, 16);
    TriangleMesh mesh = cube();
    mesh.vertices.push_back({1e6f, 0, 0});
    mesh.triangles.insert(mesh.triangles.begin(), {8, 8, 8});
    mesh.triangles.push_back({0, 0, 8});
    mesh.vertices.push_back({0.1f, 0.01f, 0.02f});  // on a line but for rounding
    mesh.vertices.push_back({1000, 100, 200});
    mesh.triangles.push_back({0, 9, 10});
    const auto shape = loaded(dir, mesh, 0, 16);
    EXPECT_EQ(shape->shape.report.volume_m3, plain->shape.report.volume_m3);
    EXPECT_EQ(shape->shape.numbers.bounding_radius_m, plain->shape.numbers.bounding_radius_m);
    EXPECT_THAT(app::shape_warning(*shape),
                HasSubstr("3 faces without an area, outside of the others, left out"));
}

TEST(TenMeshes, tiny_mesh_grows_to_its_size_or_is_refused) {
    const TempDir dir;
    const auto shape = loaded(dir, tiny_ring());
    EXPECT_NEAR(shape->shape.report.volume_m3, loaded(dir, ring())->shape.report.volume_m3, 1e-4);
    EXPECT_EQ(app::shape_warning(*shape), "");
    EXPECT_THAT(message_of<app::BadFile>([&] { loaded(dir, tiny_ring(), 0); }),
                AllOf(HasSubstr("m.obj: the mesh is 1e-20 m long; 0.0001 to 10000 m are expected")));
}

TEST(TenMeshes, thin_parts_are_warned_of_with_the_numbers) {
    const TempDir dir;
    const auto shape = loaded(dir, box({0, 0, 0}, {1, 0.04f, 1}), 1, 32);
    EXPECT_THAT(app::shape_warning(*shape),
                AllOf(HasSubstr("cells of 32.3 mm are too coarse for the thinnest part"),
                      HasSubstr("sdf_cells = 32")));
    EXPECT_THAT(
        app::shape_warning(*loaded(dir, box({0, 0, 0}, {1, 0.01f, 1}), 1, 32)),
        HasSubstr("it is thinner than its cells of 32.3 mm (sdf_cells = 32), so it becomes a shell of"));
}

}  // namespace
