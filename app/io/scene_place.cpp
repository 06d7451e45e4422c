#include "app/io/scene_place.h"

#include "app/base/errors.h"
#include "app/io/input_file.h"
#include "app/io/toml_table.h"

namespace app {

static constexpr uint64_t kMostBytes = uint64_t{2} << 30;  // runs are scenes, too

std::string place_of_key(const std::string& path, const sim::Scene& scene, const sim::BadSceneValue& value) {
    toml::table file;
    try {
        file = parse_toml(InputFile(path).text(kMostBytes, FileKind::toml), path);
    } catch (const BadFile&) {  // changed since it was read
        return path + ": ";
    }
    const toml::node* table = file.get(value.table);
    if (const toml::array* list = table ? table->as_array() : nullptr;
        list && value.mesh < scene.meshes.size())
        table = list->get(scene.meshes[value.mesh].entry);
    const toml::node* node = table && table->as_table() ? table->as_table()->get(value.key) : nullptr;
    if (!node) node = table;
    if (!node) return path + ": ";
    return toml_place(path, node->source().begin);
}

}  // namespace app
