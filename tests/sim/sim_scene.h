// Worlds for tests: the built-in scenes, small, on any backend.
#pragma once
#include <cstdio>
#include <string>

#include "app/io/scene_shapes.h"
#include "app/io/scene_toml.h"
#include "sim/world.h"

namespace testing_worlds {

/// Scenes of spheres that meet, one for each kind of crowd and floor: what a step does without shapes and gravity.
inline constexpr const char* kSphereScenes[] = {"gas", "landscape", "mixed", "pile"};
/// Those of them in a container without hills.
inline constexpr const char* kContainerScenes[] = {"gas", "mixed", "pile"};
/// Scenes of bodies that all pull each other.
inline constexpr const char* kGravityScenes[] = {"galaxy", "plummer", "solar"};

inline sim::WorldConfig config_of(const std::string& scene, uint32_t bodies,
                                  sim::Backend backend = sim::Backend::cpu) {
    sim::WorldConfig config;
    config.scene = app::load_scene(scene);
    app::load_shapes(config.scene, 0, true);
    config.bodies = bodies;
    config.seed = config.scene.seed;
    config.backend = backend;
    config.engine = sort::engine_or_default("", backend).name;
    config.broad_phase = sim::default_broad_phase(backend);
    return config;
}

inline uint64_t hash_after(const sim::WorldConfig& config, uint32_t steps) {
    const auto world = sim::World::create(config);
    world->step(steps);
    return sim::state_hash(world->snapshot());
}

/// A world of given bodies in a given container, with the physics of `config`.
inline std::unique_ptr<sim::World> world_of(const std::vector<sim::Body>& bodies,
                                            const sim::Container& container, const sim::WorldConfig& config) {
    const sim::Snapshot start{bodies, container, 0};
    return sim::World::create(config, &start);
}

}  // namespace testing_worlds
