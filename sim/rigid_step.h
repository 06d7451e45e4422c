// The step of bodies with shapes: a list of named stages, as step() is for spheres.
#pragma once
#include "sim/reorder.h"
#include "sim/rigid_motion.h"
#include "sim/rigid_solve.h"

namespace sim {

/// Queues one step.
template <class Exec>
void rigid_step(Exec& exec, StepData<Exec>& data) {
    move_rigid_bodies(exec, data);  // integrate
    data.broad_phase->sort_boxes(exec, box_rigid_bodies(exec, data),
                                 data.status.data());  // boxes, keys, sort
    reorder_bodies(exec, data);
    reorder_turns(exec, data);
    data.broad_phase->list_pairs(
        exec, {data.boxes.data(), data.count, data.frame.data()},
        {data.pairs.slots.data(), data.pairs.capacity, data.status.data()});  // sweep
    cull_pairs(exec, data);
    meet_walls(exec, data);
    find_rigid_contacts(exec, data);  // narrow
    solve(exec, data, rigid_solve_arrays(data));
}

}  // namespace sim
