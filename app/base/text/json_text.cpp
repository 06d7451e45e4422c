#include "app/base/text/json_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace app {
namespace {

using Json = nlohmann::ordered_json;

std::string in_one_line(const Json& json) { return json_text(json, -1); }

void append(std::string& text, const Json& json, size_t indent) {
    const bool numbers = json.is_array() && std::all_of(json.begin(), json.end(),
                                                        [](const Json& one) { return one.is_number(); });
    if (!json.is_structured() || json.empty() || numbers) {
        text += in_one_line(json);
        return;
    }
    const char* ends = json.is_object() ? "{}" : "[]";
    text += ends[0];
    const char* between = "\n";
    for (const auto& [key, value] : json.items()) {
        text += between + std::string(indent + 2, ' ');
        if (json.is_object()) text += in_one_line(key) + ": ";
        append(text, value, indent + 2);
        between = ",\n";
    }
    text += '\n' + std::string(indent, ' ') + ends[1];
}

}  // namespace

std::string json_text(const Json& json, int indent) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string pretty_json(const Json& json) {
    std::string text;
    append(text, json, 0);
    return text;
}

}  // namespace app
