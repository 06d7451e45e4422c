// What a broad phase may want to know of its boxes before it puts them in order: how large they are, and
// where their centres lie. It is measured while the boxes are made: measure_boxes() of each backend makes
// box(i) for i in [0, count) as a stage `name`, and adds what it sees. Spheres are measured while they move into their
// order, for the next search.
#pragma once
#include "sim/broad_phase/axis.h"
#include "sim/math/float_bits.h"
#include "sort/keys.h"

namespace sim {

inline constexpr uint32_t kSizeBins = 32;  // halvings of the box size that are told apart

/// Returns half the sides of a box: the whole may be more than the largest float.
HOST_DEVICE inline Vec3 half_sides(const Box& box) { return 0.5f * box.max - 0.5f * box.min; }

HOST_DEVICE inline float longest(const Vec3& sides) { return larger(larger(sides.x, sides.y), sides.z); }

/// Returns the bin of a size: 31 holds the largest, each one less stands for half the size.
HOST_DEVICE inline uint32_t size_bin(float half, float scale) {
    const uint32_t bits = float_bits(half * scale);
    // Not at powers of two: sizes that are meant to be equal differ in rounding, and often are such powers.
    const int bin = int((bits + 0x280000u) >> 23) - (127 + kScaleBits) + int(kSizeBins) - 1;
    return bin < 0 ? 0 : bin < int(kSizeBins) ? uint32_t(bin) : kSizeBins - 1;
}

/// Zero at first. Of the boxes by size bin, and of the centres by axis.
struct BoxMeasure {
    uint32_t count[kSizeBins];
    /// Bits of the largest half side by axis and size bin: not negative, so in the order of numbers.
    uint32_t largest[3][kSizeBins];
    uint32_t low_inverted[3], high[3];  // ordered keys of the outermost centres; ~ of the least
    uint64_t spread[3];                 // sum of |centre - middle| an axis, fixed point (axis.h)

    HOST_DEVICE Vec3 largest_of(uint32_t bin) const {
        return {bits_float(largest[0][bin]), bits_float(largest[1][bin]), bits_float(largest[2][bin])};
    }
};

/// Measurements that one thread has made of box centres. Sizes are counted apart.
struct CentreMeasure {
    uint32_t low_inverted[3] = {0, 0, 0}, high[3] = {0, 0, 0};
    uint64_t spread[3] = {0, 0, 0};

    HOST_DEVICE void add(const Box& box, const SpreadFrame& frame) {
        for (int axis = 0; axis < 3; ++axis) {
            const uint32_t centre = sort::ordered_key(0.5f * box.min[axis] + 0.5f * box.max[axis]);
            if (~centre > low_inverted[axis]) low_inverted[axis] = ~centre;
            if (centre > high[axis]) high[axis] = centre;
            spread[axis] += spread_of(box, frame, axis);
        }
    }
};

}  // namespace sim
