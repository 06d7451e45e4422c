// Splits points across the longest side of their box, down to clusters of kClusterPoints.
#include "sim/shapes/clusters.h"

#include <algorithm>

namespace sim {
namespace {

Box box_of_points(const Vec3* points, size_t count) {
    Box box = {points[0], points[0]};
    for (size_t i = 1; i < count; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            box.min[axis] = smaller(box.min[axis], points[i][axis]);
            box.max[axis] = larger(box.max[axis], points[i][axis]);
        }
    }
    return box;
}

/// Orders [begin, end): cut across the longest side of its box, both parts whole clusters but for the last.
void split(std::vector<Vec3>& points, size_t begin, size_t end) {
    if (end - begin <= kClusterPoints) return;
    const Vec3 sides = [&] {
        const Box box = box_of_points(&points[begin], end - begin);
        return box.max - box.min;
    }();
    const int axis = sides.x >= sides.y && sides.x >= sides.z ? 0 : sides.y >= sides.z ? 1 : 2;
    std::stable_sort(points.begin() + long(begin), points.begin() + long(end),
                     [axis](const Vec3& a, const Vec3& b) { return a[axis] < b[axis]; });
    const size_t clusters = (end - begin + kClusterPoints - 1) / kClusterPoints;
    const size_t middle = begin + clusters / 2 * kClusterPoints;
    split(points, begin, middle);
    split(points, middle, end);
}

}  // namespace

std::vector<Vec3> by_clusters(std::vector<Vec3> points) {
    if (!points.empty()) split(points, 0, points.size());
    return points;
}

std::vector<Vec4> cluster_spheres(const std::vector<Vec4>& points) {
    std::vector<Vec4> spheres;
    for (size_t begin = 0; begin < points.size(); begin += kClusterPoints) {
        std::vector<Vec3> own;
        for (size_t i = begin; i < std::min(begin + kClusterPoints, points.size()); ++i)
            own.push_back(xyz(points[i]));
        const Box box = box_of_points(own.data(), own.size());
        const Vec3 centre = (box.min + box.max) * 0.5f;
        float radius = 0;
        for (const Vec3& point : own) radius = larger(radius, length(point - centre));
        spheres.push_back(with_w(centre, radius * 1.000001f));  // rounded up
    }
    return spheres;
}

}  // namespace sim
