// Shapes of the built-in meshes, and the hash of one.
#pragma once
#include <string>

#include "app/io/obj.h"
#include "sim/shapes/prepare.h"

namespace testing_rigid {

inline sim::Shape shape_of_file(const std::string& name, const sim::ShapeOptions& options = {}) {
    return sim::prepare_shape(app::read_obj(SWEEPLAB_ROOT "/assets/meshes/" + name), options);
}

/// FNV-1a (64 bits) over what a mesh becomes: its field, points and corners.
inline uint64_t bytes_hash(const sim::Shape& shape) {
    uint64_t hash = 0xcbf29ce484222325ull;
    const auto add = [&](const auto* items, size_t count) {
        const auto* bytes = reinterpret_cast<const unsigned char*>(items);
        for (size_t i = 0; i < count * sizeof *items; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3ull;
    };
    add(shape.cells.data(), shape.cells.size());
    add(shape.points.data(), shape.points.size());
    add(shape.clusters.data(), shape.clusters.size());
    add(shape.corners.data(), shape.corners.size());
    const sim::ShapeView& n = shape.numbers;
    const uint32_t counts[] = {n.field.cells_x, n.field.cells_y, n.field.cells_z};
    const float lengths[] = {n.field.spacing_m, n.box_margin_m, n.bounding_radius_m, n.mass_kg,
                             shape.mesh_scale};
    add(counts, 3);
    add(lengths, 5);
    add(&n.field.origin_m, 1);
    add(&n.inverse_inertia, 1);
    add(&shape.mesh_centre, 1);
    return hash;
}

}  // namespace testing_rigid
