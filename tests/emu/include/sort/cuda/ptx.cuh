// Found before the real sort/cuda/ptx.cuh, whose functions are one PTX instruction each: the same functions,
// with the same names and parameters, as g++ compiles them. See "Inline PTX" in tests/emu/README.md.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>

namespace sort {

__device__ inline uint32_t lanes_with_same_bit(uint32_t digit, uint32_t bit) {
    const uint32_t lanes = __ballot_sync(~0u, (digit & bit) != 0);
    return digit & bit ? lanes : ~lanes;
}

__device__ inline uint32_t and_of_three(uint32_t a, uint32_t b, uint32_t c) { return a & b & c; }

}  // namespace sort
