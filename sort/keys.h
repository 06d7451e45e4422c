// Keys of other types as unsigned numbers in the same order, so that every engine sorts plain uint32_t.
// The float map is one-way: -0 becomes +0 and every NaN the largest key (contract, part 4); callers who
// need the original bits gather them by index. 64-bit keys are sorted by their halves, see key_types.h.
#pragma once
#include <cstdint>
#include <cstring>

#include "sort/base/host_device.h"

namespace sort {

HOST_DEVICE inline uint32_t ordered_key(uint32_t key) { return key; }
HOST_DEVICE inline uint64_t ordered_key(uint64_t key) { return key; }

HOST_DEVICE inline uint32_t ordered_key(int32_t key) { return static_cast<uint32_t>(key) ^ 0x80000000u; }

HOST_DEVICE inline uint64_t ordered_key(int64_t key) {
    return static_cast<uint64_t>(key) ^ 0x8000000000000000ull;
}

/// ordered_key(a) < ordered_key(b) exactly when a < b, or a is a number and b is not.
HOST_DEVICE inline uint32_t ordered_key(float key) {
    uint32_t bits;
    memcpy(&bits, &key, sizeof bits);
    const uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return 0xffffffffu;  // NaN; infinity maps to 0xff800000
    if (magnitude == 0) return 0x80000000u;           // both zeros
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

HOST_DEVICE inline uint64_t ordered_key(double key) {
    uint64_t bits;
    memcpy(&bits, &key, sizeof bits);
    const uint64_t magnitude = bits & 0x7fffffffffffffffull;
    if (magnitude > 0x7ff0000000000000ull) return 0xffffffffffffffffull;
    if (magnitude == 0) return 0x8000000000000000ull;
    return bits & 0x8000000000000000ull ? ~bits : bits | 0x8000000000000000ull;
}

/// A float whose key this is: exact for numbers, a NaN for the largest key, +0 for either zero.
HOST_DEVICE inline float key_to_float(uint32_t key) {
    const uint32_t bits = key & 0x80000000u ? key & 0x7fffffffu : ~key;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

}  // namespace sort
