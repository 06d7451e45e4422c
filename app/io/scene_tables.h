// A scene as part of a TOML file whose other tables somebody else reads.
#pragma once
#include <string>
#include <vector>

#include "app/base/toml.h"
#include "sim/scene.h"

namespace app {

/// Reads the tables of a scene; each other one, but for `others`, is refused. Throws BadFile.
sim::Scene read_scene(const toml::table& file, const std::string& path,
                      const std::vector<std::string>& others = {});

}  // namespace app
