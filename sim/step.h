// The step, once, for both backends: a list of named stages. A name given here is the NVTX range, the
// profiler's row and the CSV's event at once.
#pragma once
#include "sim/solve.h"

namespace sim {

/// Moves every body and boxes it.
template <class Exec>
void move_bodies(Exec& exec, StepData<Exec>& data) {
    const BodyArrays before = data.committed.arrays(), moved = data.moved.arrays();
    const StepNumbers* numbers = data.numbers.data();
    Box* boxes = data.boxes.data();
    Status* status = data.status.data();
    exec.each("integrate/begin", 1, 0, [=] HOST_DEVICE(uint32_t) { begin_status(status); });
    exec.each("integrate", data.count, 2 * kBodyBytes, [=] HOST_DEVICE(uint32_t slot) {
        moved.store(slot, integrate(before.load(slot), *numbers));
        moved.id[slot] = before.id[slot];
    });
    exec.each("boxes", data.count, 40, [=] HOST_DEVICE(uint32_t slot) {
        const Vec4 p = moved.position_radius[slot];
        const Vec3 r = {p.w, p.w, p.w};
        boxes[slot] = {xyz(p) - r, xyz(p) + r};
    });
}

/// Gives every body its place in sorted order as its slot; returns the arrays to go on with.
template <class Exec>
BodyArrays reorder_bodies(Exec& exec, StepData<Exec>& data) {
    const BodyArrays moved = data.moved.arrays(), sorted = data.sorted.arrays();
    const uint32_t* order = data.broad_phase->order();
    int32_t* shift = data.shift.data();
    if (!order) {
        const uint32_t* rank = data.broad_phase->rank();
        const uint32_t* before = data.broad_phase->rank_before();
        exec.each("reorder", data.count, 12, [=] HOST_DEVICE(uint32_t slot) {
            shift[slot] = rank ? int32_t(rank[slot]) - int32_t(before[slot]) : 0;
        });
        return moved;
    }
    exec.each("reorder", data.count, 2 * kBodyBytes + 8, [=] HOST_DEVICE(uint32_t slot) {
        const uint32_t from = order[slot];
        sorted.position_radius[slot] = moved.position_radius[from];
        sorted.velocity_mass[slot] = moved.velocity_mass[from];
        sorted.acceleration_still[slot] = moved.acceleration_still[from];
        sorted.id[slot] = moved.id[from];
        shift[slot] = int32_t(slot) - int32_t(from);
    });
    return sorted;
}

/// Wakes every body: what held it may have changed.
template <class Exec>
void wake_all(Exec& exec, StepData<Exec>& data) {
    const BodyArrays bodies = data.committed.arrays();
    exec.each("wake", data.count, 8,
              [=] HOST_DEVICE(uint32_t slot) { bodies.acceleration_still[slot].w = 0; });
}

/// Queues one step.
template <class Exec>
void step(Exec& exec, StepData<Exec>& data) {
    move_bodies(exec, data);  // integrate, boxes
    data.broad_phase->find(exec, {data.boxes.data(), data.count, data.frame.data()},
                           {data.pairs.data(), data.pair_capacity, data.status.data()});  // keys, sort, sweep
    const BodyArrays bodies = reorder_bodies(exec, data);
    find_contacts(exec, data, bodies);  // exact pairs, contacts
    solve(exec, data, bodies);
}

}  // namespace sim
