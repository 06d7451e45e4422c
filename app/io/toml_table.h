// One table of a TOML file: every key is taken once, with its type and range checked; what is left over, and
// everything wrong, is refused with file:line:column.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/base/toml.h"
#include "sim/math/vec3.h"

namespace app {

/// Parses what InputFile::text gives. Throws BadFile with the place and, where a number is wrong, with the reason.
toml::table parse_toml(std::string_view text, const std::string& path);

/// Returns "scene.toml:3:7: ", how a message starts.
std::string toml_place(const std::string& path, const toml::source_position& at);

/// Throws BadFile.
[[noreturn]] void refuse_toml(const std::string& path, const toml::node& node, const std::string& why);

class TomlTable {
public:
    /// The table `name` of the file; where there is none, no key is found.
    TomlTable(const toml::table& file, const std::string& name, const std::string& path);
    /// A table that was found already.
    TomlTable(const toml::node& node, const std::string& name, const std::string& path);

    // A key that is not there leaves `to` as it is. All throw BadFile.
    std::optional<std::string> text(const char* key);
    std::string required_text(const char* key);
    void whole(const char* key, uint64_t low, uint64_t high, uint64_t& to);
    void real(const char* key, double low, double high, float& to);
    void boolean(const char* key, bool& to);
    void vector(const char* key, double limit, sim::Vec3& to);

    const toml::node* node(const char* key) const { return table_ ? table_->get(key) : nullptr; }

    /// Refuses what nobody took.
    void finish() const;
    [[noreturn]] void refuse(const toml::node& node, const std::string& why) const;

private:
    void hold(const toml::node& node);
    const toml::node* take(const char* key);
    float checked(const toml::node& node, const std::string& what, double low, double high) const;
    std::string label(const char* key) const { return "[" + name_ + "] " + key; }

    const toml::table* table_ = nullptr;
    std::string name_, path_;
    std::vector<std::string> known_;
};

}  // namespace app
