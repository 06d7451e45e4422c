// Spheres in one plane, above one another like beads on wires: whatever they do, their x and z stay as they are, to
// the last bit, so that many keys are equal.
#include "sim/scene.h"
#include "sim/scenes/lattice.h"
#include "sim/scenes/random.h"

namespace sim {
namespace {

constexpr SpawnKey kKeys[] = {
    {"radius_m", 0.5f, 0.1f, 100, "radius of every sphere in metres"},
    {"density_kg_m3", 1000, 1, 1e5f, "density of the spheres in kg per cubic metre"},
    {"speed_m_s", 6, 0, 50, "largest starting speed up or down in m/s"},
    {"aspect", 2, 0.1f, 100, "width of the plane over its height"},
    {"fill", 0.4f, 0.05f, 0.9f, "share of a wire that its beads take"},
};

Spawned spawn(const SpawnRequest& request) {
    const float radius = request.value("radius_m");
    const float mass = kSphereVolume * radius * radius * radius * request.value("density_kg_m3");
    // wires x step = aspect x height, and height x fill = 2 radius x beads on a wire.
    const float apart = 2.4f * radius, bead = 2 * radius / request.value("fill");
    const float ideal = sqrtf(float(request.bodies) * request.value("aspect") * bead / apart);
    uint32_t wires = ideal > 1 ? uint32_t(ideal) : 1;
    if (wires > request.bodies) wires = request.bodies;
    const uint32_t beads = (request.bodies + wires - 1) / wires;
    const float height = float(beads) * bead, half = 0.5f * float(wires) * apart;

    Spawned out;
    out.container = {{-half, 0, -apart}, {half, height, apart}};
    out.bodies.reserve(request.bodies);
    Random random(request.seed);
    const float speed = request.value("speed_m_s"), room = 0.45f * (bead - 2 * radius);
    for (uint32_t i = 0; i < request.bodies; ++i) {
        const uint32_t wire = i % wires, row = i / wires;
        const float x = (float(wire) + 0.5f) * apart - half;
        const float y = (float(row) + 0.5f) * bead + room * random.signed_unit();
        const Vec3 velocity = {0, speed * random.signed_unit(), 0};
        out.bodies.push_back({{x, y, 0}, radius, velocity, mass, request.physics.gravity_m_s2, 0});
    }
    return out;
}

}  // namespace

bool register_abacus() { return add_spawner({"abacus", "beads on wires, all in one plane", kKeys, spawn}); }

}  // namespace sim
