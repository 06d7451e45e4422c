// The meshes that a scene names: [mesh], or several [[mesh]].
#pragma once
#include <string>
#include <vector>

#include "app/io/toml_table.h"
#include "sim/scene.h"

namespace app {

/// Reads the meshes in the order of the file; a file without any has the chair. File names are relative to
/// `path`. At least one mesh is free to move. Throws BadFile.
std::vector<sim::MeshSource> read_meshes(const toml::table& file, const std::string& path);

}  // namespace app
