// What the walks over a tree of spheres share.
#pragma once
#include "sim/math/matrix.h"
#include "sim/shapes/packed_field.h"

namespace sim {

/// Beyond so many cells of field, sphere and margin nothing in a sphere is nearer than the margin: a value between
/// nodes is off by the square root of 3/4 at most, as each node has the true distance.
inline constexpr float kWalkSlack = 0.875f;

HOST_DEVICE inline uint32_t lowest_bit(uint32_t mask) {
#ifdef __CUDA_ARCH__
    return uint32_t(__ffs(int(mask))) - 1;
#else
    return uint32_t(__builtin_ctz(mask));
#endif
}
HOST_DEVICE inline uint32_t count_bits(uint32_t mask) {
#ifdef __CUDA_ARCH__
    return uint32_t(__popc(mask));
#else
    return uint32_t(__builtin_popcount(mask));
#endif
}

/// Maps points from the frame of the tree to that of the field.
struct WalkFrame {
    Matrix3 turn;
    Vec3 shift;

    HOST_DEVICE Vec3 operator()(const Vec3& point) const { return turn * point + shift; }
};

HOST_DEVICE inline Vec3 place_of(const SphereBlock* blocks, uint32_t i) {
    const SphereBlock& block = blocks[i / 8];
    return {block.x[i % 8], block.y[i % 8], block.z[i % 8]};
}

}  // namespace sim
