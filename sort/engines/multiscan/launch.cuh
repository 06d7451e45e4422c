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

template <int kBits, uint32_t kThreads, uint32_t kItems, Flags kFlags, class Digit>
struct PassLaunches {
    static constexpr bool kTraces = std::is_same_v<Digit, KeyBits>;  // lessons sort unsigned keys

    static uint32_t grid() {
        return full_grid(downsweep_kernel<kBits, kThreads, kItems, false, kFlags, Digit>, kThreads);
    }

    static void upsweep(const Pass& pass, uint32_t* d_table, const Trace& trace, bool traced,
                        cudaStream_t stream) {
        if (kTraces && traced) {
            upsweep_kernel<kBits, kThreads, kTraces, Digit>
                <<<pass.runs.blocks, kThreads, 0, stream>>>(pass, kThreads * kItems, d_table, trace);
        } else {
            upsweep_kernel<kBits, kThreads, false, Digit>
                <<<pass.runs.blocks, kThreads, 0, stream>>>(pass, kThreads * kItems, d_table, trace);
        }
        check_launch(stream);
    }

    static void downsweep(const Pass& pass, const uint32_t* d_table, const Trace& trace, bool traced,
                          cudaStream_t stream) {
        if (kTraces && traced) {
            downsweep_kernel<kBits, kThreads, kItems, kTraces, kTraces ? Flags::composite : kFlags, Digit>
                <<<pass.runs.blocks, kThreads, 0, stream>>>(pass, d_table, trace);
        } else {
            downsweep_kernel<kBits, kThreads, kItems, false, kFlags, Digit>
                <<<pass.runs.blocks, kThreads, 0, stream>>>(pass, d_table, trace);
        }
        check_launch(stream);
    }

    static constexpr PassKernels kAll{grid, upsweep, downsweep};
};

template <int kBits, Flags kFlags, class Digit = KeyBits>
PassKernels kernels_with(TileShape tile) {
    static_assert(std::size(kTiles) == 4, "one line a tile");
    if (tile == kTiles[0])
        return PassLaunches<kBits, kTiles[0].threads, kTiles[0].items, kFlags, Digit>::kAll;
    if (tile == kTiles[1])
        return PassLaunches<kBits, kTiles[1].threads, kTiles[1].items, kFlags, Digit>::kAll;
    if (tile == kTiles[2])
        return PassLaunches<kBits, kTiles[2].threads, kTiles[2].items, kFlags, Digit>::kAll;
    return PassLaunches<kBits, kTiles[3].threads, kTiles[3].items, Flags::composite, Digit>::kAll;
}

template <int kBits>
PassKernels kernels_of(const Choice& choice) {
    if (choice.flags == Flags::separate) return kernels_with<kBits, Flags::separate>(choice.tile);
    if (choice.flags == Flags::ballots) return kernels_with<kBits, Flags::ballots>(choice.tile);
    return kernels_with<kBits, Flags::composite>(choice.tile);
}

template <int kBits, class Digit>
void queue_local_radix(const Pairs& pairs, const LocalSort& local, cudaStream_t stream) {
    if (pairs.count <= kLeastLocalPairs) {
        local_sort_kernel<kBits, 128, kLeastLocalPairs / 128, Digit><<<1, 128, 0, stream>>>(pairs, local);
    } else if (pairs.count <= kSmallLocalPairs) {
        local_sort_kernel<kBits, 256, kSmallLocalPairs / 256, Digit><<<1, 256, 0, stream>>>(pairs, local);
    } else {
        local_sort_kernel<kBits, 512, kLocalPairs / 512, Digit><<<1, 512, 0, stream>>>(pairs, local);
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

/// What sorts keys of one type.
struct TypeLaunches {
    PassKernels passes;
    void (*local)(const Pairs&, const LocalSort&, cudaStream_t);
    uint32_t grid;  // blocks that fill the device
};

inline TypeLaunches unsigned_launches(const Choice& choice) {
    return with_bits(choice.digit_bits, [&](auto bits) -> TypeLaunches {
        constexpr int kBits = decltype(bits)::value;
        const PassKernels passes = kernels_of<kBits>(choice);
        const auto local = choice.bitonic ? queue_local_bitonic : queue_local_radix<kBits, KeyBits>;
        return {passes, local, std::min(passes.full_grid(), kMaxBlocks)};
    });
}

/// Of the variant twiddle: digits are taken from keys in their order as signed integers or floats.
template <class Key>
TypeLaunches twiddled_launches(const Choice& choice) {
    using Digit = OrderedKeyBits<Key>;
    return with_bits(choice.digit_bits, [&](auto bits) -> TypeLaunches {
        constexpr int kBits = decltype(bits)::value;
        const PassKernels passes = kernels_with<kBits, Flags::composite, Digit>(choice.tile);
        return {passes, queue_local_radix<kBits, Digit>, std::min(passes.full_grid(), kMaxBlocks)};
    });
}

}  // namespace sort::multiscan
