// The fused multiply-add that is made of doubles against the processor's own, on drawn numbers.
#pragma once
#include <gtest/gtest.h>

#include <cmath>

#include "sim/math/fma_cpu.h"
#include "sim/scenes/random.h"

namespace testing_worlds {

/// Two NaN are the same: which of their bits are set is not defined.
inline bool same_float(float x, float y) {
    return sim::float_bits(x) == sim::float_bits(y) || (std::isnan(x) && std::isnan(y));
}

/// Of processors without the instruction the C library knows the bits.
FOR_FMA inline float fma_by_instruction(float a, float b, float c) {
    return sim::InstructionFma::of(a, b, c);
}
inline float exact_fma(float a, float b, float c) {
    return sim::has_fma() ? fma_by_instruction(a, b, c) : std::fma(a, b, c);
}

struct Operands {
    float a, b, c;
};

/// Of any bits.
inline Operands any_operands(sim::Random& random) {
    const uint64_t bits = random.bits();
    return {sim::bits_float(uint32_t(bits)), sim::bits_float(uint32_t(bits >> 32)),
            sim::bits_float(uint32_t(random.bits()))};
}

/// The addend nearly cancels the product, or is so far from it that one of them is lost.
inline Operands near_operands(sim::Random& random) {
    Operands of = any_operands(random);
    const uint64_t bits = random.bits();
    const float sign = bits % 2 ? 1.0f : -1.0f;
    of.c = std::ldexp(sign * of.a * of.b, int(bits >> 8 & 63) - 32);
    of.c = sim::bits_float(sim::float_bits(of.c) + uint32_t(bits >> 16) % 3);
    return of;
}

/// The product is half of the addend's last place, but for what a double of the sum does not hold.
inline Operands tied_operands(sim::Random& random) {
    const uint64_t bits = random.bits();
    const float c = sim::bits_float(0x3f800000u | uint32_t(bits >> 41)), a = 1 + 0x1p-23f * float(bits & 3),
                b = 1 - 0x1p-24f * float(bits >> 2 & 7);
    const int exponent = int(bits >> 5 & 63) - 32;
    return {std::ldexp(bits >> 11 & 1 ? a : -a, exponent - 24), b,
            std::ldexp(bits >> 12 & 1 ? c : -c, exponent)};
}

/// Returns how many of `count` drawn operations have other bits.
inline uint64_t fma_differences(uint64_t count, uint64_t seed) {
    sim::Random random(seed);
    uint64_t differences = 0;
    for (uint64_t k = 0; k < count; ++k) {
        const auto [a, b, c] = k % 4 == 0   ? tied_operands(random)
                               : k % 4 == 1 ? near_operands(random)
                                            : any_operands(random);
        const float exact = exact_fma(a, b, c);
        differences += !same_float(sim::fma_by_doubles(a, b, c), exact) ||
                       !same_float(sim::PortableFma::of(a, b, c), exact);
    }
    return differences;
}

}  // namespace testing_worlds
