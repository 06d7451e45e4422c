// Where in a scene file a value stands that proved wrong only later.
#pragma once
#include <string>

#include "sim/scene.h"

namespace app {

/// Returns "FILE:LINE:COLUMN: " of the key; of its table where the file does not have the key,
/// or else "FILE: ". The scene is the one read from the file.
std::string place_of_key(const std::string& path, const sim::Scene& scene, const sim::BadSceneValue& value);

}  // namespace app
