// Reads every key that it knows and refuses every other one.
#include "app/io/scene_toml.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <filesystem>
#include <optional>

#ifndef TOML_HEADER_ONLY
#define TOML_HEADER_ONLY 1  // no shared library at run time
#endif
#include <toml++/toml.h>

#include "app/base/embedded_files.h"
#include "app/base/errors.h"
#include "app/base/names.h"
#include "app/io/input_file.h"
#include "sim/step_numbers.h"

namespace app {
namespace {

constexpr uint64_t kMaxSceneBytes = 1 << 20;
constexpr std::string_view kFolder = "assets/scenes/", kEnding = ".toml";

std::string number_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

// One [table]. A key is taken once; finish() refuses what nobody took.
class Table {
public:
    Table(const toml::table& file, const std::string& name, const std::string& path)
        : name_(name), path_(path) {
        const toml::node* node = file.get(name);
        if (!node) return;
        table_ = node->as_table();
        if (!table_) refuse(*node, "[" + name + "] must be a table");
    }

    std::optional<std::string> text(const char* key) {
        const toml::node* node = take(key);
        if (!node) return {};
        if (!node->is_string()) refuse(*node, label(key) + " must be a string in quotes");
        return node->as_string()->get();
    }
    std::string required_text(const char* key) {
        const auto value = text(key);
        if (value && !value->empty()) return *value;
        if (value) refuse(*table_->get(key), label(key) + " must not be empty");
        const auto at = table_ ? table_->source().begin : toml::source_position{1, 1};
        throw BadFile(place(at) + label(key) + " is missing");
    }
    void whole(const char* key, uint64_t high, uint64_t& to) {
        const toml::node* node = take(key);
        if (!node) return;
        const auto* number = node->as_integer();
        if (!number) refuse(*node, label(key) + " must be a whole number");
        if (number->get() < 0 || static_cast<uint64_t>(number->get()) > high) {
            refuse(*node, label(key) + " = " + std::to_string(number->get()) + " is out of range; 0 to " +
                              std::to_string(high) + " expected");
        }
        to = static_cast<uint64_t>(number->get());
    }
    void real(const char* key, double low, double high, float& to) {
        if (const toml::node* node = take(key)) to = checked(*node, label(key), low, high);
    }
    void truth(const char* key, bool& to) {
        const toml::node* node = take(key);
        if (!node) return;
        if (!node->is_boolean()) refuse(*node, label(key) + " must be true or false");
        to = node->as_boolean()->get();
    }
    void vector(const char* key, double limit, sim::Vec3& to) {
        const toml::node* node = take(key);
        if (!node) return;
        const toml::array* array = node->as_array();
        if (!array || array->size() != 3) refuse(*node, label(key) + " must be [x, y, z]");
        for (int axis = 0; axis < 3; ++axis) {
            to[axis] = checked(*array->get(static_cast<size_t>(axis)), label(key), -limit, limit);
        }
    }
    const toml::node* node(const char* key) const { return table_ ? table_->get(key) : nullptr; }

    void finish() const {
        if (!table_) return;
        for (const auto& [key, value] : *table_) {
            const std::string name(key.str());
            if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
            throw BadFile(place(key.source().begin) + unknown_name("key in [" + name_ + "]", name, known_));
        }
    }
    [[noreturn]] void refuse(const toml::node& node, const std::string& why) const {
        throw BadFile(place(node.source().begin) + why);
    }

private:
    const toml::node* take(const char* key) {
        known_.push_back(key);
        return node(key);
    }
    float checked(const toml::node& node, const std::string& what, double low, double high) const {
        const auto value = node.is_number() ? node.value<double>() : std::nullopt;
        if (!value || !std::isfinite(*value)) refuse(node, what + " must be a finite number");
        // As floats: the limits are, and 0.05 is not 0.05f.
        const auto number = static_cast<float>(std::clamp<double>(*value, -FLT_MAX, FLT_MAX));
        if (number < static_cast<float>(low) || number > static_cast<float>(high)) {
            refuse(node, what + " = " + number_text(*value) + " is out of range; " + number_text(low) +
                             " to " + number_text(high) + " expected");
        }
        return number;
    }
    std::string label(const char* key) const { return "[" + name_ + "] " + key; }
    std::string place(const toml::source_position& at) const {
        return path_ + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": ";
    }

    const toml::table* table_ = nullptr;
    std::string name_, path_;
    std::vector<std::string> known_;
};

void refuse_unknown_tables(const toml::table& file, const std::string& path) {
    const std::vector<std::string> known = {"scene", "physics", "spawn", "terrain", "camera"};
    for (const auto& [key, value] : file) {
        const std::string name(key.str());
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        const auto at = key.source().begin;
        throw BadFile(path + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
                      unknown_name("table", name, known));
    }
}

void read_physics(Table table, sim::Physics& physics) {
    table.real("time_step_s", 1e-7, 1, physics.time_step_s);
    table.vector("gravity_m_s2", 1e6, physics.gravity_m_s2);
    table.real("stiffness_pa", 1, 1e12, physics.stiffness_pa);
    table.real("restitution", sim::kLeastRestitution, 1, physics.restitution);
    table.real("friction", 0, 10, physics.friction);
    table.real("sleep_speed_m_s", 0, 1000, physics.sleep_speed_m_s);
    table.real("sleep_time_s", 0, 1e6, physics.sleep_time_s);
    if (physics.sleep_time_s == 0 && physics.sleep_speed_m_s > 0) {
        table.refuse(*table.node("sleep_time_s"),
                     "[physics] sleep_time_s must be above 0 where "
                     "sleep_speed_m_s is");
    }
    table.finish();
}

void read_terrain(Table table, const std::string& path, sim::Terrain& terrain) {
    // A height map's name is relative to the scene's file.
    const std::string file = table.text("heightmap").value_or("");
    if (!file.empty()) terrain.heightmap_file = std::filesystem::path(path).parent_path() / file;
    uint64_t octaves = terrain.octaves;
    table.real("size_m", 0, 1e6, terrain.size_m);
    table.real("height_m", 0, 1e5, terrain.height_m);
    table.whole("octaves", sim::kMostOctaves, octaves);
    table.real("wavelength_m", 1, 1e6, terrain.wavelength_m);
    table.real("lake_depth_m", 0, 1e5, terrain.lake_depth_m);
    table.real("river_slope", 0, 1, terrain.river_slope);
    table.real("river_depth_m", 0, 1e5, terrain.river_depth_m);
    table.truth("drain", terrain.drain);
    table.real("drain_height_m", -1e5, 1e5, terrain.drain_height_m);
    table.finish();
    terrain.octaves = static_cast<uint32_t>(octaves);
}

void read_camera(Table table, sim::CameraStart& camera) {
    table.vector("target_m", 1e6, camera.target_m);
    table.real("distance_m", 0, 1e6, camera.distance_m);
    table.real("yaw_deg", -360, 360, camera.yaw_deg);
    table.real("pitch_deg", -89, 89, camera.pitch_deg);
    table.finish();
}

const sim::Spawner& read_spawner(Table& scene_table, const std::string& name) {
    if (const sim::Spawner* spawner = sim::find_spawner(name)) return *spawner;
    std::vector<std::string> known;
    for (const sim::Spawner& spawner : sim::spawners()) known.push_back(spawner.name);
    scene_table.refuse(*scene_table.node("spawn"), unknown_name("spawn function", name, known));
}

std::string_view stem(const EmbeddedFile& file) {
    return file.path.substr(kFolder.size(), file.path.size() - kFolder.size() - kEnding.size());
}

bool is_scene(const EmbeddedFile& file) {
    return file.path.starts_with(kFolder) && file.path.ends_with(kEnding);
}

}  // namespace

bool is_scene_path(const std::string& name_or_path) { return name_or_path.ends_with(kEnding); }

sim::Scene parse_scene(std::string_view text, const std::string& path) {
    toml::table file;
    try {
        file = toml::parse(text, path);
    } catch (const toml::parse_error& error) {
        const auto at = error.source().begin;
        throw BadFile(path + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
                      std::string(error.description()));
    }
    refuse_unknown_tables(file, path);

    sim::Scene scene;
    Table table(file, "scene", path);
    scene.name = table.required_text("name");
    scene.title = table.text("title").value_or(scene.name);
    scene.spawn = table.required_text("spawn");
    uint64_t bodies = 0;  // 0: the backend's default
    table.whole("bodies", sim::kMaxBodies, bodies);
    table.whole("seed", INT64_MAX, scene.seed);
    table.finish();
    scene.bodies = static_cast<uint32_t>(bodies);
    const sim::Spawner& spawner = read_spawner(table, scene.spawn);

    read_physics(Table(file, "physics", path), scene.physics);
    read_camera(Table(file, "camera", path), scene.camera);
    Table spawn(file, "spawn", path);
    for (const sim::SpawnKey& key : spawner.keys) {
        float value = key.initial;
        spawn.real(key.name, key.low, key.high, value);
        scene.spawn_values[key.name] = value;
    }
    spawn.finish();
    Table terrain(file, "terrain", path);
    if (spawner.ground) {
        read_terrain(terrain, path, scene.terrain);
    } else if (const toml::node* node = file.get("terrain")) {
        terrain.refuse(*node, "[terrain]: scenes of the spawn function '" + scene.spawn + "' have no ground");
    }
    return scene;
}

sim::Scene load_scene(const std::string& name_or_path) {
    if (is_scene_path(name_or_path)) {
        InputFile file(name_or_path);
        return parse_scene(file.text(kMaxSceneBytes), name_or_path);
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
