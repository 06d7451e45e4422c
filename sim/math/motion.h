// A body in motion, and the numbers of a step: what the law of solver.h works on.
#pragma once
#include <cstddef>

#include "sim/math/constraint_law.h"
#include "sim/math/hand.h"
#include "sim/math/vec3.h"

namespace sim {

/// The numbers of a step, made on the host by make_step_numbers() and read by every stage.
struct StepNumbers {
    float dt_s;
    Vec3 gravity_m_s2;
    float stiffness_pa;
    float damping_ratio;  // of critical; gives the scene's restitution at its number of steps a contact
    float friction;
    float sleep_speed2;  // square of the sleep speed; 0: bodies never sleep
    float sleep_time_s;
    Vec3 wall_min_m, wall_max_m;

    // A body is clear of the walls that on no axis reaches `clear_m` from their middle. A centre nearer than
    // `inside_m` to it on each axis is inside, and |v| fast_s <= r on each is not fast, where that is counted; where
    // not, these hold for all that is finite.
    Vec4 middle_m, clear_m, inside_m, fast_s;
    uint32_t closed;  // 1: no body may leave the walls, and who has is counted

    // Of bodies with shapes.
    ConstraintLaw constraint;
    float air_drag_per_m;

    Hand hand;
};

/// A body as a step carries it: velocity at the half step after integrate(), at the full step after solve().
struct Motion {
    Vec3 position_m;
    float radius_m;
    Vec3 velocity_m_s;
    float mass_kg;
    Vec3 acceleration_m_s2;
    float still_s;
};
// lanes.h reads these four at a time.
static_assert(offsetof(Motion, radius_m) == offsetof(Motion, position_m) + sizeof(Vec3));
static_assert(offsetof(Motion, mass_kg) == offsetof(Motion, velocity_m_s) + sizeof(Vec3));

HOST_DEVICE inline bool asleep(float still_s, const StepNumbers& numbers) {
    return numbers.sleep_speed2 > 0 && still_s >= numbers.sleep_time_s;
}

}  // namespace sim
