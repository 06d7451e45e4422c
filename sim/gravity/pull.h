// The pull of a body and of a node on a body, for a constant of 1 and as acceleration; and the rule by which a group
// of bodies takes a node for its bodies.
//
// What acts on a body stands in two lists, bodies and nodes, each in Morton order. A list is cut into blocks of
// kSumBlock: each is summed from 0, and the sums of the blocks are added in order. So the bits do not depend on who
// walks how through the tree, and rounding errors stay small.
#pragma once
#include "sim/gravity/moments.h"
#include "sim/math/inverse_root.h"

namespace sim {

inline constexpr uint32_t kSumBlock = 32;

/// Plummer's softening: the distance is sqrt(d^2 + softening^2). Two bodies at one point do not pull.
HOST_DEVICE inline void add_body_pull(Vec3& sum, const Vec3& place, const Vec4& source, float softening2) {
    const float x = source.x - place.x, y = source.y - place.y, z = source.z - place.z;
    const float r2 = x * x + y * y + z * z + softening2;
    const float inverse = inverse_root(r2), pull = source.w * (inverse * inverse * inverse);
    sum.x += x * pull;
    sum.y += y * pull;
    sum.z += z * pull;
}

/// The gradient of m/r + (3 d.Sd / r^5 - trace(S) / r^3) / 2 of the second moments S.
HOST_DEVICE inline void add_node_pull(Vec3& sum, const Vec3& place, const Vec4& source,
                                      const NodeShape& shape, float softening2) {
    const float x = source.x - place.x, y = source.y - place.y, z = source.z - place.z;
    const float r2 = x * x + y * y + z * z + softening2;
    const float inverse = inverse_root(r2), inverse2 = inverse * inverse;
    const SymmetricMatrix& s = shape.spread;
    const float sx = s.xx * x + s.xy * y + s.xz * z, sy = s.xy * x + s.yy * y + s.yz * z,
                sz = s.xz * x + s.yz * y + s.zz * z;
    const float pull = source.w * (inverse * inverse2), turn = pull * inverse2;
    const float along = pull + turn * (2.5f * inverse2 * (x * sx + y * sy + z * sz) - shape.trace);
    sum.x += x * along - sx * turn;
    sum.y += y * along - sy * turn;
    sum.z += z * along - sz * turn;
}

/// Square of the distance of a point from a box.
HOST_DEVICE inline float distance2(const Box& box, const Vec3& point) {
    const float x = larger(larger(box.min.x - point.x, point.x - box.max.x), 0.0f),
                y = larger(larger(box.min.y - point.y, point.y - box.max.y), 0.0f),
                z = larger(larger(box.min.z - point.z, point.z - box.max.z), 0.0f);
    return x * x + y * y + z * z;
}

/// Returns whether the node may stand for its bodies in the pull on a group of bodies in this box.
HOST_DEVICE inline bool accepts(const Box& group, const TreeNode& node) {
    return distance2(group, node.centre) > node.reach2;
}

}  // namespace sim
