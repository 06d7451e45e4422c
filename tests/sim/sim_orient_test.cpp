// Meshes whose faces do not agree on which side is outside.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/shapes/orient.h"
#include "sim/shapes/prepare.h"
#include "sim/shapes/seams.h"
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

/// No vertex shared, and each number by chance up to `most` larger or smaller.
TriangleMesh rounded_apart(const TriangleMesh& mesh, float most) {
    TriangleMesh out = every_corner_apart(mesh);
    uint32_t state = 1;
    for (sim::Vec3& v : out.vertices) {
        for (int axis = 0; axis < 3; ++axis) {
            state = state * 1664525 + 1013904223;
            v[axis] += most * (float(state >> 8) * 0x1p-23f - 1);
        }
    }
    return out;
}

TriangleMesh in_another_order(const TriangleMesh& mesh) {
    TriangleMesh out{{mesh.vertices.rbegin(), mesh.vertices.rend()}, {}};
    const auto last = uint32_t(mesh.vertices.size() - 1);
    for (const auto& t : mesh.triangles) out.triangles.push_back({last - t[1], last - t[2], last - t[0]});
    std::swap(out.triangles.front(), out.triangles[out.triangles.size() / 2]);
    return out;
}

/// Where triangles have corners once seams are closed, with the longest side as it is.
std::set<std::array<float, 3>> places(const TriangleMesh& mesh) {
    sim::GridMesh in_grid = sim::put_into_grid(mesh, 1, 32, 0);
    sim::close_seams(in_grid);
    std::set<std::array<float, 3>> all;
    for (size_t t = 0; t < mesh.triangles.size(); ++t)
        for (const sim::Vec3& v : in_grid.corners(t)) all.insert({v.x, v.y, v.z});
    return all;
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
    const sim::Seams seams = sim::close_seams(mesh);
    return sim::orient_faces(mesh, seams.vertex, seams.passes);
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
        const sim::GridMesh before = in_grid;
        EXPECT_EQ(oriented(in_grid).turned, 0u);
        EXPECT_EQ(in_grid.triangles, before.triangles);
        EXPECT_EQ(std::memcmp(in_grid.vertices.data(), before.vertices.data(),
                              before.vertices.size() * sizeof(sim::Vec3)),
                  0);
    }
}

TEST(Orient, corners_that_a_rounding_parted_are_one) {
    const TriangleMesh ball = sphere(0.5f, 32, 16), ring = torus(0.4f, 0.1f, 24, 12);
    const Case cases[] = {
        {"no face", kCube, kCube},
        {"one face", kCube, turned(kCube, {1})},
        {"a third", kCube, turned(kCube, {0, 5, 6, 11})},
        {"a ball by chance", ball, turned_by_chance(ball, 1)},  // slivers at its poles
        {"a ring by chance", ring, turned_by_chance(ring, 2)},
        {"a cavity", joined(kCube, kCavity), joined(turned(kCube, {2}), turned(kCavity, {9}))},
        {"four faces at an edge", joined(kLow, kHigh), joined(turned(kLow, {1}), turned(kHigh, {8}))},
    };
    for (const auto& [name, right, wrong] : cases) {
        for (const float most : {1e-7f, 1e-6f, 4e-6f}) {
            SCOPED_TRACE(name + (" by " + std::to_string(most * 1e6f)) + "e-6");
            const sim::ShapeOptions options{.size_m = 1, .cells = 24};
            const TriangleMesh apart = rounded_apart(wrong, most);
            const sim::Shape expected = sim::prepare_shape(right, options),
                             shape = sim::prepare_shape(apart, options);
            EXPECT_NEAR(shape.report.volume_m3, expected.report.volume_m3, 2e-4 * expected.report.volume_m3);
            EXPECT_NEAR(shape.numbers.inverse_inertia.xx, expected.numbers.inverse_inertia.xx,
                        1e-3 * expected.numbers.inverse_inertia.xx);
            EXPECT_EQ(shape.report.open_share, 0);
            EXPECT_FALSE(shape.report.shell);
            EXPECT_GT(shape.report.joined, 0u);
            EXPECT_EQ(shape.report.turned > 0, right.triangles != wrong.triangles);
            EXPECT_EQ(shape.report.open_parts + shape.report.one_sided + shape.report.crowded_edges, 0u);
            EXPECT_EQ(places(apart), places(in_another_order(apart)));
        }
    }
}

TEST(Orient, corners_too_far_apart_are_said) {
    const sim::Shape shape = sim::prepare_shape(rounded_apart(turned(kCube, {1}), 1e-3f), {.cells = 24});
    EXPECT_EQ(shape.report.joined, 0u);
    EXPECT_EQ(shape.report.open_parts, 12u);
    EXPECT_GT(shape.report.open_share, 0);
    EXPECT_NEAR(shape.report.join_reach_m, 1e-5 * std::sqrt(3), 1e-7);
    EXPECT_EQ(sim::prepare_shape(with_holes(sphere(0.5f, 32, 16), 7), {.cells = 24}).report.open_parts, 1u);
}

TEST(Orient, details_stay_beside_seams) {
    // Those whose own seams are narrower, and closed ones.
    for (const auto& [side, most] : {std::pair(1e-4f, 1e-6f), std::pair(1e-5f, 1e-7f)}) {
        const TriangleMesh detail = box({0, 0, 0}, {side, side, side});
        EXPECT_EQ(places(rounded_apart(joined(kCube, detail), most)).size(), 15u) << side;
        TriangleMesh exact = rounded_apart(kCube, 4e-6f);
        add(exact, placed(detail, 1, {1e-3f, 1e-3f, 1e-3f}));
        EXPECT_EQ(places(exact).size(), 16u) << side;
    }
    // A band that is narrower than a seam has no edges to meet but its own.
    const TriangleMesh band = net(20, 1, false, false, [](double u, double v) {
        return sim::Vec3{float(u), float(1e-6 * v), 0};
    });
    EXPECT_EQ(places(band).size(), 42u);
    // A way from each sheet of a pile to the next is no corner.
    TriangleMesh pile;
    for (int k = 0; k < 100; ++k)
        add(pile, {{{0, 0, 1e-5f * k}, {1, 0, 1e-5f * k}, {0, 1, 1e-5f * k}}, {{0, 1, 2}}});
    EXPECT_EQ(places(pile).size(), 300u);
    // As little is that of one with four sheets, which is longer than two reaches; three are a seam.
    const auto sheets = [](uint32_t count) {
        TriangleMesh few;
        for (uint32_t k = 0; k < count; ++k) {
            const float z = 0.8f * float(k) * float(sim::kSeam * std::sqrt(2));
            add(few, {{{0, 0, z}, {1, 0, z}, {0, 1, z}}, {{0, 1, 2}}});
        }
        return few;
    };
    EXPECT_EQ(places(sheets(4)).size(), 12u);
    EXPECT_EQ(places(sheets(3)).size(), 3u);
}

TEST(Orient, an_open_sheet_is_one_sided_nowhere_and_gets_one_orientation) {
    sim::GridMesh sheet_in_grid = sim::put_into_grid(turned(sheet(1, 4), {3, 9, 10}), 1, 32, 0);
    const sim::Orientation of_sheet = oriented(sheet_in_grid);
    EXPECT_EQ(of_sheet.turned, 3u);
    EXPECT_EQ(of_sheet.one_sided, 0u);
    EXPECT_EQ(of_sheet.open_parts, 1u);
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

/// Two beams that cross, of which one looks inwards: their crossing would be a void. Corners in the order of the file or
/// in the opposite one, faces from any of their corners.
TEST(Orient, parts_that_look_inwards_are_turned_in_any_order) {
    const TriangleMesh thick = box({0, 0.3f, 0.3f}, {1, 0.7f, 0.7f});
    const sim::ShapeOptions options{.size_m = 1, .cells = 32};
    const float expected = sim::prepare_shape(joined(thick, kAcross), options).report.volume_m3;
    EXPECT_NEAR(expected, 0.16 + 0.04 - 0.016, 0.004);
    TriangleMesh mesh = joined(thick, turned_inside_out(kAcross));
    for (int order = 0; order < 6; ++order) {
        EXPECT_NEAR(sim::prepare_shape(mesh, options).report.volume_m3, expected, 1e-5) << order;
        mesh = in_another_order(mesh);  // each time from the next corner
    }
}

}  // namespace
