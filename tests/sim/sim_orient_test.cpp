// Meshes whose faces do not agree on which side is outside.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "sim/shapes/orient.h"
#include "sim/shapes/prepare.h"
#include "tests/sim/mesh_makers.h"

namespace {

using sim::TriangleMesh;
using namespace testing_meshes;

TriangleMesh turned(TriangleMesh mesh, const std::vector<size_t>& triangles) {
    for (const size_t t : triangles) std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
    return mesh;
}

/// Those for which a fixed sequence of bits says so.
TriangleMesh turned_by_chance(TriangleMesh mesh, uint32_t state) {
    for (auto& t : mesh.triangles) {
        state = state * 1664525 + 1013904223;
        if (state >> 31) std::swap(t[1], t[2]);
    }
    return mesh;
}

TriangleMesh joined(const TriangleMesh& a, const TriangleMesh& b) {
    TriangleMesh mesh = a;
    add(mesh, b);
    return mesh;
}

TriangleMesh every_corner_apart(const TriangleMesh& mesh) {
    TriangleMesh out;
    for (const auto& t : mesh.triangles) {
        for (const uint32_t v : t) out.vertices.push_back(mesh.vertices[v]);
        const auto n = uint32_t(out.vertices.size());
        out.triangles.push_back({n - 3, n - 2, n - 1});
    }
    return out;
}

/// 48 quads around a ring, joined to the first after half a twist: no side is outside.
TriangleMesh one_sided_strip() {
    constexpr uint32_t kAround = 48;
    TriangleMesh mesh;
    for (uint32_t u = 0; u < kAround; ++u) {
        const double angle = kTurn * u / kAround;
        for (const double side : {-0.1, 0.1}) {
            const double far = 0.4 + side * std::cos(angle / 2);
            mesh.vertices.push_back({float(far * std::cos(angle)), float(far * std::sin(angle)),
                                     float(side * std::sin(angle / 2))});
        }
    }
    for (uint32_t u = 0; u < kAround; ++u) {
        const bool last = u + 1 == kAround;
        const uint32_t a = 2 * u, b = last ? 1 : a + 2, c = last ? 0 : a + 3, d = a + 1;
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
    }
    return mesh;
}

sim::Orientation oriented(sim::GridMesh& mesh) {
    return sim::orient_faces(mesh, sim::first_at_place(mesh.vertices));
}

const TriangleMesh kCube = box({0, 0, 0}, {1, 1, 1});
const TriangleMesh kCavity = turned_inside_out(box({0.25f, 0.25f, 0.25f}, {0.75f, 0.75f, 0.75f}));
const TriangleMesh kBeam = box({0, 0.4f, 0.4f}, {1, 0.6f, 0.6f}),
                   kAcross = box({0.4f, 0, 0.4f}, {0.6f, 1, 0.6f});
/// They share an edge, and so four faces meet there.
const TriangleMesh kLow = box({0, 0, 0}, {0.5f, 0.5f, 1}), kHigh = box({0.5f, 0.5f, 0}, {1, 1, 1});

struct Case {
    const char* name;
    TriangleMesh right, wrong;
};

TEST(Orient, faces_of_a_solid_are_turned_until_neighbours_agree) {
    const TriangleMesh ball = sphere(0.5f, 32, 16), ring = torus(0.4f, 0.1f, 24, 12);
    const Case cases[] = {
        {"one face", kCube, turned(kCube, {1})},
        {"a side", kCube, turned(kCube, {4, 5})},
        {"half of the faces", kCube, turned(kCube, {0, 2, 4, 6, 8, 10})},
        {"most of the faces", kCube, turned(kCube, {0, 1, 2, 3, 5, 7, 8, 9})},
        {"all but one", kCube, turned(turned_inside_out(kCube), {7})},
        {"no vertex shared", kCube, every_corner_apart(turned(kCube, {3, 11}))},
        {"a ball by chance", ball, turned_by_chance(ball, 1)},
        {"a ring by chance", ring, turned_by_chance(ring, 2)},
        {"a cavity", joined(kCube, kCavity), joined(turned(kCube, {2}), turned(kCavity, {9}))},
        {"two that overlap", joined(kBeam, kAcross),
         joined(turned(kBeam, {0}), turned(kAcross, {3, 4, 5, 6, 7, 8, 9}))},
        {"four faces at an edge", joined(kLow, kHigh), joined(turned(kLow, {1}), turned(kHigh, {8}))},
    };
    for (const auto& [name, right, wrong] : cases) {
        const sim::ShapeOptions options{.size_m = 1, .cells = 24};
        const sim::Shape expected = sim::prepare_shape(right, options),
                         shape = sim::prepare_shape(wrong, options);
        EXPECT_EQ(shape.report.volume_m3, expected.report.volume_m3) << name;
        EXPECT_EQ(shape.report.open_share, 0) << name;
        EXPECT_FALSE(shape.report.shell) << name;
        EXPECT_GT(shape.report.turned, 0u) << name;
        EXPECT_EQ(expected.report.turned, 0u) << name;
        EXPECT_EQ(shape.report.one_sided + shape.report.crowded_edges, 0u) << name;
    }
}

TEST(Orient, a_mesh_whose_faces_agree_keeps_its_bytes) {
    for (const TriangleMesh& mesh : {kCube, turned_inside_out(kCube), joined(kCube, kCavity),
                                     joined(kLow, kHigh), with_holes(sphere(0.5f, 32, 16), 7), sheet(1, 4)}) {
        sim::GridMesh in_grid = sim::put_into_grid(mesh, 1, 32, 0);
        const auto before = in_grid.triangles;
        EXPECT_EQ(oriented(in_grid).turned, 0u);
        EXPECT_EQ(in_grid.triangles, before);
    }
}

TEST(Orient, an_open_sheet_is_one_sided_nowhere_and_gets_one_orientation) {
    sim::GridMesh sheet_in_grid = sim::put_into_grid(turned(sheet(1, 4), {3, 9, 10}), 1, 32, 0);
    const sim::Orientation of_sheet = oriented(sheet_in_grid);
    EXPECT_EQ(of_sheet.turned, 3u);
    EXPECT_EQ(of_sheet.one_sided, 0u);
}

TEST(Orient, what_cannot_be_oriented_is_counted_and_stays) {
    const sim::Shape strip = sim::prepare_shape(one_sided_strip(), {.cells = 24});
    EXPECT_EQ(strip.report.one_sided, 96u);
    EXPECT_TRUE(strip.report.shell);

    TriangleMesh fin = kCube;  // a 13th face at an edge of two
    fin.vertices.push_back({1.5f, 1.5f, 0.5f});
    const auto& t = fin.triangles[0];
    fin.triangles.push_back({t[0], t[1], 8});
    EXPECT_EQ(sim::prepare_shape(fin, {.cells = 24}).report.crowded_edges, 1u);
}

}  // namespace
