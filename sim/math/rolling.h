// Spheres that may roll: what solver.h has for a sphere's motion and its contacts, with rotation and torques.
//
// A sphere is a solid ball, with inertia 2/5 m r^2 about every axis: angular velocity and momentum have one
// direction. Friction acts on the slip of the two surfaces at the contact point. A tangential force there moves
// the surface of a ball by its mass and by its inertia, 1/m + r^2/I = 7/2 1/m: the slip feels 2/7 of the mass
// that the approach feels.
#pragma once
#include "sim/math/rigid.h"
#include "sim/math/solver.h"

namespace sim {

inline constexpr float kBallInertia = 0.4f;             // over m r^2
inline constexpr float kRollingSlipMass = 2.0f / 7.0f;  // over the effective mass of the approach

/// A sphere as a step carries it. The torque is used up as the acceleration is.
struct RollingMotion : Motion {
    Vec3 momentum;  // angular, kg m2/s, in world axes
    Vec3 torque_nm;
};

/// A force at a contact point and its torque about the sphere's centre.
struct Wrench {
    Vec3 force_n = {0, 0, 0}, torque_nm = {0, 0, 0};
};

HOST_DEVICE inline Wrench operator+(const Wrench& a, const Wrench& b) {
    return {a.force_n + b.force_n, a.torque_nm + b.torque_nm};
}

HOST_DEVICE inline float ball_inertia(float radius_m, float mass_kg) {
    return kBallInertia * mass_kg * (radius_m * radius_m);
}

HOST_DEVICE inline Vec3 spin_of(const Vec3& momentum, float radius_m, float mass_kg) {
    return momentum * (1 / ball_inertia(radius_m, mass_kg));
}
HOST_DEVICE inline Vec3 spin_of(const RollingMotion& body) {
    return spin_of(body.momentum, body.radius_m, body.mass_kg);
}

/// Square of the speed at which the surface turns.
HOST_DEVICE inline float surface_speed2(const Vec3& momentum, float radius_m, float mass_kg) {
    const Vec3 spin = spin_of(momentum, radius_m, mass_kg);
    return dot(spin, spin) * (radius_m * radius_m);
}

/// First half of velocity Verlet of an awake body's rotation: half a kick, then a whole turn. Of a ball the
/// angular velocity is that of the midpoint all the way.
HOST_DEVICE inline void integrate_rotation(Quaternion& orientation, Vec3& momentum, const Vec3& torque_nm,
                                           float radius_m, float mass_kg, float dt_s) {
    momentum = momentum + torque_nm * (0.5f * dt_s);
    if (dot(momentum, momentum) > 0)
        orientation = turned(orientation, spin_of(momentum, radius_m, mass_kg), dt_s);
}

/// The two sides of a contact, seen from one of them.
struct RollingContact {
    Vec3 normal;  // towards this body
    float overlap_m;
    Vec3 velocity;        // of this side's surface against the other's, at the contact point
    float spin_rad_s;     // against the other side, about the normal
    float lever_m;        // from the centre to the contact point
    float radius_m;       // of the contact: 2 a b / (a + b) of the two radii
    float mass, inertia;  // effective ones of the two sides
};

/// Friction across the normal, and about it: there the lever is that of an even push on the circle in which
/// the surfaces cross.
HOST_DEVICE inline Wrench contact_wrench(const RollingContact& contact, const StepNumbers& numbers) {
    const ContactForce own = contact_force(contact.normal, contact.overlap_m, contact.velocity,
                                           numbers.stiffness_pa * contact.radius_m, contact.mass,
                                           kRollingSlipMass * contact.mass, numbers);
    Wrench wrench = {own.force_n, cross(contact.normal, own.drag_n) * contact.lever_m};
    const float speed = fabsf(contact.spin_rad_s);
    if (speed > 0 && numbers.friction > 0 && own.push_n > 0) {
        const float lever = (2.0f / 3.0f) * sqrtf(contact.radius_m * contact.overlap_m);
        const float viscous = kSlipShare * contact.inertia / numbers.dt_s * speed;
        const float brake = smaller(numbers.friction * own.push_n * lever, viscous);
        wrench.torque_nm = wrench.torque_nm - contact.normal * (contact.spin_rad_s > 0 ? brake : -brake);
    }
    return wrench;
}

/// Returns the wrench on body a from body b; see the function of this name in solver.h. Both sides act at the
/// point that divides the line of centres as the radii do, so that angular momentum is kept about any point.
template <class Ask>
HOST_DEVICE inline Wrench sphere_force(const RollingMotion& a, const RollingMotion& b, Ask a_first,
                                       const StepNumbers& numbers) {
    const Vec3 d = a.position_m - b.position_m;
    const float distance = length(d), reach = a.radius_m + b.radius_m;
    const float overlap = reach - distance;
    if (!(overlap > 0)) return {};
    Vec3 normal = {0, 0, 0};
    if (distance > 0) {
        normal = {d.x / distance, d.y / distance, d.z / distance};
    } else {
        normal.y = a_first() ? -1.0f : 1.0f;
    }
    const float share = distance / reach;
    const float lever_a = a.radius_m * share, lever_b = b.radius_m * share;
    const Vec3 spin_a = spin_of(a), spin_b = spin_of(b);
    const float inertia_a = ball_inertia(a.radius_m, a.mass_kg),
                inertia_b = ball_inertia(b.radius_m, b.mass_kg);
    return contact_wrench(
        {.normal = normal,
         .overlap_m = overlap,
         .velocity = (a.velocity_m_s - b.velocity_m_s) - cross(spin_a * lever_a + spin_b * lever_b, normal),
         .spin_rad_s = dot(spin_a - spin_b, normal),
         .lever_m = lever_a,
         .radius_m = 2 * (a.radius_m * b.radius_m) / (a.radius_m + b.radius_m),
         .mass = a.mass_kg * b.mass_kg / (a.mass_kg + b.mass_kg),
         .inertia = inertia_a * inertia_b / (inertia_a + inertia_b)},
        numbers);
}

/// Returns the force from a fixed plane: the other side is a sphere of infinite radius, and the lever the
/// whole radius.
HOST_DEVICE inline Wrench plane_force(const Vec3& normal, float overlap_m, const RollingMotion& body,
                                      const StepNumbers& numbers) {
    const Vec3 spin = spin_of(body);
    return contact_wrench({.normal = normal,
                           .overlap_m = overlap_m,
                           .velocity = body.velocity_m_s - cross(spin * body.radius_m, normal),
                           .spin_rad_s = dot(spin, normal),
                           .lever_m = body.radius_m,
                           .radius_m = 2 * body.radius_m,
                           .mass = body.mass_kg,
                           .inertia = ball_inertia(body.radius_m, body.mass_kg)},
                          numbers);
}

/// Second half of velocity Verlet, then the sleep clock: a body that turns fast is awake.
HOST_DEVICE inline RollingMotion finish_step(RollingMotion body, const Wrench& sum,
                                             const StepNumbers& numbers) {
    kick(body, sum.force_n, numbers);
    body.torque_nm = sum.torque_nm;
    body.momentum = body.momentum + body.torque_nm * (0.5f * numbers.dt_s);
    if (numbers.sleep_speed2 > 0) {
        const bool slow = dot(body.velocity_m_s, body.velocity_m_s) < numbers.sleep_speed2 &&
                          surface_speed2(body.momentum, body.radius_m, body.mass_kg) < numbers.sleep_speed2;
        if (fall_asleep(body, slow, numbers)) body.momentum = body.torque_nm = {0, 0, 0};
    }
    return body;
}

}  // namespace sim
