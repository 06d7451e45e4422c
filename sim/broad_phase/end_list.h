// The list of ends by which `endpoint` finds its pairs, for views of a search.
#pragma once
#include <cstdint>

namespace sim {

/// Both ends of every box on the axis of the last sort of the last search, in order: a value is 2 * slot + bit, bit 0 a
/// min, 1 a max; those of boxes that left the list come last. `endpoint` alone has them.
struct EndList {
    const uint32_t *keys = nullptr, *records = nullptr;
    const uint64_t* mins_before = nullptr;  // of each record, and of the end of the list
    int axis = 0;
};

}  // namespace sim
