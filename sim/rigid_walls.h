// The walls of the container, as bodies with shapes meet them.
#pragma once
#include "sim/manifold/pair_key.h"
#include "sim/manifold/search_body.h"
#include "sim/rigid_bodies.h"

namespace sim {

HOST_DEVICE inline Plane wall_of(uint32_t wall, const StepNumbers& numbers) {
    const int axis = int(wall / 2);
    Vec3 normal = {0, 0, 0};
    normal[axis] = wall % 2 == 0 ? 1.0f : -1.0f;
    return {normal, wall % 2 == 0 ? numbers.wall_min_m[axis] : -numbers.wall_max_m[axis]};
}

/// Returns a wall in the place of a body.
HOST_DEVICE inline RigidBody wall_body() {
    return {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 0};
}

/// Returns whether the box of a body, larger by `more_m` on each side, reaches through a wall. Never for a body
/// that is driven or set aside.
HOST_DEVICE inline bool reaches_wall(const SortedRigid& sorted, const StepNumbers& numbers, uint32_t slot,
                                     uint32_t wall, float more_m) {
    const SortedBodies& bodies = sorted.bodies;
    const Box& box = sorted.boxes[slot];
    const int axis = int(wall / 2);
    const bool beyond = wall % 2 == 0 ? box.min[axis] - more_m < numbers.wall_min_m[axis]
                                      : box.max[axis] + more_m > numbers.wall_max_m[axis];
    return beyond && !driven(bodies.velocity_mass[slot].w) &&
           !is_aside(xyz(bodies.position_radius[slot]), bodies.id[slot]);
}

}  // namespace sim
