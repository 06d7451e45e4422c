// Where the arrays of a state lie in the memory of a world.
#pragma once
#include "sim/saved_state.h"
#include "sim/step_data.h"

namespace sim {

/// As it is after so many completed steps, which tell which of two tables of springs holds.
template <class Exec>
StateRanges state_ranges(StepData<Exec>& data, uint64_t completed_steps) {
    const size_t n = data.count;
    StateRanges ranges;
    const auto set = [&](StateArray array, auto* items, size_t count) {
        ranges[array] = {items, count * sizeof *items};
    };
    const auto set_turns = [&](const TurnArrays& turns, Vec4* torque) {
        set(kOrientations, turns.orientation, n);
        set(kMomenta, turns.momentum_shape, n);
        set(kTorques, torque, n);
    };
    const BodyArrays bodies = data.committed.arrays();
    set(kPositions, bodies.position_radius, n);
    set(kVelocities, bodies.velocity_mass, n);
    set(kAccelerations, bodies.acceleration_still, n);
    set(kIds, bodies.id, n);
    if (data.rolling) set_turns(data.rolling->committed.arrays(), data.rolling->torque.data());
    if (!data.rigid) return ranges;
    RigidData<Exec>& rigid = *data.rigid;
    set_turns(rigid.committed.arrays(), rigid.torque.data());
    const AnchorArrays anchors = rigid.anchors.arrays();
    set(kAnchors, anchors.place, n);
    set(kAnchorTurns, anchors.orientation, n);
    set(kDepths, rigid.depth.data(), n);
    set(kBoxes, data.boxes.data(), n);
    const SpringTable springs = rigid.springs.tables().before(completed_steps);
    set(kSpringKeys, springs.keys, springs.places);
    set(kSprings, springs.springs, springs.places);
    return ranges;
}

}  // namespace sim
