// From a scene's physics to the numbers of a step: damping that gives the stated restitution, checks that the
// time step is fine enough.
#pragma once
#include <span>

#include "sim/math/solver.h"
#include "sim/scene.h"

namespace sim {

inline constexpr float kLeastStepsPerContact = 15;

/// Steps that the shortest contact lasts: that of the body with the least mass for its radius.
float steps_per_contact(std::span<const Body> bodies, const Physics& physics);

/// The share of critical damping at which a head-on impact, simulated with this many steps a contact, ends
/// with `restitution` (0.05 to 1).
float damping_ratio(float restitution, float steps_per_contact);

/// Throws std::invalid_argument when the time step is too coarse or a number is out of range.
StepNumbers make_step_numbers(const Physics& physics, const Container& container,
                              std::span<const Body> bodies);

}  // namespace sim
