// What a stage says about itself when it is launched: its name (log line, NVTX range, profiler row) and the
// bytes that its model moves. Some of them are only known once the step's counters are.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/exec/counters.h"
#include "sort/stage.h"

namespace sim {

struct StageCost {
    uint64_t bytes = 0;
    uint64_t items = 0;
    uint32_t bytes_a_pair = 0, bytes_a_test = 0;
    uint64_t bytes_a_pass = 0;  // of one of the step's sorts

    uint64_t total_bytes(const Counters& counters) const {
        uint64_t passes = counters.sorts ? counters.passes_run / counters.sorts : 0;
        // A repair moves every pair once too.
        if (passes == 0 && counters.sort_windows + counters.sort_movers > 0) passes = 1;
        return bytes + bytes_a_pair * counters.pairs + bytes_a_test * counters.tests + bytes_a_pass * passes;
    }
};

/// One timed piece of a step. Names are "sweep" or "sweep/count": tables sum under stage_of(). Times are
/// device time on cuda, CPU clock on cpu.
struct StageTime {
    std::string name;
    double start_us, duration_us;  // start counts from World::clock_zero_s()
    uint64_t bytes, items;         // moved and worked on, by the stage's own model
    bool skipped = false;          // by a word in the backend's memory: it has done nothing
};

/// Returns the stage that a piece of this name belongs to: the part before '/', of gravity the part before
/// the second one.
std::string_view stage_of(std::string_view name);

/// Returns "sort/pass 03/count", or "sort/order check" outside the passes.
std::string pass_name(const std::string& sort_name, const sort::Stage& stage);

/// A sort as the step's model has it: the order check reads the keys, a pass reads and writes keys and values.
template <class Key>
StageCost sort_cost(const sort::KeyPairs<Key>& pairs) {
    return {.bytes = uint64_t(pairs.count) * sizeof(Key),
            .items = pairs.count,
            .bytes_a_pass = uint64_t(pairs.count) * 2 * (sizeof(Key) + sizeof(uint32_t))};
}

}  // namespace sim
