// Measures distances between opposite sides of the field, and returns nearly the smallest one.
#include "sim/shapes/thickness.h"

#include <algorithm>

#include "sim/math/atomic.h"
#include "sim/shapes/closest_point.h"

namespace sim {
namespace {

constexpr float kOpposed = -0.9f;  // cosine between two directions out of the solid
constexpr float kLeastWay =
    0.6f;  // cells between both sides along their directions; below 0 they face each other
constexpr uint32_t kBinsACell = 16, kBins = kBinsACell * 512;
constexpr uint64_t kMostTips = 64;

/// Returns the direction out of the solid at a node. On the surface itself it is the triangle's normal,
/// turned so that it points away from the node next to it, which lies inside.
Vec3 direction_out(const GridMesh& mesh, const NearestTriangles& nearest, size_t node, const Vec3& at,
                   float distance, const Vec3& away_from_inside) {
    const std::array<Vec3, 3> t = mesh.corners(nearest.triangle[node]);
    Vec3 out = at - closest_on_triangle(t, at);
    if (distance < 0) out = out * -1;
    if (fabsf(distance) < 1e-3f) {
        out = cross(t[1] - t[0], t[2] - t[0]);
        if (dot(out, away_from_inside) < 0) out = out * -1;
    }
    const float size = length(out);
    return size > 0 ? out * (1 / size) : out;
}

}  // namespace

float thinnest_part(CpuExec& exec, const GridMesh& mesh, const NearestTriangles& nearest,
                    const std::vector<float>& distance) {
    const Grid& grid = mesh.grid;
    std::vector<uint32_t> bins(kBins, 0);
    exec.parallel(uint64_t(grid.nodes[2]) - 2, 1, [&](uint64_t layer) {
        const int z = int(layer) + 1;
        for (int y = 1; y + 1 < grid.nodes[1]; ++y) {
            for (int x = 1; x + 1 < grid.nodes[0]; ++x) {
                if (!(distance[grid.index(x, y, z)] < 0)) continue;
                for (int axis = 0; axis < 3; ++axis) {
                    const int dx = axis == 0, dy = axis == 1, dz = axis == 2;
                    const size_t a = grid.index(x - dx, y - dy, z - dz),
                                 b = grid.index(x + dx, y + dy, z + dz);
                    const Vec3 step = {float(dx), float(dy), float(dz)}, at = {float(x), float(y), float(z)};
                    const Vec3 out_a = direction_out(mesh, nearest, a, at - step, distance[a], step * -1);
                    const Vec3 out_b = direction_out(mesh, nearest, b, at + step, distance[b], step);
                    if (!(dot(out_a, out_b) < kOpposed)) continue;
                    const Vec3 across = out_b - out_a;
                    const float way = 2 * dot(step, across) / length(across);
                    const float thickness = way - distance[a] - distance[b];
                    if (!(way > kLeastWay && thickness > 0)) continue;
                    const float bin = smaller(thickness * float(kBinsACell), float(kBins - 1));
                    fetch_add(&bins[size_t(bin)], 1u);
                }
            }
        }
    });

    uint64_t all = 0, passed = 0;
    for (const uint32_t count : bins) all += count;
    const uint64_t tips = std::min(all / 50, kMostTips);
    for (uint32_t bin = 0; bin < kBins; ++bin) {
        passed += bins[bin];
        if (passed > tips) return (float(bin) + 0.5f) / float(kBinsACell);
    }
    float deepest = 0;
    for (const float at : distance) deepest = larger(deepest, -at);
    return 2 * deepest;
}

}  // namespace sim
