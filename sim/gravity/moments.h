// What a node's bodies amount to at a distance: mass, centre of mass, and second moments about it for each unit of
// mass. Two nodes are merged with weights that add up to 1, so that nothing is squared with a mass in it.
#pragma once
#include "sim/math/matrix.h"

namespace sim {

struct Moments {
    Vec3 centre;
    float mass_kg;
    SymmetricMatrix spread;  // m^2
};

HOST_DEVICE inline Moments moments_of(const Vec4& body) { return {xyz(body), body.w, {0, 0, 0, 0, 0, 0}}; }

/// Merges the moments of two parts; the first is that of the lower ranks.
HOST_DEVICE inline Moments merged(const Moments& a, const Moments& b) {
    const float mass = a.mass_kg + b.mass_kg, share_a = a.mass_kg / mass, share_b = b.mass_kg / mass;
    const Vec3 d = b.centre - a.centre, scaled = d * (share_a * share_b);
    const SymmetricMatrix &s = a.spread, &t = b.spread;
    return {
        a.centre + d * share_b,
        mass,
        {s.xx * share_a + t.xx * share_b + scaled.x * d.x, s.yy * share_a + t.yy * share_b + scaled.y * d.y,
         s.zz * share_a + t.zz * share_b + scaled.z * d.z, s.xy * share_a + t.xy * share_b + scaled.x * d.y,
         s.xz * share_a + t.xz * share_b + scaled.x * d.z, s.yz * share_a + t.yz * share_b + scaled.y * d.z}};
}

/// Mass and second moments as the pull needs them. 32 bytes.
struct alignas(16) NodeShape {
    SymmetricMatrix spread;  // 3 times the second moments
    float trace;             // 3/2 of their trace
    float mass_kg;
};

HOST_DEVICE inline NodeShape shape_of(const Moments& moments) {
    const SymmetricMatrix& s = moments.spread;
    return {{3 * s.xx, 3 * s.yy, 3 * s.zz, 3 * s.xy, 3 * s.xz, 3 * s.yz},
            1.5f * (s.xx + s.yy + s.zz),
            moments.mass_kg};
}

/// The tight box of a node's bodies, how many nodes the longest way down from it has, and how many there are in all,
/// each with itself. A body beside a node counts as one.
struct alignas(16) NodeBox {
    Vec3 min;
    uint32_t height;
    Vec3 max;
    uint32_t nodes;
};

HOST_DEVICE inline NodeBox box_of_body(const Vec4& body) { return {xyz(body), 0, xyz(body), 1}; }

HOST_DEVICE inline NodeBox around(const NodeBox& a, const NodeBox& b) {
    const Box both = around(around(Box{a.min, a.max}, b.min), b.max);
    return {both.min, a.height > b.height ? a.height : b.height, both.max, a.nodes + b.nodes};
}

}  // namespace sim
