// What a stage says about itself when it is launched: its name (log line, NVTX range, profiler row) and the
// bytes that its model moves. Some of them are only known once the step's counters are.
#pragma once
#include <cstdint>

#include "sim/counters.h"

namespace sim {

struct StageCost {
    uint64_t bytes = 0;
    uint64_t items = 0;
    uint32_t bytes_a_pair = 0, bytes_a_test = 0;

    uint64_t total_bytes(const Counters& counters) const {
        return bytes + bytes_a_pair * counters.pairs + bytes_a_test * counters.tests;
    }
};

}  // namespace sim
