// A rigid body's shape as a step reads it: plain arrays and numbers, the same on both backends.
//
// All positions are in the body frame: the mesh's axes, the centre of mass at the origin. A scene with
// several meshes has an array of views, and each body the number of its own.
#pragma once
#include <cstdint>

#include "sim/math/matrix.h"
#include "sim/math/vec3.h"

namespace sim {

/// The signed distances at the corners of a cell, [x + 2 y + 4 z]: one memory sector, so that a look-up reads
/// one. Below 0 is inside.
struct alignas(32) FieldCell {
    float corner[8];
};

struct FieldView {
    const FieldCell* cells;  // x fastest
    uint32_t cells_x, cells_y, cells_z;
    float spacing_m;
    Vec3 origin_m;
};

/// The distances again, an int16 a node: small enough for a core's second cache, or a device's first. A node n stands
/// for n * unit_m.
struct PackedField {
    const int16_t* nodes;  // x fastest
    uint32_t nodes_x, nodes_y, nodes_z;
    float unit_m, spacing_m;
    Vec3 origin_m;
};

/// Eight spheres, by coordinate.
struct alignas(32) SphereBlock {
    float x[8], y[8], z[8], r[8];
};

/// The points of the surface as the leaves of a tree of spheres: a group holds 8 points, a cluster 4 groups, a top 8
/// clusters. What is missing in the last block of a level repeats the last of it.
struct SphereTree {
    const SphereBlock *tops, *clusters, *groups, *points;  // points: of radius 0
    uint32_t top_count, cluster_count, group_count, point_count;
};

inline constexpr uint32_t kClusterPoints = 32;

struct ShapeView {
    FieldView field;  // on a device without its cells

    // Points of the surface. Cluster c has the points [32 c, 32 c + 32), the last one perhaps fewer.
    const Vec4* points;    // w is 0; null on a device, as the next
    const Vec4* clusters;  // centre and radius of a sphere around the cluster's points
    uint32_t point_count, cluster_count;

    // The same field and points as a step reads them.
    PackedField packed;
    SphereTree tree;

    // The box of these points, and box_margin_m more on each side, holds the body.
    const Vec4* box_points;  // w is 0
    uint32_t box_point_count;
    float box_margin_m;

    float bounding_radius_m;  // of a sphere around the centre of mass
    float mass_kg;
    SymmetricMatrix inverse_inertia;  // 1 / (kg m2)
};

}  // namespace sim
