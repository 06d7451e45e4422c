// What the words of a command line mean on this machine: which backend, engine, broad phase, scene.
#pragma once
#include <memory>

#include "app/cli/options.h"
#include "app/cli/sort_choice.h"
#include "sim/search/pair_search.h"
#include "sim/world.h"

namespace app {

/// Returns the backend, engine, broad phase, scene and body count that the options mean on this machine.
/// Throws BadUsage (unknown names with the nearest one, an engine of the other backend), sort::Unavailable,
/// BadFile (scene file), sort::OverLimit (bodies over 2^27).
sim::WorldConfig resolve_world(const Options& options);

/// Resolves the options as resolve_world(), for a scene that was read already.
sim::WorldConfig resolve_world_of(const Options& options, sim::Scene scene);

/// sim::World::create; what it says of a scene that the solver cannot run is a BadFile with the scene's name.
std::unique_ptr<sim::World> create_world(const sim::WorldConfig& config, const sim::Snapshot* from = nullptr);

/// Resolves backend, engine and broad phase as resolve_world(), for commands without a scene. Throws BadUsage for
/// --sort auto, too.
sim::PairsConfig resolve_engine(const Options& options);

/// Returns the engine of `--sort auto` for such keys, and why. Where nothing is known of this device, measures it first.
SortChoice resolve_auto_sort(const Options& options, sort::Backend backend, const KeyFacts& input);

}  // namespace app
