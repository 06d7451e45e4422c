// What is said of a body after a step, and what becomes of one that is no longer made of numbers.
#pragma once
#include "sim/math/float_bits.h"
#include "sim/math/solver.h"

namespace sim {

/// What the step counts bodies by. In scenes whose bodies may leave (StepNumbers::closed is 0), nobody is
/// outside and nobody is fast.
enum BodyFlag : uint32_t { kAsleep, kOutside, kNotFinite, kFast, kBodyFlags };

/// Numbers all three. An infinity less itself is NaN, and a NaN is not 0.
HOST_DEVICE inline bool all_finite(const Vec3& v) { return (v.x - v.x) + (v.y - v.y) + (v.z - v.z) == 0; }
HOST_DEVICE inline bool all_finite(const Box& box) { return all_finite(box.min) && all_finite(box.max); }

/// Position, velocity and box of a sphere.
HOST_DEVICE inline bool all_finite(const Motion& body) {
    return all_finite(box_of(with_w(body.position_m, body.radius_m))) && all_finite(body.velocity_m_s);
}

/// Bits of the first of the coordinates at which bodies are that are set aside. They have one each, by id, and
/// are so far from each other that the square of the distance is not finite, and so far out that the float next
/// to one is further than any radius: their boxes are points, and overlap no other box.
inline constexpr uint32_t kAsideBits = 0x70000000u;  // 1.6e29
inline constexpr float kMostRadiusAside_m = 1e20f;

/// A body that is not finite, or of which something is not, is set aside: it is far away, touches nobody, and
/// no search sees anything but numbers. Its velocity is NaN, the same bits on every machine, so that it stays
/// aside and is counted in each step. One beside it that is finite is not harmed.
HOST_DEVICE inline Motion set_aside(const Motion& body, uint32_t id) {
    const float place = bits_float(kAsideBits + id), none = bits_float(0x7fc00000u);
    const float radius = body.radius_m < kMostRadiusAside_m ? body.radius_m : 0;
    return {{place, place, place}, radius, {none, none, none}, body.mass_kg, {0, 0, 0}, 0};
}

/// Bits by BodyFlag, of a body as it is after the step. `whole`: what a sphere has not is finite, too.
HOST_DEVICE inline uint32_t flags_of(const Motion& body, bool whole, const StepNumbers& numbers) {
    const uint32_t sleeps = asleep(body.still_s, numbers) ? 1u << kAsleep : 0;
    if (!whole || !all_finite(body)) return sleeps | 1u << kNotFinite;
    if (!numbers.closed) return sleeps;
    bool inside = true;
    for (int axis = 0; axis < 3; ++axis) {
        inside = inside && body.position_m[axis] >= numbers.wall_min_m[axis] &&
                 body.position_m[axis] <= numbers.wall_max_m[axis];
    }
    const Vec3 way = body.velocity_m_s * numbers.dt_s;
    const bool fast = dot(way, way) > body.radius_m * body.radius_m;
    return sleeps | (inside ? 0 : 1u << kOutside) | (fast ? 1u << kFast : 0);
}

}  // namespace sim
