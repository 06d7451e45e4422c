// What spawn functions of gravity's scenes share: directions, normal deviates, Plummer's sphere, exact rest.
#pragma once
#include <vector>

#include "sim/scene.h"
#include "sim/scenes/lattice.h"
#include "sim/scenes/random.h"

namespace sim {

/// Uniform on the unit sphere, by rejection in the ball.
inline Vec3 direction(Random& random) {
    for (;;) {
        const Vec3 v = random.vector(1);
        const float squared = dot(v, v);
        if (squared > 1e-4f && squared <= 1) return v * (1 / sqrtf(squared));
    }
}

/// About normal, mean 0 and variance 1: the sum of twelve uniform numbers.
inline float normal_deviate(Random& random) {
    float sum = -6;
    for (int k = 0; k < 12; ++k) sum += random.unit();
    return sum;
}

/// Returns the radius of the sphere that contains the share `u` in [0, 1) of a Plummer sphere's mass, at scale 1.
inline float plummer_radius(float u) {
    const float root = cube_root(u > 0 ? u : 1e-8f);
    return root / sqrtf(1 - root * root);
}

/// Returns a radius at which bodies are small beside their distances, and soft enough for the time step: 2 r
/// / m, which makes a contact short, is at most 100 for a stiffness of 1 Pa.
inline float star_radius(float radius_m, float mass_kg) { return smaller(radius_m, 50 * mass_kg); }

/// Moves the bodies so that their centre of mass is at the origin and at rest.
inline void rest_at_origin(std::vector<Body>& bodies) {
    Vec3 place = {0, 0, 0}, momentum = {0, 0, 0};
    float mass = 0;
    for (const Body& body : bodies) {
        mass += body.mass_kg;
        place = place + (body.position_m - place) * (body.mass_kg / mass);
        momentum = momentum + (body.velocity_m_s - momentum) * (body.mass_kg / mass);
    }
    for (Body& body : bodies) {
        body.position_m = body.position_m - place;
        body.velocity_m_s = body.velocity_m_s - momentum;
    }
}

/// Returns a cube about the origin.
inline Container cube_of_side(float side_m) {
    const float half = 0.5f * side_m;
    return {{-half, -half, -half}, {half, half, half}};
}

}  // namespace sim
