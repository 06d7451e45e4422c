// What a world is made of; memory for another one beside the live one, and the announcement of one that takes seconds to
// create.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "sim/world.h"

namespace app {

class Simulation;
struct Options;

/// Resolves what the options mean, of a scene or of frames (is_data_scene). Throws as resolve_world() and FrameFeed.
sim::WorldConfig resolve_scene_or_data(const Options& options);

/// Returns the config of a world like it with so many bodies; of given boxes some, evenly over all.
sim::WorldConfig with_bodies(sim::WorldConfig config, uint32_t bodies);

/// "3,000,000 bodies"
std::string count_of(uint32_t bodies);

/// Returns whether creating a world of so many bodies takes about half a second or more; below: the
/// announcement of it.
bool takes_seconds_to_create(uint32_t bodies);
std::string creating_text(uint32_t bodies);

/// Returns whether both worlds fit into memory. Throws where the new one alone does not.
bool fits_beside(const Simulation& simulation, const sim::WorldConfig& config);

/// Returns whether giving the live world back could be what is missing.
bool makes_room(const Simulation& simulation, const sim::WorldConfig& config);

/// Returns the ground of a world; null where it has none.
std::shared_ptr<const sim::Ground> ground_of(const sim::World& world);

}  // namespace app
