#include "app/view/session/world_making.h"

#include "app/cli/resolve.h"
#include "app/frames/frame_feed.h"
#include "app/view/session/simulation.h"
#include "sim/worlds/world_common.h"
#include "sort/base/errors.h"
#include "sort/base/numbers.h"

namespace app {
namespace {

constexpr uint32_t kSlowBodies = 500000;  // are spawned in about half a second
constexpr const char* kOfKeys = "sweep";  // sorts by the place on one axis alone
constexpr uint64_t kWorthOfRoom =
    16;  // an old world of less than this part of the new one makes no room for it

}  // namespace

sim::WorldConfig resolve_scene_or_data(const Options& options) {
    if (!is_data_scene(options.scene)) return resolve_world(options);
    const FrameFeed feed(data_path(options.scene));
    Options own = options;
    own.bodies.reset();
    if (feed.set().kind() == ItemKind::keys && own.broad_phase.empty()) own.broad_phase = kOfKeys;
    sim::WorldConfig config = resolve_world_of(own, feed.scene());
    config.given = feed.start();
    config.bodies = uint32_t(config.given->boxes.size());
    return config;
}

sim::WorldConfig with_bodies(sim::WorldConfig config, uint32_t bodies) {
    config.bodies = bodies;
    if (!config.given) return config;
    const std::vector<sim::Box>& all = config.given->boxes;
    sim::GivenStart some{{}, config.given->look, config.given->room};
    for (uint64_t k = 0; k < bodies; ++k) some.boxes.push_back(all[k * all.size() / bodies]);
    config.given = std::make_shared<const sim::GivenStart>(std::move(some));
    return config;
}

std::string count_of(uint32_t bodies) { return sort::grouped(bodies) + (bodies == 1 ? " body" : " bodies"); }

bool takes_seconds_to_create(uint32_t bodies) { return bodies >= kSlowBodies; }

std::string creating_text(uint32_t bodies) {
    return "Creating " + count_of(bodies) + ". This takes a few seconds ...";
}

/// Host memory is promised before it is there, so the CPU's is requested for both worlds first; a device refuses by
/// itself.
bool fits_beside(const Simulation& simulation, const sim::WorldConfig& config) {
    if (config.backend != sim::Backend::cpu || simulation.config().backend != sim::Backend::cpu) return true;
    const uint64_t needed = sim::host_bytes_needed(config), held = simulation.world().bytes();
    sim::require_host_memory(count_of(config.bodies) + " need", needed, held);
    try {
        sim::require_host_memory("both worlds need", held + needed, held);
    } catch (const sort::OverLimit&) {
        return false;
    }
    return true;
}

bool makes_room(const Simulation& simulation, const sim::WorldConfig& config) {
    const uint64_t held = simulation.world().bytes(), each = held / simulation.config().bodies;
    return config.backend == simulation.config().backend && each * config.bodies < held * kWorthOfRoom;
}

std::shared_ptr<const sim::Ground> ground_of(const sim::World& world) {
    const sim::Ground* ground = world.ground();
    return ground ? std::make_shared<const sim::Ground>(*ground) : nullptr;  // the heights are shared
}

}  // namespace app
