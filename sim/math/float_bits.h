// The bits of a float, and back. Those of numbers that are not negative are in their order.
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

}  // namespace sim
