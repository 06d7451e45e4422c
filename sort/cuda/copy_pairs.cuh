// Copies of pairs on the device, for engines whose last pass leaves the pairs in the scratch. Whether that is
// so is a word on the device: a gate.
#pragma once
#include <algorithm>

#include "sort/base/tiles.h"
#include "sort/cuda/device_limits.cuh"
#include "sort/cuda/live_count.cuh"
#include "sort/cuda/warp.cuh"
#include "sort/sorter.h"

namespace sort {

constexpr uint32_t kCopyThreads = 256;

/// Copies words by the whole grid, in blocks of kCopyThreads: 16 bytes at a time where both are aligned.
__device__ inline void copy_words(uint32_t* to, const uint32_t* from, uint32_t count) {
    const uint32_t threads = gridDim.x * kCopyThreads;
    const uint32_t own = blockIdx.x * kCopyThreads + threadIdx.x;
    const bool aligned =
        (reinterpret_cast<uintptr_t>(to) | reinterpret_cast<uintptr_t>(from)) % sizeof(uint4) == 0;
    const uint32_t fours = aligned ? count / 4 : 0;
    // lesson: fourway/copy back, eightway/copy back, sixteenway/copy back, warpsort/copy back
    // lesson: warpsort-index/copy back
    for (uint64_t i = own; i < fours; i += threads) {
        reinterpret_cast<uint4*>(to)[i] = reinterpret_cast<const uint4*>(from)[i];
    }
    for (uint64_t i = uint64_t{4} * fours + own; i < count; i += threads) to[i] = from[i];
    // lesson end
}

/// Arrays that are null in `from` are left out. Fewer than 2^31 keys of 64 bits.
template <bool kLive, class Key>
static __global__ void __launch_bounds__(kCopyThreads)
    copy_pairs_kernel(KeyPairs<Key> from, KeyPairs<Key> to, const uint32_t* gate, const uint32_t* live) {
    const uint32_t count = live_pairs<kLive>(from.count, live);
    if (gate_closed(gate)) return;
    if (from.keys != nullptr) {
        constexpr uint32_t kKeyWords = sizeof(Key) / sizeof(uint32_t);
        copy_words(reinterpret_cast<uint32_t*>(to.keys), reinterpret_cast<const uint32_t*>(from.keys),
                   kKeyWords * count);
    }
    if (from.values != nullptr) copy_words(to.values, from.values, count);
}

/// Asks the device once, at construction, how many blocks fill it.
class PairsCopy {
public:
    PairsCopy() : full_grid_(full_grid(copy_pairs_kernel<false, uint32_t>, kCopyThreads)) {}

    /// Queues one kernel; none for no pairs. d_live: Options::live_count.
    template <class Key>
    void queue(KeyPairs<Key> from, KeyPairs<Key> to, const uint32_t* d_gate, cudaStream_t stream,
               const uint32_t* d_live = nullptr) const {
        if (from.count == 0) return;
        const uint32_t grid = std::min(full_grid_, tile_count(from.count, 4 * kCopyThreads));
        const auto kernel = d_live ? copy_pairs_kernel<true, Key> : copy_pairs_kernel<false, Key>;
        kernel<<<grid, kCopyThreads, 0, stream>>>(from, to, d_gate, d_live);
        check_launch(stream);
    }

private:
    uint32_t full_grid_ = 1;
};

}  // namespace sort
