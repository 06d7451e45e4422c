// See clusters.h.
#include "sim/shapes/clusters.h"

#include <algorithm>

namespace sim {
namespace {

constexpr uint64_t kMortonSide = 1024;  // places on an axis

/// The ten bits of `place`, two zeros between each.
uint64_t spread_bits(uint64_t place) {
    uint64_t out = 0;
    for (uint64_t bit = 0; bit < 10; ++bit) out |= (place >> bit & 1) << 3 * bit;
    return out;
}

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

}  // namespace

std::vector<Vec3> in_morton_order(const std::vector<Vec3>& points) {
    if (points.empty()) return {};
    const Box box = box_of_points(points.data(), points.size());
    const Vec3 sides = box.max - box.min;
    const float side = larger(larger(sides.x, sides.y), sides.z);
    const float scale = side > 0 ? float(kMortonSide - 1) / side : 0;
    std::vector<uint64_t> order(points.size());  // the place on the curve, then the number
    for (size_t i = 0; i < points.size(); ++i) {
        const Vec3 at = (points[i] - box.min) * scale;
        const uint64_t code =
            spread_bits(uint64_t(at.x)) | spread_bits(uint64_t(at.y)) << 1 | spread_bits(uint64_t(at.z)) << 2;
        order[i] = code << 32 | i;
    }
    std::sort(order.begin(), order.end());
    std::vector<Vec3> out(points.size());
    for (size_t i = 0; i < points.size(); ++i) out[i] = points[uint32_t(order[i])];
    return out;
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
