// The stages of bodies with shapes before the search: where they have moved, how they have turned, and their
// boxes by reduction over the points of the shape, as in Ha, Krueger and Silva 2009, section 6.1.
#pragma once
#include "sim/step_data.h"

namespace sim {

/// First half of velocity Verlet; the same for the rotation. A driven body goes on as it is told.
HOST_DEVICE inline void move_rigid(Motion& body, Turn& turn, const Vec3& torque_nm, const ShapeView& shape,
                                   const StepNumbers& numbers) {
    if (driven(body.mass_kg)) {
        body.position_m = body.position_m + body.velocity_m_s * numbers.dt_s;
        if (dot(turn.momentum, turn.momentum) > 0)
            turn.orientation = turned(turn.orientation, turn.momentum, numbers.dt_s);
        return;
    }
    if (asleep(body.still_s, numbers)) return;
    body = integrate(body, numbers);
    turn.momentum = turn.momentum + torque_nm * (0.5f * numbers.dt_s);
    turn.orientation = step_orientation(turn.orientation, shape.inverse_inertia, turn.momentum, numbers.dt_s);
}

template <class Exec>
void move_rigid_bodies(Exec& exec, StepData<Exec>& data) {
    const BodyArrays before = data.committed.arrays();
    const TurnArrays turns = data.rigid->committed.arrays(), moved = data.rigid->moved.arrays();
    const Vec4* torque = data.rigid->torque.data();
    const ShapeView* shapes = data.rigid->shapes.data();
    const StepNumbers* numbers = data.numbers.data();
    Vec4* position_radius = data.moved_position_radius.data();
    Vec4* velocity_mass = data.moved_velocity_mass.data();
    Status* status = data.status.data();
    exec.each("integrate", data.count, kBodyBytes + 2 * kTurnBytes + 16 + 2 * sizeof(Vec4),
              [=] HOST_DEVICE(uint32_t slot) {
                  if (slot == 0) begin_status(status);
                  Motion body = before.load(slot);
                  Turn turn = turns.load(slot);
                  move_rigid(body, turn, xyz(torque[slot]), shapes[turn.shape], *numbers);
                  set_aside_if_lost(body, turn, before.id[slot]);
                  position_radius[slot] = with_w(body.position_m, body.radius_m);
                  velocity_mass[slot] = with_w(body.velocity_m_s, body.mass_kg);
                  moved.store(slot, turn);
              });
}

/// The box of a body, found by a group: each member takes some of the points. A functor, as nvcc has no
/// lambdas with `auto` parameters for kernels.
struct ReduceBox {
    BodyArrays before;
    TurnArrays turns;
    const Vec4* position_radius;
    const ShapeView* shapes;
    const StepNumbers* numbers;
    Box* boxes;        // in: as they were
    bool all = false;  // even those of sleepers

    template <class Group>
    HOST_DEVICE void operator()(const Group& group, uint32_t slot) const {
        if (!all && asleep(before.acceleration_still[slot].w, *numbers)) return;
        const Turn turn = turns.load(slot);
        const ShapeView& shape = shapes[turn.shape];
        const Matrix3 axes = rotation(turn.orientation);
        const Vec3 centre = xyz(position_radius[slot]);
        Box box = {{HUGE_VALF, HUGE_VALF, HUGE_VALF}, {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}};
        for (uint32_t k = group.member(); k < shape.box_point_count; k += group.size())
            box = around(box, axes * xyz(shape.box_points[k]));
        box = group.around_all(box);
        const Vec3 margin = {shape.box_margin_m, shape.box_margin_m, shape.box_margin_m};
        if (group.member() == 0) boxes[slot] = {centre + (box.min - margin), centre + (box.max + margin)};
    }
};

/// Those of all bodies as they stand, before the first step.
template <class Exec>
void box_standing_bodies(Exec& exec, StepData<Exec>& data) {
    const BodyArrays bodies = data.committed.arrays();
    exec.each_by_group("boxes", data.count,
                       ReduceBox{bodies, data.rigid->committed.arrays(), bodies.position_radius,
                                 data.rigid->shapes.data(), data.numbers.data(), data.boxes.data(), true});
}

/// Sleepers keep the box that they have.
template <class Exec>
BoxInput box_rigid_bodies(Exec& exec, StepData<Exec>& data) {
    Box* boxes = data.boxes.data();
    exec.each_by_group(
        "boxes", data.count,
        ReduceBox{data.committed.arrays(), data.rigid->moved.arrays(), data.moved_position_radius.data(),
                  data.rigid->shapes.data(), data.numbers.data(), boxes});
    return {boxes, data.count, data.frame.data()};
}

/// Brings into sorted order what reorder_bodies() does not know of.
template <class Exec>
void reorder_turns(Exec& exec, StepData<Exec>& data) {
    const TurnArrays moved = data.rigid->moved.arrays(), sorted = data.rigid->sorted.arrays();
    const Box* boxes = data.boxes.data();
    Box* sorted_boxes = data.rigid->sorted_boxes.data();
    const AnchorArrays anchors = data.rigid->anchors.arrays(),
                       sorted_anchors = data.rigid->sorted_anchors.arrays();
    const float* depth = data.rigid->depth.data();
    float* sorted_depth = data.rigid->sorted_depth.data();
    const uint32_t* order = data.broad_phase->order();
    exec.each("reorder", data.count, 2 * (2 * kTurnBytes + sizeof(Box) + sizeof(float)),
              [=] HOST_DEVICE(uint32_t slot) {
                  const uint32_t from = order ? order[slot] : slot;
                  sorted.orientation[slot] = moved.orientation[from];
                  sorted.momentum_shape[slot] = moved.momentum_shape[from];
                  sorted_boxes[slot] = boxes[from];
                  sorted_depth[slot] = depth[from];
                  sorted_anchors.store(slot, anchors.load(from));
              });
}

}  // namespace sim
