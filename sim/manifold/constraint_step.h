// The step of bodies with shapes whose contacts are constraints: a list of named stages, as step() is for spheres.
#pragma once
#include "sim/manifold/solve_manifolds.h"
#include "sim/reorder.h"
#include "sim/rigid_motion.h"

namespace sim {

/// The box of a field turned with its body, with all that the body may reach in a step.
HOST_DEVICE inline Box reached_box(const ShapeView& shape, const Vec3& position, const Matrix3& axes,
                                   float reach) {
    const FieldBox box = field_box(shape.field);
    const Vec3 centre = position + axes * box.centre, half = box.half;
    const auto along = [&](float x, float y, float z) {
        return fabsf(x) * half.x + fabsf(y) * half.y + fabsf(z) * half.z + reach;
    };
    const Vec3 size = {along(axes.x.x, axes.y.x, axes.z.x), along(axes.x.y, axes.y.y, axes.z.y),
                       along(axes.x.z, axes.y.z, axes.z.z)};
    return {centre - size, centre + size};
}

/// The boxes of the bodies where they are, sleepers too: what a step does follows from the state alone. Copies what the
/// next stages bring into order.
template <class Exec, class Data>
BoxInput box_before_step(Exec& exec, Data& data, bool at_start = false) {
    const BodyArrays before = data.committed.arrays();
    const TurnArrays turns = data.rigid->committed.arrays(), moved = data.rigid->moved.arrays();
    const ShapeView* shapes = data.rigid->shapes.data();
    const StepNumbers* numbers = data.numbers.data();
    Vec4* position_radius = data.moved_position_radius.data();
    Vec4* velocity_mass = data.moved_velocity_mass.data();
    Box* boxes = data.boxes.data();
    Status* status = data.status.data();
    exec.each(
        "boxes", data.count, kBodyBytes + 2 * kTurnBytes + 2 * uint32_t(sizeof(Vec4)) + uint32_t(sizeof(Box)),
        [=] HOST_DEVICE(uint32_t slot) {
            if (slot == 0 && !at_start) begin_status(status);
            const Motion body = before.load(slot);
            const Turn turn = turns.load(slot);
            position_radius[slot] = with_w(body.position_m, body.radius_m);
            velocity_mass[slot] = with_w(body.velocity_m_s, body.mass_kg);
            moved.store(slot, turn);
            const bool free = !driven(body.mass_kg);
            const ShapeView& shape = shapes[turn.shape];
            const Vec3 spin = angular_velocity(turn, shape, body.mass_kg);
            const float reach = numbers->constraint.margin_m + shape.box_margin_m +
                                travel_m(body.velocity_m_s, spin, body.radius_m, free, *numbers);
            boxes[slot] = reached_box(shape, body.position_m, rotation(turn.orientation), reach);
        },
        kBodyGrain);
    return {boxes, data.count, data.frame.data()};
}

/// Queues one step.
template <class Exec, class Data>
void constraint_step(Exec& exec, Data& data) {
    data.broad_phase->sort_boxes(exec, box_before_step(exec, data), data.status.data());  // boxes, keys, sort
    reorder_bodies(exec, data);
    reorder_turns(exec, data);
    data.broad_phase->list_pairs(
        exec, {data.boxes.data(), data.count, data.frame.data()},
        {data.pairs.slots.data(), data.pairs.capacity, data.status.data()});  // sweep
    look_at_pairs(exec, data);                                                // narrow
    search_pairs(exec, data);
    solve_manifolds(exec, data);
    end_bodies(exec, data);
}

}  // namespace sim
