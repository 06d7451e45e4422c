// Whether a mesh has an inside: every edge is passed as often one way as the other, and the faces look out.
#include <algorithm>

#include "app/gl/meshes/drawn_mesh.h"

namespace app {

bool is_closed(const sim::TriangleMesh& mesh) {
    std::vector<std::pair<uint64_t, int>> edges;  // the lower vertex << 32 | the higher, and which way
    double volume = 0;
    for (const auto& t : mesh.triangles) {
        for (int k = 0; k < 3; ++k) {
            const uint64_t from = t[size_t(k)], to = t[size_t((k + 1) % 3)];
            edges.push_back({std::min(from, to) << 32 | std::max(from, to), from < to ? 1 : -1});
        }
        volume += double(dot(mesh.vertices[t[0]], cross(mesh.vertices[t[1]], mesh.vertices[t[2]])));
    }
    std::sort(edges.begin(), edges.end());
    for (size_t i = 0; i < edges.size();) {
        int sum = 0;
        const uint64_t edge = edges[i].first;
        for (; i < edges.size() && edges[i].first == edge; ++i) sum += edges[i].second;
        if (sum != 0) return false;
    }
    return volume > 0;
}

}  // namespace app
