// Plummer's sphere in equilibrium: a cluster of stars that neither falls together nor flies apart.
#include "sim/scenes/stars.h"

namespace sim {
namespace {

constexpr SpawnKey kKeys[] = {
    {"mass_kg", 1, 1e-6f, 1e9f, "mass of all bodies together in kg"},
    {"scale_m", 1, 1e-3f, 1e3f, "Plummer's radius in metres: a third of the mass lies within it"},
    {"radius_m", 0.002f, 1e-6f, 1, "radius of every body in metres, at most"},
};

constexpr float kInside = 0.99f;  // of the mass, which ends at 12 Plummer radii

/// Returns a speed as a share of that of escape, by the distribution function: q^2 (1 - q^2)^(7/2), by rejection.
float escape_share(Random& random) {
    constexpr float kMost = 0.1f;  // a little above the greatest value
    for (;;) {
        const float q = random.unit(), left = 1 - q * q;
        if (kMost * random.unit() < q * q * (left * left * left * sqrtf(left))) return q;
    }
}

Spawned spawn(const SpawnRequest& request) {
    const float scale = request.value("scale_m"), all = request.value("mass_kg");
    const float mass = all / float(request.bodies);
    Spawned out;
    out.container = cube_of_side(40 * scale);
    out.bodies.reserve(request.bodies);
    Random random(request.seed);
    for (uint32_t id = 0; id < request.bodies; ++id) {
        const float r = plummer_radius(kInside * random.unit());
        const float pull = request.physics.gravity.constant_n_m2_kg2 * all / scale;
        const float escape = sqrtf(2 * pull / sqrtf(r * r + 1));
        const Vec3 place = direction(random) * (r * scale);
        const float speed = escape_share(random) * escape;
        out.bodies.push_back({place, star_radius(request.value("radius_m"), mass), direction(random) * speed,
                              mass, request.physics.gravity_m_s2, 0});
    }
    rest_at_origin(out.bodies);
    return out;
}

std::vector<SpawnGroup> groups(const SpawnRequest& request) { return {{"stars", request.bodies, 0}}; }

}  // namespace

bool register_plummer() {
    return add_spawner({.name = "plummer",
                        .sentence = "a cluster of stars in equilibrium",
                        .keys = kKeys,
                        .spawn = spawn,
                        .groups = groups});
}

}  // namespace sim
