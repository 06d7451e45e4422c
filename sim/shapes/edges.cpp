// Passes along edges are sorted, so that those of an edge lie together.
#include "sim/shapes/edges.h"

#include <tbb/parallel_sort.h>

#include <algorithm>
#include <tuple>

namespace sim {

std::vector<Pass> passes_of(const GridMesh& mesh, const std::vector<uint32_t>& vertex) {
    std::vector<Pass> passes;
    passes.reserve(3 * mesh.triangles.size());
    for (uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        std::array<uint64_t, 3> at;
        for (size_t k = 0; k < 3; ++k) at[k] = vertex[mesh.triangles[t][k]];
        if (at[0] == at[1] || at[1] == at[2] || at[2] == at[0]) continue;
        for (size_t k = 0; k < 3; ++k) {
            const uint64_t from = at[k], to = at[(k + 1) % 3];
            passes.push_back({std::min(from, to) << 32 | std::max(from, to), t, from < to});
        }
    }
    tbb::parallel_sort(passes.begin(), passes.end(), [](const Pass& a, const Pass& b) {
        return std::tie(a.edge, a.triangle) < std::tie(b.edge, b.triangle);
    });
    return passes;
}

}  // namespace sim
