// Bodies on their way through a step. Spheres are moved by each stage that reads them, which computes the same
// bits every time: reading a body's state twice moves fewer bytes than writing down where it has gone.
#pragma once
#include "sim/math/solver.h"

namespace sim {

/// Bodies by slot as the last step left them, and where this one moves them.
struct MovingBodies {
    const Vec4 *position_radius, *velocity_mass, *acceleration_still;
    const StepNumbers* numbers;

    HOST_DEVICE Motion moved(uint32_t slot) const {
        const Vec4 p = position_radius[slot], v = velocity_mass[slot], a = acceleration_still[slot];
        return integrate({xyz(p), p.w, xyz(v), v.w, xyz(a), a.w}, *numbers);
    }
    HOST_DEVICE Box box(uint32_t slot) const {
        const Motion body = moved(slot);
        return box_of(with_w(body.position_m, body.radius_m));
    }
};

inline constexpr uint32_t kMovingBytes = 3 * sizeof(Vec4);  // read by moved() and by box()

/// Bodies by slot that a stage before has moved.
struct MovedBodies {
    const Vec4 *position_radius, *velocity_mass;
    const Vec4* acceleration_still;  // of the last step: only its sleep clock is read

    HOST_DEVICE Motion moved(uint32_t slot) const {
        const Vec4 p = position_radius[slot], v = velocity_mass[slot];
        return {xyz(p), p.w, xyz(v), v.w, {0, 0, 0}, acceleration_still[slot].w};
    }
};

}  // namespace sim
