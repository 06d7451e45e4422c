// From a scene's physics to the numbers of a step: damping that gives the stated restitution, checks that the
// time step is fine enough.
#pragma once
#include <span>
#include <string>

#include "sim/math/motion.h"
#include "sim/scene.h"

namespace sim {

inline constexpr float kLeastStepsPerContact = 15;
inline constexpr float kLeastRestitution = 0.05f;  // below, the damper would need a finer step

/// Returns the greatest 2 * radius / mass: times the stiffness it is the square of the fastest contact's
/// angular frequency.
float stiffest_body(std::span<const Body> bodies);

/// Returns the greatest mass / radius^2: times gravity it is the least stiffness, see require_stiffness().
float heaviest_body(std::span<const Body> bodies);

/// A contact is a linear spring (Cundall and Strack 1979, A discrete numerical model for granular assemblies):
/// a sphere of mass m and radius r that lies on a plane sinks in by m g / (2 stiffness r), and on its way there
/// by twice that (a load that is applied at once, without damping). Throws BadSceneValue where that is more
/// than r, so that the centre goes through: where stiffness < m g / r^2.
void require_stiffness(const Physics& physics, float heaviest);

/// Steps that the shortest contact lasts.
float steps_per_contact(float stiffest, const Physics& physics);

/// Returns the share of critical damping at which a head-on impact, simulated with this many steps a contact,
/// ends with `restitution` (0.05 to 1).
float damping_ratio(float restitution, float steps_per_contact);

/// Throws BadSceneValue where gravity between the bodies is on and a number of it is out of range, or bodies may
/// sleep.
void require_gravity(const Physics& physics);

/// Computes the numbers of a step of spheres. Throws std::invalid_argument when the time step is too coarse
/// or a number is out of range.
StepNumbers make_step_numbers(const Physics& physics, const Container& container, float stiffest);

/// Longest time step of bodies with shapes, in s. With a coarser one a fast body may be past the middle of a
/// thin part when the contact is found.
inline constexpr float kMostRigidStep_s = 1.0f / 120;

/// Most substeps per step of bodies with shapes. More substeps steady tall stacks; they may add energy to
/// thrown bodies.
inline constexpr uint32_t kMostSubsteps = 4;

/// Computes the numbers of a step of bodies with shapes. Lengths of contacts follow from the thinnest part of
/// all meshes. Throws as make_step_numbers().
StepNumbers make_rigid_numbers(const Physics& physics, const Container& container,
                               std::span<const std::shared_ptr<const SceneShape>> shapes);

/// A driven mesh may not turn so far in a step that a point in its way is first found behind the middle of a
/// thin part, where the field pushes it out on the other side: its farthest point moves at most half of the
/// thinnest part of all meshes. Throws BadSceneValue.
void require_fine_turns(const Physics& physics, std::span<const std::shared_ptr<const SceneShape>> shapes);

/// Check whether a time step resolves how bodies pull each other; else speeds would grow until they are not
/// finite. Throws BadSceneValue where two of the heaviest bodies, at the distance of the greatest pull that
/// the softening leaves, and all bodies together from the border of the container, would move a body by more
/// than its width in one step.
class PullLimit {
public:
    explicit PullLimit(std::span<const Body> bodies);

    void require(const Physics& physics, const Container& container) const;

private:
    float heaviest_kg_ = 0, all_kg_ = 0;
};

}  // namespace sim
