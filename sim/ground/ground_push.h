// What the stage `ground` leaves for `solve`: its push on each body, and who leaves.
#pragma once
#include "sim/math/rolling.h"

namespace sim {

/// The force of the ground by slot, and 1 beside it for a body that leaves in this step, else 0.
struct GroundForce {
    using Force = Vec3;
    Vec4* force;  // null: there is no ground

    HOST_DEVICE void put(uint32_t slot, const Vec3& push, bool leaves) const {
        force[slot] = with_w(push, leaves ? 1.0f : 0.0f);
    }
    HOST_DEVICE Vec3 on(uint32_t slot) const { return xyz(force[slot]); }
    HOST_DEVICE bool leaves(uint32_t slot) const { return force && force[slot].w != 0; }
};

/// Force and torque of the ground by slot, and 1 beside the force for a body that leaves in this step, else 0.
struct GroundWrench {
    using Force = Wrench;
    Vec4 *force, *torque;

    HOST_DEVICE void put(uint32_t slot, const Wrench& push, bool leaves) const {
        GroundForce{force}.put(slot, push.force_n, leaves);
        torque[slot] = with_w(push.torque_nm, 0);
    }
    HOST_DEVICE Wrench on(uint32_t slot) const { return {xyz(force[slot]), xyz(torque[slot])}; }
    HOST_DEVICE bool leaves(uint32_t slot) const { return GroundForce{force}.leaves(slot); }
};

}  // namespace sim
