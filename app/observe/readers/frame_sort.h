// The sort of the last step, rebuilt on the host from what the world keeps: keys and bodies in the order that the
// sort found them. Nothing is recorded while the scene runs: a body's index in the input is its rank less its shift.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/world.h"

namespace app {

/// Arrays of a sort by index in its input, all of one length. With `endpoint`, whose sorts have two records
/// per box, these are the min ends on x alone, in the order that the full input had them.
struct FrameSort {
    std::vector<uint32_t> keys, ids;  // of each body its key, and who it is
    std::vector<uint32_t> ranks;      // its index in the output
    std::vector<uint32_t> slots;      // where it is in memory now
};

/// The arrays that it follows from, by slot.
struct SortColumns {
    uint32_t count = 0;
    const uint32_t *keys = nullptr, *ids = nullptr, *ranks = nullptr;  // no ranks: the slot is the rank
    const int32_t* shifts = nullptr;
};

/// Rebuilds the sort. None if nothing was sorted, or if the arrays are not those of a step that completed.
std::optional<FrameSort> frame_sort_of(const SortColumns& columns);

}  // namespace app
