// When a body with a shape falls asleep, and which neighbours wake it.
#pragma once
#include "sim/rigid_bodies.h"

namespace sim {

/// A body that moved less than this share of the sleep time ago wakes those that it touches.
inline constexpr float kWakingShare = 0.5f;
/// Share of reach_m(): a body that has moved less since its clock began to run trembles, and wakes no body.
inline constexpr float kTremblingShare = 0.1f;

/// Returns the distance that a body moves at the sleep speed in the sleep time, m.
HOST_DEVICE inline float reach_m(const StepNumbers& numbers) {
    return sqrtf(numbers.sleep_speed2) * numbers.sleep_time_s;
}

/// Returns the distance up to which a body trembles, m: kTremblingShare of reach_m(), but no more than half of
/// the margin, so that a body that falls away is still near those that lay on it.
HOST_DEVICE inline float trembling_m(const StepNumbers& numbers) {
    return smaller(kTremblingShare * reach_m(numbers), 0.5f * numbers.constraint.margin_m);
}

/// Returns whether the body in `slot` is about to move a sleeper beside it. Then it is awake, and is driven
/// and moves, or has moved not long ago over its whole reach, or since then by more than trembling does.
HOST_DEVICE inline bool may_wake(const SortedRigid& sorted, const AnchorArrays& anchors, uint32_t slot,
                                 const StepNumbers& numbers) {
    if (sorted.still(slot, numbers)) return false;
    const Vec4 sphere = sorted.bodies.position_radius[slot];
    return driven(sorted.bodies.velocity_mass[slot].w) ||
           sorted.bodies.still_s[slot] < kWakingShare * numbers.sleep_time_s ||
           !stays(anchors.load(slot), xyz(sphere), sorted.turns.orientation[slot], sphere.w,
                  trembling_m(numbers));
}

/// Runs the sleep clock of a body while it stays within reach_m(): trembling in a place is rest. Else the
/// clock starts anew. After the sleep time the body loses its speed.
HOST_DEVICE inline void run_sleep_clock(Motion& body, Turn& turn, Anchor& anchor,
                                        const StepNumbers& numbers) {
    if (!(numbers.sleep_speed2 > 0)) return;
    if (stays(anchor, body.position_m, turn.orientation, body.radius_m, reach_m(numbers))) {
        body.still_s = body.still_s + numbers.dt_s;
    } else {
        anchor = {body.position_m, turn.orientation};
        body.still_s = 0;
    }
    if (body.still_s >= numbers.sleep_time_s) {
        body.velocity_m_s = body.acceleration_m_s2 = {0, 0, 0};
        turn.momentum = {0, 0, 0};
    }
}

}  // namespace sim
