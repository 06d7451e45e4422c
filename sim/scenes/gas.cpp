// Elastic spheres in a closed cube: kinetic energy that never ends, the broad phase's steady load.
#include "sim/scene.h"
#include "sim/scenes/lattice.h"
#include "sim/scenes/random.h"

namespace sim {
namespace {

constexpr SpawnKey kKeys[] = {
    {"radius_m", 0.5f, 0.1f, 100, "radius of every sphere in metres"},
    {"volume_fraction", 0.2f, 0.001f, 0.35f, "share of the cube that the spheres fill"},
    {"density_kg_m3", 1000, 1, 1e5f, "density of the spheres in kg per cubic metre"},
    {"speed_m_s", 4, 0, 50, "largest starting speed along each axis in m/s"},
};

Spawned spawn(const SpawnRequest& request) {
    const float radius = request.value("radius_m");
    const float mass = kSphereVolume * radius * radius * radius * request.value("density_kg_m3");
    const uint32_t side = cube_side(request.bodies);

    // A cube of the stated fraction, but never so tight that the lattice's spheres touch.
    const float volume = float(request.bodies) * kSphereVolume * radius * radius * radius;
    const float edge =
        larger(cube_root(volume / request.value("volume_fraction")), float(side) * 2.05f * radius);
    const float spacing = edge / float(side);
    const float jitter = 0.45f * (spacing - 2 * radius);
    const float speed = request.value("speed_m_s");

    Spawned out;
    const float half = 0.5f * edge;
    out.container = {{-half, 0, -half}, {half, edge, half}};
    out.bodies.reserve(request.bodies);
    Random random(request.seed);
    for (uint32_t i = 0; i < request.bodies; ++i) {
        const uint32_t x = i % side, y = i / side % side, z = i / (side * side);
        Vec3 place = {float(x) + 0.5f, float(y) + 0.5f, float(z) + 0.5f};
        place = out.container.min_m + place * spacing;
        place = place + random.vector(jitter);
        const Vec3 velocity = random.vector(speed);
        out.bodies.push_back({place, radius, velocity, mass, request.physics.gravity_m_s2, 0});
    }
    return out;
}

}  // namespace

bool register_gas() {
    return add_spawner({"gas", "elastic spheres fly about in a closed cube", kKeys, spawn});
}

}  // namespace sim
