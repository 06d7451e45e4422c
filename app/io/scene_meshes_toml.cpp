// Reads [mesh] and [[mesh]] of a scene, with the range of every key.
#include "app/io/scene_meshes_toml.h"

#include <algorithm>
#include <filesystem>

#include "app/base/text/names.h"
#include "app/base/text/utf8.h"
#include "app/io/mesh_files.h"
#include "sim/shapes/scale.h"

namespace app {
namespace {

constexpr size_t kMostMeshes = 64;  // of a scene
constexpr float kMostSpin_rad_s = 1000;

std::string read_file_name(TomlTable& table, const std::string& path) {
    const std::string file = exact_bytes(table.required_text("file"));
    if (is_built_in_mesh(file)) return file;
    if (!is_mesh_path(file)) {
        table.refuse(*table.node("file"),
                     unknown_name("mesh", file, built_in_mesh_names()) + "; a file's name must end in .obj");
    }
    return std::filesystem::path(path).parent_path() / file;
}

sim::MeshSource read_mesh(const toml::node& node, const std::string& path) {
    TomlTable table(node, "mesh", path);
    sim::MeshSource mesh;
    mesh.file = read_file_name(table, path);
    uint64_t cells = mesh.cells;
    table.real("size_m", 0, sim::kMostSize_m, mesh.size_m);
    table.whole("sdf_cells", sim::kLeastCells, sim::kMostCells, cells);
    table.real("point_spacing_m", 0, sim::kMostSize_m, mesh.point_spacing_m);
    table.real("shell_m", 0, sim::kMostSize_m, mesh.shell_m);
    table.real("density_kg_m3", 1, 1e5, mesh.density_kg_m3);
    table.boolean("fixed", mesh.fixed);
    table.vector("spin_rad_s", kMostSpin_rad_s, mesh.spin_rad_s);
    table.vector("place_m", 1e6, mesh.place_m);
    table.finish();
    mesh.cells = uint32_t(cells);

    if (mesh.fixed && dot(mesh.spin_rad_s, mesh.spin_rad_s) > 0) {
        table.refuse(*table.node("spin_rad_s"),
                     "[mesh] spin_rad_s: a mesh with fixed = true does not turn; "
                     "leave one of the two out");
    }
    if (!mesh.driven() && table.node("place_m")) {
        table.refuse(*table.node("place_m"),
                     "[mesh] place_m is for a mesh with fixed or spin_rad_s; bodies "
                     "that move are placed by [spawn]");
    }
    return mesh;
}

}  // namespace

std::vector<sim::MeshSource> read_meshes(const toml::table& file, const std::string& path) {
    std::vector<sim::MeshSource> meshes;
    const toml::node* node = file.get("mesh");
    if (!node) return {sim::MeshSource{.file = kUsualMesh}};
    if (const toml::array* list = node->as_array()) {
        if (list->empty() || list->size() > kMostMeshes) {
            refuse_toml(path, *node,
                        "[[mesh]]: " + std::to_string(list->size()) + " meshes; 1 to " +
                            std::to_string(kMostMeshes) + " expected");
        }
        for (const toml::node& one : *list) {
            meshes.push_back(read_mesh(one, path));
            meshes.back().entry = uint32_t(meshes.size() - 1);
        }
    } else {
        meshes.push_back(read_mesh(*node, path));
    }
    if (std::all_of(meshes.begin(), meshes.end(), [](const auto& mesh) { return mesh.driven(); })) {
        refuse_toml(path, *node,
                    "[mesh]: every mesh is fixed or turns by itself; at least one that bodies can have, "
                    "without fixed and spin_rad_s, is expected");
    }
    return meshes;
}

}  // namespace app
