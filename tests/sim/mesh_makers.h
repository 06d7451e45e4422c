// Meshes for tests, none of them from a file: simple solids, and what users have that is wrong.
#pragma once
#include <cmath>

#include "sim/shapes/triangles.h"

namespace testing_meshes {

using sim::TriangleMesh;
using sim::Vec3;

inline void add(TriangleMesh& mesh, const TriangleMesh& other) {
    const auto first = uint32_t(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
    for (const auto& t : other.triangles)
        mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
}

/// 12 triangles.
inline TriangleMesh box(const Vec3& low, const Vec3& high) {
    TriangleMesh mesh;
    for (int k = 0; k < 8; ++k) {
        mesh.vertices.push_back({k & 1 ? high.x : low.x, k & 2 ? high.y : low.y, k & 4 ? high.z : low.z});
    }
    const uint32_t quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                  {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (const auto& q : quads) {
        mesh.triangles.push_back({q[0], q[1], q[2]});
        mesh.triangles.push_back({q[0], q[2], q[3]});
    }
    return mesh;
}

/// A closed or open net of `across` by `along` quads over the points at(u, v), 0 <= u, v < 1 or <= 1.
template <class At>
TriangleMesh net(uint32_t across, uint32_t along, bool closed_u, bool closed_v, At at) {
    TriangleMesh mesh;
    const uint32_t nu = across + (closed_u ? 0 : 1), nv = along + (closed_v ? 0 : 1);
    for (uint32_t v = 0; v < nv; ++v) {
        for (uint32_t u = 0; u < nu; ++u) mesh.vertices.push_back(at(double(u) / across, double(v) / along));
    }
    for (uint32_t v = 0; v < along; ++v) {
        for (uint32_t u = 0; u < across; ++u) {
            const uint32_t a = u + nu * v, b = (u + 1) % nu + nu * v;
            const uint32_t c = (u + 1) % nu + nu * ((v + 1) % nv), d = u + nu * ((v + 1) % nv);
            mesh.triangles.push_back({a, b, c});
            mesh.triangles.push_back({a, c, d});
        }
    }
    return mesh;
}

inline constexpr double kTurn = 6.283185307179586;

/// Around z.
inline TriangleMesh torus(float ring, float tube, uint32_t around, uint32_t across) {
    return net(around, across, true, true, [&](double u, double v) {
        const double far = ring + tube * std::cos(kTurn * v);
        return Vec3{float(far * std::cos(kTurn * u)), float(far * std::sin(kTurn * u)),
                    float(tube * std::sin(kTurn * v))};
    });
}

/// Makes a sphere of 2 around x rows triangles; those at the poles have no area.
inline TriangleMesh sphere(float radius, uint32_t around, uint32_t rows) {
    return net(around, rows, true, false, [&](double u, double v) {
        const double far = radius * std::sin(kTurn / 2 * v);
        return Vec3{float(far * std::cos(kTurn * u)), float(far * std::sin(kTurn * u)),
                    float(-radius * std::cos(kTurn / 2 * v))};
    });
}

/// A band of half a twist: one side, one rim.
inline TriangleMesh moebius(float radius, float width, uint32_t around) {
    TriangleMesh band = net(around, 4, false, false, [&](double u, double v) {
        const double turn = kTurn * u, side = width * (v - 0.5), far = radius + side * std::cos(turn / 2);
        return Vec3{float(far * std::cos(turn)), float(far * std::sin(turn)),
                    float(side * std::sin(turn / 2))};
    });
    return band;
}

/// Square, in the plane of x and y.
inline TriangleMesh sheet(float side, uint32_t parts) {
    return net(parts, parts, false, false, [&](double u, double v) {
        return Vec3{float(side * u), float(side * v), 0};
    });
}

inline TriangleMesh turned_inside_out(TriangleMesh mesh) {
    for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
    return mesh;
}

/// Returns a mesh without every `nth` triangle.
inline TriangleMesh with_holes(const TriangleMesh& mesh, size_t nth) {
    TriangleMesh out{mesh.vertices, {}};
    for (size_t t = 0; t < mesh.triangles.size(); ++t) {
        if (t % nth != nth - 1) out.triangles.push_back(mesh.triangles[t]);
    }
    return out;
}

inline TriangleMesh placed(TriangleMesh mesh, float scale, const Vec3& shift) {
    for (Vec3& v : mesh.vertices) v = v * scale + shift;
    return mesh;
}

}  // namespace testing_meshes
