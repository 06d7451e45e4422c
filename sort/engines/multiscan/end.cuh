// The words on the device that steer a sort of the engine multiscan, and the kernels that end it: bring the
// pairs back, write the report, clear the words.
#pragma once
#include "sort/cuda/copy_pairs.cuh"
#include "sort/cuda/publish.cuh"
#include "sort/sorter.h"

namespace sort::multiscan {

constexpr int kMaxPasses = 32;  // of one bit

/// The words that steer a sort, all but the last 0 between sorts.
struct Words {
    uint32_t out_of_order;
    uint32_t ticket;
    uint32_t in_use[kMaxPasses];    // of a pass: not all keys agree in its digit
    uint32_t side[kMaxPasses + 1];  // before a pass, and at the end: 0 = the caller's arrays, 1 = scratch
    uint32_t copied_back;           // stays until the next sort, for observers
};

/// Writes the report and clears the words for the next sort. By one block.
__device__ inline void end_sort(Words* words, int passes, uint32_t path, Report* report) {
    if (threadIdx.x >= 32) return;
    const int lane = static_cast<int>(threadIdx.x);
    const uint32_t run = __popc(__ballot_sync(kAllLanes, lane < passes && words->in_use[lane] != 0));
    if (lane == 0) {
        words->out_of_order = 0;
        words->copied_back = words->side[passes];
        if (report != nullptr) *report = {run, static_cast<uint32_t>(passes) - run, path, 0, 0};
    }
    __syncwarp();
    words->in_use[lane] = 0;
    words->side[lane + 1] = 0;
}

/// Brings the pairs back when the last pass that ran wrote the scratch. The last block ends the sort.
static __global__ void __launch_bounds__(kCopyThreads)
    copy_back_kernel(Pairs caller, Pairs scratch, Words* words, int passes, uint32_t path, Report* report) {
    if (words->side[passes] != 0) {
        copy_words(caller.keys, scratch.keys, caller.count);
        if (caller.values != nullptr) copy_words(caller.values, scratch.values, caller.count);
    }
    if (last_block(&words->ticket)) end_sort(words, passes, path, report);
}

/// Copies the pairs from wherever they are after a pass, for an observer, which is given one buffer.
static __global__ void __launch_bounds__(kCopyThreads)
    show_pairs_kernel(Pairs caller, Pairs scratch, const uint32_t* side, Pairs shown) {
    const Pairs from = *side ? scratch : caller;
    copy_words(shown.keys, from.keys, shown.count);
    if (shown.values != nullptr) copy_words(shown.values, from.values, shown.count);
}

}  // namespace sort::multiscan
