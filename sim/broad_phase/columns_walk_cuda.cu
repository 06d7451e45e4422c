#include "sim/broad_phase/columns_walk_cuda.cuh"

#include "sim/broad_phase/pair_places.cuh"

namespace sim {
namespace {

constexpr uint32_t kThreads = 256;
constexpr uint32_t kNoted = 8;  // partners a box that are kept; with more it walks once more

/// What a block counts. 64 bits: 256 boxes may have more than 2^32 partners.
struct BlockSums {
    uint64_t before_me;  // pairs of this block's threads before this one
    uint64_t pairs, tests;
};

__device__ BlockSums sum_block(uint64_t pairs, uint64_t tests) {
    __shared__ uint64_t s_pairs[kThreads / 32], s_tests[kThreads / 32];
    const uint64_t through_me = sort::warp_sums(pairs), of_warp = sort::warp_total(tests);
    const uint32_t warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 31) s_pairs[warp] = through_me;
    if (threadIdx.x % 32 == 0) s_tests[warp] = of_warp;
    __syncthreads();
    BlockSums sums = {through_me - pairs, 0, 0};
    for (uint32_t k = 0; k < kThreads / 32; ++k) {
        if (k < warp) sums.before_me += s_pairs[k];
        sums.pairs += s_pairs[k];
        sums.tests += s_tests[k];
    }
    return sums;
}

/// The thread of the last block that knows the number of all pairs tells it.
__device__ void report_block(const BlockSums& sums, uint64_t first, bool last, const PairOutput& output) {
    Status* status = output.status;
    if (sums.tests > 0) fetch_add(&status->counters.tests, sums.tests);
    if (!last) return;
    status->counters.pairs = first + sums.pairs;
    if (status->counters.pairs > output.capacity) status->overflow = 1;
}

__global__ void __launch_bounds__(kThreads)
    walk_kernel(ColumnsView view, PairPlaces places, PairOutput output) {
    __shared__ uint64_t s_first;
    const uint32_t ticket = places.take_ticket();
    const uint32_t place = ticket * kThreads + threadIdx.x;

    // Find the pairs of each box.
    uint32_t noted[kNoted], pairs = 0;
    uint64_t tests = 0;
    if (place < view.count) {
        tests = sweep_from(view, place, [&](uint32_t partner) {
            if (pairs < kNoted) noted[pairs] = partner;
            ++pairs;
        });
    }

    // Find where the block's pairs begin in the list.
    const BlockSums sums = sum_block(pairs, tests);
    if (threadIdx.x < 32) {
        const uint64_t first = places.before(ticket, sums.pairs);
        if (threadIdx.x == 0) {
            s_first = first;
            report_block(sums, first, ticket + 1 == gridDim.x, output);
        }
    }
    __syncthreads();

    // Write them, unless they do not fit: then nobody reads the list.
    uint64_t at = s_first + sums.before_me;
    if (pairs == 0 || at + pairs > output.capacity) return;
    uint2* list = reinterpret_cast<uint2*>(output.slots);
    if (pairs <= kNoted) {
        for (uint32_t k = 0; k < pairs; ++k) list[at + k] = make_uint2(place, noted[k]);
    } else {
        sweep_from(view, place, [&](uint32_t partner) { list[at++] = make_uint2(place, partner); });
    }
}

uint32_t blocks_of(uint32_t count) { return (count + kThreads - 1) / kThreads; }

}  // namespace

ColumnsWalk<CudaExec>::ColumnsWalk(uint32_t capacity) : words_(blocks_of(capacity) + 1) {}

void ColumnsWalk<CudaExec>::run(CudaExec& exec, const ColumnsView& view, const PairOutput& output) {
    const uint32_t blocks = blocks_of(view.count);
    const PairPlaces places{reinterpret_cast<uint32_t*>(words_.data()), words_.data() + 1};
    exec.launch("sweep/clear", {}, [&] {
        sort::check(cudaMemsetAsync(words_.data(), 0, (blocks + 1) * sizeof *words_.data(), exec.stream()));
    });
    const StageCost cost{.items = view.count, .bytes_a_pair = 8, .bytes_a_test = sizeof(ColumnBox)};
    exec.launch("sweep/walk", cost,
                [&] { walk_kernel<<<blocks, kThreads, 0, exec.stream()>>>(view, places, output); });
}

}  // namespace sim
