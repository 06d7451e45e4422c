// The levels at which a mesh is drawn: merged vertices, normals, closed parts, points of the surface.
#include <gtest/gtest.h>

#include <cmath>

#include "app/gl/meshes/drawn_mesh.h"
#include "tests/app/gl_mesh_world.h"

namespace {

using sim::Vec3;

std::string mesh_file(const std::string& name) { return SWEEPLAB_ROOT "/assets/meshes/" + name; }

TEST(DrawnMeshes, points_lie_evenly_on_the_surface_and_so_do_the_first_of_them) {
    const app::DrawnLevel level = app::with_normals(box_mesh(1, 2, 4));
    EXPECT_NEAR(app::surface_area(level), 28, 1e-4);
    const auto points = app::surface_points(level, 4096);
    for (const size_t count : {100u, 1000u, 4096u}) {
        double at_top = 0, lower_half = 0;  // y = 2 has 4 of the 28, y < 1 half of the rest but the bottom's
        for (size_t k = 0; k < count; ++k) {
            at_top += points[k].place.y > 1.9999f;
            lower_half += points[k].place.y < 1 && points[k].place.y > 0.0001f;
        }
        EXPECT_NEAR(at_top / double(count), 4.0 / 28, 0.3 / std::sqrt(double(count))) << count;
        EXPECT_NEAR(lower_half / double(count), 10.0 / 28, 0.3 / std::sqrt(double(count))) << count;
    }
}

TEST(DrawnMeshes, merging_joins_what_is_near_and_drops_triangles_without_area) {
    sim::TriangleMesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.05f, 0, 0}};
    mesh.triangles = {{0, 1, 2}, {0, 3, 2}, {3, 1, 2}};
    const sim::TriangleMesh merged = app::merged(mesh, 0.1f);
    ASSERT_EQ(merged.vertices.size(), 3u);
    ASSERT_EQ(merged.triangles.size(), 2u);
    EXPECT_FLOAT_EQ(merged.vertices[0].x, 0.025f);
    EXPECT_EQ(app::merged(mesh, 0).triangles.size(), 3u);
}

/// A drum of radius and height 1 m, with so many corners around.
sim::TriangleMesh drum_mesh(uint32_t corners) {
    sim::TriangleMesh mesh;
    mesh.vertices = {{0, 0, 0}, {0, 1, 0}};
    for (uint32_t i = 0; i < corners; ++i) {
        const float angle = 2 * float(M_PI) * float(i) / float(corners);
        for (const float y : {0.0f, 1.0f}) mesh.vertices.push_back({std::cos(angle), y, std::sin(angle)});
        const uint32_t low = 2 + 2 * i, next = 2 + 2 * ((i + 1) % corners);
        mesh.triangles.insert(
            mesh.triangles.end(),
            {{0, low, next}, {1, next + 1, low + 1}, {low, low + 1, next + 1}, {low, next + 1, next}});
    }
    return mesh;
}

TEST(DrawnMeshes, the_coarse_level_joins_what_is_finer_than_a_36th_of_the_diameter) {
    const float diameter = std::sqrt(5.0f);
    for (const auto& [corners, joins] : {std::pair{95u, false}, {110u, true}}) {
        const float side = 2 * std::sin(float(M_PI) / float(corners));
        ASSERT_EQ(side < diameter / 36, joins);
        const app::DrawnMesh drawn = app::drawn_mesh(*shape_of_mesh(drum_mesh(corners), "drum"));
        EXPECT_TRUE(drawn.closed);
        EXPECT_EQ(drawn.full.indices.size(), 12 * corners);
        EXPECT_EQ(drawn.coarse.indices.size() < 12 * corners, joins) << corners;
    }
}

TEST(DrawnMeshes, a_mesh_is_closed_when_every_edge_has_two_sides_and_faces_look_out) {
    sim::TriangleMesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    EXPECT_TRUE(app::is_closed(mesh));
    for (auto& t : mesh.triangles) std::swap(t[0], t[1]);
    EXPECT_FALSE(app::is_closed(mesh)) << "inside out";
    for (auto& t : mesh.triangles) std::swap(t[0], t[1]);
    sim::TriangleMesh two = mesh;
    for (const Vec3& v : mesh.vertices) two.vertices.push_back(v * 0.5f + Vec3{3, 0, 0});
    for (const auto& t : mesh.triangles) two.triangles.push_back({4 + t[0], 4 + t[1], 4 + t[2]});
    EXPECT_TRUE(app::is_closed(two));
    for (size_t t = 4; t < 8; ++t) std::swap(two.triangles[t][0], two.triangles[t][1]);
    EXPECT_FALSE(app::is_closed(two)) << "the smaller of two parts is inside out";
    mesh.triangles.pop_back();
    EXPECT_FALSE(app::is_closed(mesh)) << "open";
    for (const char* name : {"chair.obj", "jack.obj", "slab.obj"})
        EXPECT_TRUE(app::drawn_mesh(*shape_of_file(mesh_file(name))).closed) << name;
}

TEST(DrawnMeshes, normals_are_flat_across_sharp_edges_and_smooth_across_blunt_ones) {
    // Two squares that share an edge, folded by 90 degrees, then by 20.
    const auto folded = [](float degrees) {
        const float angle = degrees * float(M_PI) / 180;
        sim::TriangleMesh mesh;
        mesh.vertices = {{0, 0, 0},
                         {1, 0, 0},
                         {0, 0, -1},
                         {1, 0, -1},
                         {0, std::sin(angle), std::cos(angle)},
                         {1, std::sin(angle), std::cos(angle)}};
        mesh.triangles = {{0, 1, 3}, {0, 3, 2}, {4, 5, 1}, {4, 1, 0}};
        return mesh;
    };
    EXPECT_EQ(app::with_normals(folded(90)).vertices.size(), 8u);  // the edge's two vertices twice
    EXPECT_EQ(app::with_normals(folded(20)).vertices.size(), 6u);
}

}  // namespace
