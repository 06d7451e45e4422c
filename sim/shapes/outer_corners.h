// A convex body with few corners around a shape: what lies between 13 pairs of planes, along the axes of a cube, its
// edges and its diagonals. The box of its corners, however it is turned, holds the shape.
#pragma once
#include <span>
#include <vector>

#include "sim/math/vec3.h"

namespace sim {

inline constexpr int kPlanePairs = 13;

/// Points with low <= dot(direction, point) <= high for each pair.
struct PlanePairs {
    Vec3 direction[kPlanePairs];  // of -1, 0 and 1
    float low[kPlanePairs], high[kPlanePairs];

    bool hold(const Vec3& at) const;
};

/// Returns the nearest planes that hold all points. At least one point.
PlanePairs planes_around(std::span<const Vec4> points);

/// Returns the corners of the planes' polyhedron; w is 0. At most some 50, and 8 of a box.
std::vector<Vec4> outer_corners(const PlanePairs& planes);

}  // namespace sim
