// A run of bits of a key: the digit of a radix pass, or the whole range that a sort compares.
#pragma once
#include <cstdint>

#include "sort/base/host_device.h"

namespace sort {

struct KeyBits {
    uint32_t shift = 0;
    uint32_t mask = 0xffffffffu;

    HOST_DEVICE uint32_t operator()(uint32_t key) const { return (key >> shift) & mask; }
    HOST_DEVICE static constexpr uint32_t greatest() { return ~0u; }  // a key that no other exceeds
    HOST_DEVICE bool whole() const { return mask == ~0u; }            // it is the key itself
};

/// Bits [begin, end) of a key; begin == end is the digit that is always 0.
inline KeyBits key_bits(int begin, int end) {
    if (begin >= end) return {0, 0};
    const int width = end - begin;
    return {static_cast<uint32_t>(begin), width >= 32 ? 0xffffffffu : (1u << width) - 1};
}

}  // namespace sort
