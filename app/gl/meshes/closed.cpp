// Whether a mesh has an inside: every edge is passed as often in one direction as in the other, and the faces
// of every part look out. One part that looks inwards is enough that back faces have to be drawn.
#include <algorithm>
#include <numeric>

#include "app/gl/meshes/drawn_mesh.h"

namespace app {
namespace {

constexpr double kFlat = 1e-5;  // a volume below this share of what its triangles span is none

bool edges_match(const sim::TriangleMesh& mesh) {
    std::vector<std::pair<uint64_t, int>> edges;  // the lower vertex << 32 | the higher, and which way
    for (const auto& t : mesh.triangles) {
        for (int k = 0; k < 3; ++k) {
            const uint64_t from = t[size_t(k)], to = t[size_t((k + 1) % 3)];
            edges.push_back({std::min(from, to) << 32 | std::max(from, to), from < to ? 1 : -1});
        }
    }
    std::sort(edges.begin(), edges.end());
    for (size_t i = 0; i < edges.size();) {
        int sum = 0;
        const uint64_t edge = edges[i].first;
        for (; i < edges.size() && edges[i].first == edge; ++i) sum += edges[i].second;
        if (sum != 0) return false;
    }
    return true;
}

/// Returns for each vertex the first one of its part: vertices connected by triangles.
std::vector<uint32_t> parts_of(const sim::TriangleMesh& mesh) {
    std::vector<uint32_t> first(mesh.vertices.size());
    std::iota(first.begin(), first.end(), 0u);
    const auto root = [&](uint32_t v) {
        while (first[v] != v) v = first[v] = first[first[v]];
        return v;
    };
    for (const auto& t : mesh.triangles) {
        for (size_t k = 1; k < 3; ++k) {
            const uint32_t a = root(t[0]), b = root(t[k]);
            first[std::max(a, b)] = std::min(a, b);
        }
    }
    for (uint32_t v = 0; v < first.size(); ++v) first[v] = root(v);
    return first;
}

/// A cavity counts as looking inwards, too: no harm but the time for its back faces.
bool all_look_out(const sim::TriangleMesh& mesh) {
    const std::vector<uint32_t> part = parts_of(mesh);
    std::vector<double> volume(part.size()), span(part.size());
    double total = 0;
    for (const auto& t : mesh.triangles) {
        const uint32_t own = part[t[0]];
        const sim::Vec3 &from = mesh.vertices[own], a = mesh.vertices[t[0]] - from;
        const double six = double(dot(a, cross(mesh.vertices[t[1]] - from, mesh.vertices[t[2]] - from)));
        volume[own] += six;
        span[own] += std::abs(six);
        total += six;
    }
    for (size_t own = 0; own < part.size(); ++own)
        if (volume[own] < -kFlat * span[own]) return false;
    return total > 0;
}

}  // namespace

bool is_closed(const sim::TriangleMesh& mesh) { return edges_match(mesh) && all_look_out(mesh); }

}  // namespace app
