// Parses TOML with toml++; names file, line and column of all that is refused.
#include "app/io/toml_table.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/base/text/read_number.h"

namespace app {
namespace {

std::string number_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

/// Returns why the value on that line is no number, if it looks like one: the library says "expected
/// whitespace, saw ','".
std::string reason_in_line(std::string_view text, size_t line) {
    for (size_t k = 1; k < line; ++k) text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
    text = text.substr(0, text.find('\n'));
    const size_t equals = text.find('=');
    if (equals == text.npos) return "";
    std::string_view word = text.substr(equals + 1);
    const bool in_list = word.find('[') != word.npos;
    word.remove_prefix(std::min(word.find_first_not_of(" \t["), word.size()));
    word = word.substr(0, word.find_first_of(in_list ? ", \t#]" : " \t#"));
    if (word.empty() || word.find_first_not_of("0123456789+-.,eEdD") != word.npos) return "";
    double number = 0;
    if (!read_number(word, number)) return number_reason(word);
    if (word.find_first_of("dD") != word.npos) return "; exponents are written with e";
    const auto digit = [&](size_t at) { return at < word.size() && word[at] >= '0' && word[at] <= '9'; };
    const size_t point = word.find('.');
    if (point == word.npos || (point > 0 && digit(point - 1) && digit(point + 1))) return "";
    return "; a digit on each side of the point is expected";
}

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& path) {
    try {
        return toml::parse(text, std::string_view(path));
    } catch (const toml::parse_error& error) {
        std::string why(error.description());
        const bool second_mesh =
            why.find("existing") != std::string::npos && why.find("'mesh'") != std::string::npos;
        const auto at = error.source().begin;
        if (why.find("utf-8") != why.npos)
            why += "; UTF-8 expected (iconv -f LATIN1 -t UTF-8 converts Latin-1)";
        why += second_mesh ? "; several meshes are written as [[mesh]] each" : reason_in_line(text, at.line);
        throw BadFile(toml_place(path, at) + why);
    }
}

std::string toml_place(const std::string& path, const toml::source_position& at) {
    return path + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": ";
}

void refuse_toml(const std::string& path, const toml::node& node, const std::string& why) {
    throw BadFile(toml_place(path, node.source().begin) + why);
}

TomlTable::TomlTable(const toml::table& file, const std::string& name, const std::string& path)
    : name_(name), path_(path) {
    if (const toml::node* node = file.get(name)) hold(*node);
}

TomlTable::TomlTable(const toml::node& node, const std::string& name, const std::string& path)
    : name_(name), path_(path) {
    hold(node);
}

void TomlTable::hold(const toml::node& node) {
    table_ = node.as_table();
    if (!table_) refuse(node, "[" + name_ + "] must be a table");
}

std::optional<std::string> TomlTable::text(const char* key) {
    const toml::node* node = take(key);
    if (!node) return {};
    if (!node->is_string()) refuse(*node, label(key) + " must be a string in quotes");
    return node->as_string()->get();
}

std::string TomlTable::required_text(const char* key) {
    const auto value = text(key);
    if (value && !value->empty()) return *value;
    if (value) refuse(*table_->get(key), label(key) + " must not be empty");
    const auto at = table_ ? table_->source().begin : toml::source_position{1, 1};
    throw BadFile(toml_place(path_, at) + label(key) + " is missing");
}

void TomlTable::whole(const char* key, uint64_t low, uint64_t high, uint64_t& to) {
    const toml::node* node = take(key);
    if (!node) return;
    const auto* number = node->as_integer();
    if (!number) refuse(*node, label(key) + " must be a whole number");
    if (number->get() < 0 || uint64_t(number->get()) < low || uint64_t(number->get()) > high) {
        refuse(*node, label(key) + " = " + std::to_string(number->get()) + " is out of range; " +
                          std::to_string(low) + " to " + std::to_string(high) + " expected");
    }
    to = uint64_t(number->get());
}

void TomlTable::real(const char* key, double low, double high, float& to) {
    if (const toml::node* node = take(key)) to = checked(*node, label(key), low, high);
}

void TomlTable::boolean(const char* key, bool& to) {
    const toml::node* node = take(key);
    if (!node) return;
    if (!node->is_boolean()) refuse(*node, label(key) + " must be true or false");
    to = node->as_boolean()->get();
}

void TomlTable::vector(const char* key, double limit, sim::Vec3& to) {
    const toml::node* node = take(key);
    if (!node) return;
    const toml::array* array = node->as_array();
    if (!array || array->size() != 3) refuse(*node, label(key) + " must be [x, y, z]");
    for (int axis = 0; axis < 3; ++axis) {
        to[axis] = checked(*array->get(static_cast<size_t>(axis)), label(key), -limit, limit);
    }
}

void TomlTable::finish() const {
    if (!table_) return;
    for (const auto& [key, value] : *table_) {
        const std::string name(key.str());
        if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
        throw BadFile(toml_place(path_, key.source().begin) +
                      unknown_name("key in [" + name_ + "]", name, known_));
    }
}

void TomlTable::refuse(const toml::node& node, const std::string& why) const {
    refuse_toml(path_, node, why);
}

const toml::node* TomlTable::take(const char* key) {
    known_.push_back(key);
    return node(key);
}

float TomlTable::checked(const toml::node& node, const std::string& what, double low, double high) const {
    const auto value = node.is_number() ? node.value<double>() : std::nullopt;
    if (!value || !std::isfinite(*value)) refuse(node, what + " must be a finite number");
    // As floats: the limits are, and 0.05 is not 0.05f.
    const auto number = static_cast<float>(std::clamp<double>(*value, -FLT_MAX, FLT_MAX));
    if (number < static_cast<float>(low) || number > static_cast<float>(high)) {
        refuse(node, what + " = " + number_text(*value) + " is out of range; " + number_text(low) + " to " +
                         number_text(high) + " expected");
    }
    return number;
}

}  // namespace app
