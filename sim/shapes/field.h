// Looks up a shape's signed distance, and the direction out of it, between the nodes of its field.
#pragma once
#include "sim/shapes/shape.h"

namespace sim {

/// A cell of the field and the place in it, 0 to 1 on each axis.
struct FieldPlace {
    uint32_t cell;
    Vec3 at;
    Vec3 outside;  // from the nearest place in the grid to the point, in cells; 0 for a point in the grid
};

/// Clamps a value. A NaN becomes `low`, so that the result can always be made an integer.
HOST_DEVICE inline float limited(float value, float low, float high) {
    return value > low ? value < high ? value : high : low;
}

HOST_DEVICE inline FieldPlace field_place(const FieldView& field, const Vec3& point_m) {
    const float scale = 1 / field.spacing_m;
    const Vec3 at = (point_m - field.origin_m) * scale;
    const Vec3 in = {limited(at.x, 0, float(field.cells_x)), limited(at.y, 0, float(field.cells_y)),
                     limited(at.z, 0, float(field.cells_z))};
    // A point on the grid's far side belongs to the last cell.
    uint32_t x = uint32_t(in.x), y = uint32_t(in.y), z = uint32_t(in.z);
    if (x == field.cells_x) --x;
    if (y == field.cells_y) --y;
    if (z == field.cells_z) --z;
    return {x + field.cells_x * (y + field.cells_y * z),
            {in.x - float(x), in.y - float(y), in.z - float(z)},
            at - in};
}

/// A point outside of the grid is at least this far from the surface: the grid is a box around it, and seen
/// from the nearest place in the box the surface lies at an angle of 90 degrees or more.
HOST_DEVICE inline float beyond_grid(float value, const Vec3& outside, float spacing_m) {
    const float far2 = dot(outside, outside);
    if (!(far2 > 0)) return value;
    const float far = sqrtf(far2) * spacing_m;
    return value > 0 ? sqrtf(value * value + far * far) : far;
}

HOST_DEVICE inline float between(float low, float high, float at) { return low + (high - low) * at; }

/// Distance from the surface in metres, below 0 inside: trilinear.
HOST_DEVICE inline float field_value(const FieldView& field, const Vec3& point_m) {
    const FieldPlace place = field_place(field, point_m);
    const FieldCell cell = field.cells[place.cell];  // whole: two loads
    const float* const c = cell.corner;
    const Vec3& at = place.at;
    const float low = between(between(c[0], c[1], at.x), between(c[2], c[3], at.x), at.y);
    const float high = between(between(c[4], c[5], at.x), between(c[6], c[7], at.x), at.y);
    return beyond_grid(between(low, high, at.z), place.outside, field.spacing_m);
}

struct FieldSample {
    float value_m;
    Vec3 gradient;  // of the trilinear value, no unit: about 1 long, pointing out of the solid
};

/// Returns the value as field_value() gives it, to the bit, and its gradient; for points in the grid.
HOST_DEVICE inline FieldSample field_sample(const FieldView& field, const Vec3& point_m) {
    const FieldPlace place = field_place(field, point_m);
    const FieldCell cell = field.cells[place.cell];  // whole: two loads
    const float* const c = cell.corner;
    const Vec3& at = place.at;
    const float edge00 = between(c[0], c[1], at.x), edge10 = between(c[2], c[3], at.x);
    const float edge01 = between(c[4], c[5], at.x), edge11 = between(c[6], c[7], at.x);
    const float low = between(edge00, edge10, at.y), high = between(edge01, edge11, at.y);

    const float x =
        between(between(c[1] - c[0], c[3] - c[2], at.y), between(c[5] - c[4], c[7] - c[6], at.y), at.z);
    const float y = between(edge10 - edge00, edge11 - edge01, at.z);
    const float scale = 1 / field.spacing_m;
    return {beyond_grid(between(low, high, at.z), place.outside, field.spacing_m),
            Vec3{x, y, high - low} * scale};
}

}  // namespace sim
