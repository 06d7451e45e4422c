// The pull on one body in a step, computed again on the host from the bodies alone: the tree by the stages of
// a step, and the walk of the body's group through it, node by node. And how exact the pull is, against the
// sum over all bodies.
#pragma once
#include <span>
#include <vector>

#include "sim/gravity/gravity.h"
#include "sim/math/vec3.h"

namespace sim {

struct TakenNode {
    Vec3 min, max;   // its tight box
    uint32_t level;  // of the octree, in whose cells its bodies lie together
    uint32_t bodies;
    float pull;  // of all of them at their centre of mass: mass over the square of the distance
};

struct TakenBody {
    Vec3 place;
    uint32_t level;  // of its leaf
};

struct WalkOfBody {
    std::vector<TakenNode> nodes;   // that pull the body in the place of their bodies
    std::vector<TakenBody> bodies;  // that pull it on their own, its own group's too
    uint32_t group_bodies = 0;      // that have walked together
    uint32_t rank = 0;              // of the body in the order of the Morton keys; 0 of a direct sum
    Vec3 acceleration = {0, 0, 0};  // by these, m/s^2
    double exact[3] = {};           // by all bodies, in double
    double error() const;           // of the first over the size of the second; 0 where nothing pulls
};

/// Computes the walk of body `id`. `sources`: place and mass of each body by id. Threads of the CPU make the
/// tree, about as long as a step without its walk; the walk, and the sum over all bodies in double, take one
/// thread a few ns per body.
WalkOfBody walk_of_body(std::span<const Vec4> sources, const Gravity& gravity, uint32_t id, int threads);

}  // namespace sim
