// What is said of a body after a step, and what becomes of one that is no longer made of numbers.
#pragma once
#include "sim/math/float_bits.h"
#include "sim/math/lanes.h"
#include "sim/math/motion.h"

namespace sim {

/// Flags of a body after a step, which the step counts. In scenes whose bodies may leave (StepNumbers::closed
/// is 0), no body is outside and none is fast.
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
inline constexpr float kMostInside_m = 1e29f, kMostRadiusAside_m = 1e20f;

HOST_DEVICE inline float place_aside(uint32_t id) { return bits_float(kAsideBits + id); }
HOST_DEVICE inline bool is_aside(const Vec3& place, uint32_t id) {
    const float own = place_aside(id);
    return place.x == own && place.y == own && place.z == own;
}

/// A body that is not finite, or of which something is not, is set aside after the step in which it became so: it
/// stays far away, at a place by its id, and touches nobody. From the next step on no search sees anything
/// but numbers, and its place says that it is lost: it stays there and is counted in each step.
HOST_DEVICE inline Motion set_aside(const Motion& body, uint32_t id) {
    const float place = place_aside(id);
    const float radius = body.radius_m < kMostRadiusAside_m ? body.radius_m : 0;
    return {{place, place, place}, radius, {0, 0, 0}, body.mass_kg, {0, 0, 0}, 0};
}

/// Sets the limits for walls that no body may leave, or for bodies that may.
HOST_DEVICE inline void set_closed(StepNumbers& numbers, bool closed) {
    // The roundings of a middle, a distance to it and a sum, over the walls' coordinates, are 1.5e-7 at most.
    constexpr float kRounding = 1e-6f;
    constexpr float kDiagonal = 1.7321f;  // of a cube, over its side
    const Vec3 low = numbers.wall_min_m, high = numbers.wall_max_m;
    Vec3 middle, clear, anywhere = {kMostInside_m, kMostInside_m, kMostInside_m};
    for (int axis = 0; axis < 3; ++axis) {
        middle[axis] = 0.5f * low[axis] + 0.5f * high[axis];
        clear[axis] =
            0.5f * high[axis] - 0.5f * low[axis] - kRounding * (fabsf(low[axis]) + fabsf(high[axis]));
    }
    const float fast = closed ? kDiagonal * numbers.dt_s : 0;
    numbers.closed = closed ? 1 : 0;
    numbers.middle_m = with_w(middle, 0);
    numbers.clear_m = with_w(clear, 0);
    numbers.inside_m = with_w(closed ? clear : anywhere, 0);
    numbers.fast_s = {fast, fast, fast, 0};
}

/// Bits by BodyFlag but for kAsleep, of one that is not well, or nearly so.
HOST_DEVICE inline uint32_t state_faults(const Motion& body, uint32_t id, bool whole,
                                         const StepNumbers& numbers) {
    if (!whole || !all_finite(body) || is_aside(body.position_m, id)) return 1u << kNotFinite;
    if (!numbers.closed) return 0;
    bool inside = true;
    for (int axis = 0; axis < 3; ++axis) {
        inside = inside && body.position_m[axis] >= numbers.wall_min_m[axis] &&
                 body.position_m[axis] <= numbers.wall_max_m[axis];
    }
    const Vec3 way = body.velocity_m_s * numbers.dt_s;
    const bool fast = dot(way, way) > body.radius_m * body.radius_m;
    return (inside ? 0 : 1u << kOutside) | (fast ? 1u << kFast : 0);
}

/// Returns whether a body is well inside and slow, as nearly all are. Then all its numbers are finite, except
/// perhaps its radius and mass.
template <class L = Lanes>
HOST_DEVICE inline bool is_valid_state(const Motion& body, const StepNumbers& numbers) {
    const auto sphere = L::load(body, &Motion::position_m, &Motion::radius_m);
    const auto velocity = L::load(body, &Motion::velocity_m_s, &Motion::mass_kg);
    const auto away = L::magnitude(L::minus(sphere, L::load(numbers.middle_m)));
    const auto travel = L::magnitude(L::times(velocity, L::load(numbers.fast_s)));
    return L::all_xyz(
        L::both(L::less(away, L::load(numbers.inside_m)), L::at_most(travel, L::broadcast_w(sphere))));
}

}  // namespace sim
