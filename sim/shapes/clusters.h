// Puts points that are near each other side by side, 32 at a time, so that one look-up can skip them all.
#pragma once
#include <vector>

#include "sim/shapes/shape.h"

namespace sim {

/// Returns the points in an order in which each kClusterPoints are close together: halved across the longest
/// side of their box, again and again. Pairs of chairs cost a third less so than along a Morton curve, which
/// jumps between its thin parts.
std::vector<Vec3> by_clusters(std::vector<Vec3> points);

/// Returns a sphere around each kClusterPoints points.
std::vector<Vec4> cluster_spheres(const std::vector<Vec4>& points);

}  // namespace sim
