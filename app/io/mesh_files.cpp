// Finds meshes among the embedded files, and reads others from .obj files.
#include "app/io/mesh_files.h"

#include <algorithm>
#include <string_view>

#include "app/base/embedded_files.h"
#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/io/read/file_kind.h"

namespace app {
namespace {

constexpr std::string_view kMeshFolder = "assets/meshes/", kMeshEnding = ".obj";

bool is_mesh(const EmbeddedFile& file) {
    return file.path.starts_with(kMeshFolder) && file.path.ends_with(kMeshEnding);
}

std::string_view mesh_name(const EmbeddedFile& file) {
    return file.path.substr(kMeshFolder.size(), file.path.size() - kMeshFolder.size() - kMeshEnding.size());
}

const EmbeddedFile* find_built_in(const std::string& name) {
    for (const EmbeddedFile& file : embedded_files()) {
        if (is_mesh(file) && mesh_name(file) == name) return &file;
    }
    return nullptr;
}

}  // namespace

bool is_mesh_path(const std::string& name_or_path) { return kind_by_name(name_or_path) == FileKind::obj; }

bool is_built_in_mesh(const std::string& name) { return find_built_in(name); }

std::vector<std::string> built_in_mesh_names() {
    std::vector<std::string> names;
    for (const EmbeddedFile& file : embedded_files()) {
        if (is_mesh(file)) names.emplace_back(mesh_name(file));
    }
    std::sort(names.begin(), names.end());
    return names;
}

void check_mesh_name(const std::string& name_or_path) {
    if (is_mesh_path(name_or_path) || is_built_in_mesh(name_or_path)) return;
    throw BadUsage(unknown_name("mesh", name_or_path, built_in_mesh_names()) +
                   "; a file's name must end in .obj");
}

Mesh load_mesh(const std::string& name_or_path, std::vector<std::string>* notes) {
    if (const EmbeddedFile* file = find_built_in(name_or_path))
        return parse_obj(file->text, std::string(file->path));
    check_mesh_name(name_or_path);
    return read_obj(name_or_path, notes);
}

}  // namespace app
