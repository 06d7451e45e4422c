// Counts crossings along every line of nodes in integers, and lets six views vote.
#include "sim/shapes/inside.h"

#include <algorithm>

#include "sim/math/atomic.h"

namespace sim {
namespace {

constexpr int64_t kUnit = 256;  // steps in a cell
constexpr int kViewsToAgree = 4;
using Point = std::array<int64_t, 3>;

Point rounded(const Vec3& v) {
    Point p;
    for (int axis = 0; axis < 3; ++axis) p[size_t(axis)] = int64_t(v[axis] * float(kUnit) + 0.5f);
    return p;
}

/// Twice the area of (a, b, p), seen so that u points right and v up; positive where p lies left of a to b.
int64_t side_of(const Point& a, const Point& b, int64_t u, int64_t v, size_t u_axis, size_t v_axis) {
    return (b[u_axis] - a[u_axis]) * (v - a[v_axis]) - (b[v_axis] - a[v_axis]) * (u - a[u_axis]);
}

/// Returns whether points on the edge belong to the triangle left of a to b. It is true for exactly one of
/// the two triangles on either side of an edge.
bool owns_edge(const Point& a, const Point& b, size_t u_axis, size_t v_axis) {
    const int64_t du = b[u_axis] - a[u_axis], dv = b[v_axis] - a[v_axis];
    return dv > 0 || (dv == 0 && du < 0);
}

int64_t floor_divide(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }  // b > 0

/// Adds +1 or -1 to the first node behind each crossing of a triangle with the lines along `axis`.
void cut(const Grid& grid, const std::array<Vec3, 3>& corners, size_t axis, uint32_t* steps) {
    const size_t u_axis = (axis + 1) % 3, v_axis = (axis + 2) % 3;
    std::array<Point, 3> p = {rounded(corners[0]), rounded(corners[1]), rounded(corners[2])};
    int64_t area = side_of(p[0], p[1], p[2][u_axis], p[2][v_axis], u_axis, v_axis);
    if (area == 0) return;
    // A triangle that shows its outside to the end of the line is where the line leaves the solid.
    const uint32_t step = area < 0 ? 1u : ~0u;
    if (area < 0) {
        std::swap(p[1], p[2]);
        area = -area;
    }

    const auto [u_low, u_high] = std::minmax({p[0][u_axis], p[1][u_axis], p[2][u_axis]});
    const auto [v_low, v_high] = std::minmax({p[0][v_axis], p[1][v_axis], p[2][v_axis]});
    for (int64_t j = (v_low + kUnit - 1) / kUnit; j <= v_high / kUnit; ++j) {
        for (int64_t i = (u_low + kUnit - 1) / kUnit; i <= u_high / kUnit; ++i) {
            std::array<int64_t, 3> weight;  // of the corner opposite to each edge
            bool in = true;
            for (size_t k = 0; k < 3 && in; ++k) {
                const Point &a = p[(k + 1) % 3], &b = p[(k + 2) % 3];
                weight[k] = side_of(a, b, i * kUnit, j * kUnit, u_axis, v_axis);
                in = weight[k] > 0 || (weight[k] == 0 && owns_edge(a, b, u_axis, v_axis));
            }
            if (!in) continue;
            const int64_t depth = weight[0] * p[0][axis] + weight[1] * p[1][axis] + weight[2] * p[2][axis];
            std::array<int, 3> node;
            node[u_axis] = int(i);
            node[v_axis] = int(j);
            node[axis] = int(floor_divide(depth, area * kUnit)) + 1;
            fetch_add(&steps[grid.index(node[0], node[1], node[2])], step);
        }
    }
}

struct Lines {
    uint32_t crossed = 0, open = 0;
};

/// Adds the two views along one line of nodes to their votes.
Lines vote(const uint32_t* steps, uint8_t* votes, size_t first, size_t stride, int nodes) {
    Lines lines;
    uint32_t total = 0, any = 0;
    for (int i = 0; i < nodes; ++i)
        total += steps[first + size_t(i) * stride], any |= steps[first + size_t(i) * stride];
    if (!any) return lines;
    lines.crossed = 1;
    lines.open = total != 0 ? 1 : 0;
    uint32_t before = 0;
    for (int i = 0; i < nodes; ++i) {
        const size_t node = first + size_t(i) * stride;
        before += steps[node];
        votes[node] = uint8_t(votes[node] + (before != 0 ? 1 : 0) + (before != total ? 1 : 0));
    }
    return lines;
}

}  // namespace

Inside find_inside(CpuExec& exec, const GridMesh& mesh) {
    const Grid& grid = mesh.grid;
    Inside out;
    out.node.assign(grid.count(), 0);
    uint32_t crossed = 0, open = 0;
    for (size_t axis = 0; axis < 3; ++axis) {
        std::vector<uint32_t> steps(grid.count(), 0);
        exec.parallel(mesh.triangles.size(), 1024,
                      [&](uint64_t t) { cut(grid, mesh.corners(t), axis, steps.data()); });

        const size_t u_axis = (axis + 1) % 3, v_axis = (axis + 2) % 3;
        const std::array<size_t, 3> strides = {1, grid.index(0, 1, 0), grid.index(0, 0, 1)};
        exec.parallel(uint64_t(grid.nodes[v_axis]), 1, [&](uint64_t v) {
            Lines sum;
            for (int u = 0; u < grid.nodes[u_axis]; ++u) {
                const size_t first = size_t(u) * strides[u_axis] + v * strides[v_axis];
                const Lines line =
                    vote(steps.data(), out.node.data(), first, strides[axis], grid.nodes[axis]);
                sum.crossed += line.crossed;
                sum.open += line.open;
            }
            fetch_add(&crossed, sum.crossed);
            fetch_add(&open, sum.open);
        });
    }
    for (uint8_t& node : out.node) {
        node = node >= kViewsToAgree ? 1 : 0;
        out.count += node;
    }
    out.open_share = crossed > 0 ? float(open) / float(crossed) : 0;
    return out;
}

}  // namespace sim
