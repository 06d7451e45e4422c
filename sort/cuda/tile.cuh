// How a block reads its tile: each thread its consecutive words, so that the order of the pairs is the order
// of the threads, 16 bytes at a time where the address allows it.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>

namespace sort {

/// May these words be read 16 bytes at a time?
__device__ inline bool is_aligned(const uint32_t* words) {
    return reinterpret_cast<uintptr_t>(words) % sizeof(uint4) == 0;
}

/// A thread's words of a tile, those past `valid` as 0. `aligned`: is_aligned(tile).
template <uint32_t kItems>
__device__ void load_items(const uint32_t* tile, uint32_t valid, bool aligned, uint32_t (&items)[kItems]) {
    const uint32_t first = threadIdx.x * kItems;
    if constexpr (kItems % 4 == 0) {
        if (aligned && first + kItems <= valid) {
#pragma unroll
            for (uint32_t i = 0; i < kItems; i += 4) {
                const uint4 four = *reinterpret_cast<const uint4*>(tile + first + i);
                items[i] = four.x, items[i + 1] = four.y, items[i + 2] = four.z, items[i + 3] = four.w;
            }
            return;
        }
    }
#pragma unroll
    for (uint32_t i = 0; i < kItems; ++i) items[i] = first + i < valid ? tile[first + i] : 0;
}

}  // namespace sort
