// Scenes, and recorded runs, which hold one.
#include <algorithm>
#include <cmath>

#include "app/io/physics_keys.h"
#include "app/io/scene_toml.h"
#include "app/run/event_rows.h"
#include "app/run/run_file.h"
#include "tests/fuzz/parser.h"

namespace fuzz {
namespace {

struct InRange {
    const app::PhysicsKey& key;

    void operator()(const float* value) const {
        require(double(*value) >= double(float(key.low)) && double(*value) <= double(float(key.high)),
                key.name);
    }
    void operator()(const sim::Vec3* value) const { require(std::isfinite(length(*value)), key.name); }
    void operator()(const uint32_t* value) const { require(*value <= key.high, key.name); }
    void operator()(const bool*) const {}
};

void check_scene(sim::Scene scene) {
    const sim::Spawner* spawner = sim::find_spawner(scene.spawn);
    require(spawner, "a spawn function that there is");
    require(scene.bodies <= sim::kMaxBodies, "bodies within the limit");
    require(scene.meshes.empty() == !spawner->meshes, "meshes where bodies have them");
    for (const app::PhysicsKey& key : app::physics_keys()) {
        const bool read = key.table != std::string("gravity") || scene.physics.gravity.on;
        if (read) std::visit(InRange{key}, key.field(scene.physics));
    }
    for (const sim::SpawnKey& key : spawner->keys) {
        const float value = scene.spawn_values.at(key.name);
        require(value >= key.low && value <= key.high, key.name);
    }
    size_t movable = 0;
    for (const sim::MeshSource& mesh : scene.meshes) {
        movable += !mesh.driven();
        require(!mesh.file.empty(), "a mesh has a name");
        require(mesh.size_m >= 0 && mesh.size_m <= sim::kMostSize_m, "size_m");
        require(mesh.cells >= sim::kLeastCells && mesh.cells <= sim::kMostCells, "sdf_cells");
        require(std::isfinite(length(mesh.place_m) + length(mesh.spin_rad_s)), "finite meshes");
    }
    require(scene.meshes.empty() || movable > 0, "a mesh that bodies can have");
}

bool read_scene(const std::string& path) {
    return read_or_refused(path, [&] { check_scene(app::load_scene(path)); });
}

bool read_run(const std::string& path) {
    return read_or_refused(path, [&] {
        const app::RunFile run = app::read_run(path);
        check_scene(run.scene);
        uint64_t before = 1;
        for (const sim::Event& event : run.events) {
            require(event.step >= before && event.step <= run.steps, "events by step");
            before = event.step;
            const auto* hand = std::get_if<sim::Hand>(&event.what);
            require(!hand || std::isfinite(length(hand->target_m)), "a hand in a finite place");
        }
        require(run.hashes.back().step == run.steps, "the last hash is that of the last step");
        require(app::event_rows(run.events, run.scene.physics).empty() == run.events.empty(),
                "events as rows");
    });
}

const std::vector<std::string> kSceneWords = {
    "0",
    "-1",
    "1e300",
    "nan",
    "inf",
    "9999999999",
    "1",
    "2.5",
    "64",
    "0x10",
    "1_0",
    "+1",
    "1e-7",
    "true",
    "false",
    "''",
    "[]",
    "[1, 2, 3]",
    "[0, 1e3, 0]",
    "{}",
    "\"",
    "'''",
    "#",
    "'jack'",
    "'chairs'",
    "'chair'",
    "'gas'",
    "'landscape'",
    "'plummer'",
    "'pile'",
    "[scene]\n",
    "[physics]\n",
    "[gravity]\n",
    "[mesh]\n",
    "[[mesh]]\n",
    "[terrain]\n",
    "[spawn]\n",
    "[camera]\n",
    "fixed = true\n",
    "file = 3\n",
    "mesh = 1\n",
    "drain = true\n",
    "spin_rad_s = [900, 900, 900]\n",
    "size_m",
    "seed = 1\n",
    "bodies = 7\n",
    "rotation = true\n",
    "opening_angle = 0.5\n",
    "method = 'direct'\n",
    "colour = 'speed'\n",
    "lead_s = 1\n",
    "1979-05-27T07:32:00Z",
    "\xc3\xa4",
    "\\u0000",
    "\"\"\"",
    "a.b = 1\n",
    "heightmap = 'x.png'\n",
};

std::vector<std::string> run_words() {
    std::vector<std::string> words = kSceneWords;
    for (const char* word : {"99999999999999999999",
                             "\n",
                             "\r\n",
                             "to",
                             "release\n",
                             "throw",
                             "with",
                             "pull",
                             "push",
                             "physics",
                             "friction=0.1",
                             "0x1",
                             "61",
                             "60",
                             "7",
                             "=",
                             ",",
                             "[run]\n",
                             "[file]\n",
                             "rows",
                             "friction_memory=false",
                             "sleep_speed_m_s=1",
                             "0x0123456789abcdef",
                             "[[camera_path]]\n",
                             "[events]\n",
                             "[hashes]\n",
                             "version = 2\n"})
        words.push_back(word);
    return words;
}

}  // namespace

std::vector<Parser> parsers_of_scenes() {
    return {{"scene", ".toml", kSceneWords, read_scene}, {"run", ".toml", run_words(), read_run}};
}

}  // namespace fuzz
