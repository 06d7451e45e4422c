// The registry of spawn functions: filled by the files of sim/scenes before main, read-only after.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "sim/scene.h"

namespace sim {
namespace {

std::vector<Spawner>& registry() {
    static std::vector<Spawner> all;
    return all;
}

}  // namespace

bool add_spawner(const Spawner& spawner) {
    auto& all = registry();
    const auto before = [](const Spawner& a, const Spawner& b) { return std::strcmp(a.name, b.name) < 0; };
    const auto place = std::lower_bound(all.begin(), all.end(), spawner, before);
    if (place != all.end() && std::strcmp(place->name, spawner.name) == 0) {
        std::fprintf(stderr, "two spawn functions are named %s\n", spawner.name);
        std::abort();
    }
    all.insert(place, spawner);
    return true;
}

std::span<const Spawner> spawners() { return registry(); }

const Spawner* find_spawner(const std::string& name) {
    for (const Spawner& spawner : spawners()) {
        if (spawner.name == name) return &spawner;
    }
    return nullptr;
}

}  // namespace sim
