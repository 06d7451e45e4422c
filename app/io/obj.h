// Triangle meshes from Wavefront .obj files: vertices and faces; everything else is passed over.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/io/input_file.h"
#include "sim/math/vec3.h"
#include "sim/shapes/triangles.h"

namespace app {

using Mesh = sim::TriangleMesh;  // polygons are split into fans

/// Reads a mesh. Throws BadFile with the line of the first error; a line with an unknown word is an error
/// where it may have been a vertex or a face. `notes` gets a sentence on other lines that were not
/// understood, and on coordinates that differ in the file and not in the mesh. The mesh's origin may differ
/// from the file's: see take_origin_off.
Mesh read_obj(const std::string& path, std::vector<std::string>* notes = nullptr);
Mesh read_obj(InputFile& file, std::vector<std::string>* notes = nullptr);
Mesh parse_obj(std::string_view text, const std::string& path, std::vector<std::string>* notes = nullptr);

/// Returns the box of each triangle.
std::vector<sim::Box> triangle_boxes(const Mesh& mesh);

}  // namespace app
