// How much a mesh covers of what lies behind it: its triangles are marked in a small picture along each axis.
#include <algorithm>
#include <cmath>

#include "app/gl/meshes/drawn_mesh.h"

namespace app {

static constexpr int kSide = 256;  // of the picture, in cells
static constexpr double kPlaces =
    4e7;  // marked, about, along an axis: meshes of many triangles have small ones

float silhouette_area(const sim::TriangleMesh& mesh) {
    float low = 0, high = 0;
    for (const sim::Vec3& v : mesh.vertices) {
        low = std::min({low, v.x, v.y, v.z});
        high = std::max({high, v.x, v.y, v.z});
    }
    const float cell = (high - low) / kSide;
    if (!(cell > 0)) return 0;
    const int most_steps =
        std::clamp(int(std::sqrt(kPlaces / double(mesh.triangles.size() + 1))), 1, 4 * kSide);
    size_t marked = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        std::vector<uint8_t> seen(size_t(kSide) * kSide);
        const auto place = [&](float x) { return size_t(std::clamp(int((x - low) / cell), 0, kSide - 1)); };
        for (const auto& t : mesh.triangles) {
            const sim::Vec3 a = mesh.vertices[t[0]], ab = mesh.vertices[t[1]] - a,
                            ac = mesh.vertices[t[2]] - a;
            const float longest = std::max({length(ab), length(ac), length(ac - ab)});
            const int steps = std::clamp(int(std::ceil(2 * longest / cell)), 1, most_steps);
            for (int i = 0; i <= steps; ++i) {
                for (int k = 0; k <= steps - i; ++k) {
                    const sim::Vec3 p = a + ab * (float(i) / float(steps)) + ac * (float(k) / float(steps));
                    seen[place(p[u]) * kSide + place(p[v])] = 1;
                }
            }
        }
        marked += size_t(std::count(seen.begin(), seen.end(), 1));
    }
    return float(marked) * cell * cell / 3;
}

}  // namespace app
