// The hand that a user puts into a world. It pulls one body by a spring at the point that was gripped, or it is a
// sphere that pushes what comes into its way. Its springs are critically damped and act on a body's whole mass, so
// light bodies and heavy ones follow alike.
#pragma once
#include "sim/math/vec3.h"

namespace sim {

/// Bodies that do not turn are gripped in world axes, others in their own.
struct Hand {
    enum Kind : uint32_t { away, pulls, pushes };

    uint32_t kind = away;
    uint32_t id = 0;                // pulls: of the body
    float rate_1_s = 0;             // angular frequency of the spring
    float most_m_s2 = 0;            // it accelerates no body by more
    Vec3 grip_m = {0, 0, 0};        // pulls: the gripped point, from the body's centre
    Vec3 target_m = {0, 0, 0};      // pulls: where that point is drawn to; pushes: centre of the sphere
    Vec3 velocity_m_s = {0, 0, 0};  // pushes: of the sphere
    float radius_m = 0;             // pushes: of the sphere
};

/// Times the time step: a step follows a spring no faster than that.
inline constexpr float kMostHandRate = 0.1f;

/// Returns the spring's acceleration of a point that is `offset` from where it is drawn to.
HOST_DEVICE inline Vec3 hand_acceleration(const Hand& hand, const Vec3& offset, const Vec3& velocity) {
    const Vec3 whole = offset * (-hand.rate_1_s * hand.rate_1_s) - velocity * (2 * hand.rate_1_s);
    const float size = length(whole);
    return size > hand.most_m_s2 ? whole * (hand.most_m_s2 / size) : whole;
}

/// Returns how deep, in m, a sphere is in the hand's sphere; not above 0: not at all.
HOST_DEVICE inline float depth_in_hand(const Hand& hand, const Vec3& position_m, float radius_m) {
    return hand.radius_m + radius_m - length(position_m - hand.target_m);
}

/// Returns whether the hand acts on a body. Such a body is awake.
HOST_DEVICE inline bool hand_holds(const Hand& hand, uint32_t id, const Vec3& position_m, float radius_m) {
    if (hand.kind == Hand::away) return false;
    if (hand.kind == Hand::pulls) return hand.id == id;
    return depth_in_hand(hand, position_m, radius_m) > 0;
}

/// Returns the acceleration of a sphere by the hand's, which never pulls.
HOST_DEVICE inline Vec3 hand_push(const Hand& hand, const Vec3& position_m, float radius_m,
                                  const Vec3& velocity_m_s) {
    const float depth = depth_in_hand(hand, position_m, radius_m);
    if (!(depth > 0)) return {0, 0, 0};
    const Vec3 d = position_m - hand.target_m;
    const float distance = length(d);
    const Vec3 normal = distance > 0 ? d * (1 / distance) : Vec3{0, 1, 0};
    const Vec3 approach = normal * dot(velocity_m_s - hand.velocity_m_s, normal);
    const Vec3 push = hand_acceleration(hand, normal * -depth, approach);
    return dot(push, normal) > 0 ? push : Vec3{0, 0, 0};
}

}  // namespace sim
