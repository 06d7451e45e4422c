// The full sort inside a launch of `adaptive` that sets movers aside, for what windows cannot repair: that of
// `bucketsort`, with the report of `adaptive`. All blocks of the grid call it, the pairs still whole in
// args.pairs; args.full is what it is given. A function of its own: it would take the registers of the
// windows.
#pragma once
#include "sort/engines/adaptive/control.cuh"
#include "sort/engines/bucketsort/mid.cuh"

namespace sort {

/// A distribution into buckets, where every block has one tile. Shape: a MidShape of as many threads, whose
/// tile is not smaller.
template <class Shape>
struct FullSortOfTiles {
    static constexpr uint32_t kWords = MidSort<Shape>::kWords;
    using Shared = MidShared<Shape>;

    template <class Sync>
    __device__ __noinline__ static void sort(const AdaptiveArgs& args, uint32_t* words, Shared& shared) {
        mid_sort<Shape, Sync>(args.full, words, shared);
        if (blockIdx.x == 0 && threadIdx.x == 0) {  // who has written that report, too
            report_full_sort(args, args.full.report->passes_run, args.full.report->passes_skipped);
        }
    }
};

}  // namespace sort
