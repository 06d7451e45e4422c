// The registry of spawn functions: filled by the files of sim/scenes before main, read-only after.
#include "sim/scene.h"
#include "sort/base/registered.h"

namespace sim {
namespace {

sort::Registered<Spawner>& registry() {
    static sort::Registered<Spawner> all("spawn functions");
    return all;
}

}  // namespace

bool add_spawner(const Spawner& spawner) { return registry().add(spawner); }

std::span<const Spawner> spawners() { return registry().all(); }

const Spawner* find_spawner(const std::string& name) { return registry().find(name); }

}  // namespace sim
