// A sample of all keys, sorted by all blocks together: what splitters are chosen from.
//
//   offer   (before a barrier) each block copies its share of the sample from wherever it lies in the input,
//           so that everybody can read all of it in a few long lines
//   sort    (before another) each block finds the ranks of its share: it compares them with all others, one
//           warp a part of those, and writes them where they belong
//
// Each rank is a count of its own: where a network that sorts 4096 keys in every block has 78 steps that wait
// for each other, a block on an H200 ranks 32 of them in one. Both lists lie in the scratch, which nobody
// needs before pairs are placed there.
#pragma once
#include "sort/base/tiles.h"
#include "sort/cuda/block.cuh"
#include "sort/engines/bucketsort/state.cuh"

namespace sort::bucketsort {

/// Spread over all keys; those bits that the sort compares.
__device__ inline uint32_t sample_key(const Args& args, uint32_t number) {
    constexpr uint32_t kGolden = 0x9e3779b1u;  // consecutive multiples cover 2^32 evenly
    return args.bits(__ldcg(args.pairs.keys + __umulhi(number * kGolden, args.pairs.count)));
}

/// Sample of the keys for 2^kBits buckets.
template <int kBits>
struct Samples {
    static constexpr uint32_t kOfBucket = 8;
    static constexpr uint32_t kCount = kOfBucket << kBits;

    /// Are there as many keys as the lists have words?
    __device__ static bool fits(const Args& args) { return args.pairs.count >= 2 * kCount; }

    __device__ static void offer(const Args& args) {
        if (!fits(args)) return;
        for (uint32_t i = blockIdx.x + gridDim.x * threadIdx.x; i < kCount; i += gridDim.x * blockDim.x) {
            args.scratch.keys[i] = sample_key(args, i);
        }
    }

    /// Returns the sample in ascending order, after sort() and a barrier.
    __device__ static const uint32_t* sorted(const Args& args) { return args.scratch.keys + kCount; }

    /// `words`: kCount of shared memory at an address that 16 divides; `ranks`: 32 more.
    template <uint32_t kThreads>
    __device__ static void sort(const Args& args, uint32_t* words, uint32_t* ranks) {
        constexpr uint32_t kPart = kCount / (kThreads / 32);  // a warp's
        static_assert(kPart % 4 == 0);
        for (uint32_t i = threadIdx.x; i < kCount; i += kThreads) words[i] = __ldcg(args.scratch.keys + i);
        const uint32_t share = tile_count(kCount, gridDim.x);
        const uint32_t begin = min(kCount, blockIdx.x * share), end = min(kCount, begin + share);
        const uint32_t part = own_warp() * kPart;
        for (uint32_t first = begin; first < end; first += 32) {  // a lane takes one
            if (threadIdx.x < 32) ranks[threadIdx.x] = 0;
            __syncthreads();
            const uint32_t number = first + own_lane(), own = words[min(number, kCount - 1)];
            const uint4* const others = reinterpret_cast<const uint4*>(words + part);
            // Equal keys come in the order of their numbers, so that each has a rank of its own.
            uint32_t smaller = 0;
            if (part + kPart <= first) {
                smaller = count<kPart>(others, [=](uint32_t key, uint32_t) { return key <= own; });
            } else if (part >= first + 32) {
                smaller = count<kPart>(others, [=](uint32_t key, uint32_t) { return key < own; });
            } else {
                smaller = count<kPart>(others, [=](uint32_t key, uint32_t i) {
                    return part + i < number ? key <= own : key < own;
                });
            }
            atomicAdd(&ranks[own_lane()], smaller);
            __syncthreads();
            if (threadIdx.x < 32 && number < end) args.scratch.keys[kCount + ranks[threadIdx.x]] = own;
        }
    }

private:
    template <uint32_t kKeys, class Counts>
    __device__ static uint32_t count(const uint4* fours, Counts counts) {
        uint32_t sum = 0;
#pragma unroll 4
        for (uint32_t i = 0; i < kKeys / 4; ++i) {
            const uint4 four = fours[i];
            sum += (counts(four.x, 4 * i) ? 1u : 0u) + (counts(four.y, 4 * i + 1) ? 1u : 0u) +
                   (counts(four.z, 4 * i + 2) ? 1u : 0u) + (counts(four.w, 4 * i + 3) ? 1u : 0u);
        }
        return sum;
    }
};

/// Facts about the samples around a splitter.
struct SplitterNotes {
    bool in_gap;                             // it lies between clusters, and is no sample itself
    uint8_t ties_under, ties_at, ties_over;  // samples that equal the one before, by where they are
};

/// A block's splitters, in shared memory.
template <int kBits>
struct SplitterShared {
    static constexpr uint32_t kBuckets = 1u << kBits;
    uint32_t tree[kBuckets];    // level by level from tree[1]: the upper levels lie in different banks
    uint32_t sorted[kBuckets];  // all but the last
    uint32_t runs[kBuckets];    // of buckets that this block orders, later of the crowded: first | end << 16
    uint32_t listed;            // of them
    uint32_t ties;              // samples that equal the one before, of keys that one splitter met
    uint32_t filled[(kBuckets + 31) / 32];  // a bit a bucket
    SplitterNotes notes[kBuckets];
    uint32_t ranks[32];  // of samples
};

}  // namespace sort::bucketsort
