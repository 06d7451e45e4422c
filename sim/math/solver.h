// One body's motion and one contact's force, written once for both backends (contract, part 4).
//
// Contacts are springs with dampers: two spheres that overlap by d push each other with k d + c u, never
// pulling, where u is the speed of approach. Time goes by velocity Verlet, so free fall is exact to rounding
// and elastic contacts keep their energy.
#pragma once
#include "sim/math/lanes.h"
#include "sim/math/motion.h"

namespace sim {

/// Makes the first half of velocity Verlet: half a kick, then a whole drift. A sleeping body stays where it is.
HOST_DEVICE inline Motion integrate(Motion body, const StepNumbers& numbers) {
    if (asleep(body.still_s, numbers)) return body;
    body.velocity_m_s = body.velocity_m_s + body.acceleration_m_s2 * (0.5f * numbers.dt_s);
    body.position_m = body.position_m + body.velocity_m_s * numbers.dt_s;
    return body;
}

inline constexpr float kSlipShare = 0.2f;  // of a slip that friction takes away in a step, at most

/// A contact's force, and what it is made of.
struct ContactForce {
    Vec3 force_n;
    Vec3 drag_n;  // the opposite of the friction in it
    float push_n;
};

/// Returns the push along `normal` and the friction across it. `overlap_m` > 0, `velocity` is relative to the
/// other side, `stiffness` in N/m, `mass` is the effective mass of the two sides, `slip_mass` that of a slip.
HOST_DEVICE inline ContactForce contact_force(const Vec3& normal, float overlap_m, const Vec3& velocity,
                                              float stiffness, float mass, float slip_mass,
                                              const StepNumbers& numbers) {
    const float along = dot(velocity, normal);
    const float approach = -along;

    // In the first step of a contact the sample stands for the part of the step since the surfaces met, plus
    // the half step that follows: this keeps the restitution independent of where in a step they meet.
    float share = 1;
    if (approach > 0 && overlap_m < approach * numbers.dt_s)
        share = overlap_m / (approach * numbers.dt_s) + 0.5f;

    const float damping = 2 * numbers.damping_ratio * sqrtf(stiffness * mass);
    const float push = stiffness * overlap_m + damping * approach * share;
    if (!(push > 0)) return {{0, 0, 0}, {0, 0, 0}, 0};

    // Coulomb friction, made smooth below the speed that it could stop within a few steps.
    ContactForce out = {normal * push, {0, 0, 0}, push};
    const Vec3 slip = velocity - normal * along;
    const float slip_speed = length(slip);
    if (slip_speed > 0 && numbers.friction > 0) {
        const float viscous = kSlipShare * slip_mass / numbers.dt_s * slip_speed;
        const float pull = smaller(numbers.friction * push, viscous);
        out.drag_n = slip * (pull / slip_speed);
        out.force_n = out.force_n - out.drag_n;
    }
    return out;
}

/// Returns the force on body a from body b. Exactly opposite to the force on b from a. a_first() says whether
/// a has the smaller id: it is only asked for two centres at one point.
template <class Ask>
HOST_DEVICE inline Vec3 sphere_force(const Motion& a, const Motion& b, Ask a_first,
                                     const StepNumbers& numbers) {
    const Vec3 d = a.position_m - b.position_m;
    const float distance = length(d);
    const float overlap = a.radius_m + b.radius_m - distance;
    if (!(overlap > 0)) return {0, 0, 0};
    Vec3 normal;  // written out here: nvcc does not unroll the loop over contacts otherwise
    if (distance > 0) {
        normal = {d.x / distance, d.y / distance, d.z / distance};
    } else {
        normal = {0, a_first() ? -1.0f : 1.0f, 0};
    }
    const float radius = 2 * (a.radius_m * b.radius_m) / (a.radius_m + b.radius_m);
    const float mass = a.mass_kg * b.mass_kg / (a.mass_kg + b.mass_kg);
    return contact_force(normal, overlap, a.velocity_m_s - b.velocity_m_s, numbers.stiffness_pa * radius,
                         mass, mass, numbers)
        .force_n;
}

/// Returns the force of a plane that stands: the other side is a sphere without end.
HOST_DEVICE inline Vec3 plane_force(const Vec3& normal, float overlap_m, const Motion& body,
                                    const StepNumbers& numbers) {
    return contact_force(normal, overlap_m, body.velocity_m_s, numbers.stiffness_pa * 2 * body.radius_m,
                         body.mass_kg, body.mass_kg, numbers)
        .force_n;
}

/// Returns whether a body is clear of all walls, as nearly all are. May be false for a body that no wall pushes.
template <class L = Lanes>
HOST_DEVICE inline bool clear_of_walls(const Motion& body, const StepNumbers& numbers) {
    const auto sphere = L::load(body, &Motion::position_m, &Motion::radius_m);
    const auto away = L::magnitude(L::minus(sphere, L::load(numbers.middle_m)));
    return L::all_xyz(L::less(L::plus(away, L::broadcast_w(sphere)), L::load(numbers.clear_m)));
}

/// Returns the force of the container's six walls on a body; with its torque where the body rolls.
template <class Body>
HOST_DEVICE inline auto wall_force(const Body& body, const StepNumbers& numbers) {
    decltype(plane_force({}, 0, body, numbers)) force = {};
    if (clear_of_walls(body, numbers)) return force;
    for (int axis = 0; axis < 3; ++axis) {
        for (int side = 0; side < 2; ++side) {
            const float gap = side == 0 ? body.position_m[axis] - numbers.wall_min_m[axis]
                                        : numbers.wall_max_m[axis] - body.position_m[axis];
            const float overlap = body.radius_m - gap;
            if (!(overlap > 0)) continue;
            Vec3 normal = {0, 0, 0};
            normal[axis] = side == 0 ? 1.0f : -1.0f;
            force = force + plane_force(normal, overlap, body, numbers);
        }
    }
    return force;
}

/// The second half of velocity Verlet, with the force at the new place.
HOST_DEVICE inline void kick(Motion& body, const Vec3& force, const StepNumbers& numbers) {
    const float inverse_mass = 1 / body.mass_kg;
    body.acceleration_m_s2 = force * inverse_mass + numbers.gravity_m_s2;
    body.velocity_m_s = body.velocity_m_s + body.acceleration_m_s2 * (0.5f * numbers.dt_s);
}

/// Advances the sleep clock of a body that was slow, or not, in this step. Returns whether it sleeps from now on.
HOST_DEVICE inline bool fall_asleep(Motion& body, bool slow, const StepNumbers& numbers) {
    body.still_s = slow ? body.still_s + numbers.dt_s : 0;
    if (!(body.still_s >= numbers.sleep_time_s)) return false;
    body.velocity_m_s = {0, 0, 0};
    body.acceleration_m_s2 = {0, 0, 0};
    return true;
}

/// Ends a body's step.
HOST_DEVICE inline Motion finish_step(Motion body, const Vec3& force, const StepNumbers& numbers) {
    kick(body, force, numbers);
    if (numbers.sleep_speed2 > 0)
        fall_asleep(body, dot(body.velocity_m_s, body.velocity_m_s) < numbers.sleep_speed2, numbers);
    return body;
}

}  // namespace sim
