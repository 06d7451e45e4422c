// What a pair of bodies with shapes keeps from step to step: the points in which the two may touch, and the impulses
// there. They are looked for again only when the pair has moved so far that another point could touch.
#pragma once
#include "sim/math/rigid.h"

namespace sim {

inline constexpr uint32_t kMostPoints = 6;  // that a pair keeps

/// Bit of ContactPoint::feature: the point is of the second body, and lies in the field of the first.
inline constexpr uint32_t kPointOfSecond = 0x80000000u;

/// A point of one body, and the plane through the nearest place of the other's surface.
struct ContactPoint {
    uint32_t feature;  // number of the point in its shape's tree, and kPointOfSecond
    Vec3 place_m;      // in the frame of its body
    Vec3 foot_m;       // in the other's frame: where it would touch; of a wall all zero
    Vec3 normal;       // in the other's frame, out of it; of a wall in the world's
    float push_ns;     // impulse along the normal, of the last substep
    Vec3 friction_ns;  // across it, in world axes, on the first body
};

struct PointBlock {
    ContactPoint point[kMostPoints];
};

/// State of a pair: whether its two bodies touch. New points are kApart until solve/keep; those of a snapshot
/// are kTouchUnknown.
enum Touch : uint32_t { kApart, kTouches, kTouchUnknown };

/// A pair that was looked at, whether points were found or not.
struct alignas(16) Manifold {
    // Orientation and place of the second body in the first one's frame, when points were looked for; of a
    // wall, those of the body in the world.
    Quaternion turn;
    Vec3 place_m;
    float margin_m;  // no point but those kept was nearer than that
    uint64_t key;    // pair_key()
    uint32_t count;  // of its points
    uint32_t block;  // that holds them
    // Of the first out of the second, in the first one's frame, where the two are squeezed; else zero.
    Vec3 way_out;
    Touch touch;  // of one with points, behind the last step in which one of the two was awake
};
static_assert(sizeof(Manifold) == 64);

/// The conjugate of a, times b: b seen from a.
HOST_DEVICE inline Quaternion seen_from(const Quaternion& a, const Quaternion& b) {
    return {a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z, a.w * b.x - a.x * b.w - a.y * b.z + a.z * b.y,
            a.w * b.y - a.y * b.w - a.z * b.x + a.x * b.z, a.w * b.z - a.z * b.w - a.x * b.y + a.y * b.x};
}

/// Returns the most by which a point of the second body, no further than `radius_m` from its centre, has
/// moved in the frame of the first since the two were as in `then`, m.
HOST_DEVICE inline float moved_m(const Manifold& then, const Vec3& place_m, const Quaternion& turn,
                                 float radius_m) {
    const Quaternion& o = then.turn;
    const float side = turn.w * o.w + turn.x * o.x + turn.y * o.y + turn.z * o.z < 0 ? -1.0f : 1.0f;
    const float w = turn.w - side * o.w, x = turn.x - side * o.x, y = turn.y - side * o.y,
                z = turn.z - side * o.z;
    return length(place_m - then.place_m) + 2 * radius_m * sqrtf(w * w + x * x + y * y + z * z);
}

}  // namespace sim
