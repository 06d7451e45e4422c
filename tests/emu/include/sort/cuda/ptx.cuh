// Found before the real sort/cuda/ptx.cuh, whose functions are one PTX instruction each: the same functions,
// with the same names and parameters, as g++ compiles them. See "Inline PTX" in tests/emu/README.md.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>

namespace sort {}  // namespace sort
