// A sheet of spheres at rest, and one that flies to and fro above it: its key alone leaves its place in the order.
#include "sim/scene.h"
#include "sim/scenes/lattice.h"
#include "sim/scenes/random.h"

namespace sim {
namespace {

constexpr SpawnKey kKeys[] = {
    {"radius_m", 0.5f, 0.1f, 100, "radius of every sphere in metres"},
    {"density_kg_m3", 1000, 1, 1e5f, "density of the spheres in kg per cubic metre"},
    {"speed_m_s", 100, 0, 1000, "speed of the last body, the one that flies, in m/s"},
    {kSoftWalls, 1, 0, 1, kSoftWallsMeaning},
};

Spawned spawn(const SpawnRequest& request) {
    const float radius = request.value("radius_m"), spacing = 2.4f * radius;
    const float mass = kSphereVolume * radius * radius * radius * request.value("density_kg_m3");
    const uint32_t resting = request.bodies - 1;
    uint32_t side = 1;
    while (uint64_t(side) * side < resting) ++side;
    const float half = 0.5f * float(side) * spacing;

    Spawned out;
    out.container = {{-half, 0, -half}, {half, 6 * radius, half}};
    out.bodies.reserve(request.bodies);
    Random random(request.seed);
    for (uint32_t i = 0; i < resting; ++i) {
        Vec3 place = {(float(i % side) + 0.5f) * spacing - half, radius,
                      (float(i / side) + 0.5f) * spacing - half};
        const Vec3 shift = random.vector(0.15f * radius);
        place = place + Vec3{shift.x, 0, shift.z};
        out.bodies.push_back({place, radius, {0, 0, 0}, mass, request.physics.gravity_m_s2, 0});
    }
    // Along no diagonal, so that it comes by everywhere.
    const float speed = request.value("speed_m_s");
    const Vec3 along = {0.7431f, 0, 0.6691f};
    out.bodies.push_back(
        {{0, 3.5f * radius, 0}, radius, along * speed, mass, request.physics.gravity_m_s2, 0});
    return out;
}

}  // namespace

bool register_bullet() {
    return add_spawner({"bullet", "one sphere flies to and fro above others at rest", kKeys, spawn});
}

}  // namespace sim
