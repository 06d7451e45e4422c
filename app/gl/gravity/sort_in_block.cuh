// Brings a few numbers in shared memory in order, by one block.
#pragma once
#include <cstdint>

namespace app {

/// A bitonic sort of kCount keys, a power of two, by all kThreads of the block; they may be used when it
/// returns.
template <uint32_t kCount, uint32_t kThreads, class Key>
__device__ void sort_in_block(Key* keys) {
    __syncthreads();
    for (uint32_t size = 2; size <= kCount; size *= 2) {
        for (uint32_t apart = size / 2; apart > 0; apart /= 2) {
            for (uint32_t k = threadIdx.x; k < kCount / 2; k += kThreads) {
                const uint32_t low = 2 * k - (k & (apart - 1)), high = low + apart;
                const Key a = keys[low], b = keys[high];
                const bool rising = (low & size) == 0;
                if ((a > b) == rising) keys[low] = b, keys[high] = a;
            }
            __syncthreads();
        }
    }
}

}  // namespace app
