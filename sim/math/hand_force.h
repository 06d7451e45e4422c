// The hand's force on a body: the last that a step adds to the others.
#pragma once
#include "sim/math/hand.h"
#include "sim/math/rolling.h"

namespace sim {

/// Returns the force of the hand on a sphere that does not turn.
HOST_DEVICE inline Vec3 hand_force(const Hand& hand, const Motion& body) {
    const Vec3 acceleration =
        hand.kind == Hand::pushes
            ? hand_push(hand, body.position_m, body.radius_m, body.velocity_m_s)
            : hand_acceleration(hand, body.position_m + hand.grip_m - hand.target_m, body.velocity_m_s);
    return acceleration * body.mass_kg;
}

/// Returns the force of the hand on a body that turns, with the torque about its centre. The body's rotation
/// is slowed too: the spring alone would let it swing.
HOST_DEVICE inline Wrench hand_wrench(const Hand& hand, const Motion& body, const Quaternion& orientation,
                                      const Vec3& spin_rad_s, const Vec3& momentum) {
    if (hand.kind == Hand::pushes) return {hand_force(hand, body), {0, 0, 0}};
    const Vec3 grip = rotation(orientation) * hand.grip_m;
    const Vec3 force = hand_acceleration(hand, body.position_m + grip - hand.target_m,
                                         body.velocity_m_s + cross(spin_rad_s, grip)) *
                       body.mass_kg;
    return {force, cross(grip, force) - momentum * hand.rate_1_s};
}

}  // namespace sim
