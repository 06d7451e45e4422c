// A value of a JSON file and where it stands, so that what is wrong with it is said with its place.
#pragma once
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/base/errors.h"
#include "app/base/text/json_text.h"
#include "app/base/text/utf8.h"

namespace app {

class JsonPlace {
public:
    JsonPlace(const nlohmann::ordered_json& json, std::string file) : json_(&json), file_(std::move(file)) {}

    bool has(const char* key) const {
        return json_->is_object() && json_->contains(key) && !(*json_)[key].is_null();
    }
    JsonPlace at(const char* key) const {
        const std::string where = where_.empty() ? key : where_ + "." + key;
        if (!json_->is_object() || !json_->contains(key)) refuse(where, "is missing");
        return {(*json_)[key], file_, where};
    }
    std::vector<JsonPlace> items() const {
        if (!json_->is_array()) refuse("an array is expected");
        std::vector<JsonPlace> all;
        for (size_t i = 0; i < json_->size(); ++i)
            all.push_back({(*json_)[i], file_, where_ + "[" + std::to_string(i) + "]"});
        return all;
    }
    std::string text() const {
        if (!json_->is_string()) refuse("a text is expected");
        return as_utf8(json_->get<std::string>());
    }
    double number() const {
        if (!json_->is_number()) refuse("a number is expected");
        return json_->get<double>();
    }
    /// Returns a text without its quotes, a number of at most six digits, "0-32" for an array of two.
    std::string value() const {
        if (json_->is_string()) return as_utf8(json_->get<std::string>());
        if (json_->is_array()) {
            std::string all;
            for (const JsonPlace& one : items()) all += (all.empty() ? "" : "-") + one.value();
            return all;
        }
        if (json_->is_object()) refuse("a number or a text is expected");
        if (!json_->is_number_float()) return json_text(*json_, -1);
        char text[32];
        std::snprintf(text, sizeof text, "%g", json_->get<double>());
        return text;
    }
    [[noreturn]] void refuse(const std::string& what) const { refuse(where_, what); }

private:
    JsonPlace(const nlohmann::ordered_json& json, std::string file, std::string where)
        : json_(&json), file_(std::move(file)), where_(std::move(where)) {}

    [[noreturn]] void refuse(const std::string& where, const std::string& what) const {
        throw BadFile(file_ + ": " + (where.empty() ? "" : where + ": ") + what);
    }

    const nlohmann::ordered_json* json_;
    std::string file_, where_;
};

}  // namespace app
