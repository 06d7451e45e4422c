// The step, once, for both backends: a list of named stages. A name given here is the NVTX range, the
// profiler's row and the CSV's event at once.
#pragma once
#include "sim/constraint_solve.h"
#include "sim/given/given_stages.h"
#include "sim/gravity/gravity_stages.h"
#include "sim/ground_stages.h"
#include "sim/reorder.h"

namespace sim {

/// Queues the first part of the search, of spheres where this step moves them. Their boxes are written down
/// unless the broad phase computes them itself.
template <class Exec>
void sort_spheres(Exec& exec, StepData<Exec>& data) {
    const MovingBodies bodies = data.moving();
    Status* status = data.status.data();
    if (data.broad_phase->notes_contacts())
        return data.broad_phase->sort_moving(exec, bodies, data.count, status);  // keys, sort
    Box* boxes = data.boxes.data();
    exec.each("boxes", data.count, kMovingBytes + sizeof(Box), [=] HOST_DEVICE(uint32_t slot) {
        if (slot == 0) begin_status(status);
        boxes[slot] = bodies.box(slot);
    });
    data.broad_phase->sort_boxes(exec, {boxes, data.count, data.frame.data()}, status);  // keys, sort
}

/// Wakes every body: what held it may have changed.
template <class Exec>
void wake_all(Exec& exec, StepData<Exec>& data) {
    const BodyArrays bodies = data.committed.arrays();
    exec.each("wake", data.count, 8,
              [=] HOST_DEVICE(uint32_t slot) { bodies.acceleration_still[slot].w = 0; });
}

/// Scales the impulses that pairs remember to another time step; `ratio`: its length over that of the one
/// before.
template <class Exec>
void scale_impulses(Exec& exec, StepData<Exec>& data, float ratio) {
    if (!data.constraints || ratio == 1) return;
    const ManifoldTables tables = data.constraints->manifolds.tables();
    const Status* status = data.status.data();
    exec.each("solve/scale", uint32_t(tables.table[0].places), 0, [=] HOST_DEVICE(uint32_t place) {
        const ManifoldTable& table = tables.before(status->counters.completed_steps);
        const uint32_t slot = table.slots[place];
        if (slot == kNoPlace) return;
        const Manifold& manifold = tables.manifold(slot);
        for (uint32_t k = 0; k < manifold.count; ++k) {
            ContactPoint& point = tables.blocks[manifold.block].point[k];
            point.push_ns *= ratio;
            point.friction_ns = point.friction_ns * ratio;
        }
    });
}

/// Queues the last stages of a step: ground, solve, drain.
template <class Exec, class Arrays>
void finish_bodies(Exec& exec, StepData<Exec>& data, const Arrays& arrays) {
    if (data.ground) push_from_ground(exec, data, arrays);
    solve(exec, data, arrays);
    if (data.ground && data.ground->drain.open) drain_bodies(exec, data, arrays);
}

/// Queues the pull of all bodies on each other, where there is gravity between them, and then the last
/// stages.
template <class Exec, class Arrays>
void pull_and_finish(Exec& exec, StepData<Exec>& data, const Arrays& arrays) {
    if (!data.gravity) return finish_bodies(exec, data, arrays);
    const SortedBodies bodies = data.sorted();
    pull_all(exec, *data.gravity, {bodies.position_radius, bodies.velocity_mass, bodies.id},
             data.status.data());
    finish_bodies(exec, data, PulledArrays<Arrays>{arrays, data.gravity->force.data()});
}

/// Adds the pull of all bodies on each other to the acceleration of bodies that start anew and touch nothing.
template <class Exec>
void start_gravity(Exec& exec, StepData<Exec>& data) {
    const BodyArrays bodies = data.committed.arrays();
    pull_all(exec, *data.gravity, {bodies.position_radius, bodies.velocity_mass, bodies.id},
             data.status.data());
    const Vec4* pull = data.gravity->force.data();
    exec.each("gravity/start", data.count, 5 * sizeof(Vec4), [=] HOST_DEVICE(uint32_t slot) {
        Motion body = bodies.load(slot);
        body.acceleration_m_s2 = body.acceleration_m_s2 + xyz(pull[slot]) * (1 / body.mass_kg);
        bodies.store(slot, body);
    });
}

/// Queues a step of bodies with shapes.
template <class Exec>
void rigid_step(Exec& exec, StepData<Exec>& data) {
    data.broad_phase->sort_boxes(exec, box_before_step(exec, data), data.status.data());  // boxes, keys, sort
    reorder_bodies(exec, data, data.moved());
    reorder_turns(exec, data);
    data.broad_phase->list_pairs(
        exec, {data.boxes.data(), data.count, data.frame.data()},
        {data.pairs.slots.data(), data.pairs.capacity, data.status.data()});  // sweep
    look_at_pairs(exec, data);                                                // narrow
    search_pairs(exec, data);
    solve_manifolds(exec, data);
    end_bodies(exec, data);
}

/// Queues a step of bodies whose boxes are given.
template <class Exec>
void given_step(Exec& exec, StepData<Exec>& data) {
    const BoxInput boxes = {data.boxes.data(), data.count, data.frame.data()};
    take_given(exec, data);                                         // boxes
    data.broad_phase->sort_boxes(exec, boxes, data.status.data());  // keys, sort
    reorder_bodies(exec, data, data.moved());
    reorder_given(exec, data);
    data.broad_phase->list_pairs(
        exec, boxes, {data.pairs.slots.data(), data.pairs.capacity, data.status.data()});  // sweep
    count_given_pairs(exec, data);
    end_given(exec, data);
}

/// Queues one step.
template <class Exec>
void step(Exec& exec, StepData<Exec>& data) {
    if (data.given) return given_step(exec, data);
    if (data.rigid) return rigid_step(exec, data);
    sort_spheres(exec, data);  // boxes, keys, sort
    reorder_bodies(exec, data, data.moving());
    if (data.rolling) reorder_rotations(exec, data);
    find_contacts(exec, data);  // sweep, contacts
    if (data.rolling) {
        pull_and_finish(exec, data, rolling_arrays(data));
    } else {
        pull_and_finish(exec, data, solve_arrays(data));
    }  // then the world: end_status()
}

/// Queues a list of the last step's pairs, unless the step has made one. Of a step that did not complete
/// there is none: it names slots that no body has yet.
template <class Exec>
void list_pairs(Exec& exec, StepData<Exec>& data) {
    const Status* step = data.status.data();
    Status* status = data.list_status.data();
    const auto end = [=] HOST_DEVICE(uint32_t) {
        if (step->overflow) status->counters.pairs = ~uint64_t{0};
    };
    if (data.lists_pairs()) {
        exec.each("pairs/begin", 1, 0, [=] HOST_DEVICE(uint32_t) { *status = *step; });
        return exec.each("pairs/end", 1, 0, end);
    }
    exec.each("pairs/begin", 1, 0, [=] HOST_DEVICE(uint32_t) {
        begin_status(status);
        status->overflow = 0;
    });
    data.broad_phase->list_pairs(exec,
                                 {nullptr, data.count, data.frame.data(), data.sorted_position_radius.data()},
                                 {data.pairs.slots.data(), data.pairs.capacity, status});
    exec.each("pairs/end", 1, 0, end);
}

}  // namespace sim
