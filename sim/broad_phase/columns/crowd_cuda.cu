// Boxes with many tests, or all where they are few, a warp each: its lanes test 32 neighbours at once.
#include "sim/broad_phase/columns/walk_cuda.cuh"
#include "sim/broad_phase/columns/warp_sweep.cuh"

namespace sim {
namespace {

constexpr uint32_t kCrowdThreads = kCrowdWarps * 32;

/// Pairs of the block's warps before this one, and of all.
struct WarpSums {
    uint64_t before, all;
};

__device__ WarpSums sum_warps(uint64_t own) {
    __shared__ uint64_t s_pairs[kCrowdWarps];
    const uint32_t warp = sort::own_warp();
    __syncthreads();  // the words of the round before have been read
    if (sort::own_lane() == 0) s_pairs[warp] = own;
    __syncthreads();
    WarpSums sums = {0, 0};
    for (uint32_t k = 0; k < kCrowdWarps; ++k) {
        if (k < warp) sums.before += s_pairs[k];
        sums.all += s_pairs[k];
    }
    return sums;
}

template <class Sorted>
__global__ void __launch_bounds__(kCrowdThreads)
    crowd_kernel(ColumnsView<Sorted> view, const LongWalk* list, const CrowdWords* words, PairPlaces places,
                 PairOutput output, Stamp stamp) {
    __shared__ uint64_t s_first;
    begin_launch(stamp);
    const uint32_t crowded = words->crowded, lane = sort::own_lane();
    const uint32_t tickets = (crowded + kCrowdWarps - 1) / kCrowdWarps;
    if (tickets == 0) return;
    for (uint32_t ticket = places.take_ticket(); ticket < tickets; ticket = places.take_ticket()) {
        const uint32_t item = ticket * kCrowdWarps + sort::own_warp();
        const LongWalk walk = item < crowded ? list[item] : LongWalk{view.count, 0};

        // Count the pairs of each box.
        uint64_t found = 0, tests = 0;
        if (item < crowded) {
            tests = sweep_with_warp(view, walk.place,
                                    [&](uint32_t, bool overlap, uint64_t test, const auto&, const auto&) {
                                        found += overlap && test >= walk.tests ? 1 : 0;
                                    });
        }
        const uint64_t pairs = sort::warp_total(found);
        tests = sort::warp_total(tests) - walk.tests;
        if (lane == 0 && tests > 0) fetch_add(&output.status->counters.tests, tests);

        // Find where they go, behind those of all other boxes.
        const WarpSums sums = sum_warps(pairs);
        if (threadIdx.x < 32) {
            const uint64_t first = words->pairs + places.before(ticket, sums.all);
            if (threadIdx.x == 0) {
                s_first = first;
                if (ticket + 1 == tickets) {
                    output.status->counters.pairs = first + sums.all;
                    if (first + sums.all > output.capacity) output.status->overflow = 1;
                }
            }
        }
        __syncthreads();

        // Write them, unless they do not fit.
        uint64_t at = s_first + sums.before;
        if (pairs == 0 || at + pairs > output.capacity) continue;
        uint2* pairs_out = reinterpret_cast<uint2*>(output.slots);
        const uint32_t lanes_before = (1u << lane) - 1;
        const auto write = [&](uint32_t partner, bool overlap, uint64_t test, const auto&, const auto&) {
            const bool pair = overlap && test >= walk.tests;
            const uint32_t hits = __ballot_sync(sort::kAllLanes, pair);
            if (pair) pairs_out[at + __popc(hits & lanes_before)] = make_uint2(walk.place, partner);
            at += __popc(hits);
        };
        sweep_with_warp(view, walk.place, write);
    }
}

}  // namespace

template <class Sorted>
void walk_crowded(CudaExec& exec, const ColumnsView<Sorted>& view, const LongWalk* list,
                  const CrowdWords* words, const PairPlaces& places, const PairOutput& output) {
    exec.queue("sweep/crowded", {}, [&](LaunchQueue& queue) {
        queue(crowd_kernel<Sorted>, exec.multiprocessors() * kCrowdBlocksAMultiprocessor, kCrowdThreads, view,
              list, words, places, output);
    });
}

template void walk_crowded(CudaExec&, const ColumnsView<SortedBoxes>&, const LongWalk*, const CrowdWords*,
                           const PairPlaces&, const PairOutput&);
template void walk_crowded(CudaExec&, const ColumnsView<SortedSpheres>&, const LongWalk*, const CrowdWords*,
                           const PairPlaces&, const PairOutput&);

}  // namespace sim
