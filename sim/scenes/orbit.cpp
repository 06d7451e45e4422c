// Pairs of bodies on elliptic orbits, each far from the next; with two bodies the problem that Kepler solved.
#include "sim/scenes/stars.h"

namespace sim {
namespace {

constexpr SpawnKey kKeys[] = {
    {"axis_m", 1, 0.1f, 100, "half the long axis of the orbit of one body about the other, in metres"},
    {"eccentricity", 0.5f, 0, 0.9f, "eccentricity of the orbit; 0 is a circle"},
    {"mass_kg", 1, 1e-6f, 1e6f, "mass of the heavier body of a pair in kg"},
    {"mass_ratio", 0.5f, 1e-6f, 1, "mass of the lighter body over that of the heavier one"},
    {"radius_m", 0.02f, 1e-6f, 1, "radius of the heavier body in metres, at most"},
};

constexpr float kApart = 100;  // pairs, in halves of the long axis

Spawned spawn(const SpawnRequest& request) {
    const float axis = request.value("axis_m"), eccentricity = request.value("eccentricity");
    const float masses[2] = {request.value("mass_kg"),
                             request.value("mass_kg") * request.value("mass_ratio")};
    const float mass = masses[0] + masses[1];

    // They start where they are farthest from each other.
    const float distance = axis * (1 + eccentricity);
    const float speed =
        sqrtf(request.physics.gravity.constant_n_m2_kg2 * mass * (1 - eccentricity) / distance);
    const uint32_t side = cube_side((uint64_t{request.bodies} + 1) / 2);
    const float step = kApart * axis, half = 0.5f * float(side - 1) * step;

    Spawned out;
    out.container = cube_of_side(float(side) * step);
    for (uint32_t id = 0; id < request.bodies; ++id) {
        const uint32_t pair = id / 2, which = id % 2;
        const Vec3 centre = {float(pair % side) * step - half, float(pair / side % side) * step - half,
                             float(pair / (side * side)) * step - half};
        const float share = which == 0 ? 0 - masses[1] / mass : masses[0] / mass;
        out.bodies.push_back({centre + Vec3{distance * share, 0, 0},
                              star_radius(request.value("radius_m"), masses[which]),
                              {0, 0, 0 - speed * share},
                              masses[which],
                              request.physics.gravity_m_s2,
                              0});
    }
    return out;
}

}  // namespace

bool register_orbit() {
    return add_spawner({"orbit", "pairs of bodies move about each other on ellipses", kKeys, spawn});
}

}  // namespace sim
