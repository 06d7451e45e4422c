// From which distance on a node may stand for its bodies.
//
// What the pull of a node leaves out falls with the fifth power of the distance d: about M s^3 / d^5, of its mass M and
// its size s, the root mean square distance of its bodies from their centre of mass. So that all nodes leave out about
// the same, a light node may be nearer than a heavy one of the same size. With M' and s' of all bodies together,
//
//     reach = 3 s / opening angle * (M / s^2 / (M' / s'^2))^(1/5),
//
// and at least 1.5 times the distance of the farthest corner of its box from the centre of mass: then no body is pulled
// by a node that it is in. At equal median errors a body of a million of Plummer's sphere has a fifth fewer interactions
// than where reach is the longest side of its box over the angle, at equal p99 a tenth fewer (Salmon and Warren 1994,
// Skeletons from the Treecode Closet, on such bounds).
#pragma once
#include "sim/gravity/moments.h"
#include "sim/gravity/tree.h"
#include "sim/math/fifth_root.h"

namespace sim {

/// The mean square distance of a node's bodies from their centre of mass, in m^2.
HOST_DEVICE inline float mean_square_size(const Moments& of) {
    return of.spread.xx + of.spread.yy + of.spread.zz;
}

/// Returns the square of a node's reach but for what all nodes share: reach_scale().
HOST_DEVICE inline float relative_reach2(const Moments& node) {
    const float size = fifth_root(mean_square_size(node)), mass = fifth_root(node.mass_kg);
    return size * size * size * (mass * mass);
}

/// Returns by what relative_reach2() is to be multiplied. `all`: the moments of the root.
HOST_DEVICE inline float reach_scale(const Moments& all, float inverse_opening) {
    constexpr float kSizes = 3;
    const float share = fifth_root(mean_square_size(all)) / fifth_root(all.mass_kg),
                angle = kSizes * inverse_opening;
    return angle * angle * (share * share);
}

/// Returns the square of the distance within which a node is opened whatever it leaves out.
HOST_DEVICE inline float least_reach2(const NodeBox& box, const Vec3& centre) {
    constexpr float kFarthest2 = 2.25f;
    const Vec3 low = centre - box.min, high = box.max - centre,
               far = {larger(low.x, high.x), larger(low.y, high.y), larger(low.z, high.z)};
    return kFarthest2 * dot(far, far);
}

/// Square of the distance of a point from a box.
HOST_DEVICE inline float distance2(const Box& box, const Vec3& point) {
    const float x = larger(larger(box.min.x - point.x, point.x - box.max.x), 0.0f),
                y = larger(larger(box.min.y - point.y, point.y - box.max.y), 0.0f),
                z = larger(larger(box.min.z - point.z, point.z - box.max.z), 0.0f);
    return x * x + y * y + z * z;
}

/// Returns whether the node may stand for its bodies in the pull on a group of bodies in this box.
HOST_DEVICE inline bool accepts(const Box& group, const TreeNode& node, float scale) {
    return distance2(group, node.centre) > larger(node.relative_reach2 * scale, node.least_reach2);
}

}  // namespace sim
