// How far two shapes are apart at least: the gap between their fields' boxes, each turned with its body, along the
// fifteen axes that can part two boxes (Gottschalk, Lin and Manocha 1996).
#pragma once
#include "sim/manifold/search_body.h"

namespace sim {

/// The box of a field less one of the cells around the shape, in the body frame.
struct FieldBox {
    Vec3 centre, half;
};

HOST_DEVICE inline FieldBox field_box(const FieldView& field) {
    const Vec3 half =
        Vec3{float(field.cells_x), float(field.cells_y), float(field.cells_z)} * (0.5f * field.spacing_m);
    const Vec3 cell = {field.spacing_m, field.spacing_m, field.spacing_m};
    return {field.origin_m + half, half - cell};
}

/// Half of what a box covers along a direction of its own frame.
HOST_DEVICE inline float half_along(const Vec3& half, const Vec3& direction) {
    return half.x * fabsf(direction.x) + half.y * fabsf(direction.y) + half.z * fabsf(direction.z);
}

/// How far the boxes of two fields are apart, if by more than `more`; else below 0.
HOST_DEVICE inline float boxes_gap(const SearchBody& a, const SearchBody& b, float more) {
    constexpr float kParallel = 1e-4f;  // square of the sine below which two edges give no axis
    const FieldBox box_a = field_box(a.shape->field), box_b = field_box(b.shape->field);
    const Matrix3 turn = transposed_times(a.axes, b.axes);  // from b's frame to a's
    const Vec3 between =
        transposed_times(a.axes, b.position_m - a.position_m) + turn * box_b.centre - box_a.centre;
    const auto gap_along = [&](const Vec3& axis) {
        return fabsf(dot(between, axis)) - half_along(box_a.half, axis) -
               half_along(box_b.half, transposed_times(turn, axis));
    };
    const Vec3 own[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, other[3] = {turn.x, turn.y, turn.z};
    float gap = larger(gap_along(own[0]), gap_along(other[0]));
    for (int k = 1; k < 3; ++k) gap = larger(gap, larger(gap_along(own[k]), gap_along(other[k])));
    if (gap > more) return gap;
    for (int k = 0; k < 3; ++k) {
        for (int j = 0; j < 3; ++j) {
            const Vec3 axis = cross(own[k], other[j]);
            const float size2 = dot(axis, axis);
            if (size2 > kParallel) gap = larger(gap, gap_along(axis) / sqrtf(size2));
        }
    }
    return gap > more ? gap : -1;
}

}  // namespace sim
