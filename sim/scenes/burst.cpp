// A ball of spheres flies apart, each at a speed of its own, and never comes to rest: nothing of the last order is
// of use to the next sort.
#include "sim/scene.h"
#include "sim/scenes/lattice.h"
#include "sim/scenes/random.h"

namespace sim {
namespace {

constexpr SpawnKey kKeys[] = {
    {"radius_m", 0.5f, 0.1f, 100, "radius of every sphere in metres"},
    {"density_kg_m3", 1000, 1, 1e5f, "density of the spheres in kg per cubic metre"},
    {"speed_m_s", 100, 0, 1000, "largest starting speed in m/s, outwards"},
    {"stray", 0.3f, 0, 1, "largest starting speed across, as a share of that outwards"},
    {"room", 2, 1.2f, 20, "width of the cube over that of the ball at the start"},
    {kSoftWalls, 1, 0, 1, kSoftWallsMeaning},
};

/// Lists the places of side^3 that are in the ball, about its middle and from below, but no more than
/// `count`. Returns false if there are fewer.
bool fill_ball(uint32_t side, uint32_t count, std::vector<Vec3>& places) {
    places.clear();
    const float middle = 0.5f * float(side - 1), radius2 = 0.25f * float(side) * float(side);
    for (uint32_t y = 0; y < side; ++y) {
        for (uint32_t z = 0; z < side; ++z) {
            for (uint32_t x = 0; x < side; ++x) {
                const Vec3 at = {float(x) - middle, float(y) - middle, float(z) - middle};
                if (dot(at, at) > radius2) continue;
                places.push_back(at);
                if (places.size() == count) return true;
            }
        }
    }
    return false;
}

Spawned spawn(const SpawnRequest& request) {
    const float radius = request.value("radius_m"), spacing = 2.1f * radius;
    const float mass = kSphereVolume * radius * radius * radius * request.value("density_kg_m3");
    // The lattice's places inside a ball, of a cube that has enough of them: a ball takes pi / 6 of its cube.
    std::vector<Vec3> places;
    const float wanted = cube_root(float(request.bodies) * 1.90986f);
    uint32_t side = wanted > 1 ? uint32_t(wanted) : 1;
    while (!fill_ball(side, request.bodies, places)) ++side;

    Spawned out;
    const float half = 0.5f * float(side) * spacing * request.value("room"), top = 2 * half;
    out.container = {{-half, 0, -half}, {half, top, half}};
    out.bodies.reserve(request.bodies);
    Random random(request.seed);
    const float speed = request.value("speed_m_s"), stray = speed * request.value("stray");
    for (const Vec3& place : places) {
        const Vec3 out_by = place * (2 / float(side));  // length at most 1
        const Vec3 across = random.vector(stray);
        const Vec3 velocity = out_by * (speed * (0.5f + 0.5f * random.unit())) + across;
        const Vec3 at = place * spacing + Vec3{0, half, 0};
        out.bodies.push_back({at, radius, velocity, mass, request.physics.gravity_m_s2, 0});
    }
    return out;
}

}  // namespace

bool register_burst() { return add_spawner({"burst", "a ball of spheres flies apart", kKeys, spawn}); }

}  // namespace sim
