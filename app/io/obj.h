// Triangle meshes from Wavefront .obj files: vertices and faces; everything else is passed over.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/math/vec3.h"
#include "sim/shapes/triangles.h"

namespace app {

using Mesh = sim::TriangleMesh;  // polygons are split into fans

/// Throws BadFile with the line of the first thing that is wrong.
Mesh read_obj(const std::string& path);
Mesh parse_obj(std::string_view text, const std::string& path);  // `path` stands in messages only

/// The box of each triangle.
std::vector<sim::Box> triangle_boxes(const Mesh& mesh);

}  // namespace app
