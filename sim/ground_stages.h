// The two stages of scenes with a ground: its push on each body, which solve adds, and the drain. `arrays` are
// those of solve.h.
#pragma once
#include "sim/exec/work.h"
#include "sim/solve.h"

namespace sim {

/// Sleepers are pushed too: one that wakes in this step must not fall. Beside the force stands 1 for a body
/// that leaves in this step, else 0. Places do not change any more in this step but for those who leave, so
/// what is counted here is true after it.
template <class Exec, class Arrays>
void push_from_ground(Exec& exec, StepData<Exec>& data, const Arrays& arrays) {
    const auto bodies = arrays.bodies;
    const auto out = arrays.ground;
    const StepNumbers* numbers = data.numbers.data();
    const Surroundings ground = data.ground->surroundings;
    const Drain drain = data.ground->drain;
    uint32_t* counts = data.status.data()->ground_counts;
    exec.each_reduced(
        "ground", data.count, 2 * sizeof(Vec4), CountFlags<3>{counts}, [=] HOST_DEVICE(uint32_t slot) {
            const Vec4 sphere = bodies.position_radius[slot];
            const GroundContact contact = touch_ground(xyz(sphere), sphere.w, ground);
            typename Arrays::Force push = {};
            if (contact.depth_m > 0)
                push = plane_force(contact.normal, contact.depth_m, bodies.load(slot), *numbers);
            const bool leaves = drain.takes(xyz(sphere));
            out.put(slot, push, leaves);
            return uint32_t(contact.depth_m > 0) << kTouchesGround | uint32_t(leaves) << kLeavesMap |
                   uint32_t(contact.centre_below && !leaves) << kBelowGround;
        });
}

/// Bodies that have left the map respawn: the last of a step, as they have no part in it any more.
template <class Exec, class Arrays>
void drain_bodies(Exec& exec, StepData<Exec>& data, const Arrays& s) {
    const BodyArrays bodies = data.committed.arrays();
    const StepNumbers* numbers = data.numbers.data();
    const Drain drain = data.ground->drain;
    exec.each("solve/drain", data.count, sizeof(Vec4), [=] HOST_DEVICE(uint32_t slot) {
        if (s.status->overflow || !s.ground.leaves(slot)) return;
        const Motion body = bodies.load(slot);
        if (asleep(body.still_s, *numbers)) fetch_add(&s.status->body_counts[kAsleep], ~0u);  // one less
        finish_respawned(s, slot, drain.respawned(bodies.id[slot], body, *numbers));
    });
}

}  // namespace sim
