// Launches of the engine multiscan: a digit width and a tile, known at run time, choose the kernels that were
// compiled for them.
#pragma once
#include "sort/cuda/device_limits.cuh"
#include "sort/engines/multiscan/local.cuh"
#include "sort/engines/multiscan/passes.cuh"
#include "sort/engines/multiscan/shapes.h"

namespace sort::multiscan {

/// The kernels of a digit width and tile, behind plain functions.
struct PassKernels {
    uint32_t (*full_grid)();
    void (*upsweep)(const Pass&, uint32_t* d_table, const Trace&, bool traced, cudaStream_t);
    void (*downsweep)(const Pass&, const uint32_t* d_table, const Trace&, bool traced, cudaStream_t);
};

template <int kBits, uint32_t kThreads, uint32_t kItems, Flags kFlags>
struct PassLaunches {
    static uint32_t grid() {
        return full_grid(downsweep_kernel<kBits, kThreads, kItems, false, kFlags>, kThreads);
    }

    static void upsweep(const Pass& pass, uint32_t* d_table, const Trace& trace, bool traced,
                        cudaStream_t stream) {
        if (traced) {
            upsweep_kernel<kBits, kThreads, true>
                <<<pass.runs.blocks, kThreads, 0, stream>>>(pass, kThreads * kItems, d_table, trace);
        } else {
            upsweep_kernel<kBits, kThreads, false>
                <<<pass.runs.blocks, kThreads, 0, stream>>>(pass, kThreads * kItems, d_table, trace);
        }
        check_launch(stream);
    }

    static void downsweep(const Pass& pass, const uint32_t* d_table, const Trace& trace, bool traced,
                          cudaStream_t stream) {
        if (traced) {
            downsweep_kernel<kBits, kThreads, kItems, true>
                <<<pass.runs.blocks, kThreads, 0, stream>>>(pass, d_table, trace);
        } else {
            downsweep_kernel<kBits, kThreads, kItems, false, kFlags>
                <<<pass.runs.blocks, kThreads, 0, stream>>>(pass, d_table, trace);
        }
        check_launch(stream);
    }

    static constexpr PassKernels kAll{grid, upsweep, downsweep};
};

template <int kBits, Flags kFlags>
PassKernels kernels_with(TileShape tile) {
    static_assert(std::size(kTiles) == 4, "one line a tile");
    if (tile == kTiles[0]) return PassLaunches<kBits, kTiles[0].threads, kTiles[0].items, kFlags>::kAll;
    if (tile == kTiles[1]) return PassLaunches<kBits, kTiles[1].threads, kTiles[1].items, kFlags>::kAll;
    if (tile == kTiles[2]) return PassLaunches<kBits, kTiles[2].threads, kTiles[2].items, kFlags>::kAll;
    return PassLaunches<kBits, kTiles[3].threads, kTiles[3].items, Flags::composite>::kAll;
}

template <int kBits>
PassKernels kernels_of(const Choice& choice) {
    if (choice.flags == Flags::separate) return kernels_with<kBits, Flags::separate>(choice.tile);
    if (choice.flags == Flags::ballots) return kernels_with<kBits, Flags::ballots>(choice.tile);
    return kernels_with<kBits, Flags::composite>(choice.tile);
}

template <int kBits>
void queue_local_radix(const Pairs& pairs, const LocalSort& local, cudaStream_t stream) {
    if (pairs.count <= kLeastLocalPairs) {
        local_sort_kernel<kBits, 128, kLeastLocalPairs / 128><<<1, 128, 0, stream>>>(pairs, local);
    } else if (pairs.count <= kSmallLocalPairs) {
        local_sort_kernel<kBits, 256, kSmallLocalPairs / 256><<<1, 256, 0, stream>>>(pairs, local);
    } else {
        local_sort_kernel<kBits, 512, kLocalPairs / 512><<<1, 512, 0, stream>>>(pairs, local);
    }
    check_launch(stream);
}

inline void queue_local_bitonic(const Pairs& pairs, const LocalSort& local, cudaStream_t stream) {
    if (pairs.count <= kLeastLocalPairs) {
        local_bitonic_kernel<128, kLeastLocalPairs / 128><<<1, 128, 0, stream>>>(pairs, local);
    } else if (pairs.count <= kSmallLocalPairs) {
        local_bitonic_kernel<512, kSmallLocalPairs / 512><<<1, 512, 0, stream>>>(pairs, local);
    } else {
        local_bitonic_kernel<1024, kLocalPairs / 1024><<<1, 1024, 0, stream>>>(pairs, local);
    }
    check_launch(stream);
}

using QueueLocal = void (*)(const Pairs&, const LocalSort&, cudaStream_t);

/// use(std::integral_constant) for the width chosen at run time.
template <class Use>
auto with_bits(int digit_bits, Use use) {
    switch (digit_bits) {
        case 1:
            return use(std::integral_constant<int, 1>());
        case 2:
            return use(std::integral_constant<int, 2>());
        case 3:
            return use(std::integral_constant<int, 3>());
        case 5:
            return use(std::integral_constant<int, 5>());
        default:
            return use(std::integral_constant<int, 4>());
    }
}

}  // namespace sort::multiscan
