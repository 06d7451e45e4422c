// The step's words in device memory: what the stages tell each other and, copied out, the host.
#pragma once
#include "sim/counters.h"
#include "sort/sorter.h"

namespace sim {

/// In the place of Report::path, where this step has not sorted.
inline constexpr uint32_t kNotSorted = 0xffffffffu;

struct Status {
    Counters counters;
    uint32_t overflow;       // set when the pairs do not fit: from there on no step changes the state
    uint32_t axis_chosen;    // counters.axis is valid
    uint32_t watched_id;     // set by the host
    uint32_t watched_count;  // pairs of the watched body seen so far
    uint32_t crowded;        // bodies listed as such in this step
    uint64_t spread[3];      // sum of |centre - middle| an axis, fixed point
    sort::Report reports[kMaxSorts];  // of this step's sorts
};

}  // namespace sim
