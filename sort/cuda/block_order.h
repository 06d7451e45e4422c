// What block_order.cuh and the models of engines that use it agree on. No CUDA here.
#pragma once
#include <cstdint>

namespace sort {

/// Most keys in one bin; with more, a block does not order by bins.
constexpr uint32_t kMostInBin = 48;

}  // namespace sort
