// One JSON value as an output file.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace app {

/// Appears whole or not at all; "-" is stdout. Throws as OutputStream.
void write_json(const std::string& path, const nlohmann::ordered_json& json);

}  // namespace app
