// The boxes of bodies with shapes before the search, by reduction over points of the shape, as in Ha, Krueger and Silva
// 2009, section 6.1; and what they have beside BodyArrays, brought into sorted order.
#pragma once
#include "sim/exec/work.h"
#include "sim/step_data.h"

namespace sim {

/// A step looks no further ahead: of a body that is faster, points may be found when they are in another.
inline constexpr float kMostTravel_m = 1;

/// Returns how far, in m, a point of the body may move in a step, at most.
HOST_DEVICE inline float travel_m(const Vec3& velocity, const Vec3& spin, float radius_m, bool falls,
                                  const StepNumbers& numbers) {
    const float fall = falls ? length(numbers.gravity_m_s2) * numbers.dt_s : 0;
    return smaller((length(velocity) + fall + length(spin) * radius_m) * numbers.dt_s, kMostTravel_m);
}

/// Returns by how much, in m, a body's box is larger on each side: half of the margin, for each of the two
/// whose boxes are to meet, and all that the body may move in a step.
HOST_DEVICE inline float box_reach_m(const Motion& body, const Turn& turn, const ShapeView& shape,
                                     const StepNumbers& numbers) {
    const Vec3 spin = angular_velocity(turn, shape, body.mass_kg);
    return 0.5f * numbers.constraint.margin_m + shape.box_margin_m +
           travel_m(body.velocity_m_s, spin, body.radius_m, !driven(body.mass_kg), numbers);
}

/// A body before the step, and its box, found by a group: each member takes some of the points. Copies what the next
/// stages bring into order. A functor, as nvcc has no lambdas with `auto` parameters for kernels.
struct ReduceBox {
    BodyArrays before;
    TurnArrays turns, turns_before;
    const ShapeView* shapes;
    const StepNumbers* numbers;
    Vec4 *position_radius, *velocity_mass;
    Box* boxes;
    Status* status;  // null: no step begins

    template <class Group>
    HOST_DEVICE void operator()(const Group& group, uint32_t slot) const {
        Motion body = before.load(slot);
        Turn turn = turns_before.load(slot);
        set_aside_if_lost(body, turn, before.id[slot]);
        const ShapeView& shape = shapes[turn.shape];
        const Matrix3 axes = rotation(turn.orientation);
        Box box = {{HUGE_VALF, HUGE_VALF, HUGE_VALF}, {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}};
        for (uint32_t k = group.member(); k < shape.box_point_count; k += group.size())
            box = around(box, axes * xyz(shape.box_points[k]));
        box = group.around_all(box);
        if (group.member() != 0) return;
        if (slot == 0 && status) begin_status(status);
        const float reach = box_reach_m(body, turn, shape, *numbers);
        const Vec3 more = {reach, reach, reach};
        boxes[slot] = {body.position_m + (box.min - more), body.position_m + (box.max + more)};
        position_radius[slot] = with_w(body.position_m, body.radius_m);
        velocity_mass[slot] = with_w(body.velocity_m_s, body.mass_kg);
        turns.store(slot, turn);
    }
};

/// Returns the boxes of the bodies where they are, sleepers too: what a step does follows from the state alone.
template <class Exec, class Data>
BoxInput box_before_step(Exec& exec, Data& data, bool at_start = false) {
    constexpr uint32_t kLanes = 8, kBytes = kBodyBytes + 2 * kTurnBytes + 2 * uint32_t(sizeof(Vec4)) +
                                            uint32_t(sizeof(Box));
    exec.by_group(ByLanes<kLanes>{}, "boxes", data.count, kBytes,
                  ReduceBox{data.committed.arrays(), data.rigid->moved.arrays(),
                            data.rigid->committed.arrays(), data.rigid->shapes.data(), data.numbers.data(),
                            data.moved_position_radius.data(), data.moved_velocity_mass.data(),
                            data.boxes.data(), at_start ? nullptr : data.status.data()},
                  kBodyGrain);
    return {data.boxes.data(), data.count, data.frame.data()};
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
