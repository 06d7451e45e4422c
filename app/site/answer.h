// What the exports share: a text that stays, errors as JSON, and parameters that came from an address or a form.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace app::site {

using Json = nlohmann::ordered_json;

/// Returns the text that `make` returns, or {"error": ...}. It is valid until the next call.
const char* answer(const std::function<std::string()>& make);

/// Returns it as JSON in one line.
const char* answer_json(const std::function<Json()>& make);

/// Reads the members of an object, whatever they were typed as. Throws BadUsage with the name that the command line
/// has for it.
class Params {
public:
    /// Throws BadUsage: no object, or it has a member that is none of `known`.
    Params(const char* text, std::initializer_list<const char*> known);

    bool has(const char* name) const;  // false: left out, null or ""
    /// Returns "" where it is left out, and a number as its digits.
    std::string text(const char* name) const;
    std::optional<uint64_t> count(const char* name, const std::string& flag) const;
    const Json& json() const { return json_; }

private:
    Json json_;
};

}  // namespace app::site
