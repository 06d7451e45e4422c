// A dam of spheres breaks, runs through its basin and comes to rest: from full disorder to a sort that has
// nothing to do.
#include "sim/scene.h"
#include "sim/scenes/lattice.h"
#include "sim/scenes/random.h"

namespace sim {
namespace {

constexpr SpawnKey kKeys[] = {
    {"radius_m", 0.5f, 0.1f, 100, "radius of every sphere in metres"},
    {"density_kg_m3", 1000, 1, 1e5f, "density of the spheres in kg per cubic metre"},
    {"speed_m_s", 2, 0, 50, "largest starting speed along each axis in m/s"},
    {"dam_height", 0.4f, 0.1f, 4, "height of the dam as a share of its width"},
    {"basin_length", 2.5f, 1, 20, "length of the basin as a multiple of the dam's width"},
};

Spawned spawn(const SpawnRequest& request) {
    const float radius = request.value("radius_m");
    const float mass = kSphereVolume * radius * radius * radius * request.value("density_kg_m3");

    // The dam is side x side spheres on the ground and as many layers as the rest takes, loose and shaken: a
    // tight lattice would stand.
    const float spacing = 2.3f * radius, jitter = 0.14f * radius;
    const float ideal = cube_root(float(request.bodies) / request.value("dam_height"));
    const uint32_t side = ideal < 1 ? 1 : uint32_t(ideal);
    const uint32_t layers = (request.bodies + side * side - 1) / (side * side);
    const float speed = request.value("speed_m_s");
    const float width = float(side) * spacing;
    const float basin = larger(width * request.value("basin_length"), 4 * radius);

    Spawned out;
    out.container = {{-0.5f * basin, 0, -0.5f * width},
                     {0.5f * basin, (float(layers) + 2) * spacing, 0.5f * width}};
    out.bodies.reserve(request.bodies);
    Random random(request.seed);
    for (uint32_t i = 0; i < request.bodies; ++i) {
        const uint32_t x = i % side, z = i / side % side, y = i / (side * side);
        Vec3 place = {float(x) + 0.5f, float(y) + 0.5f, float(z) + 0.5f};
        place = out.container.min_m + place * spacing;
        place = place + random.vector(jitter);
        const Vec3 velocity = random.vector(speed);
        out.bodies.push_back({place, radius, velocity, mass, request.physics.gravity_m_s2, 0});
    }
    return out;
}

}  // namespace

bool register_pile() {
    return add_spawner({"pile", "a dam of spheres breaks, runs and comes to rest", kKeys, spawn});
}

}  // namespace sim
