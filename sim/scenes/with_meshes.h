// What spawn functions of bodies with meshes share: whose shapes bodies have, driven meshes, a body of a shape.
#pragma once
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/scene.h"

namespace sim {

inline std::string metres(float length) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g m", double(length));
    return text;
}

/// Returns the inertia whose inverse is given, in numbers near 1, however large or small the body is.
inline SymmetricMatrix inertia_of(const SymmetricMatrix& inverse_inertia) {
    const float scale = larger(larger(inverse_inertia.xx, inverse_inertia.yy), inverse_inertia.zz);
    return inverse(inverse_inertia * (1 / scale)) * (1 / scale);
}

inline Vec3 momentum_of(const Quaternion& orientation, const SymmetricMatrix& inverse_inertia,
                        const Vec3& spin) {
    const Matrix3 turn = rotation(orientation);
    return turn * (inertia_of(inverse_inertia) * transposed_times(turn, spin));
}

/// Driven meshes have one body each, and the first ids. Returns how many there are; throws where no other body is
/// left.
inline uint32_t add_driven(const SpawnRequest& request, Spawned& out) {
    for (uint32_t s = 0; s < request.shapes.size(); ++s) {
        const SceneShape& shape = *request.shapes[s];
        if (!shape.source.driven()) continue;
        out.bodies.push_back({shape.source.place_m,
                              shape.shape.numbers.bounding_radius_m,
                              {0, 0, 0},
                              kDrivenMass,
                              {0, 0, 0},
                              0});
        out.rotations.push_back({.momentum = shape.source.spin_rad_s, .shape = s});
    }
    const auto driven = uint32_t(out.bodies.size());
    if (request.bodies <= driven) {
        throw std::invalid_argument(std::to_string(request.bodies) + " bodies, and " +
                                    std::to_string(driven) +
                                    " driven meshes, which are a body each; at least " +
                                    std::to_string(driven + 1) + " bodies are expected");
    }
    return driven;
}

/// Returns the shapes that bodies have, in turn.
inline std::vector<uint32_t> movable(const SpawnRequest& request) {
    std::vector<uint32_t> out;
    for (uint32_t s = 0; s < request.shapes.size(); ++s) {
        if (!request.shapes[s]->source.driven()) out.push_back(s);
    }
    if (out.empty()) throw std::invalid_argument("no mesh that bodies could have");
    return out;
}

/// A body of shape `s` at a place, which turns as `spin` says (world axes, radians per second).
inline void add_body(const SpawnRequest& request, uint32_t s, const Vec3& place,
                     const Quaternion& orientation, const Vec3& velocity, const Vec3& spin, Spawned& out) {
    const ShapeView& shape = request.shapes[s]->shape.numbers;
    out.bodies.push_back(
        {place, shape.bounding_radius_m, velocity, shape.mass_kg, request.physics.gravity_m_s2, 0});
    out.rotations.push_back({.orientation = orientation,
                             .momentum = momentum_of(orientation, shape.inverse_inertia, spin),
                             .shape = s});
}

/// Extent of a shape from its centre of mass, along the axes of its mesh.
struct MeshReach {
    Vec3 low, high;
    float size(int axis) const { return high[axis] - low[axis]; }
};
inline MeshReach reach_of(const Shape& shape) {
    MeshReach reach = {{0, 0, 0}, {0, 0, 0}};
    for (const Vec4& point : shape.corners) {
        for (int axis = 0; axis < 3; ++axis) {
            reach.low[axis] = smaller(reach.low[axis], xyz(point)[axis]);
            reach.high[axis] = larger(reach.high[axis], xyz(point)[axis]);
        }
    }
    return reach;
}

}  // namespace sim
