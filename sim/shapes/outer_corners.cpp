#include "sim/shapes/outer_corners.h"

#include "sim/math/matrix.h"

namespace sim {
namespace {

/// A plane of the 26: dot(normal, at) <= far on its inner side.
struct OuterPlane {
    Vec3 normal;
    float far;
};

OuterPlane plane_of(const PlanePairs& planes, int k) {
    const int pair = k / 2;
    return k % 2 == 0 ? OuterPlane{planes.direction[pair], planes.high[pair]}
                      : OuterPlane{planes.direction[pair] * -1, -planes.low[pair]};
}

}  // namespace

bool PlanePairs::hold(const Vec3& at) const {
    for (int d = 0; d < kPlanePairs; ++d) {
        const float far = dot(direction[d], at);
        if (far < low[d] || far > high[d]) return false;
    }
    return true;
}

PlanePairs planes_around(std::span<const Vec4> points) {
    PlanePairs planes;
    for (int d = 0; d < kPlanePairs; ++d) {
        const int k =
            d + 14;  // of 27 the middle one is 0, and those before it are the opposite of those behind
        planes.direction[d] = {float(k % 3 - 1), float(k / 3 % 3 - 1), float(k / 9 - 1)};
        planes.low[d] = planes.high[d] = dot(planes.direction[d], xyz(points[0]));
        for (const Vec4& point : points) {
            const float far = dot(planes.direction[d], xyz(point));
            planes.low[d] = smaller(planes.low[d], far);
            planes.high[d] = larger(planes.high[d], far);
        }
    }
    return planes;
}

std::vector<Vec4> outer_corners(const PlanePairs& planes) {
    constexpr int kPlanes = 2 * kPlanePairs;
    constexpr float kRounding = 1e-4f;  // of the size
    float size = 0;
    for (int d = 0; d < kPlanePairs; ++d) size = larger(size, planes.high[d] - planes.low[d]);
    const float near = kRounding * size;
    std::vector<Vec4> corners;
    const auto add = [&](const Vec3& at) {
        for (int k = 0; k < kPlanes; ++k) {
            const OuterPlane plane = plane_of(planes, k);
            if (dot(plane.normal, at) > plane.far + near) return;
        }
        for (const Vec4& other : corners) {
            const Vec3 apart = xyz(other) - at;
            if (dot(apart, apart) <= near * near) return;
        }
        corners.push_back(with_w(at, 0));
    };
    for (int i = 0; i < kPlanes; ++i) {
        for (int j = i + 1; j < kPlanes; ++j) {
            for (int k = j + 1; k < kPlanes; ++k) {
                const OuterPlane a = plane_of(planes, i), b = plane_of(planes, j), c = plane_of(planes, k);
                const Vec3 across = cross(b.normal, c.normal);
                const float volume = dot(a.normal, across);  // a whole number
                if (volume == 0) continue;
                add((across * a.far + cross(c.normal, a.normal) * b.far + cross(a.normal, b.normal) * c.far) *
                    (1 / volume));
            }
        }
    }
    return corners;
}

}  // namespace sim
