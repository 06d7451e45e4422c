// Worlds for tests: the built-in scenes, small, on any backend.
#pragma once
#include <cstdio>
#include <string>

#include "app/io/scene_shapes.h"
#include "app/io/scene_toml.h"
#include "sim/world.h"

namespace testing_worlds {

/// The scene with springs at the contacts of its meshes, as its older files had it.
inline void use_springs(sim::Physics& physics, const std::string& scene) {
    if (!physics.constraints) return;
    physics.constraints = false;
    physics.friction_memory = true;
    physics.time_step_s = scene == "chairs" ? 0.00025f : 0.0004f;
    if (scene == "hourglass") physics.friction = 0.2f;
    physics.stiffness_n_m = scene == "pyramid" ? 2e6f : scene == "hourglass" ? 2e5f : 1e6f;
}

/// What the contacts of meshes are: most tests are of springs.
enum class Contacts { springs, as_in_file };

inline sim::WorldConfig config_of(const std::string& scene, uint32_t bodies,
                                  sim::Backend backend = sim::Backend::cpu,
                                  Contacts contacts = Contacts::springs) {
    sim::WorldConfig config;
    config.scene = app::load_scene(scene);
    app::load_shapes(config.scene, 0, true);
    if (contacts == Contacts::springs) use_springs(config.scene.physics, scene);
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
