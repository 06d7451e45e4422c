// A mesh whose vertices a file gives with more digits than floats have.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "sim/shapes/triangles.h"

namespace app {

/// Vertices as the file gives them.
using ExactVertices = std::vector<std::array<double, 3>>;

/// Rounds the vertices to floats, by axis behind an origin. It is the smallest coordinate where the mesh lies more than
/// 16 times its length from 0 and not all coordinates are floats already; or more than 4096 times, and all lie apart by
/// multiples of more than the floats' step, as whole metres do. So a mesh that was rounded to floats stays where it is.
/// Else it is 0; or, where coordinates that differ become equal and a triangle is smaller than 100 steps of the floats
/// there, an end of the mesh with which fewer do. Vertices of no triangle do not count. Returns, as a sentence, which
/// coordinates that differ have become equal; "": none, but for the noise of doubles.
std::string take_origin_off(const ExactVertices& vertices, sim::TriangleMesh& mesh);

}  // namespace app
