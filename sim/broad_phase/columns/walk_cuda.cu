#include "sim/broad_phase/columns/walk_cuda.cuh"

namespace sim {
namespace {

constexpr uint32_t kThreads = kWalkThreads;
// Partners a box that are kept; with more it walks once more. 8: 66 us where 32 take 48, for 100,000 chairs with
// two pairs each (H200), 3 % more for boxes of spheres.
constexpr uint32_t kNoted = 32;
/// Boxes per multiprocessor up to which each box gets a warp at once and no thread walks alone: that would be
/// one long wait after the other (10,000 chairs with eleven pairs each: 53 us instead of 31, H200).
constexpr uint32_t kBoxesInWarps = 128;
constexpr uint32_t kTallyPairBits = 20;  // of a block's pairs and crowded boxes in one word
static_assert(kThreads * kMostAlone < 1u << kTallyPairBits);

/// Division of the 62 bits of a word between the counts of pairs and of crowded boxes: there are at most
/// `count` crowded boxes, and the others have fewer than most_alone pairs each.
struct CountShares {
    uint32_t pair_bits, most_alone;

    __device__ uint64_t joined(uint64_t pairs, uint64_t crowded) const {
        return crowded << pair_bits | pairs;
    }
    __device__ uint64_t pairs(uint64_t both) const { return both & ((uint64_t(1) << pair_bits) - 1); }
    __device__ uint32_t crowded(uint64_t both) const { return uint32_t(both >> pair_bits); }
};

CountShares share_counts(uint32_t count) {
    uint32_t bits = 1;
    while (count >> bits != 0) ++bits;
    const uint64_t most = (uint64_t(1) << (62 - bits)) / count;
    return {62 - bits, most < kMostAlone ? uint32_t(most) : kMostAlone};
}

/// Counts of the pairs and crowded boxes of a block: of the threads before this one, and of all its threads.
struct BlockSums {
    uint32_t pairs_before, crowded_before;
    uint32_t pairs, crowded, tests;
};

__device__ BlockSums sum_block(uint32_t pairs, bool crowded, uint32_t tests) {
    __shared__ uint32_t s_tallies[kThreads / 32], s_tests[kThreads / 32];
    const uint32_t mine = uint32_t(crowded) << kTallyPairBits | pairs;
    const uint32_t through_me = sort::warp_sums(mine), of_warp = sort::warp_total(tests);
    const uint32_t warp = sort::own_warp();
    if (sort::own_lane() == 31) s_tallies[warp] = through_me;
    if (sort::own_lane() == 0) s_tests[warp] = of_warp;
    __syncthreads();
    uint32_t before = through_me - mine, all = 0, all_tests = 0;
    for (uint32_t k = 0; k < kThreads / 32; ++k) {
        if (k < warp) before += s_tallies[k];
        all += s_tallies[k];
        all_tests += s_tests[k];
    }
    constexpr uint32_t kPairs = (1u << kTallyPairBits) - 1;
    return {before & kPairs, before >> kTallyPairBits, all & kPairs, all >> kTallyPairBits, all_tests};
}

/// Reports the numbers of all boxes. Called by the thread of the last block that knows them.
__device__ void report_alone(uint64_t pairs, uint32_t crowded, CrowdWords* crowd, const PairOutput& output) {
    *crowd = {pairs, crowded};
    output.status->counters.pairs = pairs;
    if (pairs > output.capacity) output.status->overflow = 1;
}

template <class Sorted>
__global__ void __launch_bounds__(kThreads, sort::bound_blocks(kThreads, kWalkBlocksAMultiprocessor))
    walk_kernel(ColumnsView<Sorted> view, CountShares shares, PairPlaces places,
                unsigned long long* crowd_places, uint32_t* list, CrowdWords* crowd, PairOutput output,
                Stamp stamp) {
    __shared__ uint64_t s_first;
    begin_launch(stamp);
    const uint32_t ticket = places.take_ticket();
    const uint32_t place = ticket * kThreads + threadIdx.x;
    if (threadIdx.x < kThreads / kCrowdWarps)
        crowd_places[ticket * (kThreads / kCrowdWarps) + threadIdx.x] = 0;

    // Find the pairs of each box, unless that takes too long.
    uint32_t noted[kNoted], pairs = 0, tests = 0;
    if (place < view.count && shares.most_alone > 0) {
        sweep_from(view, place, [&](const auto& box, uint32_t at, uint32_t last_key) {
            const uint32_t left = shares.most_alone - tests;
            const uint32_t end = left < view.count - at ? at + left : view.count;
            tests += walk_forward(view, box, at, end, last_key, [&](uint32_t partner, const auto&) {
                if (pairs < kNoted) noted[pairs] = partner;
                ++pairs;
            });
        });
    }
    const bool crowded = place < view.count && tests == shares.most_alone;
    if (crowded) pairs = tests = 0;

    // Find where the block's pairs begin in the list, and its crowded boxes in theirs.
    const BlockSums sums = sum_block(pairs, crowded, tests);
    if (threadIdx.x < 32) {
        const uint64_t first = places.before(ticket, shares.joined(sums.pairs, sums.crowded));
        if (threadIdx.x == 0) {
            s_first = first;
            if (sums.tests > 0) fetch_add(&output.status->counters.tests, sums.tests);
            if (ticket + 1 == gridDim.x) {
                report_alone(shares.pairs(first) + sums.pairs, shares.crowded(first) + sums.crowded, crowd,
                             output);
            }
        }
    }
    __syncthreads();
    if (crowded) list[shares.crowded(s_first) + sums.crowded_before] = place;

    // Write them, unless they do not fit: then nobody reads the list.
    // lesson: columns/pairs
    uint64_t at = shares.pairs(s_first) + sums.pairs_before;
    if (pairs == 0 || at + pairs > output.capacity) return;
    uint2* pairs_out = reinterpret_cast<uint2*>(output.slots);
    if (pairs <= kNoted) {
        for (uint32_t k = 0; k < pairs; ++k) pairs_out[at + k] = make_uint2(place, noted[k]);
        return;
    }
    // lesson end
    sweep_from(view, place, [&](const auto& box, uint32_t from, uint32_t last_key) {
        walk_forward(view, box, from, view.count, last_key,
                     [&](uint32_t partner, const auto&) { pairs_out[at++] = make_uint2(place, partner); });
    });
}

uint32_t blocks_of(uint32_t count) { return (count + kThreads - 1) / kThreads; }

}  // namespace

ColumnsWalk<CudaExec>::ColumnsWalk(uint32_t capacity, bool notes)
    : tickets_(2),
      words_(blocks_of(capacity)),
      crowd_words_(blocks_of(capacity) * size_t(kThreads / kCrowdWarps)),
      list_(capacity),
      crowd_(1),
      long_walks_(notes ? capacity : 0) {}

template <class Sorted>
void ColumnsWalk<CudaExec>::list(CudaExec& exec, const ColumnsView<Sorted>& view, const PairOutput& output) {
    const uint32_t blocks = blocks_of(view.count);
    CountShares shares = share_counts(view.count);
    if (view.count <= kBoxesInWarps * exec.multiprocessors()) shares.most_alone = 0;
    const PairPlaces places{tickets_.data(), words_.data()};
    const PairPlaces crowd_places{tickets_.data() + 1, crowd_words_.data()};
    exec.launch("sweep/clear", {}, [&] {
        sort::check(cudaMemsetAsync(tickets_.data(), 0, tickets_.bytes(), exec.stream()));
        sort::check(cudaMemsetAsync(words_.data(), 0, blocks * sizeof *words_.data(), exec.stream()));
    });
    const StageCost cost{
        .items = view.count, .bytes_a_pair = 8, .bytes_a_test = sizeof(typename Sorted::Item)};
    exec.queue("sweep/walk", cost, [&](LaunchQueue& queue) {
        queue(walk_kernel<Sorted>, blocks, kThreads, view, shares, places, crowd_places.words, list_.data(),
              crowd_.data(), output);
    });
    walk_crowded(exec, view, list_.data(), crowd_.data(), crowd_places, output);
}

template void ColumnsWalk<CudaExec>::list(CudaExec&, const ColumnsView<SortedBoxes>&, const PairOutput&);
template void ColumnsWalk<CudaExec>::list(CudaExec&, const ColumnsView<SortedSpheres>&, const PairOutput&);

}  // namespace sim
