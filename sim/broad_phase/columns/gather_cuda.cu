// Each thread brings a box and writes where the slices begin that end with its key: those behind the key
// before, up to its own. Mostly that is one; where keys are far apart it may be a million, and then a warp or
// the whole block fills them together.
#include "sim/broad_phase/columns/gather.h"
#include "sim/exec/exec_cuda.cuh"

namespace sim {
namespace {

constexpr uint32_t kMostByThread = 4;   // slices that a thread fills alone
constexpr uint32_t kMostByWarp = 2048;  // and a warp; more are for the block

/// Slices [begin, end) that begin at one place.
struct Gap {
    uint32_t begin, end, place;

    __device__ void fill(uint32_t* first, uint32_t member, uint32_t members) const {
        for (uint64_t slice = uint64_t(begin) + member; slice < end; slice += members) first[slice] = place;
    }
};

/// Copies a grid by a block.
__device__ void copy_grid(const ColumnGrid* from, ColumnGrid* to) {
    static_assert(sizeof(ColumnGrid) % sizeof(uint4) == 0 && alignof(ColumnGrid) == sizeof(uint4));
    const auto* words = reinterpret_cast<const uint4*>(from);
    for (uint32_t w = threadIdx.x; w < sizeof(ColumnGrid) / sizeof(uint4); w += kBlock)
        reinterpret_cast<uint4*>(to)[w] = words[w];
}

__global__ void __launch_bounds__(kBlock) gather_kernel(BoxInput input, ColumnsGather columns, Stamp stamp) {
    __shared__ Gap s_gaps[kBlock + 1];
    __shared__ uint32_t s_count;
    begin_launch(stamp);
    const ColumnGrid& grid = *columns.planned;
    const uint32_t n = input.count, k = blockIdx.x * kBlock + threadIdx.x;
    if (threadIdx.x == 0) s_count = 0;
    if (blockIdx.x == 0) copy_grid(columns.planned, columns.grid);
    if (k == 0) columns.report();
    __syncthreads();
    const auto leave_or_fill = [&](const Gap& gap) {
        if (gap.end - gap.begin <= kMostByThread) return gap.fill(columns.first, 0, 1);
        s_gaps[atomicAdd(&s_count, 1u)] = gap;
    };
    // lesson: columns/first
    if (k < n) {
        columns.place_box(input, k);
        const uint32_t behind = (columns.keys[k] >> grid.slice_bits) + 1;
        leave_or_fill({k == 0 ? 0 : (columns.keys[k - 1] >> grid.slice_bits) + 1, behind, k});
        if (k + 1 == n) leave_or_fill({behind, grid.slices + 1, n});
    }
    // lesson end
    __syncthreads();
    const uint32_t gaps = s_count;
    for (uint32_t i = sort::own_warp(); i < gaps; i += kBlock / 32) {
        if (s_gaps[i].end - s_gaps[i].begin <= kMostByWarp)
            s_gaps[i].fill(columns.first, sort::own_lane(), 32);
    }
    for (uint32_t i = 0; i < gaps; ++i) {
        if (s_gaps[i].end - s_gaps[i].begin > kMostByWarp) s_gaps[i].fill(columns.first, threadIdx.x, kBlock);
    }
}

}  // namespace

void gather_columns(CudaExec& exec, const BoxInput& input, const ColumnsGather& columns) {
    const uint32_t n = input.count;
    exec.queue("gather", {.bytes = uint64_t(gather_bytes(columns)) * n, .items = n},
               [&](LaunchQueue& queue) { queue(gather_kernel, blocks_for(n), kBlock, input, columns); });
}

}  // namespace sim
