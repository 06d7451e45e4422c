// The random numbers of spawn functions: one integer generator, scaled exactly, the same everywhere.
#pragma once
#include <cstdint>

#include "sim/math/mix_bits.h"
#include "sim/math/vec3.h"

namespace sim {

/// SplitMix64: each state step adds a constant, the output mixes it.
class Random {
public:
    explicit Random(uint64_t seed) : state_(seed) {}

    uint64_t bits() {
        state_ += kGoldenStep;
        return mix_bits(state_);
    }
    /// Returns a number in [0, 1), a multiple of 2^-24.
    float unit() { return float(bits() >> 40) * (1.0f / 16777216.0f); }
    /// Returns a number in [-1, 1).
    float signed_unit() { return 2 * unit() - 1; }
    /// Returns a vector with each component in [-reach, reach); x is drawn first.
    Vec3 vector(float reach) {
        Vec3 v;
        for (int axis = 0; axis < 3; ++axis) v[axis] = reach * signed_unit();
        return v;
    }

private:
    uint64_t state_;
};

}  // namespace sim
