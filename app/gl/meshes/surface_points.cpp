// Points that lie evenly on a mesh's surface, and so do the first so many of them: triangles by the share of
// their area, then a place in the triangle, all by one sequence of low discrepancy (multiples of the powers of
// the inverse of the root of x^4 = x + 1).
#include <algorithm>
#include <cmath>

#include "app/gl/meshes/drawn_mesh.h"

namespace app {

std::vector<MeshPoint> surface_points(const DrawnLevel& level, uint32_t count) {
    std::vector<double> area_up_to;
    double area = 0;
    for (size_t i = 0; i + 2 < level.indices.size(); i += 3) {
        const sim::Vec3 a = level.vertices[level.indices[i]].place;
        const sim::Vec3 across = cross(level.vertices[level.indices[i + 1]].place - a,
                                       level.vertices[level.indices[i + 2]].place - a);
        area += 0.5 * double(length(across));
        area_up_to.push_back(area);
    }
    std::vector<MeshPoint> points(count, MeshPoint{{0, 0, 0}, 0});
    if (!(area > 0)) return points;

    constexpr double kRoot = 1.2207440846057596;
    for (uint32_t k = 0; k < count; ++k) {
        const auto fraction = [&](int power) {
            const double x = 0.5 + double(k + 1) / std::pow(kRoot, power);
            return x - std::floor(x);
        };
        const auto found = std::upper_bound(area_up_to.begin(), area_up_to.end(), fraction(1) * area);
        const size_t triangle = std::min(size_t(found - area_up_to.begin()), area_up_to.size() - 1);
        float u = float(fraction(2)), v = float(fraction(3));
        if (u + v > 1) u = 1 - u, v = 1 - v;
        const MeshPoint* corner[3];
        for (size_t i = 0; i < 3; ++i) corner[i] = &level.vertices[level.indices[3 * triangle + i]];
        const sim::Vec3 a = corner[0]->place;
        points[k].place = a + (corner[1]->place - a) * u + (corner[2]->place - a) * v;
        const int nearest = u > 0.5f ? 1 : v > 0.5f ? 2 : 0;
        points[k].normal = corner[nearest]->normal;
    }
    return points;
}

float surface_area(const DrawnLevel& level) {
    float area = 0;
    for (size_t i = 0; i + 2 < level.indices.size(); i += 3) {
        const sim::Vec3 a = level.vertices[level.indices[i]].place;
        area += 0.5f * length(cross(level.vertices[level.indices[i + 1]].place - a,
                                    level.vertices[level.indices[i + 2]].place - a));
    }
    return area;
}

}  // namespace app
