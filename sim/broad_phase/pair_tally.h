// Pairs that the threads of a search on the CPU have found together, while they search: whether they fit into
// the list, and whether they could ever fit.
#pragma once
#include "sim/exec/memory.h"
#include "sim/math/atomic.h"

namespace sim {

class PairTally {
public:
    explicit PairTally(uint64_t capacity) : capacity_(capacity), most_(most_host_pairs()) {}

    /// Adds pairs that one thread has found. Returns false once all threads together have more than fit: from then
    /// on they need not be kept, only counted. Throws sort::OverLimit once there are more than memory can hold.
    bool add(uint64_t pairs) {
        const uint64_t all = fetch_add(&pairs_, pairs) + pairs;
        if (all <= capacity_) return true;
        if (all > most_) refuse_pairs(all);
        return false;
    }

private:
    uint64_t pairs_ = 0;
    uint64_t capacity_, most_;
};

}  // namespace sim
