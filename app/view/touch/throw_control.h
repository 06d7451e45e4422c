// Bodies that the user throws in: how large, how fast, and where there is room for them on their way from the eye.
#pragma once
#include <cstdint>
#include <string>

#include "app/view/touch/hand_control.h"
#include "sim/run/event.h"

namespace app {

/// Across the bodies' box in about three seconds, or what gravity makes of a fall through it; no faster than any fall
/// through air.
float usual_throw_speed(const sim::Physics& physics, const sim::Container& bodies);

struct PlannedThrow {
    sim::Throw bodies;
    bool from_wall = false;  // the eye is outside the container: they begin where their way enters it
};

/// `count` bodies side by side, each where its way from the eye is free first. Meshes are as large as the scene's own.
/// None: the scene has no body that moves.
PlannedThrow plan_throw(const sim::Snapshot& state, bool meshes, const Ray& ray,
                        const ThrowSettings& settings, uint32_t count, const sim::Ground* ground = nullptr);

/// Throws them in and says so, or why not.
void throw_from_eye(Simulation& simulation, const View& view, Messages& messages,
                    const ThrowSettings& settings, uint32_t count);

}  // namespace app
