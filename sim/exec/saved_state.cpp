#include "sim/exec/saved_state.h"

#include <cstdlib>

#include "sim/exec/memory.h"
#include "sort/base/errors.h"
#include "sort/base/numbers.h"

namespace sim {

PackedRanges::PackedRanges(const StateRanges& live) {
    constexpr size_t kAlignment = 256;
    for (int k = 0; k < kStateArrays; ++k) {
        begin_[k] = bytes;
        size_[k] = live[k].bytes;
        bytes += (size_[k] + kAlignment - 1) / kAlignment * kAlignment;
    }
}

StateRanges PackedRanges::at(void* base) const {
    StateRanges ranges;
    for (int k = 0; k < kStateArrays; ++k) {
        if (size_[k] > 0) ranges[k] = {static_cast<std::byte*>(base) + begin_[k], size_[k]};
    }
    return ranges;
}

bool same_shape(const StateRanges& a, const StateRanges& b) {
    for (int k = 0; k < kStateArrays; ++k) {
        if (a[k].bytes != b[k].bytes) return false;
    }
    return true;
}

void require_state_room(uint64_t bytes, uint64_t most_bytes) {
    if (bytes <= most_bytes) return;
    throw StateTooLarge("a saved state takes " + sort::human_bytes(double(bytes)) + ", and there are " +
                        sort::human_bytes(double(most_bytes)) + " for saved states");
}

std::shared_ptr<void> host_state_memory(size_t bytes) {
    require_host_memory("a saved state needs", bytes);
    std::shared_ptr<void> memory(std::malloc(bytes), std::free);
    if (!memory) sort::refuse_host_memory(bytes);
    return memory;
}

}  // namespace sim
