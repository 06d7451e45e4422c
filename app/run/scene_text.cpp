#include "app/run/scene_text.h"

#include <cstdio>
#include <stdexcept>

#include "app/base/text/utf8.h"
#include "app/io/mesh_files.h"
#include "app/io/physics_keys.h"
#include "app/run/event_rows.h"

namespace app {
namespace {

class Tables {
public:
    void begin(const std::string& name) { text += "\n[" + name + "]\n"; }
    void put(const char* key, const std::string& value) { text += std::string(key) + " = " + value + '\n'; }
    void put(const char* key, float number) {
        std::string digits;
        append_number(digits, number);
        put(key, digits);
    }
    void put(const char* key, const sim::Vec3& v) {
        std::string list;
        for (int axis = 0; axis < 3; ++axis) {
            list += axis == 0 ? "[" : ", ";
            append_number(list, v[axis]);
        }
        put(key, list + ']');
    }
    void put(const char* key, uint32_t number) { put(key, std::to_string(number)); }
    void put(const char* key, bool holds) { put(key, std::string(holds ? "true" : "false")); }

    std::string text;
};

void put_physics(Tables& file, const char* table, sim::Physics physics, bool meshes) {
    file.begin(table);
    for (const PhysicsKey& key : physics_keys()) {
        if (key.table != std::string(table)) continue;
        if (meshes && key.name == std::string("rotation")) continue;  // they always turn
        if (physics.substeps == 1 && key.name == std::string("substeps")) continue;
        const PhysicsField field = key.field(physics);
        if (auto* const* word = std::get_if<bool*>(&field); word && key.words[0] != std::string("false")) {
            file.put(key.name, quoted(key.words[**word]));
        } else {
            std::visit([&](const auto* value) { file.put(key.name, *value); }, field);
        }
    }
}

void put_terrain(Tables& file, const sim::Terrain& terrain, const std::filesystem::path& folder) {
    file.begin("terrain");
    if (!terrain.heightmap_file.empty())
        file.put("heightmap", quoted_name(name_from(folder, terrain.heightmap_file)));
    file.put("size_m", terrain.size_m);
    file.put("height_m", terrain.height_m);
    file.put("octaves", terrain.octaves);
    file.put("wavelength_m", terrain.wavelength_m);
    file.put("lake_depth_m", terrain.lake_depth_m);
    file.put("river_slope", terrain.river_slope);
    file.put("river_depth_m", terrain.river_depth_m);
    file.put("drain", terrain.drain);
    file.put("drain_height_m", terrain.drain_height_m);
}

void put_mesh(Tables& file, const sim::MeshSource& mesh, const std::filesystem::path& folder) {
    file.text += "\n[[mesh]]\n";
    file.put("file", quoted_name(is_built_in_mesh(mesh.file) ? mesh.file : name_from(folder, mesh.file)));
    file.put("size_m", mesh.size_m);
    file.put("sdf_cells", mesh.cells);
    file.put("point_spacing_m", mesh.point_spacing_m);
    file.put("shell_m", mesh.shell_m);
    file.put("density_kg_m3", mesh.density_kg_m3);
    if (!mesh.driven()) return;
    file.put("fixed", mesh.fixed);
    file.put("spin_rad_s", mesh.spin_rad_s);
    file.put("place_m", mesh.place_m);
}

void put_camera(Tables& file, const sim::CameraStart& camera) {
    file.begin("camera");
    file.put("target_m", camera.target_m);
    file.put("distance_m", camera.distance_m);
    file.put("yaw_deg", camera.yaw_deg);
    file.put("pitch_deg", camera.pitch_deg);
    file.put("lead_s", camera.lead_s);
    if (!camera.colour.empty()) file.put("colour", quoted(camera.colour));
}

}  // namespace

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        char code[8];
        if (c == '"' || c == '\\') {
            out += std::string("\\") + c;
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            std::snprintf(code, sizeof code, "\\u%04X", unsigned(c));
            out += code;
        } else {
            out += c;
        }
    }
    return out + '"';
}

std::string quoted_name(const std::string& file) { return quoted(exact_utf8(file)); }

std::string name_from(const std::filesystem::path& folder, const std::string& file) {
    const auto base = std::filesystem::absolute(folder.empty() ? "." : folder);
    return std::filesystem::absolute(file).lexically_normal().lexically_proximate(base.lexically_normal());
}

std::vector<std::string> outside_files(const sim::Scene& scene) {
    std::vector<std::string> files;
    if (!scene.terrain.heightmap_file.empty()) files.push_back(scene.terrain.heightmap_file);
    if (!scene.spawn_file.empty()) files.push_back(scene.spawn_file);
    for (const sim::MeshSource& mesh : scene.meshes) {
        if (!is_built_in_mesh(mesh.file) && std::find(files.begin(), files.end(), mesh.file) == files.end())
            files.push_back(mesh.file);
    }
    return files;
}

std::string scene_text(const sim::Scene& scene, const std::filesystem::path& folder) {
    Tables file;
    file.begin("scene");
    file.put("name", quoted(scene.name));
    file.put("title", quoted(scene.title));
    file.put("spawn", quoted(scene.spawn));
    file.put("bodies", scene.bodies);
    if (scene.cpu_bodies) file.put("cpu_bodies", scene.cpu_bodies);
    file.put("seed", std::to_string(scene.seed));
    const sim::Spawner* const found = sim::find_spawner(scene.spawn);
    if (!found) throw std::invalid_argument("no spawn function is named '" + scene.spawn + "'");
    const sim::Spawner& spawner = *found;
    put_physics(file, "physics", scene.physics, spawner.meshes);
    if (scene.physics.gravity.on) put_physics(file, "gravity", scene.physics, spawner.meshes);
    file.begin("spawn");
    for (const auto& [key, value] : sim::values_of(spawner, scene)) file.put(key.c_str(), value);
    if (!scene.spawn_file.empty()) file.put("file", quoted_name(name_from(folder, scene.spawn_file)));
    if (scene.spawn_box) {
        file.put("box_min_m", scene.spawn_box->min_m);
        file.put("box_max_m", scene.spawn_box->max_m);
    }
    if (spawner.ground) put_terrain(file, scene.terrain, folder);
    if (spawner.meshes) {
        for (const sim::MeshSource& mesh : scene.meshes) put_mesh(file, mesh, folder);
    }
    put_camera(file, scene.camera);
    return file.text.substr(1);
}

}  // namespace app
