// The list of ends by which `endpoint` finds its pairs, for views of a search.
#pragma once
#include <cstdint>

namespace sim {

/// Both ends of the boxes that the last search kept, on the axis of its last sort, in order: a value is 2 * slot + bit,
/// bit 0 a min, 1 a max. `endpoint` alone has them.
struct EndList {
    const uint32_t *keys = nullptr, *records = nullptr;
    const uint64_t* sums = nullptr;    // before each record and the end of the list; mins_in() of end_scan.h
    const uint32_t* length = nullptr;  // of the list
    int axis = 0;
};

}  // namespace sim
