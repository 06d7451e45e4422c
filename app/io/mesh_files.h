// Meshes by name: the built-in ones, embedded in the executable, and .obj files.
#pragma once
#include <string>
#include <vector>

#include "app/io/obj.h"

namespace app {

/// Mesh of a scene of meshes that names none.
inline constexpr const char* kUsualMesh = "chair";

/// Return whether a name is a path, which ends in ".obj", in small letters or capitals, or that of a built-in mesh.
bool is_mesh_path(const std::string& name_or_path);
bool is_built_in_mesh(const std::string& name);
std::vector<std::string> built_in_mesh_names();  // sorted

/// Throws BadUsage, with the nearest name, for what is neither.
void check_mesh_name(const std::string& name_or_path);

/// Throws BadFile (the file, with the line and what was expected), BadUsage. `notes`: as read_obj.
Mesh load_mesh(const std::string& name_or_path, std::vector<std::string>* notes = nullptr);

}  // namespace app
