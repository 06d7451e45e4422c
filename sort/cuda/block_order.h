// What block_order.cuh and the models of engines that use it agree on. No CUDA here.
#pragma once
#include <cstdint>

namespace sort {

/// More keys in one bin than this, and a block gives up ordering by bins.
constexpr uint32_t kMostInBin = 48;

}  // namespace sort
