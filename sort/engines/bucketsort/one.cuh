// `bucketsort` for what one block orders: a few thousand pairs, one launch, no barrier but the block's.
#pragma once
#include "sort/cuda/block_order.cuh"
#include "sort/cuda/digit_order.cuh"
#include "sort/engines/bucketsort/state.cuh"

namespace sort::bucketsort {

template <uint32_t kThreads, uint32_t kItems>
class OneBlockSort {
    using Order = BlockOrder<kThreads, kItems>;
    using ByDigits = DigitOrder<kThreads, kItems>;
    static_assert(ByDigits::kWords <= Order::kWords);

public:
    static constexpr uint32_t kCapacity = Order::kCapacity;
    static constexpr uint32_t kWords = Order::kWords;
    using Shared = typename Order::Shared;

    /// Sorts the pairs with one block; args.pairs.count <= kCapacity.
    __device__ static void sort(const Args& args, uint32_t* words, Shared& shared) {
        const uint32_t count = args.pairs.count;
        uint32_t keys[kItems], ranks[kItems];
        bool descends = false;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t at = k * kThreads + threadIdx.x;
            if (at >= count) break;
            keys[k] = args.pairs.keys[at];
            descends =
                descends || (at + 1 < count && args.bits(keys[k]) > args.bits(args.pairs.keys[at + 1]));
        }
        const bool needed = __syncthreads_or(descends) || !args.check_order;
        if (threadIdx.x == 0 && args.report != nullptr) {
            const auto path = needed ? Path::one_block : Path::in_order;
            *args.report = {needed ? 1u : 0u, needed ? 0u : 1u, reported_path(args, path), 0, 0};
        }
        if (!needed) return;

        if (!Order::rank(keys, count, args.bits, ranks, words, shared)) {
            __syncthreads();
            ByDigits::rank_by_digits([&](uint32_t at) { return args.pairs.keys[at]; }, count, args.bits,
                                     words, shared);
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) {
                const uint32_t at = k * kThreads + threadIdx.x;
                ranks[k] = words[at];
                if (at < count) keys[k] = args.pairs.keys[at];
            }
        }
        // All have read before anybody writes.
        uint32_t values[kItems];
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t at = k * kThreads + threadIdx.x;
            if (at < count && args.pairs.values != nullptr) values[k] = args.pairs.values[at];
        }
        __syncthreads();
        // lesson: bucketsort/write
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k * kThreads + threadIdx.x >= count) break;
            args.pairs.keys[ranks[k]] = keys[k];
            if (args.pairs.values != nullptr) args.pairs.values[ranks[k]] = values[k];
        }
        // lesson end
    }
};

}  // namespace sort::bucketsort
