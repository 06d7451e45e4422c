#include "app/io/scene_place.h"

#ifndef TOML_HEADER_ONLY
#define TOML_HEADER_ONLY 1  // no shared library at run time
#endif
#include <toml++/toml.h>

namespace app {

std::string place_of_key(const std::string& path, const sim::BadSceneValue& value) {
    toml::table file;
    try {
        file = toml::parse_file(path);
    } catch (const toml::parse_error&) {  // changed since it was read
        return path + ": ";
    }
    const toml::node* table = file.get(value.table);
    const toml::node* node = table && table->as_table() ? table->as_table()->get(value.key) : nullptr;
    if (!node) node = table;
    if (!node) return path + ": ";
    const toml::source_position at = node->source().begin;
    return path + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": ";
}

}  // namespace app
