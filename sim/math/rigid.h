// A rigid body's rotation, for both backends. The state is the orientation and the angular momentum in world
// axes: without a torque the momentum does not change by a bit, however the body tumbles.
#pragma once
#include "sim/math/matrix.h"

namespace sim {

struct alignas(16) Quaternion {
    float w, x, y, z;
};

/// Returns the matrix that rotates from the body's axes to the world's. `q` has length 1.
HOST_DEVICE inline Matrix3 rotation(const Quaternion& q) {
    const float xx = 2 * (q.x * q.x), yy = 2 * (q.y * q.y), zz = 2 * (q.z * q.z);
    const float xy = 2 * (q.x * q.y), xz = 2 * (q.x * q.z), yz = 2 * (q.y * q.z);
    const float wx = 2 * (q.w * q.x), wy = 2 * (q.w * q.y), wz = 2 * (q.w * q.z);
    return {{1 - (yy + zz), xy + wz, xz - wy},
            {xy - wz, 1 - (xx + zz), yz + wx},
            {xz + wy, yz - wx, 1 - (xx + yy)}};
}

/// Returns a body's inverse inertia times a vector of the world.
HOST_DEVICE inline Vec3 inverse_inertia_times(const Matrix3& rotation, const SymmetricMatrix& inverse_inertia,
                                              const Vec3& v) {
    return rotation * (inverse_inertia * transposed_times(rotation, v));
}

HOST_DEVICE inline Vec3 angular_velocity(const Quaternion& q, const SymmetricMatrix& inverse_inertia,
                                         const Vec3& momentum) {
    return inverse_inertia_times(rotation(q), inverse_inertia, momentum);
}

/// Turned at a constant angular velocity, to the second order of the angle. What restores the length is a
/// small term that is added together with the turn: dividing all of q by its length would round it twice, and
/// over thousands of slow steps the energy drifts ten times as far. That term keeps the length in turns of up to
/// a right angle: no step resolves more, so more becomes one, and what is no number, or so large that its square
/// hardly is one, turns nobody.
HOST_DEVICE inline Quaternion turned(const Quaternion& q, const Vec3& velocity, float time_s) {
    constexpr float kMostSquare = 1e30f;
    Vec3 half = velocity * (0.5f * time_s);  // tangent of half the angle, about its axis
    const float half2 = dot(half, half);
    if (!(half2 <= 1)) half = half2 < kMostSquare ? half * (1 / sqrtf(half2)) : Vec3{0, 0, 0};
    const Quaternion step = {
        -(half.x * q.x + half.y * q.y + half.z * q.z), half.x * q.w + half.y * q.z - half.z * q.y,
        half.y * q.w + half.z * q.x - half.x * q.z, half.z * q.w + half.x * q.y - half.y * q.x};
    const float length2 = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    const float step2 = step.w * step.w + step.x * step.x + step.y * step.y + step.z * step.z;
    const float mend = (1 / sqrtf(1 + step2) - 1) - 0.5f * (length2 - 1);  // the step is across q
    return {q.w + (step.w + mend * (q.w + step.w)), q.x + (step.x + mend * (q.x + step.x)),
            q.y + (step.y + mend * (q.y + step.y)), q.z + (step.z + mend * (q.z + step.z))};
}

/// Steps an orientation by the midpoint rule: with the angular velocity of half a step later.
HOST_DEVICE inline Quaternion step_orientation(const Quaternion& q, const SymmetricMatrix& inverse_inertia,
                                               const Vec3& momentum, float dt_s) {
    const Quaternion middle = turned(q, angular_velocity(q, inverse_inertia, momentum), 0.5f * dt_s);
    return turned(q, angular_velocity(middle, inverse_inertia, momentum), dt_s);
}

/// No body turns further in a step: contacts of one that does are found where it no longer is, and give it energy.
inline constexpr float kMostTurnAStep = 0.7853982f;  // an eighth of a turn

HOST_DEVICE inline Vec3 limited_momentum(const Vec3& momentum, const Vec3& spin_rad_s, float dt_s) {
    const float turn2 = dot(spin_rad_s, spin_rad_s) * (dt_s * dt_s);
    if (!(turn2 > kMostTurnAStep * kMostTurnAStep)) return momentum;
    return momentum * (kMostTurnAStep / sqrtf(turn2));
}

}  // namespace sim
