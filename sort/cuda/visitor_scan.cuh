// A scan with visitors (Merrill, Grimshaw 2010, sections 1.1 and 4; 2011, 3.2.2 and figure 5): prefix sums over several
// bins at once of counts that never are in memory. The first stage calls a visitor that makes them of what it loads; the
// last calls it again, and hands it the sums, to store by them what it likes. In a sort the visitors decode digits and
// scatter pairs. A fixed grid of blocks, each with a run of consecutive tiles that it goes through alone:
//
//   reduce_runs  the visitor counts a block's run: one count per bin and block reaches memory
//   scan_table   one block makes the counts, bin-major, exclusive prefix sums in place
//   scan_runs    per tile: the visitor loads, Scan finds places within the block, the visitor stores
//
// Example, two bins, "less than 5" and the others, of 7 1 4 9 | 2 8 in two blocks:
//   reduce_runs  counts  0: 2 1   1: 2 1
//   scan_table   offsets 0: 0 2   1: 3 5
//   scan_runs    places in the tiles 2 0 1 3 | 0 1, bins begin there at 0 2 | 0 1, so they travel by 0 1 | 2 4:
//                stored at 3 0 1 4 | 2 5, which is 1 4 2 7 9 8
#pragma once
#include "sort/cuda/warp.cuh"

namespace sort::visitor_scan {

constexpr uint32_t kTableThreads = 1024;  // of scan_table
constexpr uint32_t kTableItems = 8;       // words of a thread and round: 16 bins of 512 blocks in one round
static_assert(kTableItems % 4 == 0, "16-byte loads");
static_assert(kTableThreads == 32 * 32, "a lane holds the sum of a warp");

/// Tiles spread evenly over blocks: the first blocks get one more.
struct Runs {
    uint32_t tiles, blocks;

    __device__ uint32_t first_tile(uint32_t block) const {
        const uint32_t extra = tiles % blocks;
        return tiles / blocks * block + (block < extra ? block : extra);
    }
};

/// First stage, table[bin * blocks + block]: counts of a run. visitor.count(first_tile, end_tile) is called by every
/// thread and returns, in lane l of each warp, what the warp counted of bin l / (32 / kBins).
template <uint32_t kBins, uint32_t kThreads, class Visitor>
__device__ void reduce_runs(const Runs& runs, uint32_t* table, Visitor visitor) {
    static_assert(kBins <= 32 && 32 % kBins == 0 && kThreads % 32 == 0, "whole warps, a lane or more a bin");
    constexpr uint32_t kWarps = kThreads / 32, kLanesPerBin = 32 / kBins;
    __shared__ uint32_t s_counts[kWarps][kBins];
    const uint32_t warp_total = visitor.count(runs.first_tile(blockIdx.x), runs.first_tile(blockIdx.x + 1));
    if (threadIdx.x % kLanesPerBin == 0) {
        s_counts[own_warp()][own_lane() / kLanesPerBin] = warp_total;
    }
    __syncthreads();
    if (threadIdx.x < kBins) {
        uint32_t total = 0;
        for (uint32_t warp = 0; warp < kWarps; ++warp) total += s_counts[warp][threadIdx.x];
        table[threadIdx.x * runs.blocks + blockIdx.x] = total;
    }
}

/// Second stage, by one block of kTableThreads: exclusive prefix sums in place. The table is 16-byte aligned and a whole
/// number of fours, what is past `length` in the last of them is changed too. Ends with a barrier.
__device__ inline void scan_table(uint32_t* table, uint32_t length) {
    __shared__ uint32_t s_warp_sums[kTableThreads / 32];
    uint32_t carry = 0;
    for (uint32_t round = 0; round < length; round += kTableThreads * kTableItems) {
        const uint32_t first = round + threadIdx.x * kTableItems;
        uint32_t items[kTableItems];
        uint32_t own = 0;
#pragma unroll
        for (uint32_t i = 0; i < kTableItems; i += 4) {
            uint4 four = {0, 0, 0, 0};  // the table is a whole number of fours, the last padded
            if (first + i < length) four = *reinterpret_cast<const uint4*>(table + first + i);
            items[i] = four.x, items[i + 1] = four.y, items[i + 2] = four.z, items[i + 3] = four.w;
            own += four.x + four.y + four.z + four.w;
        }

        // Sum of all before this thread: in its warp, then in the warps before.
        const uint32_t up_to_own = warp_sums(own);
        if (own_lane() == 31) s_warp_sums[own_warp()] = up_to_own;
        __syncthreads();
        const uint32_t warp_sum = s_warp_sums[own_lane()];  // each warp scans the warps' sums
        const uint32_t up_to_warp = warp_sums(warp_sum);
        uint32_t before = carry + up_to_own - own + __shfl_sync(kAllLanes, up_to_warp - warp_sum, own_warp());
        carry += __shfl_sync(kAllLanes, up_to_warp, 31);

#pragma unroll
        for (uint32_t i = 0; i < kTableItems; i += 4) {
            uint4 four;
            four.x = before, before += items[i];
            four.y = before, before += items[i + 1];
            four.z = before, before += items[i + 2];
            four.w = before, before += items[i + 3];
            if (first + i < length) *reinterpret_cast<uint4*>(table + first + i) = four;
        }
        __syncthreads();  // all have read s_warp_sums before the next round; the table is written
    }
}

/// Last stage. Scan (kBins, Shared) finds the places of a tile's items when its bins stand one behind the other, equal
/// bins in the order of the items, by Scan::find_places(items, visitor.bins(), shared, places, on_bin,
/// visitor.watcher()), which calls on_bin(bin, begin, total) in thread `bin`, between two barriers. Of the visitor
/// (kItems) every thread calls load(tile, is_last, items), then store(items, places, s_travel): an item of a bin goes to
/// its place + s_travel[bin] among all. Where a bin goes on is kept from tile to tile in a register of its thread.
/// Between store() and the next load() is no barrier. visitor.on_bin(bin, begin) and the watcher, of Scan's own numbers,
/// are for lessons.
template <class Scan, class Visitor>
__device__ void scan_runs(const Runs& runs, const uint32_t* table, Visitor& visitor) {
    constexpr uint32_t kBins = Scan::kBins, kItems = Visitor::kItems;
    __shared__ typename Scan::Shared s_scan;
    __shared__ uint32_t s_travel[kBins];  // from the place in the tile to the place among all
    uint32_t next = threadIdx.x < kBins ? table[threadIdx.x * runs.blocks + blockIdx.x] : 0;
    const uint32_t end_tile = runs.first_tile(blockIdx.x + 1);
    for (uint32_t tile = runs.first_tile(blockIdx.x); tile < end_tile; ++tile) {
        uint32_t items[kItems], places[kItems];
        visitor.load(tile, tile + 1 == end_tile, items);
        const auto on_bin = [&](uint32_t bin, uint32_t begin, uint32_t total) {
            s_travel[bin] = next - begin;
            next += total;
            visitor.on_bin(bin, begin);
        };
        Scan::find_places(items, visitor.bins(), s_scan, places, on_bin, visitor.watcher());
        visitor.store(items, places, s_travel);
    }
}

}  // namespace sort::visitor_scan
