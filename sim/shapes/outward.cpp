// Finds the connected parts of a mesh, and turns those whose volume looks inwards.
#include "sim/shapes/outward.h"

#include <algorithm>

#include "sim/math/matrix.h"
#include "sim/shapes/inside.h"

namespace sim {
namespace {

constexpr double kFlatVolume = 1e-5;  // a volume below this share of what its triangles span is none

struct Part {
    std::vector<uint32_t> triangles;
    double volume = 0, span = 0;  // six times the volume; of the triangles, each taken for itself

    bool flat() const { return !(std::abs(volume) > kFlatVolume * span); }
};

class Parts {
public:
    Parts(const GridMesh& mesh, const std::vector<uint32_t>& vertex) : mesh_(mesh), vertex_(vertex) {
        std::vector<uint32_t> root = vertex_;
        const auto root_of = [&](uint32_t v) {
            while (root[v] != v) v = root[v] = root[root[v]];
            return v;
        };
        for (const auto& t : mesh.triangles) {
            for (size_t k = 1; k < 3; ++k) {
                const uint32_t a = root_of(vertex_[t[0]]), b = root_of(vertex_[t[k]]);
                root[std::max(a, b)] = std::min(a, b);
            }
        }
        std::vector<uint32_t> number(root.size(), ~0u);
        for (uint32_t t = 0; t < mesh.triangles.size(); ++t) {
            uint32_t& n = number[root_of(vertex_[mesh.triangles[t][0]])];
            if (n == ~0u) {
                n = uint32_t(all.size());
                all.emplace_back();
            }
            all[n].triangles.push_back(t);
        }
        for (Part& part : all) measure(part);
    }

    /// Returns whether the part is closed: every edge is passed as often in one direction as in the other.
    bool closed(const Part& part) const {
        std::vector<std::pair<uint64_t, int>> edges;
        for (const uint32_t triangle : part.triangles) {
            const auto& t = mesh_.triangles[triangle];
            for (size_t k = 0; k < 3; ++k) {
                const uint64_t from = vertex_[t[k]], to = vertex_[t[(k + 1) % 3]];
                edges.push_back({std::min(from, to) << 32 | std::max(from, to), from < to ? 1 : -1});
            }
        }
        std::sort(edges.begin(), edges.end());
        int64_t sum = 0;
        for (size_t i = 0; i < edges.size(); ++i) {
            if (i > 0 && edges[i].first != edges[i - 1].first && sum != 0) return false;
            sum += edges[i].first >> 32 == (edges[i].first & ~0u) ? 0 : edges[i].second;
        }
        return sum == 0;
    }

    std::vector<Part> all;

private:
    /// Measures a part from one of its own corners: far from the origin no digits are lost.
    void measure(Part& part) const {
        const Vec3 from = mesh_.corners(part.triangles[0])[0];
        for (const uint32_t t : part.triangles) {
            const auto p = mesh_.corners(t);
            const double own = double(dot(p[0] - from, cross(p[1] - from, p[2] - from)));
            part.volume += own;
            part.span += std::abs(own);
        }
    }

    const GridMesh& mesh_;
    const std::vector<uint32_t>& vertex_;
};

GridMesh mesh_of(const GridMesh& mesh, const std::vector<const Part*>& parts) {
    GridMesh out{mesh.grid, mesh.origin, mesh.cell, mesh.vertices, {}};
    for (const Part* part : parts)
        for (const uint32_t t : part->triangles) out.triangles.push_back(mesh.triangles[t]);
    return out;
}

/// Returns whether more than half of a part's corners lie in what is solid.
bool lies_in(const GridMesh& mesh, const Part& part, const Inside& solid) {
    size_t in = 0;
    for (const uint32_t t : part.triangles) {
        for (const Vec3& at : mesh.corners(t)) {  // the grid has a margin around them
            in += solid.node[mesh.grid.index(int(at.x + 0.5f), int(at.y + 0.5f), int(at.z + 0.5f))];
        }
    }
    return 2 * in > 3 * part.triangles.size();
}

}  // namespace

void turn_parts_outwards(CpuExec& exec, GridMesh& mesh, const std::vector<uint32_t>& vertex) {
    const Parts parts(mesh, vertex);
    double total = 0;
    for (const Part& part : parts.all) total += part.volume;
    std::vector<const Part*> inwards, others;
    for (const Part& part : parts.all) {
        const bool against = (part.volume < 0) != (total < 0);
        (against && !part.flat() && parts.closed(part) ? inwards : others).push_back(&part);
    }
    if (inwards.empty()) return;

    const Inside solid = find_inside(exec, mesh_of(mesh, others));
    std::vector<const Part*> turned;
    for (const Part* part : inwards)
        if (!lies_in(mesh, *part, solid)) turned.push_back(part);
    if (turned.empty()) return;
    const Inside turned_solid = find_inside(exec, mesh_of(mesh, turned));
    for (const Part* part : others)
        if (!part->flat() && parts.closed(*part) && lies_in(mesh, *part, turned_solid))
            turned.push_back(part);
    for (const Part* part : turned)
        for (const uint32_t t : part->triangles) std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
}

}  // namespace sim
