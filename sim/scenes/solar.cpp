// A sun and a disc of many light bodies on nearly circular orbits about it.
#include "sim/scenes/stars.h"

namespace sim {
namespace {

constexpr SpawnKey kKeys[] = {
    {"sun_kg", 1, 1e-3f, 1e6f, "mass of the sun in kg"},
    {"disc_share", 0.001f, 1e-6f, 0.5f, "mass of all others together over that of the sun"},
    {"inner_m", 1, 0.1f, 1000, "radius of the disc's inner edge in metres"},
    {"outer_m", 4, 0.1f, 1000, "radius of its outer edge in metres"},
    {"thickness", 0.01f, 0, 0.5f, "height of the disc over the radius"},
    {"sun_radius_m", 0.2f, 1e-6f, 10, "radius of the sun in metres"},
    {"radius_m", 0.005f, 1e-6f, 1, "radius of the others in metres, at most"},
};

Spawned spawn(const SpawnRequest& request) {
    const float sun = request.value("sun_kg"), inner = request.value("inner_m"),
                outer = request.value("outer_m");
    if (!(inner < outer)) throw BadSceneValue("spawn", "outer_m", " must be above inner_m");
    const float mass = sun * request.value("disc_share") / float(request.bodies > 1 ? request.bodies - 1 : 1);
    Spawned out;
    out.container = cube_of_side(8 * outer);
    out.bodies.push_back(
        {{0, 0, 0}, request.value("sun_radius_m"), {0, 0, 0}, sun, request.physics.gravity_m_s2, 0});
    Random random(request.seed);
    while (out.bodies.size() < request.bodies) {
        // Even over the area of the ring: by rejection in the square around it.
        const float x = outer * random.signed_unit(), z = outer * random.signed_unit();
        const float squared = x * x + z * z;
        if (!(squared >= inner * inner && squared <= outer * outer)) continue;
        const float radius = sqrtf(squared);
        const float speed = sqrtf(request.physics.gravity.constant_n_m2_kg2 * sun / radius);
        const float tilt = request.value("thickness");
        out.bodies.push_back(
            {{x, tilt * radius * random.signed_unit(), z},
             star_radius(request.value("radius_m"), mass),
             {speed * z / radius, tilt * speed * random.signed_unit(), 0 - speed * x / radius},
             mass,
             request.physics.gravity_m_s2,
             0});
    }
    return out;
}

std::vector<SpawnGroup> groups(const SpawnRequest& request) {
    return {{"sun", 1, 1}, {"planets", request.bodies, 0}};
}

}  // namespace

bool register_solar() {
    return add_spawner({.name = "solar",
                        .sentence = "light bodies in a disc move about a sun",
                        .keys = kKeys,
                        .spawn = spawn,
                        .groups = groups});
}

}  // namespace sim
