// Arrays of a lab's kernel. On a GPU they are plain pointers and plain __shared__ arrays; on the emulated device every
// access is checked (bounds, races, elements that nobody wrote) and counted.
//
//   __global__ void kernel(Global<const uint32_t> keys, uint32_t n, Global<uint32_t> counts) {
//       __shared__ Shared<uint32_t, 16> s_counts;  // uint32_t s_counts[16]
//       ...
//       atomicAdd(&s_counts[digit], 1u);
//       const uint32_t key = keys[i];  // write the type: `auto` is refused for elements that can be written
#pragma once
#include <cuda_runtime.h>

#include <cstdint>

#ifdef EMU_CUDA
#include "counted.h"
#else
template <class T>
using Global = T*;
template <class T, uint32_t kCount>
using Shared = T[kCount];
#endif
