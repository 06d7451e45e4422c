// Energy of a snapshot, by brute force in double: kinetic, of rotation where spheres roll, height, and springs of
// contacts and walls.
#pragma once
#include <algorithm>
#include <cmath>

#include "sim/world.h"

namespace testing_worlds {

struct Energy {
    double kinetic = 0, rotation = 0, height = 0, springs = 0;
    double total() const { return kinetic + rotation + height + springs; }
};

inline double distance(const sim::Vec3& a, const sim::Vec3& b) {
    const double x = double(a.x) - b.x, y = double(a.y) - b.y, z = double(a.z) - b.z;
    return std::sqrt(x * x + y * y + z * z);
}

/// Overlap of two bodies, in metres; not above 0 when they do not touch.
inline double overlap_of(const sim::Body& a, const sim::Body& b) {
    return double(a.radius_m) + b.radius_m - distance(a.position_m, b.position_m);
}

inline Energy energy_of(const sim::Snapshot& snapshot, const std::vector<uint32_t>& pairs,
                        const sim::Physics& physics) {
    Energy sum;
    for (size_t id = 0; id < snapshot.rotations.size(); ++id) {
        const sim::Body& b = snapshot.bodies[id];
        const sim::Vec3& m = snapshot.rotations[id].momentum;
        const double squared = double(m.x) * m.x + double(m.y) * m.y + double(m.z) * m.z;
        sum.rotation += squared / (2 * 0.4 * double(b.mass_kg) * b.radius_m * b.radius_m);
    }
    for (const sim::Body& b : snapshot.bodies) {
        for (int axis = 0; axis < 3; ++axis) {
            const double v = b.velocity_m_s[axis], p = b.position_m[axis];
            sum.kinetic += 0.5 * b.mass_kg * v * v;
            sum.height -=
                double(b.mass_kg) * physics.gravity_m_s2[axis] * (p - snapshot.container.min_m[axis]);
            const double low = b.radius_m - (p - snapshot.container.min_m[axis]);
            const double high = b.radius_m - (snapshot.container.max_m[axis] - p);
            for (const double overlap : {low, high}) {
                const double in = std::max(overlap, 0.0);
                sum.springs += 0.5 * physics.stiffness_pa * 2 * b.radius_m * in * in;
            }
        }
    }
    for (size_t p = 0; p < pairs.size(); p += 2) {
        const sim::Body &a = snapshot.bodies[pairs[p]], &b = snapshot.bodies[pairs[p + 1]];
        const double overlap = std::max(overlap_of(a, b), 0.0);
        const double radius = 2.0 * a.radius_m * b.radius_m / (double(a.radius_m) + b.radius_m);
        sum.springs += 0.5 * physics.stiffness_pa * radius * overlap * overlap;
    }
    return sum;
}

inline Energy energy_of(sim::World& world) {
    const auto pairs = world.pairs_by_id();
    return energy_of(world.snapshot(), pairs, world.config().scene.physics);
}

}  // namespace testing_worlds
