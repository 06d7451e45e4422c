// A bed of small spheres, and one huge one that falls into it: one box that overlaps very many others.
#include "sim/scene.h"
#include "sim/scenes/lattice.h"
#include "sim/scenes/random.h"

namespace sim {
namespace {

constexpr SpawnKey kKeys[] = {
    {"radius_m", 0.5f, 0.1f, 100, "radius of the small spheres in metres"},
    {"density_kg_m3", 1000, 1, 1e5f, "density of the small spheres in kg per cubic metre"},
    {"giant_density_kg_m3", 300, 1, 1e5f, "density of the huge one in kg per cubic metre"},
    {"giant_share", 0.2f, 0.01f, 0.45f, "radius of the huge one over the width of the bed"},
    {"bed_height", 0.12f, 0.02f, 1, "height of the bed over its width"},
    {"drop_m", 10, 0, 1000, "height of the huge one above the bed in metres"},
    {"speed_m_s", 1, 0, 50, "largest starting speed of the small ones along each axis in m/s"},
};

Spawned spawn(const SpawnRequest& request) {
    const float radius = request.value("radius_m"), spacing = 2.2f * radius;
    const float mass = kSphereVolume * radius * radius * radius * request.value("density_kg_m3");
    const uint32_t small = request.bodies > 1 ? request.bodies - 1 : 1;
    const float ideal = cube_root(float(small) / request.value("bed_height"));
    const uint32_t side = ideal < 1 ? 1 : uint32_t(ideal);
    const uint32_t layers = (small + side * side - 1) / (side * side);
    const float width = larger(float(side) * spacing, 8 * radius), bed = float(layers) * spacing;
    const float huge = larger(width * request.value("giant_share"), 1.5f * radius);

    Spawned out;
    const float half = 0.5f * width, bottom = bed + request.value("drop_m");
    out.container = {{-half, 0, -half}, {half, bottom + 3 * huge, half}};
    out.bodies.reserve(request.bodies);
    Random random(request.seed);
    const float corner = -0.5f * float(side) * spacing, speed = request.value("speed_m_s");
    for (uint32_t i = 0; i < small && i < request.bodies; ++i) {
        const uint32_t x = i % side, z = i / side % side, y = i / (side * side);
        Vec3 place = {corner + (float(x) + 0.5f) * spacing, (float(y) + 0.5f) * spacing,
                      corner + (float(z) + 0.5f) * spacing};
        place = place + random.vector(0.09f * radius);
        const Vec3 velocity = random.vector(speed);
        out.bodies.push_back({place, radius, velocity, mass, request.physics.gravity_m_s2, 0});
    }
    if (request.bodies > 1) {
        const float heavy = kSphereVolume * huge * huge * huge * request.value("giant_density_kg_m3");
        out.bodies.push_back(
            {{0, bottom + huge, 0}, huge, {0, 0, 0}, heavy, request.physics.gravity_m_s2, 0});
    }
    return out;
}

}  // namespace

bool register_giant() {
    return add_spawner({"giant", "one huge sphere falls into a bed of small ones", kKeys, spawn});
}

}  // namespace sim
