// What a lab's kernel may use. `sweeplab lab new` copies this file to be read; a check uses its own.
//
// Arrays: plain pointers and plain __shared__ arrays on a GPU; on the emulated device every access is checked (bounds,
// races, elements that nobody wrote) and counted.
//
//   __global__ void kernel(Global<const uint32_t> keys, uint32_t n, Global<uint32_t> counts) {
//       __shared__ Shared<uint32_t, 16> s_counts;  // uint32_t s_counts[16]
//       ...
//       atomicAdd(&s_counts[digit], 1u);
//       const uint32_t key = keys[i];  // write the type: `auto` is refused for elements that can be written
//
// On such elements: atomicAdd, atomicSub, atomicExch, atomicMin, atomicMax, atomicOr, atomicAnd, atomicXor, atomicCAS; each
// returns the old value. Of CUDA: threadIdx, blockIdx, blockDim, gridDim, __syncthreads(), __threadfence(), __syncwarp(),
// __ballot_sync, __match_any_sync, __shfl_sync and its kin, __popc, __clz, __ffs, min, max, __nanosleep, printf.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>

#ifdef EMU_CUDA
#include "counted.h"  // Global and Shared that check and count
#else
template <class T>
using Global = T*;
template <class T, uint32_t kCount>
using Shared = T[kCount];
#endif
