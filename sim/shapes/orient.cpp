// Turns faces that contradict their neighbours, by the edges that they share.
#include "sim/shapes/orient.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "sim/math/matrix.h"

namespace sim {
namespace {

struct Neighbour {
    uint32_t triangle;
    bool agrees;
};

/// Returns the neighbours of each triangle: up to three, over edges of two faces.
std::vector<std::array<Neighbour, 3>> neighbours_of(const std::vector<Pass>& passes, size_t triangles,
                                                    std::vector<uint8_t>& count) {
    std::vector<std::array<Neighbour, 3>> neighbours(triangles);
    each_edge(passes, [&](size_t first, size_t end) {
        if (end - first != 2) return;
        const Pass &a = passes[first], &b = passes[first + 1];
        const bool agrees = a.upwards != b.upwards;
        neighbours[a.triangle][count[a.triangle]++] = {b.triangle, agrees};
        neighbours[b.triangle][count[b.triangle]++] = {a.triangle, agrees};
    });
    return neighbours;
}

/// Six times the volume below a triangle, seen from a place near it, and twice its area.
std::pair<double, double> volume_and_area(const GridMesh& mesh, uint32_t triangle, const Vec3& from) {
    const auto p = mesh.corners(triangle);
    const Vec3 across = cross(p[1] - p[0], p[2] - p[0]);
    return {double(dot(p[0] - from, across)), std::sqrt(double(dot(across, across)))};
}

/// Turns what is on the losing side of a patch; `against`: the side of each triangle, as seen from its first.
uint32_t turn_losers(GridMesh& mesh, const std::vector<uint32_t>& patch,
                     const std::vector<uint8_t>& against) {
    constexpr double kClear = 1e-6;  // of the area: less is rounding
    const Vec3 from = mesh.corners(patch[0])[0];
    double volume = 0, area[2] = {0, 0};
    for (const uint32_t t : patch) {
        const auto [own, size] = volume_and_area(mesh, t, from);
        volume += against[t] ? -own : own;
        area[against[t]] += size;
    }
    const bool even = std::abs(area[0] - area[1]) <= kClear * (area[0] + area[1]);
    const uint8_t loser = (even ? volume < 0 : area[0] < area[1]) ? 0 : 1;
    uint32_t turned = 0;
    for (const uint32_t t : patch) {
        if (against[t] != loser) continue;
        std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
        ++turned;
    }
    return turned;
}

uint32_t crowded_edges(const std::vector<Pass>& passes) {
    uint32_t edges = 0;
    each_edge(passes, [&](size_t first, size_t end) {
        int sum = 0;
        for (size_t k = first; k < end; ++k) sum += passes[k].upwards ? 1 : -1;
        edges += end - first > 2 && sum != 0 ? 1 : 0;
    });
    return edges;
}

/// Parts of the surface that hang together by edges, of those that have an open one.
uint32_t open_parts(const std::vector<Pass>& passes, size_t triangles) {
    bool open = false;
    each_edge(passes, [&](size_t first, size_t end) { open |= end - first == 1; });
    if (!open) return 0;
    std::vector<uint32_t> root(triangles);
    std::iota(root.begin(), root.end(), 0u);
    const auto root_of = [&](uint32_t t) {
        while (root[t] != t) t = root[t] = root[root[t]];
        return t;
    };
    each_edge(passes, [&](size_t first, size_t end) {
        for (size_t k = first; k < end; ++k) {
            const uint32_t a = root_of(passes[first].triangle), b = root_of(passes[k].triangle);
            root[std::max(a, b)] = std::min(a, b);
        }
    });
    std::vector<uint8_t> seen(triangles, 0);
    uint32_t parts = 0;
    each_edge(passes, [&](size_t first, size_t end) {
        if (end - first != 1) return;
        uint8_t& before = seen[root_of(passes[first].triangle)];
        parts += before ? 0 : 1;
        before = 1;
    });
    return parts;
}

}  // namespace

std::vector<uint32_t> first_at_place(const std::vector<Vec3>& vertices) {
    std::vector<uint32_t> order(vertices.size()), first(vertices.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto place = [&](uint32_t v) { return std::tie(vertices[v].x, vertices[v].y, vertices[v].z); };
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        return std::tuple_cat(place(a), std::tie(a)) < std::tuple_cat(place(b), std::tie(b));
    });
    for (size_t k = 0; k < order.size(); ++k)
        first[order[k]] = k > 0 && place(order[k]) == place(order[k - 1]) ? first[order[k - 1]] : order[k];
    return first;
}

Orientation orient_faces(GridMesh& mesh, const std::vector<uint32_t>& vertex,
                         const std::vector<Pass>& passes) {
    Orientation out;
    out.open_parts = open_parts(passes, mesh.triangles.size());
    bool agree = true;
    each_edge(passes, [&](size_t first, size_t end) {
        agree &= end - first != 2 || passes[first].upwards != passes[first + 1].upwards;
    });
    if (agree) {
        out.crowded_edges = crowded_edges(passes);
        return out;
    }

    std::vector<uint8_t> count(mesh.triangles.size(), 0), seen(count), against(count);
    const auto neighbours = neighbours_of(passes, mesh.triangles.size(), count);
    std::vector<uint32_t> patch;
    for (uint32_t start = 0; start < mesh.triangles.size(); ++start) {
        if (seen[start]) continue;
        bool two_sided = true;
        patch = {start};
        seen[start] = 1;
        for (size_t next = 0; next < patch.size(); ++next) {
            const uint32_t t = patch[next];
            for (size_t k = 0; k < count[t]; ++k) {
                const Neighbour& other = neighbours[t][k];
                const uint8_t side = other.agrees ? against[t] : 1 - against[t];
                if (seen[other.triangle]) {
                    two_sided &= against[other.triangle] == side;
                    continue;
                }
                seen[other.triangle] = 1;
                against[other.triangle] = side;
                patch.push_back(other.triangle);
            }
        }
        if (two_sided) {
            out.turned += turn_losers(mesh, patch, against);
        } else {
            out.one_sided += uint32_t(patch.size());
        }
    }
    out.crowded_edges = crowded_edges(passes_of(mesh, vertex));
    return out;
}

}  // namespace sim
