// What lies close is found by cells of twice the reach: two vertices within it on an axis lie in one cell there or,
// where a border parts them, in one of the cells half a side further. With three axes these are eight grids.
#include "sim/shapes/seams.h"

#include <tbb/parallel_sort.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "sim/shapes/orient.h"

namespace sim {
namespace {

constexpr double kFirstReach = 1.0 / 64;  // of the last one
constexpr double kStep = 4;

double diagonal_of(const GridMesh& mesh) {
    double sum = 0;
    for (int axis = 0; axis < 3; ++axis) {
        float low = INFINITY, high = -INFINITY;
        for (const auto& triangle : mesh.triangles) {
            for (const uint32_t v : triangle) {
                low = smaller(low, mesh.vertices[v][axis]);
                high = larger(high, mesh.vertices[v][axis]);
            }
        }
        sum += (double(high) - double(low)) * (double(high) - double(low));
    }
    return std::sqrt(sum);
}

std::vector<Pass> open_ones(const std::vector<Pass>& passes) {
    size_t count = 0;
    each_edge(passes, [&](size_t first, size_t end) { count += end - first == 1 ? 1 : 0; });
    std::vector<Pass> open;
    open.reserve(count);
    each_edge(passes, [&](size_t first, size_t end) {
        if (end - first == 1) open.push_back(passes[first]);
    });
    return open;
}

/// Returns the vertices of the open edges, each once.
std::vector<uint32_t> corners_of(const std::vector<Pass>& open, size_t vertices) {
    std::vector<uint8_t> seen(vertices, 0);
    std::vector<uint32_t> corners;
    corners.reserve(std::min(vertices, 2 * open.size()));
    for (const Pass& pass : open) {
        for (const uint32_t v : {uint32_t(pass.edge >> 32), uint32_t(pass.edge)}) {
            if (!seen[v]) corners.push_back(v);
            seen[v] = 1;
        }
    }
    return corners;
}

/// Vertices that count as one: for all the one whose place is lowest, whatever their order.
class Groups {
public:
    Groups(const std::vector<Vec3>& vertices, const std::vector<uint32_t>& corners)
        : vertices_(vertices), corners_(corners), root_(vertices.size()) {
        std::iota(root_.begin(), root_.end(), 0u);
    }

    /// Corners that lie within `reach` of each other, and the ways through them.
    void join(double reach, const StopCheck& stop) {
        using Cell = std::array<int64_t, 3>;
        constexpr uint32_t kNone = ~0u;
        const double per_cell = 0.5 / reach;
        const size_t slots = std::bit_ceil(2 * corners_.size());
        std::vector<uint32_t> table;
        for (int grid = 0; grid < 8; ++grid) {
            if (stop) stop();
            const auto cell_of = [&](uint32_t v) {  // no place in a grid is below 0
                Cell cell;
                for (int axis = 0; axis < 3; ++axis) {
                    const double half = grid >> axis & 1 ? 0.5 : 0;
                    cell[size_t(axis)] = int64_t(double(vertices_[v][axis]) * per_cell + half);
                }
                return cell;
            };
            table.assign(slots, kNone);
            for (const uint32_t v : corners_) {
                const Cell cell = cell_of(v);
                uint64_t hash = 0;
                for (const int64_t part : cell) {
                    hash = (hash ^ uint64_t(part)) * 0x9e3779b97f4a7c15u;
                    hash ^= hash >> 29;
                }
                size_t at = hash & (slots - 1);
                while (table[at] != kNone && cell_of(table[at]) != cell) at = (at + 1) & (slots - 1);
                if (table[at] == kNone) {
                    table[at] = v;
                } else {
                    unite(table[at], v);
                }
            }
        }
        for (const uint32_t v : corners_) root_[v] = find(v);
    }

    /// Parts those that do not fit into a box of `side`: a way along close corners leads anywhere.
    void part_long_ones(double side) {
        std::vector<uint8_t> keep(root_.size(), 1);
        for (int axis = 0; axis < 3; ++axis) {
            std::vector<Range> ranges(root_.size());
            for (const uint32_t v : corners_) {
                Range& range = ranges[root_[v]];
                range.low = smaller(range.low, vertices_[v][axis]);
                range.high = larger(range.high, vertices_[v][axis]);
            }
            for (const uint32_t v : corners_) {
                const Range& range = ranges[root_[v]];
                if (double(range.high) - double(range.low) > side) keep[root_[v]] = 0;
            }
        }
        part(keep);
    }

    /// Splits the groups for which `keep`, by the number of a group, is 0.
    void part(const std::vector<uint8_t>& keep) {
        for (const uint32_t v : corners_) {
            if (!keep[root_[v]]) root_[v] = v;
        }
    }

    uint32_t of(uint32_t v) const { return root_[v]; }

private:
    struct Range {
        float low = INFINITY, high = -INFINITY;
    };

    uint32_t find(uint32_t v) {
        while (root_[v] != v) v = root_[v] = root_[root_[v]];
        return v;
    }

    std::tuple<float, float, float> place(uint32_t v) const {
        return {vertices_[v].x, vertices_[v].y, vertices_[v].z};
    }

    void unite(uint32_t a, uint32_t b) {
        const uint32_t one = find(a), other = find(b);
        const bool first = place(one) <= place(other);
        root_[first ? other : one] = first ? one : other;
    }

    const std::vector<Vec3>& vertices_;
    const std::vector<uint32_t>& corners_;
    std::vector<uint32_t> root_;
};

/// Returns, by the number of a group, whether an edge ends in it at which faces meet that keep three corners.
std::vector<uint8_t> meetings(const GridMesh& mesh, const std::vector<Pass>& open,
                              const std::vector<uint32_t>& vertex, const Groups& groups) {
    std::vector<uint64_t> edges;
    edges.reserve(open.size());
    for (const Pass& pass : open) {
        const auto& t = mesh.triangles[pass.triangle];
        const uint32_t a = groups.of(vertex[t[0]]), b = groups.of(vertex[t[1]]), c = groups.of(vertex[t[2]]);
        if (a == b || b == c || c == a) continue;
        const uint64_t from = groups.of(uint32_t(pass.edge >> 32)), to = groups.of(uint32_t(pass.edge));
        edges.push_back(std::min(from, to) << 32 | std::max(from, to));
    }
    tbb::parallel_sort(edges.begin(), edges.end());
    std::vector<uint8_t> meets(vertex.size(), 0);
    for (size_t k = 1; k < edges.size(); ++k) {
        if (edges[k] == edges[k - 1]) meets[edges[k] >> 32] = meets[uint32_t(edges[k])] = 1;
    }
    return meets;
}

/// Returns how many vertices became another one.
uint32_t join(const GridMesh& mesh, const std::vector<Pass>& open, double reach,
              std::vector<uint32_t>& vertex, const StopCheck& stop) {
    const std::vector<uint32_t> corners = corners_of(open, mesh.vertices.size());
    Groups groups(mesh.vertices, corners);
    groups.join(reach, stop);
    groups.part_long_ones(2 * reach);
    groups.part(meetings(mesh, open, vertex, groups));
    uint32_t joined = 0;
    for (const uint32_t v : corners) joined += groups.of(v) != v ? 1 : 0;
    for (uint32_t& v : vertex) v = groups.of(v);
    return joined;
}

}  // namespace

Seams close_seams(GridMesh& mesh, const StopCheck& stop) {
    Seams out;
    out.vertex = first_at_place(mesh.vertices);
    out.passes = passes_of(mesh, out.vertex);
    std::vector<Pass> open = open_ones(out.passes);
    const double last = kSeam * diagonal_of(mesh);
    out.reach = float(last);
    for (double reach = kFirstReach * last; reach <= last && !open.empty(); reach *= kStep) {
        out.passes = std::vector<Pass>();  // frees memory
        const uint32_t joined = join(mesh, open, reach, out.vertex, stop);
        if (joined == 0) continue;
        out.joined += joined;
        out.passes = passes_of(mesh, out.vertex);
        open = open_ones(out.passes);
    }
    if (out.passes.empty()) out.passes = passes_of(mesh, out.vertex);
    if (out.joined == 0) return out;
    for (size_t v = 0; v < mesh.vertices.size(); ++v) mesh.vertices[v] = mesh.vertices[out.vertex[v]];
    return out;
}

}  // namespace sim
