// The step's words in device memory: what the stages tell each other and, copied out, the host.
#pragma once
#include "sim/exec/counters.h"
#include "sim/math/body_flags.h"
#include "sort/sorter.h"

namespace sim {

/// Flags of a body by which the ground's stage counts bodies.
enum GroundFlag : uint32_t { kTouchesGround, kLeavesMap, kBelowGround };

/// Value of Report::path when this step has not sorted.
inline constexpr uint32_t kNotSorted = 0xffffffffu;

/// Numbers of free and taken places of an array.
struct PlaceCount {
    uint64_t free;   // before the step, and given back by it
    uint64_t taken;  // by the step; above `free`: the difference is missing

    /// Places that the step would have needed, of an array that has `capacity`.
    uint64_t needed(uint64_t capacity) const { return capacity - free + taken; }
};

struct Status {
    Counters counters;
    uint32_t overflow;       // set when pairs or contacts do not fit: from there on no step changes the state
    uint32_t axis_chosen;    // choose_axis() has chosen counters.axis
    uint32_t watched_id;     // set by the host
    uint32_t watched_slot;   // in this step
    uint32_t watched_count;  // its pairs seen so far
    uint32_t long_walks;     // bodies that the first kernel did not bring to an end
    uint32_t crowded;        // bodies whose contacts do not fit into their rows
    uint64_t crowd_contacts;  // of all `crowded` bodies
    uint64_t spilled;         // contacts that a row did not hold
    uint64_t near_pairs;      // of bodies with shapes: pairs whose points are looked at
    uint64_t solved_pairs;    // of bodies with shapes: pairs with points that are solved (SolvedPairs)
    uint64_t resting_pairs;   // of bodies with shapes: pairs with points whose bodies both slept
    PlaceCount manifolds;     // of pairs that are remembered
    PlaceCount point_blocks;  // of remembered pairs with points
    uint64_t spread[3];       // sum of |centre - middle| an axis, fixed point
    uint32_t body_counts[kBodyFlags];  // bodies by BodyFlag
    uint32_t ground_counts[3];         // bodies by GroundFlag
    sort::Report reports[kMaxSorts];   // of this step's sorts
};

/// Resets the status for the first stage of a step or search.
HOST_DEVICE inline void begin_status(Status* status) {
    Counters& counters = status->counters;
    counters.pairs = counters.contacts = counters.tests = 0;
    counters.columns_changed = 0;
    counters.squeezed = 0;
    counters.passes_run = counters.passes_skipped = counters.descents = 0;
    counters.watched.id = kNobody;
    status->watched_slot = kNobody;
    status->watched_count = status->long_walks = status->crowded = 0;
    status->crowd_contacts = status->spilled = 0;
    status->near_pairs = status->solved_pairs = status->resting_pairs = 0;
    status->manifolds.taken = status->point_blocks.taken = 0;
    for (int k = 0; k < 3; ++k) status->spread[k] = status->ground_counts[k] = 0;
    for (uint32_t& count : status->body_counts) count = 0;
    for (int k = 0; k < kMaxSorts; ++k) status->reports[k] = {0, 0, kNotSorted, 0, 0};
}

/// Sums the reports and flags of a step or search into its counters, after the last stage.
HOST_DEVICE inline void end_status(Status* status) {
    Counters& counters = status->counters;
    counters.sorts = counters.sort_windows = counters.sort_movers = counters.sort_max_shift = 0;
    for (int k = 0; k < kMaxSorts; ++k) {
        const sort::Report& report = status->reports[k];
        if (report.path == kNotSorted) continue;
        counters.sort_path[counters.sorts++] = report.path;
        counters.passes_run += report.passes_run;
        counters.passes_skipped += report.passes_skipped;
        counters.sort_windows += report.windows;
        counters.sort_movers += report.movers;
        if (report.max_shift > counters.sort_max_shift) counters.sort_max_shift = report.max_shift;
    }
    counters.asleep = status->body_counts[kAsleep];
    counters.outside = status->body_counts[kOutside];
    counters.not_finite = status->body_counts[kNotFinite];
    counters.fast = status->body_counts[kFast];
    counters.ground_contacts = status->ground_counts[kTouchesGround];
    counters.respawned = status->ground_counts[kLeavesMap];
    counters.below_ground = status->ground_counts[kBelowGround];
    if (status->overflow) return;
    ++counters.completed_steps;
    for (PlaceCount* count : {&status->manifolds, &status->point_blocks}) count->free -= count->taken;
    counters.total_outside += counters.outside;
    counters.total_not_finite += counters.not_finite;
    counters.total_fast += counters.fast;
    counters.total_respawned += counters.respawned;
    counters.total_below_ground += counters.below_ground;
}

}  // namespace sim
