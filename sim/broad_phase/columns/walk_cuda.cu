#include "sim/broad_phase/columns/walk_cuda.cuh"

#include "sim/broad_phase/columns/sweep_together.cuh"

namespace sim {
namespace {

constexpr uint32_t kThreads = kWalkThreads;
constexpr uint32_t kTallyPairBits = 20;  // of a block's pairs and crowded boxes in one word
static_assert(kThreads * kMostTests < 1u << kTallyPairBits);

/// Division of the 62 bits of a word between the counts of pairs and of crowded boxes: there are at most
/// `count` crowded boxes, and each has at most `most` pairs by then.
struct CountShares {
    uint32_t pair_bits, most;

    __device__ uint64_t joined(uint64_t pairs, uint64_t crowded) const {
        return crowded << pair_bits | pairs;
    }
    __device__ uint64_t pairs(uint64_t both) const { return both & ((uint64_t(1) << pair_bits) - 1); }
    __device__ uint32_t crowded(uint64_t both) const { return uint32_t(both >> pair_bits); }
};

CountShares share_counts(uint32_t count) {
    uint32_t bits = 1;
    while (count >> bits != 0) ++bits;
    const uint64_t most = ((uint64_t(1) << (62 - bits)) - 1) / count;
    return {62 - bits, most < kMostTests ? uint32_t(most) : kMostTests};
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
__device__ void report_first(uint64_t pairs, uint32_t crowded, CrowdWords* crowd, const PairOutput& output) {
    *crowd = {pairs, crowded};
    output.status->counters.pairs = pairs;
    if (pairs > output.capacity) output.status->overflow = 1;
}

/// What a search finds for the boxes of its thread, or lane 0 for those of its warp: pairs that it is to write; and how
/// far each thread's box is.
struct SearchResult {
    uint32_t pairs, tests;
    bool crowded;  // goes on the list
};

/// Searches by a thread for its box.
template <class Sorted>
struct SearchAlone {
    static constexpr uint32_t kBlocks = kAloneBlocksAMultiprocessor;
    // Partners that are kept; with more it walks once more. 8: 66 us where 32 take 48, for 100,000 chairs with two pairs
    // each (H200), 3 % more for boxes of spheres.
    static constexpr uint32_t kKept = 32;

    struct Scratch {};  // of a warp, in shared memory
    struct OfThread {   // beside the search, whose other members then stay in registers
        uint32_t kept[kKept];
    };

    const ColumnsView<Sorted>& view;
    uint32_t place, most;
    uint32_t* kept;
    uint32_t pairs = 0;

    __device__ SearchAlone(const ColumnsView<Sorted>& of, uint32_t at, uint32_t most_tests, Scratch*,
                           OfThread& own)
        : view(of), place(at), most(most_tests), kept(own.kept) {}

    /// A box that is not through leaves all its tests to the second kernel.
    __device__ SearchResult find() {
        uint32_t tests = 0;
        if (place >= view.count) return {0, 0, false};
        sweep_from(view, place, [&](const auto& box, uint32_t at, uint32_t last_key) {
            const uint32_t left = most - tests;
            const uint32_t end = left < view.count - at ? at + left : view.count;
            tests += walk_forward(view, box, at, end, last_key, [&](uint32_t partner, const auto&) {
                if (pairs < kKept) kept[pairs] = partner;
                ++pairs;
            });
        });
        if (tests < most) return {pairs, tests, false};
        pairs = 0;
        return {0, 0, true};
    }

    /// Writes the pairs at `at` of the list, unless they do not fit: then nobody reads it.
    __device__ void write(uint64_t at, const PairOutput& output) const {
        if (pairs == 0 || at + pairs > output.capacity) return;
        uint2* pairs_out = reinterpret_cast<uint2*>(output.slots) + at;
        // lesson: columns/pairs
        if (pairs <= kKept) {
            for (uint32_t k = 0; k < pairs; ++k) pairs_out[k] = make_uint2(place, kept[k]);
            return;
        }
        // lesson end
        sweep_from(view, place, [&](const auto& box, uint32_t from, uint32_t last_key) {
            walk_forward(view, box, from, view.count, last_key,
                         [&](uint32_t partner, const auto&) { *pairs_out++ = make_uint2(place, partner); });
        });
    }
};

/// Searches by a warp for the boxes of its lanes.
template <class Sorted>
struct SearchTogether {
    static constexpr uint32_t kBlocks = kTogetherBlocksAMultiprocessor;
    static constexpr uint32_t kKept = 384;  // pairs that are kept; with more it sweeps once more

    struct Scratch {
        SweepScratch<Sorted> sweep;
        KeptPair kept[kKept];
    };
    struct OfThread {};

    const ColumnsView<Sorted>& view;
    uint32_t place, most;
    Scratch& s;
    uint32_t pairs = 0;  // of the warp

    __device__ SearchTogether(const ColumnsView<Sorted>& of, uint32_t at, uint32_t most_tests,
                              Scratch* of_block, OfThread&)
        : view(of), place(at), most(most_tests), s(of_block[sort::own_warp()]) {}

    template <class Hit>
    __device__ SweepProgress sweep(const Hit& hit) {
        const uint32_t before_me = (1u << sort::own_lane()) - 1;
        pairs = 0;
        return sweep_together(view, place, most, s.sweep,
                              [&](bool overlap, uint32_t owner, uint32_t partner) {
                                  const uint32_t hits = __ballot_sync(sort::kAllLanes, overlap);
                                  if (overlap)
                                      hit(pairs + uint32_t(__popc(hits & before_me)), owner, partner);
                                  pairs += uint32_t(__popc(hits));
                              });
    }

    __device__ SearchResult find() {
        if (most == 0) return {0, 0, place < view.count};
        const SweepProgress swept = sweep([&](uint32_t k, uint32_t owner, uint32_t partner) {
            if (k < kKept) s.kept[k] = keep_pair(owner, partner);
        });
        return {sort::own_lane() == 0 ? pairs : 0, swept.tests, swept.ended};
    }

    /// `at` is that of lane 0.
    __device__ void write(uint64_t at, const PairOutput& output) {
        const uint32_t lane = sort::own_lane(), first_place = place - lane;
        at = __shfl_sync(sort::kAllLanes, at, 0);
        if (pairs == 0 || at + pairs > output.capacity) return;
        uint2* pairs_out = reinterpret_cast<uint2*>(output.slots) + at;
        if (pairs <= kKept) {
            for (uint32_t k = lane; k < pairs; k += 32)
                pairs_out[k] = make_uint2(first_place + s.kept[k].owner(), s.kept[k].place());
            return;
        }
        sweep([&](uint32_t k, uint32_t owner, uint32_t partner) {
            pairs_out[k] = make_uint2(first_place + owner, partner);
        });
    }
};

template <class Sorted, class Search>
__global__ void __launch_bounds__(kThreads, sort::bound_blocks(kThreads, Search::kBlocks))
    walk_kernel(ColumnsView<Sorted> view, CountShares shares, PairPlaces places,
                unsigned long long* crowd_places, LongWalk* list, CrowdWords* crowd, PairOutput output,
                Stamp stamp) {
    __shared__ uint64_t s_first;
    __shared__ typename Search::Scratch s_search[kWalkWarps];
    begin_launch(stamp);
    const uint32_t ticket = places.take_ticket();
    const uint32_t place = ticket * kThreads + threadIdx.x;
    if (threadIdx.x < kThreads / kCrowdWarps)
        crowd_places[ticket * (kThreads / kCrowdWarps) + threadIdx.x] = 0;
    typename Search::OfThread own;
    Search search(view, place, shares.most, s_search, own);
    const SearchResult found = search.find();

    // Find where the block's pairs begin in the list, and its crowded boxes in theirs.
    const BlockSums sums = sum_block(found.pairs, found.crowded, found.tests);
    if (threadIdx.x < 32) {
        const uint64_t first = places.before(ticket, shares.joined(sums.pairs, sums.crowded));
        if (threadIdx.x == 0) {
            s_first = first;
            if (sums.tests > 0) fetch_add(&output.status->counters.tests, sums.tests);
            if (ticket + 1 == gridDim.x) {
                report_first(shares.pairs(first) + sums.pairs, shares.crowded(first) + sums.crowded, crowd,
                             output);
            }
        }
    }
    __syncthreads();
    if (found.crowded) list[shares.crowded(s_first) + sums.crowded_before] = {place, found.tests};
    search.write(shares.pairs(s_first) + sums.pairs_before, output);
}

uint32_t blocks_of(uint32_t count) { return (count + kThreads - 1) / kThreads; }

}  // namespace

ColumnsWalk<CudaExec>::ColumnsWalk(uint32_t capacity)
    : tickets_(2),
      words_(blocks_of(capacity)),
      crowd_words_(blocks_of(capacity) * size_t(kThreads / kCrowdWarps)),
      crowd_(1),
      long_walks_(capacity) {}

template <class Sorted>
void ColumnsWalk<CudaExec>::list(CudaExec& exec, const ColumnsView<Sorted>& view, const PairOutput& output) {
    const uint32_t blocks = blocks_of(view.count);
    CountShares shares = share_counts(view.count);
    const uint64_t threads = exec.resident_threads();
    if (view.count <= threads / 64) shares.most = 0;  // each box gets a warp at once
    const PairPlaces places{tickets_.data(), words_.data()};
    const PairPlaces crowd_places{tickets_.data() + 1, crowd_words_.data()};
    exec.launch("sweep/clear", {}, [&] {
        sort::check(cudaMemsetAsync(tickets_.data(), 0, tickets_.bytes(), exec.stream()));
        sort::check(cudaMemsetAsync(words_.data(), 0, blocks * sizeof *words_.data(), exec.stream()));
    });
    const StageCost cost{
        .items = view.count, .bytes_a_pair = 8, .bytes_a_test = sizeof(typename Sorted::Item)};
    exec.queue("sweep/walk", cost, [&](LaunchQueue& queue) {
        // 524,288 boxes, an H200: boxes of 1:100 104 us for 128, a pile 112 for 125; 1M even boxes 125 for 112.
        const auto kernel = view.count <= 2 * threads ? walk_kernel<Sorted, SearchTogether<Sorted>>
                                                      : walk_kernel<Sorted, SearchAlone<Sorted>>;
        queue(kernel, blocks, kThreads, view, shares, places, crowd_places.words, long_walks_.data(),
              crowd_.data(), output);
    });
    walk_crowded(exec, view, long_walks_.data(), crowd_.data(), crowd_places, output);
}

template void ColumnsWalk<CudaExec>::list(CudaExec&, const ColumnsView<SortedBoxes>&, const PairOutput&);
template void ColumnsWalk<CudaExec>::list(CudaExec&, const ColumnsView<SortedSpheres>&, const PairOutput&);

}  // namespace sim
