// How many tiles cover an array: asked by every engine and its model, on the host and on the device.
#pragma once
#include <cstdint>

#include "sort/base/host_device.h"

namespace sort {

/// Returns how many tiles (runs, rounds, blocks) of `length` cover `count` items; the last may be shorter.
HOST_DEVICE constexpr uint32_t tile_count(uint32_t count, uint64_t length) {
    return static_cast<uint32_t>((count + length - 1) / length);
}

}  // namespace sort
