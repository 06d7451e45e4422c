// A scene as the TOML that app/io/scene_toml reads: all its values, so that other defaults change nothing.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "sim/scene.h"

namespace app {

/// Returns the sections [scene] to [camera] of a scene file. Throws std::invalid_argument for an unknown
/// spawn function. Names of meshes and height maps are relative to the folder of the file that it becomes.
std::string scene_text(const sim::Scene& scene, const std::filesystem::path& folder);

/// Returns "a text" in quotes, as TOML.
std::string quoted(const std::string& text);

/// Returns a file's name, whose bytes need not be UTF-8: exact_bytes() of the string.
std::string quoted_name(const std::string& file);

/// Returns the meshes and height maps that are files.
std::vector<std::string> outside_files(const sim::Scene& scene);

/// Returns the name of a file in another one of this folder.
std::string name_from(const std::filesystem::path& folder, const std::string& file);

}  // namespace app
