// The ground: heights on a grid, and between them a quadratic B-spline. It is smooth (C1) everywhere, so a body
// that rolls over it meets no inner edges.
//
// A sample stands in the middle of its cell: columns x rows cells of spacing_m cover the map. The surface does
// not pass through the samples but smooths them: at a point, 3 x 3 samples weigh in. Beyond the map's border the
// surface goes on level, as high as at the border. Per column of taps 3 loads; in all 9 loads and about 60
// operations a point.
#pragma once
#include "sim/math/vec3.h"

namespace sim {

/// Heights in the memory of one backend. Rows run along z, columns along x: heights_m[row * columns + column].
struct HeightField {
    const float* heights_m;
    uint32_t columns, rows;  // at least 1
    float spacing_m;
    float min_x_m, min_z_m;  // the map's corner; its cells lie towards greater x and z

    HOST_DEVICE float max_x_m() const { return min_x_m + float(columns) * spacing_m; }
    HOST_DEVICE float max_z_m() const { return min_z_m + float(rows) * spacing_m; }
};

/// The surface at one point: its height and, by x and z in metres, the first and second derivatives of that.
struct Surface {
    float height_m;
    float slope_x, slope_z;
    float bend_xx, bend_xz, bend_zz;
};

/// Taps of the spline on one axis: the three samples, their weights, and the derivatives of the weights.
struct SplineTaps {
    uint32_t index[3];
    float weight[3], change[3];

    HOST_DEVICE SplineTaps(float cells, uint32_t count) {
        // Clamped first, and never negative: the cast is then the integer part on every machine.
        const float inside = cells > 0 ? smaller(cells, float(count)) : 0.0f;
        const uint32_t cell = uint32_t(inside);
        index[1] = cell < count ? cell : count - 1;
        index[0] = index[1] > 0 ? index[1] - 1 : 0;
        index[2] = index[1] + 1 < count ? index[1] + 1 : index[1];
        const float t = inside - float(index[1]), rest = 1 - t;
        weight[0] = 0.5f * rest * rest;
        weight[1] = 0.5f + t * rest;
        weight[2] = 0.5f * t * t;
        change[0] = -rest;
        change[1] = rest - t;
        change[2] = t;
    }
};

/// Any x and z; those beyond the border find what the border has.
HOST_DEVICE inline Surface surface_at(const HeightField& field, float x_m, float z_m) {
    const float per_metre = 1 / field.spacing_m;
    const SplineTaps x((x_m - field.min_x_m) * per_metre, field.columns);
    const SplineTaps z((z_m - field.min_z_m) * per_metre, field.rows);
    Surface out = {0, 0, 0, 0, 0, 0};
    for (int k = 0; k < 3; ++k) {
        const float* row = field.heights_m + size_t(z.index[k]) * field.columns;
        const float a = row[x.index[0]], b = row[x.index[1]], c = row[x.index[2]];
        const float height = x.weight[0] * a + x.weight[1] * b + x.weight[2] * c;
        const float slope = x.change[0] * a + x.change[1] * b + x.change[2] * c;
        const float bend = a - 2 * b + c;
        out.height_m = out.height_m + z.weight[k] * height;
        out.slope_x = out.slope_x + z.weight[k] * slope;
        out.slope_z = out.slope_z + z.change[k] * height;
        out.bend_xx = out.bend_xx + z.weight[k] * bend;
        out.bend_xz = out.bend_xz + z.change[k] * slope;
        out.bend_zz = out.bend_zz + (k == 1 ? -2 * height : height);
    }
    out.slope_x = out.slope_x * per_metre;
    out.slope_z = out.slope_z * per_metre;
    out.bend_xx = out.bend_xx * (per_metre * per_metre);
    out.bend_xz = out.bend_xz * (per_metre * per_metre);
    out.bend_zz = out.bend_zz * (per_metre * per_metre);
    return out;
}

/// Returns the unit normal, upwards.
HOST_DEVICE inline Vec3 normal_of(const Surface& surface) {
    const float x = surface.slope_x, z = surface.slope_z;
    const float scale = 1 / sqrtf(1 + x * x + z * z);
    return {-x * scale, scale, -z * scale};
}

/// Point of the surface that is nearest to a given point, or nearly so: the result of two Newton steps.
struct FootPoint {
    Vec3 place_m, normal;
};

/// Makes one Newton step from (x, z) towards the place where the line to `point_m` is normal to the surface.
HOST_DEVICE inline void step_to_foot(const Surface& s, const Vec3& point_m, float& x_m, float& z_m) {
    const float above = point_m.y - s.height_m;
    const float error_x = x_m - point_m.x - above * s.slope_x;
    const float error_z = z_m - point_m.z - above * s.slope_z;

    // Without the bends the matrix is that of the tangent plane. They are left out where they would make it
    // all but singular: where the surface bends towards the point as a circle around it does.
    const float plane = 1 + s.slope_x * s.slope_x + s.slope_z * s.slope_z;
    float xx = 1 + s.slope_x * s.slope_x - above * s.bend_xx;
    float xz = s.slope_x * s.slope_z - above * s.bend_xz;
    float zz = 1 + s.slope_z * s.slope_z - above * s.bend_zz;
    float determinant = xx * zz - xz * xz;
    if (!(xx > 0 && zz > 0 && 8 * determinant > plane)) {
        xx = 1 + s.slope_x * s.slope_x;
        xz = s.slope_x * s.slope_z;
        zz = 1 + s.slope_z * s.slope_z;
        determinant = plane;
    }
    x_m = x_m - (zz * error_x - xz * error_z) / determinant;
    z_m = z_m - (xx * error_z - xz * error_x) / determinant;
}

/// Finds the foot point from the place below (or above) `point_m`, which is `surface`, by exactly two steps, so that
/// every machine computes the same. Good within about a cell of the surface; from further away it may be any place.
HOST_DEVICE inline FootPoint foot_point(const HeightField& field, const Vec3& point_m, Surface surface) {
    float x = point_m.x, z = point_m.z;
    for (int step = 0; step < 2; ++step) {
        step_to_foot(surface, point_m, x, z);
        surface = surface_at(field, x, z);
    }
    return {{x, surface.height_m, z}, normal_of(surface)};
}

}  // namespace sim
