// Each thread brings one box and searches for one slice of keys: writing slices as they are met, a thread
// might meet a million empty ones. Two warps of the block search for its first and last slice with 32 keys at
// a time, while the others bring their boxes; what lies between is a few hundred keys. A search by each
// thread alone reads 20 keys one after the other: 32 us for the stage alone, 1M boxes (H200).
#include "sim/broad_phase/columns/gather.h"
#include "sim/exec/exec_cuda.cuh"
#include "sim/math/search.h"
#include "sort/cuda/block.cuh"

namespace sim {
namespace {

constexpr uint32_t kWarps = kBlock / 32;
static_assert(kWarps > 2);

/// The first place of [0, count) whose key is not less; `count` if there is none. A warp calls it together.
__device__ uint32_t lower_bound_of_warp(const uint32_t* keys, uint32_t count, uint32_t key) {
    uint32_t begin = 0, end = count;  // it is in [begin, end]
    while (end > begin) {
        // Look at the last key of each of 32 parts; those that are less lie before it.
        const uint32_t part = (end - begin + 31) / 32;
        const uint64_t last = begin + uint64_t(sort::own_lane() + 1) * part - 1;
        const bool less = last < end && keys[last] < key;
        const uint32_t parts = uint32_t(__popc(__ballot_sync(sort::kAllLanes, less)));
        begin += parts * part;
        end = end - begin < part ? end : begin + part - 1;
    }
    return begin;
}

__global__ void __launch_bounds__(kBlock) gather_kernel(BoxInput input, ColumnsGather columns) {
    __shared__ uint32_t s_ends[2];
    const ColumnGrid& grid = *columns.grid;
    const uint32_t n = input.count, slices = grid.slices;
    const uint32_t begin = blockIdx.x * kBlock, k = begin + threadIdx.x;

    // The last warps may have nothing else to do, as those of the last block.
    const uint32_t searcher = kWarps - 1 - sort::own_warp();
    if (begin < slices && searcher < 2) {
        const uint32_t slice = begin + searcher * kBlock;
        const uint32_t end =
            slice < slices ? lower_bound_of_warp(columns.keys, n, slice << grid.slice_bits) : n;
        if (sort::own_lane() == 0) s_ends[searcher] = end;
    }
    if (k < n) columns.place_box(input.boxes, k);
    if (begin >= slices) return;
    __syncthreads();
    if (k < slices) {
        const uint32_t key = k << grid.slice_bits, from = s_ends[0];
        columns.first[k] = from + lower_bound(columns.keys + from, s_ends[1] - from, key);
    }
    if (k == 0) columns.first[slices] = n;
}

}  // namespace

void gather_columns(CudaExec& exec, const BoxInput& input, const ColumnsGather& columns) {
    const uint32_t n = input.count;
    exec.launch("gather", {.bytes = uint64_t(kGatherBytes) * n, .items = n}, [&] {
        gather_kernel<<<(n + kBlock - 1) / kBlock, kBlock, 0, exec.stream()>>>(input, columns);
    });
}

}  // namespace sim
