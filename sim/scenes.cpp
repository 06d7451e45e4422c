// The list of spawn functions, and what a scene says to its own.
#include "sim/scene.h"
#include "sort/base/registered.h"

namespace sim {

void register_scenes();  // made by CMake: sim/scenes/*.cpp

namespace {

sort::Registered<Spawner>& registry() {
    static auto& all = *new sort::Registered<Spawner>(register_scenes);
    return all;
}

}  // namespace

bool add_spawner(const Spawner& spawner) { return registry().add(spawner); }

std::span<const Spawner> spawners() { return registry().all(); }

const Spawner* find_spawner(const std::string& name) { return registry().find(name); }

std::map<std::string, float> values_of(const Spawner& spawner, const Scene& scene) {
    std::map<std::string, float> values;
    for (const SpawnKey& key : spawner.keys) values[key.name] = key.initial;
    for (const auto& [name, value] : scene.spawn_values) values.at(name) = value;
    return values;
}

std::vector<SpawnGroup> spawn_groups_of(const Scene& scene, uint32_t bodies) {
    const Spawner* const spawner = find_spawner(scene.spawn);
    if (!spawner || !spawner->groups || !scene.spawn_file.empty()) return {};
    const auto values = values_of(*spawner, scene);
    std::vector<SpawnGroup> groups =
        spawner->groups({bodies, scene.seed, scene.physics, values, scene.terrain});
    uint32_t begin = 0;
    std::erase_if(groups, [&begin](const SpawnGroup& group) {
        const bool empty = group.end <= begin;
        begin = group.end > begin ? group.end : begin;
        return empty;
    });
    return groups;
}

}  // namespace sim
