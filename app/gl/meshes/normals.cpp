// A normal for every corner of every triangle: the mean over those faces around the vertex that meet the
// corner's own face at a blunt angle, each by its area. Corners that agree share a vertex.
#include <algorithm>
#include <cmath>
#include <span>

#include "app/gl/meshes/drawn_mesh.h"

namespace app {
namespace {

using sim::Vec3;

constexpr float kBluntCosine = 0.6f;     // 53 degrees: bevels are smooth
constexpr size_t kMostFacesAround = 64;  // a vertex with more is a cone's tip or a fan's: flat

/// The faces around each vertex, one after the other.
struct FacesAround {
    std::vector<uint32_t> first, faces;

    explicit FacesAround(const sim::TriangleMesh& mesh) : first(mesh.vertices.size() + 1) {
        for (const auto& t : mesh.triangles)
            for (const uint32_t vertex : t) ++first[vertex + 1];
        for (size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
        faces.resize(first.back());
        std::vector<uint32_t> next(first.begin(), first.end() - 1);
        for (size_t i = 0; i < mesh.triangles.size(); ++i)
            for (const uint32_t vertex : mesh.triangles[i]) faces[next[vertex]++] = uint32_t(i);
    }
    std::span<const uint32_t> at(uint32_t vertex) const {
        return {faces.data() + first[vertex], first[vertex + 1] - first[vertex]};
    }
};

Vec3 unit(const Vec3& v) {
    const float far = length(v);
    return far > 0 ? v * (1 / far) : Vec3{0, 1, 0};
}

uint32_t packed(const Vec3& normal) {
    const auto bits = [](float x) {
        return uint32_t(int(std::lround(std::clamp(x, -1.0f, 1.0f) * 511))) & 1023;
    };
    return bits(normal.x) | bits(normal.y) << 10 | bits(normal.z) << 20;
}

}  // namespace

DrawnLevel with_normals(const sim::TriangleMesh& mesh) {
    std::vector<Vec3> across, facing;  // as long as twice the area; 1 long
    for (const auto& t : mesh.triangles) {
        const Vec3 a = mesh.vertices[t[0]];
        across.push_back(cross(mesh.vertices[t[1]] - a, mesh.vertices[t[2]] - a));
        facing.push_back(unit(across.back()));
    }
    const FacesAround around(mesh);
    const auto smooth = [&](uint32_t face, uint32_t vertex) {
        const auto others = around.at(vertex);
        if (others.size() > kMostFacesAround) return facing[face];
        Vec3 sum = {0, 0, 0};
        for (const uint32_t other : others)
            if (dot(facing[other], facing[face]) > kBluntCosine) sum = sum + across[other];
        return dot(sum, sum) > 0 ? unit(sum) : facing[face];
    };

    DrawnLevel out;
    std::vector<std::vector<uint32_t>> made(mesh.vertices.size());  // by vertex: where it stands in `out`
    for (uint32_t face = 0; face < mesh.triangles.size(); ++face) {
        for (const uint32_t vertex : mesh.triangles[face]) {
            const uint32_t normal = packed(smooth(face, vertex));
            uint32_t at = uint32_t(out.vertices.size());
            auto& here = made[vertex];
            for (size_t k = 0; k < std::min(here.size(), kMostFacesAround); ++k)
                if (out.vertices[here[k]].normal == normal) at = here[k];
            if (at == out.vertices.size()) {
                out.vertices.push_back({mesh.vertices[vertex], normal});
                here.push_back(at);
            }
            out.indices.push_back(at);
        }
    }
    return out;
}

}  // namespace app
