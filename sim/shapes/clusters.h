// Puts points that are near each other side by side, 32 at a time, so that one look-up can skip them all.
#pragma once
#include <vector>

#include "sim/shapes/shape.h"

namespace sim {

/// The points by their place on a Morton curve; equal places keep their order.
std::vector<Vec3> in_morton_order(const std::vector<Vec3>& points);

/// A sphere around each kClusterPoints points.
std::vector<Vec4> cluster_spheres(const std::vector<Vec4>& points);

}  // namespace sim
