// Friction of a contact between two rigid bodies: once a pair, at the centroid of the contact. It takes from
// the slip across the contact's direction, and from the spin about it, at most what Coulomb's law allows.
//
// With memory it holds like a spring below that limit, which is what keeps a heap on a slope; the spring
// slides along when it is stretched further (Cundall and Strack 1979).
#pragma once
#include "sim/math/contact_law.h"
#include "sim/math/rigid.h"
#include "sim/narrow/point_sums.h"

namespace sim {

/// A body as the law sees it. A driven one has no inverse mass and no inverse inertia.
struct RigidBody {
    Vec3 position_m, velocity_m_s, angular_velocity;
    Matrix3 rotation;
    float inverse_mass;
    SymmetricMatrix inverse_inertia;  // in the body frame

    HOST_DEVICE Vec3 turn_by(const Vec3& impulse) const {
        return inverse_inertia_times(rotation, inverse_inertia, impulse);
    }
};

/// On body a. Body b gets the opposite, see on_other().
struct PairForce {
    Vec3 force_n;
    float push_n;    // along the mean direction of the contact
    Vec3 moment_nm;  // about the centre of a
    float energy_j;  // that the contact holds
};

/// What a contact remembers of its friction; zero when it begins.
struct FrictionState {
    Vec3 slip_m = {0, 0, 0};  // of a against b, no further than the spring holds
    float twist_rad = 0;      // likewise, about the contact's direction
};

inline constexpr float kViscousShare = 0.2f;     // of the slip that friction may take away in a step
inline constexpr float kTangentialShare = 0.5f;  // of the contact's stiffness that a held slip has

/// Steps the spring, and returns what it and the viscous part push back with, at most `most`.
HOST_DEVICE inline Vec3 held_slip(Vec3& slip, const Vec3& velocity, float viscous, float stiffness,
                                  float dt_s, float most) {
    slip = slip + velocity * dt_s;
    const float stretched = stiffness * length(slip);
    if (stretched > most) slip = slip * (most / stretched);
    const Vec3 pull = slip * stiffness + velocity * viscous;
    const float size = length(pull);
    return size > most ? pull * (-most / size) : pull * -1;
}

HOST_DEVICE inline float held_twist(float& twist, float spin, float viscous, float stiffness, float dt_s,
                                    float most) {
    twist += spin * dt_s;
    if (stiffness * fabsf(twist) > most) twist = twist > 0 ? most / stiffness : -most / stiffness;
    const float brake = stiffness * twist + viscous * spin;
    return fabsf(brake) > most ? (brake > 0 ? -most : most) : -brake;
}

/// Adds to `out`, whose push is not below 0. `normal` is the contact's mean direction.
HOST_DEVICE inline void add_friction(const PointSums& sums, const RigidBody& a, const RigidBody& b,
                                     const Vec3& normal, const ContactLaw& law, FrictionState& state,
                                     PairForce& out) {
    const Vec3 from_a = sums.place * (1 / sums.squared), from_b = from_a + (a.position_m - b.position_m);
    const Vec3 velocity = a.velocity_m_s + cross(a.angular_velocity, from_a) - b.velocity_m_s -
                          cross(b.angular_velocity, from_b);
    const Vec3 slip = velocity - normal * dot(velocity, normal);
    const float speed = length(slip), most = law.friction * out.push_n;
    if (!law.memory) state = {};
    const float stiffness = law.memory ? kTangentialShare * law.stiffness_n_m : 0;
    state.slip_m = state.slip_m - normal * dot(state.slip_m, normal);
    const float held = length(state.slip_m);
    if (speed > 0 || held > 0) {
        const Vec3 along = speed > 0 ? slip * (1 / speed) : state.slip_m * (1 / held);
        const Vec3 arm_a = cross(from_a, along), arm_b = cross(from_b, along);
        const float inverse_mass =
            a.inverse_mass + b.inverse_mass + dot(arm_a, a.turn_by(arm_a)) + dot(arm_b, b.turn_by(arm_b));
        const Vec3 pull = held_slip(state.slip_m, slip, kViscousShare / (law.dt_s * inverse_mass), stiffness,
                                    law.dt_s, most);
        out.force_n = out.force_n + pull;
        out.moment_nm = out.moment_nm + cross(from_a, pull);
    }

    const float spin = dot(a.angular_velocity - b.angular_velocity, normal);
    const float spread2 = sums.place2 / sums.squared - dot(from_a, from_a);
    if (!(spread2 > 0)) state.twist_rad = 0;
    if ((spin != 0 || state.twist_rad != 0) && spread2 > 0) {
        const float inverse_inertia = dot(normal, a.turn_by(normal)) + dot(normal, b.turn_by(normal));
        out.moment_nm =
            out.moment_nm + normal * held_twist(state.twist_rad, spin,
                                                kViscousShare / (law.dt_s * inverse_inertia),
                                                stiffness * spread2, law.dt_s, most * sqrtf(spread2));
    }
    if (!law.memory) state = {};
}

}  // namespace sim
