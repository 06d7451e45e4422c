// Makes near vertices one: greedily, in the order of the file: a vertex joins the first one kept that is near
// enough, or is kept itself. Unlike a plain grid this does not cut through pairs that lie on two sides of a
// cell's border.
#include <array>
#include <unordered_map>

#include "app/gl/meshes/drawn_mesh.h"

namespace app {
namespace {

using sim::Vec3;

/// The kept vertices by cells as wide as `apart`, so that what is near is in one of 27 cells.
class Kept {
public:
    explicit Kept(float apart) : apart_(apart) {}

    /// Returns the number of a kept vertex near p, or that of p, kept from now on.
    uint32_t at(const Vec3& p) {
        const std::array<int64_t, 3> cell = {cell_of(p.x), cell_of(p.y), cell_of(p.z)};
        uint32_t first = count();
        for (int k = 0; k < 27; ++k) {
            const auto found =
                cells_.find(key({cell[0] + k % 3 - 1, cell[1] + k / 3 % 3 - 1, cell[2] + k / 9 - 1}));
            if (found == cells_.end()) continue;
            for (const uint32_t other : found->second) {
                const Vec3 d = places_[other] - p;
                if (other < first && dot(d, d) <= apart_ * apart_) first = other;
            }
        }
        if (first == count()) {
            places_.push_back(p);
            cells_[key(cell)].push_back(first);
        }
        return first;
    }
    uint32_t count() const { return uint32_t(places_.size()); }

private:
    int64_t cell_of(float x) const { return int64_t(std::floor(double(x) / double(apart_))); }
    static uint64_t key(const std::array<int64_t, 3>& cell) {  // 21 bits an axis; far cells may share one
        constexpr uint64_t kMask = (1u << 21) - 1;
        return (uint64_t(cell[0]) & kMask) << 42 | (uint64_t(cell[1]) & kMask) << 21 |
               (uint64_t(cell[2]) & kMask);
    }

    float apart_;
    std::vector<Vec3> places_;
    std::unordered_map<uint64_t, std::vector<uint32_t>> cells_;
};

}  // namespace

sim::TriangleMesh merged(const sim::TriangleMesh& mesh, float apart) {
    if (!(apart > 0)) return mesh;
    Kept kept(apart);
    std::vector<uint32_t> becomes;
    for (const Vec3& vertex : mesh.vertices) becomes.push_back(kept.at(vertex));

    sim::TriangleMesh out;
    out.vertices.resize(kept.count(), {0, 0, 0});
    std::vector<float> joined(kept.count());
    for (size_t i = 0; i < becomes.size(); ++i) {
        out.vertices[becomes[i]] = out.vertices[becomes[i]] + mesh.vertices[i];
        ++joined[becomes[i]];
    }
    for (size_t i = 0; i < joined.size(); ++i) out.vertices[i] = out.vertices[i] * (1 / joined[i]);
    for (const auto& t : mesh.triangles) {
        const std::array<uint32_t, 3> now = {becomes[t[0]], becomes[t[1]], becomes[t[2]]};
        if (now[0] != now[1] && now[1] != now[2] && now[2] != now[0]) out.triangles.push_back(now);
    }
    return out;
}

sim::TriangleMesh swollen(const sim::TriangleMesh& mesh, float by) {
    std::vector<Vec3> outwards(mesh.vertices.size(), {0, 0, 0});
    for (const auto& t : mesh.triangles) {
        const Vec3 a = mesh.vertices[t[0]];
        const Vec3 across = cross(mesh.vertices[t[1]] - a, mesh.vertices[t[2]] - a);
        const float far = length(across);
        if (!(far > 0)) continue;
        for (const uint32_t vertex : t) outwards[vertex] = outwards[vertex] + across * (1 / far);
    }
    sim::TriangleMesh out = mesh;
    for (size_t i = 0; i < outwards.size(); ++i) {
        const float far = length(outwards[i]);
        if (far > 0) out.vertices[i] = out.vertices[i] + outwards[i] * (by / far);
    }
    return out;
}

}  // namespace app
