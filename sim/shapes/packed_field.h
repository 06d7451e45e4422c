// Looks up a shape's signed distance in the field of small integers: trilinear, as in field.h.
#pragma once
#include "sim/shapes/field.h"

namespace sim {

/// The eight nodes around a place, and the place between them, 0 to 1 on each axis.
struct PackedCell {
    float node[8];
    Vec3 at;
    Vec3 outside;  // from the nearest place in the grid to the point, in cells
};

HOST_DEVICE inline PackedCell packed_cell(const PackedField& field, const Vec3& point_m) {
    const float scale = 1 / field.spacing_m;
    const Vec3 at = (point_m - field.origin_m) * scale;
    const Vec3 in = {limited(at.x, 0, float(field.nodes_x - 1)), limited(at.y, 0, float(field.nodes_y - 1)),
                     limited(at.z, 0, float(field.nodes_z - 1))};
    // A point on the grid's far side belongs to the last cell.
    uint32_t x = uint32_t(in.x), y = uint32_t(in.y), z = uint32_t(in.z);
    if (x == field.nodes_x - 1) --x;
    if (y == field.nodes_y - 1) --y;
    if (z == field.nodes_z - 1) --z;
    PackedCell cell;
    const uint32_t row = field.nodes_x, layer = field.nodes_x * field.nodes_y;
    const int16_t* const n = field.nodes + (x + row * y + layer * z);
    const int16_t* const m = n + layer;
    cell.node[0] = float(n[0]), cell.node[1] = float(n[1]), cell.node[2] = float(n[row]);
    cell.node[3] = float(n[row + 1]), cell.node[4] = float(m[0]), cell.node[5] = float(m[1]);
    cell.node[6] = float(m[row]), cell.node[7] = float(m[row + 1]);
    cell.at = {in.x - float(x), in.y - float(y), in.z - float(z)};
    cell.outside = at - in;
    return cell;
}

/// Distance from the surface in metres, below 0 inside.
HOST_DEVICE inline float packed_value(const PackedField& field, const Vec3& point_m) {
    const PackedCell cell = packed_cell(field, point_m);
    const float* const c = cell.node;
    const Vec3& at = cell.at;
    const float low = between(between(c[0], c[1], at.x), between(c[2], c[3], at.x), at.y);
    const float high = between(between(c[4], c[5], at.x), between(c[6], c[7], at.x), at.y);
    return beyond_grid(between(low, high, at.z) * field.unit_m, cell.outside, field.spacing_m);
}

/// Returns the gradient of beyond_grid(), from the value and the gradient at the nearest place in the grid.
HOST_DEVICE inline Vec3 beyond_grid_gradient(float value, const Vec3& gradient, const Vec3& outside,
                                             float spacing_m) {
    if (!(dot(outside, outside) > 0)) return gradient;
    const Vec3 away = outside * spacing_m;
    const Vec3 whole = value > 0 ? gradient * value + away : away;
    return whole * (1 / length(whole));
}

/// Returns the value as packed_value() gives it, to the bit, and its gradient.
HOST_DEVICE inline FieldSample packed_sample(const PackedField& field, const Vec3& point_m) {
    const PackedCell cell = packed_cell(field, point_m);
    const float* const c = cell.node;
    const Vec3& at = cell.at;
    const float edge00 = between(c[0], c[1], at.x), edge10 = between(c[2], c[3], at.x);
    const float edge01 = between(c[4], c[5], at.x), edge11 = between(c[6], c[7], at.x);
    const float low = between(edge00, edge10, at.y), high = between(edge01, edge11, at.y);
    const float x =
        between(between(c[1] - c[0], c[3] - c[2], at.y), between(c[5] - c[4], c[7] - c[6], at.y), at.z);
    const float y = between(edge10 - edge00, edge11 - edge01, at.z);
    const float scale = field.unit_m * (1 / field.spacing_m);
    const float value = between(low, high, at.z) * field.unit_m;
    return {beyond_grid(value, cell.outside, field.spacing_m),
            beyond_grid_gradient(value, Vec3{x, y, high - low} * scale, cell.outside, field.spacing_m)};
}

}  // namespace sim
