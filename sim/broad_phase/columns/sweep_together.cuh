// The sweep from 32 boxes by a warp: each lane lists the runs of its own box on a level, then all lanes make the tests
// of all runs as one list, 32 at a time, however long the runs are. Of use where the device has room for more threads
// than there are boxes: a box waits for its memory once per level and once for all its tests, not run by run.
#pragma once
#include "sim/broad_phase/columns/sweep.h"
#include "sim/exec/limits.h"
#include "sort/cuda/warp.cuh"

namespace sim {

inline constexpr uint32_t kRunsAtOnce = 6;  // of a box on a level, listed at once

/// Shared memory of a warp.
template <class Sorted>
struct SweepScratch {
    typename Sorted::Item items[32];  // of the lanes
    uint2 runs[kRunsAtOnce * 32];     // run r of a lane at r * 32 + lane: first place, tests
    uint2 listed[kRunsAtOnce * 32];   // all: first test << 5 | lane; first place - first test
};

/// A pair in one word: the lane of the box that finds it, and the place of the other.
struct KeptPair {
    uint32_t word;

    static constexpr uint32_t kPlaceBits = 27;
    static_assert(kMaxBodies <= 1u << kPlaceBits);

    __device__ uint32_t owner() const { return word >> kPlaceBits; }
    __device__ uint32_t place() const { return word & ((1u << kPlaceBits) - 1); }
};
__device__ inline KeptPair keep_pair(uint32_t owner, uint32_t place) {
    return {owner << KeptPair::kPlaceBits | place};
}

/// How far a lane's box is after the sweep.
struct SweepProgress {
    uint32_t tests;
    bool ended;  // not through: with one run more it had too many tests
};

/// Makes the tests of the listed runs. hit(overlaps, owner, place) on every lane for 32 tests at a time: whether the
/// box of lane `owner` overlaps the one at `place`.
template <class Sorted, class Hit>
__device__ void test_runs(const ColumnsView<Sorted>& view, const SweepScratch<Sorted>& s, uint32_t runs,
                          uint32_t tests, const Hit& hit) {
    const uint32_t lane = sort::own_lane(), through_me = (2u << lane) - 1;
    uint32_t begun = 0;  // runs
    for (uint32_t first = 0; first < tests; first += 32) {
        // Each of the next runs that begins within these 32 tests marks the lane where it does.
        const uint32_t next = begun + lane;
        const uint32_t at = next < runs ? (s.listed[next].x >> 5) - first : 32;
        const uint32_t marks = sort::warp_or(at < 32 ? 1u << at : 0);
        const uint2 run = s.listed[begun + uint32_t(__popc(marks & through_me)) - 1];
        begun += uint32_t(__popc(marks));
        const uint32_t place = run.y + first + lane, owner = run.x & 31;
        bool overlap = false;
        if (first + lane < tests) overlap = overlaps(s.items[owner], view.sorted.item(place));
        hit(overlap, owner, place);
    }
}

/// Sweeps from the boxes at `place` of each lane, in the order of sweep_from(); places from view.count on have none. A
/// box ends before a run with which it had more than `most` tests, at most kMostTests.
template <class Sorted, class Hit>
__device__ SweepProgress sweep_together(const ColumnsView<Sorted>& view, uint32_t place, uint32_t most,
                                        SweepScratch<Sorted>& s, const Hit& hit) {
    static_assert(32 * kMostTests < 1 << 16);
    const ColumnGrid& grid = *view.grid;
    const uint32_t lane = sort::own_lane();
    SweepProgress swept = {0, false};
    Box box{};
    uint32_t own_level = 0, k = 0;  // k: levels that are done
    const bool there = place < view.count;
    if (there) {
        const auto item = view.sorted.item(place);
        box = view.sorted.turned_box(item, grid.axis);
        own_level = view.sorted.level(grid, item);
        s.items[lane] = item;
    }
    bool more = there, begins_level = true, in_own_column = true;
    uint32_t row = 0, column = 0;  // of the next run
    while (__any_sync(sort::kAllLanes, more)) {
        uint32_t runs = 0, tests = 0;
        if (more) {
            const ColumnLevel& level = grid.level[k == 0 ? own_level : k - 1];
            const ColumnsInReach columns = columns_in_reach(level, box, k == 0);
            const Reach& reach = columns.reach;
            const uint32_t first_key = level.first_key, positions = level.positions,
                           columns_u = level.columns_u;
            if (begins_level) {
                row = reach.bottom;
                column = columns.first;
            }
            while ((row <= reach.top || in_own_column) && runs < kRunsAtOnce) {
                if (column > row * columns_u + reach.right && !in_own_column) {
                    column = ++row * columns_u + reach.left;
                    continue;
                }
                const uint32_t key = first_key + column * positions, spare = most - swept.tests;
                const auto last_slice = view.slice_of(key + reach.to);  // asked for at once with the first
                const uint32_t begin = in_own_column ? place + 1 : view.seek(key + reach.from);
                const uint32_t length = view.seek_end(begin, key + reach.to, last_slice, spare) - begin;
                in_own_column = false;
                ++column;
                if (length == 0) continue;
                if (length > spare) {
                    swept.ended = true;
                    break;
                }
                swept.tests += length;
                tests += length;
                s.runs[runs++ * 32 + lane] = make_uint2(begin, length);
            }
            begins_level = row > reach.top;
            if (begins_level) ++k;
            more = !swept.ended && k <= own_level;
        }
        // Where the runs and tests of each lane begin in those of all.
        const uint32_t both = tests << 16 | runs, through_me = sort::warp_sums(both);
        const uint32_t all = __shfl_sync(sort::kAllLanes, through_me, 31), before = through_me - both;
        uint32_t at = before & 0xffff, test = before >> 16;
        for (uint32_t r = 0; r < runs; ++r) {
            const uint2 run = s.runs[r * 32 + lane];
            s.listed[at + r] = make_uint2(test << 5 | lane, run.x - test);
            test += run.y;
        }
        __syncwarp();
        test_runs(view, s, all & 0xffff, all >> 16, hit);
        __syncwarp();
    }
    return swept;
}

}  // namespace sim
