// Scene files that nobody would write: each spawn function in turn, and its keys, the physics, the ground and the
// meshes anywhere in their ranges. The same number gives the same file.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <variant>

#include "app/io/mesh_files.h"
#include "app/io/physics_keys.h"
#include "sim/scene.h"
#include "sim/scenes/random.h"

namespace testing_worlds {

class RandomScene {
public:
    explicit RandomScene(uint64_t number)
        : spawner_(sim::spawners()[number % sim::spawners().size()]), random_(number) {
        text_ = "[scene]\nname = 'random " + std::to_string(number) + "'\nspawn = '" + spawner_.name +
                "'\nseed = " + std::to_string(random_.bits() >> 40) + "\n";
        physics();
        if (spawner_.ground) terrain();
        if (spawner_.meshes) meshes();
        text_ += "[spawn]\n";
        for (const sim::SpawnKey& key : spawner_.keys) {
            if (one_in(2)) set(key.name, anywhere(key.low, key.high));
        }
    }

    const std::string& text() const { return text_; }
    const sim::Spawner& spawner() const { return spawner_; }

    /// Few as often as many, up to `most`.
    uint32_t bodies(uint32_t most) { return uint32_t(anywhere(1, most)); }
    uint64_t below(uint64_t count) { return random_.bits() % count; }

private:
    bool one_in(uint64_t count) { return below(count) == 0; }

    /// Small sizes as often as large ones; now and then an end of the range.
    double anywhere(double low, double high) {
        if (one_in(12)) return one_in(2) ? low : high;
        if (low < 0) {
            const double size = anywhere(0, std::max(-low, high));
            return std::clamp(one_in(2) ? size : -size, low, high);
        }
        const double least = low > 0 ? low : high * 1e-6;
        return std::clamp(least * std::pow(high / least, double(random_.unit())), low, high);
    }

    void line(const char* key, const std::string& value) { text_ += std::string(key) + " = " + value + "\n"; }
    void set(const char* key, double value) { line(key, number(value)); }
    void set(const char* key, bool value) { line(key, value ? "true" : "false"); }

    static std::string number(double value) {
        char text[40];
        std::snprintf(text, sizeof text, "%.17e", value);
        return text;
    }

    std::string vector(double limit) {
        return "[" + number(anywhere(-limit, limit)) + ", " + number(anywhere(-limit, limit)) + ", " +
               number(anywhere(-limit, limit)) + "]";
    }

    void physics() {
        const bool gravity = !spawner_.meshes && (stars() || one_in(8));
        const bool sleep = !gravity && one_in(2);
        text_ += "[physics]\n";
        sim::Physics any;
        for (const app::PhysicsKey& key : app::physics_keys()) {
            const std::string name = key.name;
            if (key.table != std::string("physics")) continue;
            if (name == "sleep_speed_m_s") {
                set(key.name, sleep ? anywhere(key.low, key.high) : 0.0);
            } else if (name == "sleep_time_s") {
                set(key.name, anywhere(1e-3, key.high));
            } else if (name == "rotation" && spawner_.meshes) {
                continue;
            } else if (!one_in(2)) {
                continue;
            } else if (std::holds_alternative<sim::Vec3*>(key.field(any))) {
                line(key.name, vector(key.high));
            } else if (std::holds_alternative<bool*>(key.field(any))) {
                set(key.name, one_in(2));
            } else if (std::holds_alternative<uint32_t*>(key.field(any))) {
                line(key.name, std::to_string(uint32_t(anywhere(key.low, key.high))));
            } else {
                set(key.name, anywhere(key.low, key.high));
            }
        }
        if (gravity) between_bodies();
    }

    bool stars() const {
        const std::string name = spawner_.name;
        return name == "galaxy" || name == "orbit" || name == "plummer" || name == "solar";
    }

    void between_bodies() {
        text_ += "[gravity]\n";
        set("constant_n_m2_kg2", anywhere(1e-12, 1e9));
        set("softening_m", anywhere(1e-3, 1e3));
        set("opening_angle", anywhere(0.1, 1));
        line("leaf_bodies", std::to_string(1 + below(sim::kMostLeafBodies)));
        set("quadrupole", one_in(2));
        line("method", one_in(3) ? "'direct'" : "'tree'");
    }

    void terrain() {
        text_ += "[terrain]\n";
        if (one_in(2)) set("size_m", anywhere(0, 1e6));
        if (one_in(2)) set("height_m", anywhere(0, 1e5));
        line("octaves", std::to_string(below(sim::kMostOctaves + 1)));
        if (one_in(2)) set("wavelength_m", anywhere(1, 1e6));
        if (one_in(2)) set("lake_depth_m", anywhere(0, 1e5));
        if (one_in(2)) set("river_slope", anywhere(0, 1));
        if (one_in(2)) set("river_depth_m", anywhere(0, 1e5));
        if (one_in(2)) set("drain", one_in(2));
        if (one_in(4)) set("drain_height_m", anywhere(-1e5, 1e5));
    }

    void meshes() {
        const std::vector<std::string> names = app::built_in_mesh_names();
        const uint64_t count = 1 + below(3);
        for (uint64_t k = 0; k < count; ++k) {
            text_ += "[[mesh]]\nfile = '" + names[below(names.size())] + "'\n";
            line("sdf_cells", std::to_string(sim::kLeastCells + below(25)));
            if (one_in(2)) set("size_m", one_in(4) ? anywhere(0, sim::kMostSize_m) : anywhere(0.3, 3));
            if (one_in(3)) set("density_kg_m3", anywhere(1, 1e5));
            if (one_in(4)) set("shell_m", anywhere(0, 1));
            if (k == 0 || one_in(2)) continue;
            if (one_in(2)) {
                set("fixed", true);
            } else {
                line("spin_rad_s", vector(10));
            }
            line("place_m", vector(10));
        }
    }

    const sim::Spawner& spawner_;
    sim::Random random_;
    std::string text_;
};

}  // namespace testing_worlds
