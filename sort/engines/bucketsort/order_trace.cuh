// What block_order.cuh does, for the stages of an observed sort: the ranks, and the bins and their starts,
// which the sort itself keeps in shared memory.
#pragma once
#include "sort/cuda/block_order.cuh"
#include "sort/cuda/digit_order.cuh"

namespace sort::bucketsort {

template <uint32_t kThreads, uint32_t kItems>
class OrderTrace : BlockOrder<kThreads, kItems> {
    using Order = BlockOrder<kThreads, kItems>;
    using ByDigits = DigitOrder<kThreads, kItems>;
    static_assert(ByDigits::kWords <= Order::kWords);

public:
    using Shared = typename Order::Shared;

    /// ranks[place] of `count` keys, by the sort's own code. True: it went by digits.
    __device__ static bool ranks(const uint32_t* keys, uint32_t count, KeyBits bits, uint32_t* ranks,
                                 uint32_t* words, Shared& shared) {
        uint32_t own_keys[kItems], own_ranks[kItems];
        load(keys, count, own_keys);
        const bool by_bins = Order::rank(own_keys, count, bits, own_ranks, words, shared);
        __syncthreads();
        if (!by_bins) {
            ByDigits::rank_by_digits([=](uint32_t at) { return __ldcg(keys + at); }, count, bits, words,
                                     shared);
        }
        for (uint32_t k = 0; k < kItems; ++k) {
            if (place(k) < count) ranks[place(k)] = by_bins ? own_ranks[k] : words[place(k)];
        }
        __syncthreads();
        return !by_bins;
    }

    /// The bin of each place, and how many keys lie in lower bins.
    __device__ static void bins(const uint32_t* keys, uint32_t count, KeyBits bits, uint32_t* bins,
                                uint32_t* starts, uint32_t* words, Shared& shared) {
        uint32_t own_keys[kItems];
        load(keys, count, own_keys);
        Range range{~0u, 0};
        for (uint32_t k = 0; k < kItems; ++k) {
            if (place(k) < count) {
                range = {min(range.least, bits(own_keys[k])), max(range.greatest, bits(own_keys[k]))};
            }
        }
        for (uint32_t i = threadIdx.x; i < Order::kBins; i += kThreads) words[i] = 0;
        for (uint32_t i = threadIdx.x; i < kSpreadCells; i += kThreads) {
            shared.cells[0][i] = shared.cells[1][i] = 0;
        }
        range = block_range<kThreads>(range, shared.words);
        const bool sampled = bits.mask == ~0u && place(0) < count;
        const FineSpread fine = Order::fine_spread(range, sampled, bits(own_keys[0]), shared);
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t key = bits(own_keys[k]);
            own_keys[k] = (fine.by_value ? fine.by_value_of(key) : fine(key)) >> Order::kFineShift;
            if (place(k) < count) atomicAdd(&words[own_keys[k]], 1u);
        }
        __syncthreads();
        Order::start_bins(words, shared);
        __syncthreads();
        for (uint32_t k = 0; k < kItems; ++k) {
            if (place(k) >= count) break;
            bins[place(k)] = own_keys[k];
            starts[place(k)] = words[own_keys[k]] & 0xffffu;
        }
        __syncthreads();
    }

private:
    __device__ static uint32_t place(uint32_t k) { return k * kThreads + threadIdx.x; }

    __device__ static void load(const uint32_t* keys, uint32_t count, uint32_t (&own)[kItems]) {
        for (uint32_t k = 0; k < kItems; ++k) own[k] = place(k) < count ? __ldcg(keys + place(k)) : 0;
    }
};

}  // namespace sort::bucketsort
