#include "app/run/record_run.h"

#include <algorithm>
#include <cstdint>

#include "app/base/errors.h"
#include "app/measure/report_facts.h"
#include "build_info.h"

namespace app {
namespace {

constexpr size_t kMostHashes = 24;
constexpr uint64_t kMostHashedBytes = uint64_t{256} << 20;  // about a second

uint64_t hash_of(const sim::SavedState& save, sim::World& world) {
    sim::SavedState state = save;
    world.move_to_host(state);
    return sim::state_hash(sim::snapshot_of(state, world.container()));
}

/// Returns the hash of the state after the last step, before what was done after it, if that state was saved;
/// else of the present state.
uint64_t hash_at_end(const sim::Playback& run, sim::World& world) {
    for (const sim::SavedState& save : run.saves().all()) {
        if (save.completed_steps() == run.step()) return hash_of(save, world);
    }
    return sim::state_hash(world.snapshot());
}

std::vector<HashAt> hashes_of(const sim::Playback& run, sim::World& world) {
    const std::vector<sim::SavedState>& saves = run.saves().all();
    const uint64_t each = saves.empty() ? 1 : std::max<uint64_t>(saves.back().bytes, 1);
    std::vector<HashAt> hashes;
    for (const size_t k :
         spread_over(saves.size(), std::clamp<uint64_t>(kMostHashedBytes / each, 2, kMostHashes))) {
        if (saves[k].completed_steps() >= run.step()) break;
        hashes.push_back({saves[k].completed_steps(), hash_of(saves[k], world)});
    }
    hashes.push_back({run.step(), hash_at_end(run, world)});
    return hashes;
}

}  // namespace

std::vector<size_t> spread_over(size_t there, size_t wanted) {
    std::vector<size_t> places;
    if (there == 0) return places;
    const size_t count = std::min(there, std::max<size_t>(wanted, 2));
    for (size_t k = 0; k < count; ++k) places.push_back(count == 1 ? 0 : k * (there - 1) / (count - 1));
    return places;
}

void require_recordable(uint64_t seed) {
    if (seed > uint64_t{INT64_MAX})
        throw BadFile("a run file has seeds up to " + std::to_string(INT64_MAX) + ", not " +
                      std::to_string(seed));
}

RunFile record_run(const sim::WorldConfig& config, const sim::Playback& run, sim::World& world) {
    require_recordable(config.seed);
    RunFile file;
    file.scene = config.scene;
    file.scene.physics = run.first_physics();
    file.bodies = run.first_bodies();
    file.seed = config.seed;
    file.steps = run.step();
    for (const sim::Event& event : run.events()) {
        if (event.step <= file.steps) file.events.push_back(event);
    }
    file.hashes = hashes_of(run, world);
    file.recorded = {SWEEPLAB_VERSION, utc_text(), sort::name_of(config.backend), config.engine,
                     config.broad_phase};
    return file;
}

}  // namespace app
