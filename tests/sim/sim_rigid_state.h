// What a snapshot of bodies with shapes says of them as a whole, by brute force in double.
#pragma once
#include <algorithm>
#include <cmath>

#include "sim/world.h"

namespace testing_worlds {

inline sim::Vec3 spin_of(const sim::Scene& scene, const sim::RotationState& turn) {
    const sim::ShapeView& shape = scene.shapes[turn.shape]->shape.numbers;
    return sim::angular_velocity(turn.orientation, shape.inverse_inertia, turn.momentum);
}

/// Kinetic energy, that of rotation, and of height above the floor; what contacts hold is not in it.
inline double mechanical_energy_j(const sim::Scene& scene, const sim::Snapshot& state) {
    double sum = 0;
    for (size_t id = 0; id < state.bodies.size(); ++id) {
        const sim::Body& body = state.bodies[id];
        if (body.mass_kg == sim::kDrivenMass) continue;
        const sim::RotationState& turn = state.rotations[id];
        const sim::Vec3 spin = spin_of(scene, turn);
        sum += 0.5 * double(body.mass_kg) * double(dot(body.velocity_m_s, body.velocity_m_s));
        sum += 0.5 * double(dot(turn.momentum, spin));
        sum -= double(body.mass_kg) *
               double(dot(scene.physics.gravity_m_s2, body.position_m - state.container.min_m));
    }
    return sum;
}

/// How far the corners of a body that is not driven reach through the walls; below 0 if none does.
inline float outside_m(const sim::Scene& scene, const sim::Snapshot& state) {
    float most = -HUGE_VALF;
    for (size_t id = 0; id < state.bodies.size(); ++id) {
        if (state.bodies[id].mass_kg == sim::kDrivenMass) continue;
        const sim::RotationState& turn = state.rotations[id];
        const sim::Shape& shape = scene.shapes[turn.shape]->shape;
        const sim::Matrix3 axes = sim::rotation(turn.orientation);
        for (const sim::Vec4& point : shape.corners) {
            const sim::Vec3 at = state.bodies[id].position_m + axes * xyz(point);
            for (int axis = 0; axis < 3; ++axis) {
                most = std::max(
                    most, shape.numbers.box_margin_m + std::max(state.container.min_m[axis] - at[axis],
                                                                at[axis] - state.container.max_m[axis]));
            }
        }
    }
    return most;
}

inline bool all_finite(const sim::Snapshot& state) {
    for (size_t id = 0; id < state.bodies.size(); ++id) {
        const sim::Body& body = state.bodies[id];
        const sim::RotationState& turn = state.rotations[id];
        const sim::Quaternion& q = turn.orientation;
        if (!std::isfinite(length(body.position_m) + length(body.velocity_m_s) +
                           length(body.acceleration_m_s2) + length(turn.momentum) + length(turn.torque_nm) +
                           (q.w + q.x + q.y + q.z)))
            return false;
    }
    return true;
}

/// Returns the largest speed of a body's surface, m/s: of its centre, and of a point at its radius by its
/// spin.
inline float fastest_m_s(const sim::Scene& scene, const sim::Snapshot& state) {
    float most = 0;
    for (size_t id = 0; id < state.bodies.size(); ++id) {
        const sim::Body& body = state.bodies[id];
        if (body.mass_kg == sim::kDrivenMass) continue;
        const sim::RotationState& turn = state.rotations[id];
        const sim::Vec3 spin = spin_of(scene, turn);
        most = std::max(most, length(body.velocity_m_s) + body.radius_m * length(spin));
    }
    return most;
}

}  // namespace testing_worlds
