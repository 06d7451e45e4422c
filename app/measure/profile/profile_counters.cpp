#include "app/measure/profile/profile_counters.h"

#include <nlohmann/json.hpp>

#include "app/measure/profile/profiler_stages.h"
#include "sim/worlds/world_common.h"

namespace app {

using ProfileJson = nlohmann::ordered_json;

std::vector<std::string> gravity_sort_paths(const sim::World& world, const sim::Counters& last) {
    std::vector<std::string> names;
    const sim::Gravity& gravity = world.config().scene.physics.gravity;
    if (!gravity.on || gravity.direct) return names;
    const sort::Engine& engine = *sim::gravity_sort(world.config()).engine;
    if (engine.paths.empty()) return names;
    for (uint32_t k = 0; k < last.gravity.sorts; ++k)
        names.push_back(sort_path_name(engine.paths, last.gravity.sort_path[k]));
    return names;
}

ProfileJson counters_json(const sim::Counters& counters, const SortSummary& sorts,
                          const ColumnChanges& changes, const sim::World& world) {
    const bool has_ground = world.ground() != nullptr, has_gravity = world.config().scene.physics.gravity.on;
    const std::vector<std::string> key_sorts = gravity_sort_paths(world, counters);
    const auto of_ground = [&](uint64_t count) {
        return has_ground ? ProfileJson(count) : ProfileJson(nullptr);
    };
    const auto of_gravity = [&](uint64_t count) {
        return has_gravity ? ProfileJson(count) : ProfileJson(nullptr);
    };
    const bool closed = sim::is_closed(world.config());
    const auto of_closed = [&](uint64_t count) { return closed ? ProfileJson(count) : ProfileJson(nullptr); };
    ProfileJson paths = ProfileJson::object();
    for (const SortSummary::Path& path : sorts.paths) paths[path.name] = path.sorts;
    const bool measured = measures_shift(counters);
    return {{"pairs", counters.pairs},
            {"contacts", counters.contacts},
            {"tests", counters.tests},
            {"passes_run", counters.passes_run},
            {"passes_skipped", counters.passes_skipped},
            {"descents", counters.descents},
            {"sort_windows", measured ? ProfileJson(counters.sort_windows) : ProfileJson(nullptr)},
            {"sort_movers", measured ? ProfileJson(counters.sort_movers) : ProfileJson(nullptr)},
            {"sort_max_shift", measured ? ProfileJson(counters.sort_max_shift) : ProfileJson(nullptr)},
            {"sort_path", paths},
            {"columns_changed", changes.count},
            {"squeezed",
             sim::shapes_of(world.config()).empty() ? ProfileJson(nullptr) : ProfileJson(counters.squeezed)},
            {"outside", of_closed(counters.outside)},
            {"not_finite", counters.not_finite},
            {"fast", of_closed(counters.fast)},
            {"total_outside", of_closed(counters.total_outside)},
            {"total_not_finite", counters.total_not_finite},
            {"total_fast", of_closed(counters.total_fast)},
            {"ground_contacts", of_ground(counters.ground_contacts)},
            {"respawned", of_ground(counters.total_respawned)},
            {"below_ground", of_ground(counters.total_below_ground)},
            {"gravity_interactions", of_gravity(counters.gravity.interactions)},
            {"gravity_nodes", of_gravity(counters.gravity.nodes)},
            {"gravity_depth", of_gravity(counters.gravity.depth)},
            {"gravity_sort_path", key_sorts.empty() ? ProfileJson(nullptr) : ProfileJson(key_sorts)}};
}

}  // namespace app
