// Worlds of bodies of one mesh that are placed by hand: slabs on a slope, stacks, throws.
#pragma once
#include "tests/sim/sim_constraints_suite.h"

namespace constrained {

/// A world of bodies that are placed by hand, of one mesh, in a wide container.
inline sim::WorldConfig config_with(const char* mesh, float size_m, uint32_t cells, uint32_t bodies) {
    sim::WorldConfig config = config_of("chairs", bodies);
    config.scene.meshes = {{.file = mesh, .size_m = size_m, .cells = cells}};
    app::load_shapes(config.scene, 0, true);
    return config;
}

inline const sim::Shape& shape_of(const sim::WorldConfig& config) { return config.scene.shapes[0]->shape; }

/// The lowest and the highest place of its points.
inline sim::Box extent_of(const sim::Shape& shape) {
    sim::Box box = {xyz(shape.corners[0]), xyz(shape.corners[0])};
    for (const sim::Vec4& point : shape.corners) box = around(box, xyz(point));
    return box;
}

inline sim::Snapshot state_of(const sim::WorldConfig& config, float half_width_m,
                              const std::vector<Vec3>& places) {
    sim::Snapshot state;
    state.container = {{-half_width_m, 0, -half_width_m}, {half_width_m, 20, half_width_m}};
    const sim::ShapeView& shape = shape_of(config).numbers;
    for (const Vec3& place : places)
        state.bodies.push_back({place, shape.bounding_radius_m, {0, 0, 0}, shape.mass_kg, {0, 0, 0}, 0});
    state.rotations.resize(places.size());
    return state;
}

/// One above the other with gaps of 1 mm, and a little off.
inline std::vector<Vec3> places_of_a_stack(const sim::WorldConfig& config) {
    const sim::Box extent = extent_of(shape_of(config));
    std::vector<Vec3> places;
    for (uint32_t k = 0; k < config.bodies; ++k) {
        const float up = float(k) * (extent.max.y - extent.min.y + 0.001f) - extent.min.y;
        places.push_back({0.01f * float(k % 3), up, 0.008f * float(k % 2)});
    }
    return places;
}

}  // namespace constrained
