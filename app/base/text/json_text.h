// JSON as text.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace app {

/// Returns the text of any JSON, indented; in one line for a negative `indent`. Bytes that are not UTF-8,
/// such as those of a file's name, become U+FFFD: they must not lose a whole report.
std::string json_text(const nlohmann::ordered_json& json, int indent);

/// Indented by two, arrays of numbers in one line: samples would take a line each.
std::string pretty_json(const nlohmann::ordered_json& json);

}  // namespace app
