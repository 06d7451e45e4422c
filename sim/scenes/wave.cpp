// Spheres hop on their own spots, in rings that run outwards: all move, and none passes another on the sort axis.
#include "sim/scene.h"
#include "sim/scenes/lattice.h"

namespace sim {
namespace {

constexpr SpawnKey kKeys[] = {
    {"radius_m", 0.5f, 0.1f, 100, "radius of every sphere in metres"},
    {"density_kg_m3", 1000, 1, 1e5f, "density of the spheres in kg per cubic metre"},
    {"hop_m", 2, 0.1f, 100, "height of a hop in metres"},
    {"wavelength", 12, 2, 1000, "from ring to ring, in places of the lattice"},
};

/// Returns the fraction of x, which is at least 0.
float fraction(float x) { return x - float(uint32_t(x)); }

Spawned spawn(const SpawnRequest& request) {
    const float radius = request.value("radius_m"), spacing = 2.4f * radius, hop = request.value("hop_m");
    const float mass = kSphereVolume * radius * radius * radius * request.value("density_kg_m3");
    const float gravity = larger(0 - request.physics.gravity_m_s2.y, 0);
    // Without gravity they rest.
    const float start = sqrtf(2 * gravity * hop), air_s = gravity > 0 ? 2 * start / gravity : 0;
    uint32_t side = 1;
    while (uint64_t(side) * side < request.bodies) ++side;
    const float half = 0.5f * float(side) * spacing;

    Spawned out;
    out.container = {{-half, 0, -half}, {half, 2 * hop + 2 * radius, half}};
    out.bodies.reserve(request.bodies);
    for (uint32_t i = 0; i < request.bodies; ++i) {
        const float x = float(i % side) + 0.5f - 0.5f * float(side);
        const float z = float(i / side) + 0.5f - 0.5f * float(side);
        const float distance = sqrtf(x * x + z * z) / request.value("wavelength");
        const float t = air_s * (1 - fraction(distance));
        const float y = radius + larger(start * t - 0.5f * gravity * t * t, 0);
        out.bodies.push_back({{x * spacing, y, z * spacing},
                              radius,
                              {0, start - gravity * t, 0},
                              mass,
                              request.physics.gravity_m_s2,
                              0});
    }
    return out;
}

}  // namespace

bool register_wave() {
    return add_spawner({"wave", "spheres hop on their own spots, in rings", kKeys, spawn});
}

}  // namespace sim
