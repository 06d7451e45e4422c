// Exclusive prefix sums of a table of any length in three kernels, as in figure 4 of Merrill and Grimshaw 2010: sums
// of the blocks' shares, a scan of these sums by one block, a scan of each share.
#pragma once
#include "sort/base/table_scan.h"
#include "sort/base/tiles.h"
#include "sort/cuda/check.cuh"
#include "sort/cuda/warp.cuh"

namespace sort::table_scan {

constexpr uint32_t kScanThreads = 256;
constexpr uint32_t kScanItems = 4;      // one 16-byte load
constexpr uint32_t kScanBlocks = 1024;  // at most: their sums are one round of the top-level scan
static_assert(kScanThreads * kScanItems == kScanRound && kScanBlocks <= kScanRound);

/// Four words of a round, those past the end as 0.
__device__ inline uint4 scan_load(const uint32_t* words, uint32_t length, uint32_t first) {
    return first < length ? *reinterpret_cast<const uint4*>(words + first) : uint4{0, 0, 0, 0};
}

/// Returns the sum of `own` over the threads of the block before this one; `all` becomes the sum over the
/// block. s_warp_sums: written here, to be read until the caller's next barrier.
template <uint32_t kWarps>
__device__ uint32_t block_sums_before(uint32_t own, uint32_t (&s_warp_sums)[kWarps], uint32_t& all) {
    const uint32_t up_to_own = warp_sums(own);
    if (own_lane() == 31) s_warp_sums[own_warp()] = up_to_own;
    __syncthreads();
    uint32_t before = up_to_own - own;
    all = 0;
#pragma unroll
    for (uint32_t warp = 0; warp < kWarps; ++warp) {
        if (warp < own_warp()) before += s_warp_sums[warp];
        all += s_warp_sums[warp];
    }
    return before;
}

/// Returns the sum of `own` over the threads before this one in a block of kScanThreads; `all` becomes the
/// sum over the block. For the scan kernels; has shared memory of its own.
__device__ inline uint32_t scan_sums_before(uint32_t own, uint32_t& all) {
    __shared__ uint32_t s_warp_sums[kScanThreads / 32];
    __syncthreads();  // whoever called before has read them
    return block_sums_before(own, s_warp_sums, all);
}

/// The sum of each block's share of the table.
static __global__ void __launch_bounds__(kScanThreads)
    scan_reduce_kernel(const uint32_t* table, uint32_t length, uint32_t share, const uint32_t* gate,
                       uint32_t* sums) {
    if (gate_closed(gate)) return;
    const uint32_t start = blockIdx.x * share;
    uint32_t own = 0, all = 0;
    for (uint32_t round = 0; round < share; round += kScanRound) {
        const uint4 four = scan_load(table, length, start + round + threadIdx.x * kScanItems);
        own += four.x + four.y + four.z + four.w;
    }
    scan_sums_before(own, all);
    if (threadIdx.x == 0) sums[blockIdx.x] = all;
}

/// Exclusive prefix sums of each block's share in place, on top of sums[block] where given.
static __global__ void __launch_bounds__(kScanThreads)
    scan_kernel(uint32_t* table, uint32_t length, uint32_t share, const uint32_t* gate,
                const uint32_t* sums) {
    if (gate_closed(gate)) return;
    const uint32_t start = blockIdx.x * share;
    uint32_t carry = sums != nullptr ? sums[blockIdx.x] : 0;
    for (uint32_t round = 0; round < share; round += kScanRound) {
        const uint32_t first = start + round + threadIdx.x * kScanItems;
        const uint4 four = scan_load(table, length, first);
        uint32_t all = 0;
        uint4 sum;
        sum.x = carry + scan_sums_before(four.x + four.y + four.z + four.w, all);
        sum.y = sum.x + four.x;
        sum.z = sum.y + four.y;
        sum.w = sum.z + four.z;
        if (first < length) *reinterpret_cast<uint4*>(table + first) = sum;
        carry += all;
    }
}

/// Queues the scan of a table in place; `length` is a multiple of 4, the table 16-byte aligned, d_sums
/// kScanBlocks words that have been written once. A table of one round needs one kernel.
inline void queue_scan(uint32_t* d_table, uint32_t length, const uint32_t* d_gate, uint32_t* d_sums,
                       cudaStream_t stream) {
    const uint32_t rounds = tile_count(length, kScanRound);
    const uint32_t share = tile_count(rounds, kScanBlocks) * kScanRound;
    const uint32_t blocks = tile_count(length, share);
    if (blocks > 1) {
        scan_reduce_kernel<<<blocks, kScanThreads, 0, stream>>>(d_table, length, share, d_gate, d_sums);
        check_launch(stream);
        scan_kernel<<<1, kScanThreads, 0, stream>>>(d_sums, kScanBlocks, kScanRound, d_gate, nullptr);
        check_launch(stream);
    }
    scan_kernel<<<blocks, kScanThreads, 0, stream>>>(d_table, length, share, d_gate,
                                                     blocks > 1 ? d_sums : nullptr);
    check_launch(stream);
}

}  // namespace sort::table_scan
