// The bits of floats and doubles, and back. Those of numbers that are not negative are in their order.
#pragma once
#include <cstdint>
#include <cstring>

#include "sort/base/host_device.h"

namespace sim {

HOST_DEVICE inline uint32_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
HOST_DEVICE inline float bits_float(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

inline uint64_t double_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
inline double bits_double(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/// `value`, or 0 where it is below. By its sign bit: a device's own maximum would treat -0 and NaN otherwise.
HOST_DEVICE inline float not_negative(float value) { return float_bits(value) >> 31 ? 0.0f : value; }

}  // namespace sim
