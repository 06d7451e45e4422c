// A scene as part of a TOML file whose other tables somebody else reads.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "app/base/toml.h"
#include "sim/scene.h"

namespace app {

/// Throws BadFile with line and column where the text is no TOML.
toml::table parse_toml(std::string_view text, const std::string& path);

/// The tables of a scene; each other one, but for `others`, is refused. Throws BadFile.
sim::Scene read_scene(const toml::table& file, const std::string& path,
                      const std::vector<std::string>& others = {});

}  // namespace app
