#include "sim/broad_phase/columns_walk_cuda.cuh"

#include "sort/cuda/warp.cuh"

namespace sim {
namespace {

constexpr uint32_t kThreads = 256;

/// Sum over the threads of the block, in thread 0.
__device__ uint64_t block_total(uint64_t value) {
    __shared__ uint64_t s_warps[kThreads / 32];
    const uint64_t of_warp = warp_sum(value);
    if (threadIdx.x % 32 == 0) s_warps[threadIdx.x / 32] = of_warp;
    __syncthreads();
    uint64_t total = 0;
    if (threadIdx.x == 0) {
        for (const uint64_t one : s_warps) total += one;
    }
    return total;
}

__global__ void count_kernel(ColumnsView view, uint32_t* pairs_of, uint64_t* block_pairs, Status* status) {
    const uint32_t place = blockIdx.x * kThreads + threadIdx.x;
    uint32_t pairs = 0;
    uint64_t tests = 0;
    if (place < view.count) {
        tests = sweep_from(view, place, [&](uint32_t) { ++pairs; });
        pairs_of[place] = pairs;
    }
    const uint64_t all_tests = warp_sum(tests);
    if (threadIdx.x % 32 == 0 && all_tests > 0) fetch_add(&status->counters.tests, all_tests);
    const uint64_t all_pairs = block_total(pairs);
    if (threadIdx.x == 0) block_pairs[blockIdx.x] = all_pairs;
}

__global__ void report_kernel(const uint64_t* block_places, uint32_t blocks, PairOutput output) {
    report_pairs(output.status, output.status->counters.tests, block_places[blocks], output.capacity);
}

__global__ void write_kernel(ColumnsView view, const uint32_t* pairs_of, const uint64_t* block_places,
                             PairOutput output) {
    if (output.status->overflow) return;
    __shared__ uint32_t s_warps[kThreads / 32];
    const uint32_t place = blockIdx.x * kThreads + threadIdx.x;

    // Find where this box's pairs begin in the list.
    const uint32_t pairs = place < view.count ? pairs_of[place] : 0;
    const uint32_t through_me = sort::warp_sums(pairs);
    if (threadIdx.x % 32 == 31) s_warps[threadIdx.x / 32] = through_me;
    __syncthreads();
    uint64_t at = block_places[blockIdx.x] + through_me - pairs;
    for (uint32_t warp = 0; warp < threadIdx.x / 32; ++warp) at += s_warps[warp];

    // Write them.
    if (pairs == 0) return;
    uint32_t* slots = output.slots;
    sweep_from(view, place, [&](uint32_t partner) {
        slots[2 * at] = place;
        slots[2 * at + 1] = partner;
        ++at;
    });
}

uint32_t blocks_of(uint32_t count) { return (count + kThreads - 1) / kThreads; }

}  // namespace

ColumnsWalk<CudaExec>::ColumnsWalk(uint32_t capacity)
    : pairs_of_(capacity), block_pairs_(blocks_of(capacity) + 1), block_places_(blocks_of(capacity) + 1) {}

void ColumnsWalk<CudaExec>::run(CudaExec& exec, const ColumnsView& view, const PairOutput& output) {
    const uint32_t blocks = blocks_of(view.count);
    const StageCost tests{.items = view.count, .bytes_a_test = sizeof(ColumnBox)};
    exec.launch("sweep/count", tests, [&] {
        count_kernel<<<blocks, kThreads, 0, exec.stream()>>>(view, pairs_of_.data(), block_pairs_.data(),
                                                             output.status);
    });
    exec.exclusive_sum("sweep/places", block_pairs_.data(), block_places_.data(), blocks);
    exec.launch("sweep/report", {},
                [&] { report_kernel<<<1, 1, 0, exec.stream()>>>(block_places_.data(), blocks, output); });
    exec.launch("sweep/write", {.bytes_a_pair = 8, .bytes_a_test = sizeof(ColumnBox)}, [&] {
        write_kernel<<<blocks, kThreads, 0, exec.stream()>>>(view, pairs_of_.data(), block_places_.data(),
                                                             output);
    });
}

}  // namespace sim
