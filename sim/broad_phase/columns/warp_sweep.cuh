// The sweep from one box by a whole warp: its lanes test 32 neighbours at once.
#pragma once
#include "sim/broad_phase/columns/sweep.h"
#include "sort/cuda/warp.cuh"

namespace sim {

/// hit(place, overlaps, test, own, other) on every lane for 32 sorted places at a time, of all that the box
/// is tested with; a lane with nothing to test says no. `test` counts the box's tests in the order in which a
/// single thread makes them, from 0. Returns the number of tests of this lane.
template <class Sorted, class Hit>
__device__ uint64_t sweep_with_warp(const ColumnsView<Sorted>& view, uint32_t place, Hit hit) {
    const uint32_t lane = sort::own_lane();
    uint64_t tests = 0, run_begin = 0;  // of this lane; of all before
    sweep_from(view, place, [&](const auto& own, uint32_t at, uint32_t last_key) {
        for (bool more = true; more; at += 32) {
            // Not at + lane < count: that sum may be more than 32 bits hold.
            const bool there = lane < view.count - at;
            const auto other = view.sorted.item(there ? at + lane : 0);
            const bool tested = there && other.key <= last_key;
            hit(at + lane, tested && overlaps(own, other), run_begin + lane, own, other);
            tests += tested ? 1 : 0;
            run_begin += uint32_t(__popc(__ballot_sync(sort::kAllLanes, tested)));
            more = __all_sync(sort::kAllLanes, tested && view.count - at > 32);
        }
    });
    return tests;
}

}  // namespace sim
