// Scrambled integers: what random numbers are made of, the same on every machine.
#pragma once
#include <cstdint>

#include "sort/base/host_device.h"

namespace sim {

inline constexpr uint64_t kGoldenStep = 0x9e3779b97f4a7c15ull;  // what SplitMix64's state grows by

/// Computes the output function of SplitMix64 (Steele, Lea, Flood 2014): neighbours give unrelated bits.
HOST_DEVICE inline uint64_t mix_bits(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

/// Returns a number in [-1, 1), a multiple of 2^-23: exact.
HOST_DEVICE inline float signed_unit(uint32_t bits) { return float(bits >> 8) * (1.0f / 8388608.0f) - 1; }

}  // namespace sim
