// Morton keys: a cube around all bodies is cut into 2^21 cells an axis; the bits of a body's three cell numbers
// take turns in its key. Bodies in key order are neighbours in space, and a cube of the octree is a run of keys.
//
// The cube moves as little as can be from step to step, so that the order of the last step is nearly that of
// this one: its size is a power of two, and it starts at a multiple of an eighth of that.
//
// Cell (1, 0, 0) has key 4, (0, 1, 0) key 2, (0, 0, 1) key 1, (3, 0, 0) key 36 = 0b100100.
#pragma once
#include "sim/math/float_bits.h"
#include "sim/math/vec3.h"
#include "sort/keys.h"

namespace sim {

inline constexpr uint32_t kCellBits = 21;  // an axis
inline constexpr uint32_t kKeyBits = 3 * kCellBits;

/// The outermost coordinates of all bodies as ordered keys, those of the lower ends inverted: zero at first, and
/// then only raised.
struct Outermost {
    uint32_t ends[6];  // three lower ones, then three upper ones

    HOST_DEVICE Vec3 low() const {
        return {sort::key_to_float(~ends[0]), sort::key_to_float(~ends[1]), sort::key_to_float(~ends[2])};
    }
    HOST_DEVICE Vec3 high() const {
        return {sort::key_to_float(ends[3]), sort::key_to_float(ends[4]), sort::key_to_float(ends[5])};
    }
};

struct Cube {
    Vec3 low;
    float cells_per_m;  // a power of two
};

/// Returns the largest multiple of `step`, a power of two, that is not above `x`.
HOST_DEVICE inline float rounded_down(float x, float step) {
    const float steps = x / step;
    if (!(fabsf(steps) < 8388608.0f)) return x;  // floats of this size are multiples of it
    float whole = float(int32_t(steps));
    if (whole > steps) whole -= 1;
    return whole * step;
}

/// Returns the cube: eight steps a side, of which the bodies take at most seven, wherever they begin in the first.
HOST_DEVICE inline Cube cube_around(const Outermost& bodies) {
    const Vec3 low = bodies.low(), sides = bodies.high() - low;
    const float longest = larger(larger(sides.x, sides.y), sides.z);
    uint32_t exponent = (float_bits(longest / 7) >> 23) + 1;
    exponent = exponent < 40 ? 40 : exponent > 250 ? 250 : exponent;  // all of this stays finite
    const float step = bits_float(exponent << 23);
    return {{rounded_down(low.x, step), rounded_down(low.y, step), rounded_down(low.z, step)},
            float(1u << (kCellBits - 3)) / step};
}

/// Returns the cell of a coordinate; a NaN is in the first.
HOST_DEVICE inline uint32_t cell_of(float x, float low, float cells_per_m) {
    constexpr uint32_t kLast = (1u << kCellBits) - 1;
    const float cell = (x - low) * cells_per_m;
    if (!(cell > 0)) return 0;
    return cell < float(kLast) ? uint32_t(cell) : kLast;
}

/// Returns the lower 21 bits, two zeros after each.
HOST_DEVICE inline uint64_t spread_bits(uint64_t bits) {
    bits = (bits | bits << 32) & 0x001f00000000ffffull;
    bits = (bits | bits << 16) & 0x001f0000ff0000ffull;
    bits = (bits | bits << 8) & 0x100f00f00f00f00full;
    bits = (bits | bits << 4) & 0x10c30c30c30c30c3ull;
    return (bits | bits << 2) & 0x1249249249249249ull;
}

HOST_DEVICE inline uint64_t morton_key(const Vec3& place, const Cube& cube) {
    return spread_bits(cell_of(place.x, cube.low.x, cube.cells_per_m)) << 2 |
           spread_bits(cell_of(place.y, cube.low.y, cube.cells_per_m)) << 1 |
           spread_bits(cell_of(place.z, cube.low.z, cube.cells_per_m));
}

}  // namespace sim
