// The pull of a body and of a node on a body, for a constant of 1 and as acceleration.
//
// What acts on a body stands in two lists, bodies and nodes, each in the order in which the walk comes to them
// (walk.h). A list is cut into blocks of kSumBlock: each is summed from 0, and the sums of the blocks are added in
// order. So the bits do not depend on who walks, and rounding errors stay small.
#pragma once
#include "sim/gravity/moments.h"
#include "sim/math/inverse_root.h"

namespace sim {

inline constexpr uint32_t kSumBlock = 32;

/// Returns x^2 + y^2 + z^2 + more.
template <class Fma>
HOST_DEVICE inline float sum_of_squares(float x, float y, float z, float more) {
    return Fma::of(z, z, Fma::of(y, y, Fma::of(x, x, more)));
}

/// Plummer's softening: the distance is sqrt(d^2 + softening^2). Two bodies at one point do not pull.
template <class Fma = PortableFma>
HOST_DEVICE inline void add_body_pull(Vec3& sum, const Vec3& place, const Vec4& source, float softening2) {
    const float x = source.x - place.x, y = source.y - place.y, z = source.z - place.z;
    const float inverse = inverse_root<Fma>(sum_of_squares<Fma>(x, y, z, softening2));
    const float pull = source.w * (inverse * inverse * inverse);
    sum.x = Fma::of(x, pull, sum.x);
    sum.y = Fma::of(y, pull, sum.y);
    sum.z = Fma::of(z, pull, sum.z);
}

/// The gradient of m/r + (3 d.Sd / r^5 - trace(S) / r^3) / 2 of the second moments S.
template <class Fma = PortableFma>
HOST_DEVICE inline void add_node_pull(Vec3& sum, const Vec3& place, const Vec4& source,
                                      const NodeShape& shape, float softening2) {
    const float x = source.x - place.x, y = source.y - place.y, z = source.z - place.z;
    const float inverse = inverse_root<Fma>(sum_of_squares<Fma>(x, y, z, softening2)),
                inverse2 = inverse * inverse;
    const SymmetricMatrix& s = shape.spread;
    const float sx = Fma::of(s.xz, z, Fma::of(s.xy, y, s.xx * x)),
                sy = Fma::of(s.yz, z, Fma::of(s.yy, y, s.xy * x)),
                sz = Fma::of(s.zz, z, Fma::of(s.yz, y, s.xz * x));
    const float across = Fma::of(z, sz, Fma::of(y, sy, x * sx));
    const float pull = source.w * (inverse * inverse2), turn = pull * inverse2;
    const float along = Fma::of(turn, Fma::of(2.5f * inverse2, across, -shape.trace), pull);
    sum.x = Fma::of(-turn, sx, Fma::of(along, x, sum.x));
    sum.y = Fma::of(-turn, sy, Fma::of(along, y, sum.y));
    sum.z = Fma::of(-turn, sz, Fma::of(along, z, sum.z));
}

}  // namespace sim
