// Scenes from TOML: the built-in ones, embedded in the executable, and files of the user. A scene that loads
// is complete and in range; everything wrong is said with file:line:column.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "sim/scene.h"

namespace app {

/// Returns whether a name is a path, which ends in ".toml", in small letters or capitals; all others name a
/// built-in scene.
bool is_scene_path(const std::string& name_or_path);

/// Throws BadFile (the file, with line:column and what was expected) or BadUsage (no such built-in scene,
/// with the nearest name).
sim::Scene load_scene(const std::string& name_or_path);

/// `path` stands in messages only. Throws BadFile.
sim::Scene parse_scene(std::string_view text, const std::string& path);

/// Returns the names that load_scene() knows without a path, sorted.
std::vector<std::string> built_in_scene_names();

/// Returns all embedded scenes, sorted by name.
std::vector<sim::Scene> built_in_scenes();

}  // namespace app
