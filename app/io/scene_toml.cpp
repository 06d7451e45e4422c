// Reads every key that it knows and refuses every other one.
#include "app/io/scene_toml.h"

#include <algorithm>
#include <filesystem>

#include "app/base/colour.h"
#include "app/base/embedded_files.h"
#include "app/base/errors.h"
#include "app/base/text/ending.h"
#include "app/base/text/names.h"
#include "app/base/text/utf8.h"
#include "app/io/input_file.h"
#include "app/io/physics_keys.h"
#include "app/io/read/file_kind.h"
#include "app/io/scene_meshes_toml.h"
#include "app/io/scene_tables.h"
#include "app/io/toml_table.h"
#include "sim/step_numbers.h"

namespace app {
namespace {

constexpr uint64_t kMaxSceneBytes = 1 << 20;
constexpr std::string_view kFolder = "assets/scenes/", kEnding = ".toml";

void refuse_unknown_tables(const toml::table& file, const std::string& path,
                           const std::vector<std::string>& others) {
    std::vector<std::string> known = {"scene", "physics", "gravity", "spawn", "terrain", "mesh", "camera"};
    known.insert(known.end(), others.begin(), others.end());
    for (const auto& [key, value] : file) {
        const std::string name(key.str());
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        if (const toml::node* run = file.get("run"); run && others.empty())
            refuse_toml(path, *run, "[run]: a recorded run; `sweeplab replay` takes it, a scene is expected");
        throw BadFile(toml_place(path, key.source().begin) + unknown_name("table", name, known));
    }
}

/// Returns a warning about keys of springs in a scene of meshes; "": there is none.
std::string without_effect(const std::string& keys, const sim::Physics& physics) {
    if (keys.empty()) return "";
    std::string text = "[physics] " + keys + ": without effect, as contacts of meshes are constraints";
    if (physics.time_step_s < 0.25f * sim::kMostRigidStep_s)
        text += "; time_step_s = 0.004 is fine enough for them";
    return text;
}

void read_physics(TomlTable table, bool meshes, sim::Scene& scene) {
    sim::Physics& physics = scene.physics;
    read_physics_keys(table, "physics", physics);
    const std::string old_keys = read_old_physics_keys(table);
    if (meshes) scene.note = without_effect(old_keys, physics);
    if (physics.sleep_time_s == 0 && physics.sleep_speed_m_s > 0) {
        table.refuse(*table.node("sleep_time_s"),
                     "[physics] sleep_time_s must be above 0 where "
                     "sleep_speed_m_s is");
    }
    table.finish();
}

/// Gravity between the bodies is on where there is a table of it.
void read_gravity(TomlTable table, sim::Physics& physics) {
    physics.gravity.on = true;
    read_physics_keys(table, "gravity", physics);
    table.finish();
}

/// Throws BadFile at the key for a number that the step would refuse.
void require_steps_gravity(const toml::table& file, const std::string& path, const sim::Physics& physics) {
    try {
        sim::require_gravity(physics);
    } catch (const sim::BadSceneValue& error) {
        refuse_toml(path, *file[error.table][error.key].node(), error.what());
    }
}

void require_rotation(const toml::table& file, const std::string& path) {
    const toml::node_view node = file["physics"]["rotation"];
    if (node.value_or(true)) return;
    refuse_toml(path, *node.node(), "[physics] rotation is false, but bodies with a mesh always rotate");
}

void read_terrain(TomlTable table, const std::string& path, sim::Terrain& terrain) {
    // A height map's name is relative to the scene's file.
    const std::string file = exact_bytes(table.text("heightmap").value_or(""));
    if (!file.empty()) terrain.heightmap_file = std::filesystem::path(path).parent_path() / file;
    uint64_t octaves = terrain.octaves;
    table.real("size_m", 0, 1e6, terrain.size_m);
    table.real("height_m", 0, 1e5, terrain.height_m);
    table.whole("octaves", 0, sim::kMostOctaves, octaves);
    table.real("wavelength_m", 1, 1e6, terrain.wavelength_m);
    table.real("lake_depth_m", 0, 1e5, terrain.lake_depth_m);
    table.real("river_slope", 0, 1, terrain.river_slope);
    table.real("river_depth_m", 0, 1e5, terrain.river_depth_m);
    table.boolean("drain", terrain.drain);
    table.real("drain_height_m", -1e5, 1e5, terrain.drain_height_m);
    table.finish();
    terrain.octaves = static_cast<uint32_t>(octaves);
}

void read_camera(TomlTable table, sim::CameraStart& camera) {
    table.vector("target_m", 1e6, camera.target_m);
    table.real("distance_m", 0, 1e6, camera.distance_m);
    table.real("yaw_deg", -360, 360, camera.yaw_deg);
    table.real("pitch_deg", -89, 89, camera.pitch_deg);
    table.real("lead_s", 0, 1000, camera.lead_s);
    if (const auto colour = table.text("colour")) {
        const std::vector<std::string> known(std::begin(kColourNames), std::end(kColourNames));
        if (std::find(known.begin(), known.end(), *colour) == known.end())
            table.refuse(*table.node("colour"), unknown_name("colour", *colour, known));
        camera.colour = *colour;
    }
    table.finish();
}

const sim::Spawner& read_spawner(TomlTable& scene_table, const std::string& name) {
    if (const sim::Spawner* spawner = sim::find_spawner(name)) return *spawner;
    std::vector<std::string> known;
    for (const sim::Spawner& spawner : sim::spawners()) known.push_back(spawner.name);
    scene_table.refuse(*scene_table.node("spawn"), unknown_name("spawn function", name, known));
}

/// Reads the keys of [spawn] that all spawn functions have.
void read_spawn_file_keys(TomlTable& table, const std::string& path, const sim::Spawner& spawner,
                          sim::Scene& scene) {
    const std::string name = exact_bytes(table.text("file").value_or(""));
    if (!name.empty()) {
        constexpr const char* kEndings[] = {".csv", ".npy", ".ply", ".vtk", ".xyz"};
        if (std::none_of(std::begin(kEndings), std::end(kEndings),
                         [&](const char* ending) { return has_ending(name, ending); }))
            table.refuse(*table.node("file"),
                         "[spawn] file: a name that ends in .csv, .npy, .ply, .vtk or .xyz is expected");
        scene.spawn_file = std::filesystem::path(path).parent_path() / name;
    }
    sim::Container box{};
    table.vector("box_min_m", 1e6, box.min_m);
    table.vector("box_max_m", 1e6, box.max_m);
    const toml::node *const low = table.node("box_min_m"), *const high = table.node("box_max_m");
    const toml::node* const any = low ? low : high;
    if (!any) return;
    if (name.empty()) table.refuse(*any, "[spawn] box_min_m and box_max_m belong to [spawn] file");
    if (spawner.ground)
        table.refuse(
            *any, "[spawn] box_min_m and box_max_m: the box of scenes with a ground is that of the ground");
    if (!low || !high) table.refuse(*any, "[spawn] box_min_m and box_max_m: both of them expected");
    for (int axis = 0; axis < 3; ++axis) {
        if (!(box.min_m[axis] < box.max_m[axis]))
            table.refuse(*high, "[spawn] box_max_m: more than box_min_m expected on each axis");
    }
    scene.spawn_box = box;
}

std::string_view stem(const EmbeddedFile& file) {
    return file.path.substr(kFolder.size(), file.path.size() - kFolder.size() - kEnding.size());
}

bool is_scene(const EmbeddedFile& file) {
    return file.path.starts_with(kFolder) && file.path.ends_with(kEnding);
}

}  // namespace

bool is_scene_path(const std::string& name_or_path) { return kind_by_name(name_or_path) == FileKind::toml; }

sim::Scene parse_scene(std::string_view text, const std::string& path) {
    return read_scene(parse_toml(text, path), path);
}

sim::Scene read_scene(const toml::table& file, const std::string& path,
                      const std::vector<std::string>& others) {
    refuse_unknown_tables(file, path, others);

    sim::Scene scene;
    TomlTable table(file, "scene", path);
    scene.name = table.required_text("name");
    scene.title = table.text("title").value_or(scene.name);
    table.text("group");  // these two are scene_catalog's
    table.text("teaches");
    scene.spawn = table.required_text("spawn");
    uint64_t bodies = 0, cpu_bodies = 0;  // 0: the backend's default
    table.whole("bodies", 0, sim::kMaxBodies, bodies);
    table.whole("cpu_bodies", 0, sim::kMaxBodies, cpu_bodies);
    table.whole("seed", 0, INT64_MAX, scene.seed);
    table.finish();
    scene.bodies = static_cast<uint32_t>(bodies);
    scene.cpu_bodies = static_cast<uint32_t>(cpu_bodies);
    const sim::Spawner& spawner = read_spawner(table, scene.spawn);

    read_physics(TomlTable(file, "physics", path), spawner.meshes, scene);
    if (file.get("gravity")) read_gravity(TomlTable(file, "gravity", path), scene.physics);
    require_steps_gravity(file, path, scene.physics);
    read_camera(TomlTable(file, "camera", path), scene.camera);
    TomlTable spawn(file, "spawn", path);
    read_spawn_file_keys(spawn, path, spawner, scene);
    for (const sim::SpawnKey& key : spawner.keys) {
        float value = key.initial;
        spawn.real(key.name, key.low, key.high, value);
        scene.spawn_values[key.name] = value;
    }
    spawn.finish();
    if (spawner.ground) {
        read_terrain(TomlTable(file, "terrain", path), path, scene.terrain);
    } else if (const toml::node* node = file.get("terrain")) {
        refuse_toml(path, *node,
                    "[terrain]: scenes of the spawn function '" + scene.spawn + "' have no ground");
    }
    if (spawner.meshes) {
        require_rotation(file, path);
        if (const toml::node* node = file.get("gravity"))
            refuse_toml(path, *node, "[gravity]: bodies with a mesh do not pull each other");
        scene.meshes = read_meshes(file, path);
    } else if (const toml::node* node = file.get("mesh")) {
        refuse_toml(path, *node, "[mesh]: scenes of the spawn function '" + scene.spawn + "' have no meshes");
    }
    return scene;
}

sim::Scene load_scene(const std::string& name_or_path) {
    if (is_scene_path(name_or_path)) {
        InputFile file(name_or_path);
        return parse_scene(file.text(kMaxSceneBytes, FileKind::toml), name_or_path);
    }
    for (const EmbeddedFile& file : embedded_files()) {
        if (is_scene(file) && stem(file) == name_or_path) {
            return parse_scene(file.text, std::string(file.path));
        }
    }
    throw BadUsage(unknown_name("scene", name_or_path, built_in_scene_names()) +
                   "; a file's name must end in .toml");
}

std::vector<std::string> built_in_scene_names() {
    std::vector<std::string> names;
    for (const EmbeddedFile& file : embedded_files()) {
        if (is_scene(file)) names.emplace_back(stem(file));
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<sim::Scene> built_in_scenes() {
    std::vector<sim::Scene> scenes;
    for (const EmbeddedFile& file : embedded_files()) {
        if (is_scene(file)) scenes.push_back(parse_scene(file.text, std::string(file.path)));
    }
    std::sort(scenes.begin(), scenes.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return scenes;
}

}  // namespace app
