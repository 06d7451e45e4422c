// Worlds over a ground of the test's own, on any backend.
#pragma once
#include "tests/sim/sim_scene.h"

namespace testing_worlds {

/// Heights by column and row, in metres.
template <class Height>
std::shared_ptr<const sim::HeightMap> height_map(uint32_t columns, uint32_t rows, Height height) {
    auto map = std::make_shared<sim::HeightMap>();
    *map = {columns, rows, std::vector<float>(size_t(columns) * rows)};
    for (uint32_t row = 0; row < rows; ++row) {
        for (uint32_t column = 0; column < columns; ++column) map->at(column, row) = height(column, row);
    }
    return map;
}

/// The scene's own hills, without lakes and rivers.
inline std::shared_ptr<const sim::HeightMap> hills(uint32_t side, float spacing_m, float height_m,
                                                   uint32_t octaves = 4) {
    sim::Terrain terrain;
    terrain.height_m = height_m;
    terrain.octaves = octaves;
    terrain.wavelength_m = 0.5f * float(side) * spacing_m;
    terrain.lake_depth_m = 1e5f;
    terrain.river_depth_m = terrain.river_slope = 0;
    terrain.drain = false;
    return std::make_shared<const sim::HeightMap>(sim::make_hills(terrain, side, side, spacing_m, 7));
}

/// The landscape over `map`, whose cells are `spacing_m` wide: closed, elastic and smooth, nobody sleeps.
inline sim::WorldConfig over(std::shared_ptr<const sim::HeightMap> map, float spacing_m,
                             sim::Backend backend = sim::Backend::cpu) {
    sim::WorldConfig config = config_of("landscape", 1, backend);
    config.scene.terrain.size_m = spacing_m * float(std::max(map->columns, map->rows));
    config.scene.terrain.heightmap = std::move(map);
    config.scene.terrain.drain = false;
    config.scene.physics.time_step_s = 0.001f;
    config.scene.physics.restitution = 1;
    config.scene.physics.friction = 0;
    config.scene.physics.sleep_speed_m_s = 0;
    return config;
}

/// A sphere of radius 1 (and of other radii, as heavy as their volume says).
inline sim::Body sphere_at(const sim::Vec3& place, const sim::Vec3& velocity = {0, 0, 0}, float radius = 1) {
    return {place, radius, velocity, 4189 * radius * radius * radius, {0, -9.81f, 0}, 0};
}

/// A world of these bodies in the container that the scene has.
inline std::unique_ptr<sim::World> world_with(const std::vector<sim::Body>& bodies,
                                              const sim::WorldConfig& config) {
    const sim::Container container = sim::World::create(config)->container();
    return world_of(bodies, container, config);
}

/// How far a body's centre is above the surface right below it.
inline float above_ground(const sim::World& world, const sim::Vec3& place) {
    return place.y - sim::surface_at(world.ground()->field(), place.x, place.z).height_m;
}

}  // namespace testing_worlds
