#include "app/run/lone_world.h"

#include "app/cli/resolve.h"

namespace app {

LoneWorld::LoneWorld(const sim::WorldConfig& config) : world_(create_world(config)) {}

void LoneWorld::replace(const sim::Snapshot& state, const sim::Physics& physics) {
    sim::WorldConfig config = world_->config();
    config.scene.physics = physics;
    if (const sim::Ground* ground = world_->ground())
        config.ground = std::make_shared<const sim::Ground>(*ground);  // the heights are shared
    try {
        world_ = sim::World::create(config, &state);
        return;
    } catch (const sort::OverLimit&) {
    } catch (const std::bad_alloc&) {
    }
    world_.reset();
    world_ = sim::World::create(config, &state);
}

}  // namespace app
