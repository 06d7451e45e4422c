// `bucketsort` where every block holds its share of the pairs at once: up to about two million on an H200.
// One cooperative launch; `Sync` is the barrier over its grid.
//
//   split    (before the first barrier) each block reads its tile and a sample of all keys, checks the order,
//            ranks the tile by bucket - a monotone map that the sample suggests - and publishes its counts
//   place    (before the second) every block sums the counts of all, and writes its tile to the scratch
//   buckets  each block orders buckets in shared memory (block_order.cuh) and writes them where they belong
//
// Where the sample says that no linear map fills the buckets evenly, or a bucket does not fit a block, the
// same with buckets between splitters (splitters.cuh); and where even one of those does not fit,
// many samples of large blocks are equal, or blocks or inputs are too small for a sample, by digits
// (buckets.cuh).
//
// Bytes a pair: 4 + 16 + 16, and 4 again for splitters.
#pragma once
#include "sort/engines/bucketsort/buckets.cuh"
#include "sort/engines/bucketsort/splitters.cuh"

namespace sort::bucketsort {

// The paths that are rarely taken are functions of their own, with nothing alive around the call: they cost
// the usual path no registers.

template <class Shape, class Sync>
__device__ __noinline__ void mid_by_digits(const Args& args, uint32_t* words, MidShared<Shape>& shared) {
    MidSort<Shape>(args, words, shared).by_digits(Sync{});
}

template <class Shape>
__device__ __noinline__ void mid_order_crowded(const Args& args, uint32_t* words, MidShared<Shape>& shared) {
    MidSort<Shape>(args, words, shared).order_crowded();
}

// The order of buckets between splitters is another than their distribution, and the crowded a third: each
// alone nearly fits the registers.

template <class Shape, class Sync>
__device__ __noinline__ bool mid_by_splitters(const Args& args, uint32_t* words, MidShared<Shape>& shared,
                                              bool offered) {
    return SplitterSort<Shape>(args, words, shared).distribute(Sync{}, offered);
}

template <class Shape>
__device__ __noinline__ bool mid_order_runs(const Args& args, uint32_t* words, MidShared<Shape>& shared) {
    return SplitterSort<Shape>(args, words, shared).order_share();
}

template <class Shape>
__device__ __noinline__ void mid_order_crowded_runs(const Args& args, uint32_t* words,
                                                    MidShared<Shape>& shared) {
    SplitterSort<Shape>(args, words, shared).order_crowded_runs();
}

/// The whole sort, by all blocks of the grid. Sync{}() is its barrier.
template <class Shape, class Sync>
__device__ void mid_sort(const Args& args, uint32_t* words, MidShared<Shape>& shared) {
    const MidOutcome outcome = MidSort<Shape>(args, words, shared).by_buckets(Sync{});
    if (outcome == MidOutcome::done) return;
    if (outcome == MidOutcome::crowded) return mid_order_crowded<Shape>(args, words, shared);
    if constexpr (Shape::kSplitterBits > 0) {
        if (mid_by_splitters<Shape, Sync>(args, words, shared, outcome == MidOutcome::uneven)) {
            if (mid_order_runs<Shape>(args, words, shared))
                mid_order_crowded_runs<Shape>(args, words, shared);
            return;
        }
    }
    mid_by_digits<Shape, Sync>(args, words, shared);
}

}  // namespace sort::bucketsort
