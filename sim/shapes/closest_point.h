// The point of a triangle that is closest to another point, also for triangles without an area.
#pragma once
#include <array>

#include "sim/math/matrix.h"

namespace sim {

inline Vec3 closest_on_segment(const Vec3& a, const Vec3& b, const Vec3& p) {
    const Vec3 along = b - a;
    const float length2 = dot(along, along), at = dot(p - a, along);
    if (!(at > 0)) return a;
    return at < length2 ? a + along * (at / length2) : b;
}

/// A triangle whose height is less than this share of its longest side has no normal to rely on.
inline constexpr float kSliver = 1e-3f;

/// Returns the nearest point of the edges, or, where p lies over the triangle as seen along its normal, that
/// of its plane.
inline Vec3 closest_on_triangle(const std::array<Vec3, 3>& t, const Vec3& p) {
    const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
    const float normal2 = dot(normal, normal);
    float longest2 = 0, best2 = -1;
    bool over = true;
    Vec3 best = t[0];
    for (size_t k = 0; k < 3; ++k) {
        const Vec3 &a = t[k], &b = t[(k + 1) % 3];
        const Vec3 q = closest_on_segment(a, b, p), d = p - q;
        const float far2 = dot(d, d), length2 = dot(b - a, b - a);
        over = over && dot(cross(normal, b - a), p - a) >= 0;
        if (length2 > longest2) longest2 = length2;
        if (best2 < 0 || far2 < best2) best = q, best2 = far2;
    }
    const bool sliver = !(normal2 > kSliver * kSliver * longest2 * longest2);
    return over && !sliver ? p - normal * (dot(normal, p - t[0]) / normal2) : best;
}

inline float distance2(const std::array<Vec3, 3>& t, const Vec3& p) {
    const Vec3 d = p - closest_on_triangle(t, p);
    return dot(d, d);
}

}  // namespace sim
