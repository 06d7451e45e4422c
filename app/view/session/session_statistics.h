// Numbers that the session makes for the panels.
#pragma once
#include <cstdint>
#include <vector>

#include "app/measure/profiler.h"

namespace app {

/// Whose digit the colour shows: passes of a radix sort from the least significant digit.
struct PassInView {
    uint32_t pass = 0, begin_bit = 0, bits = 2;
    uint32_t passes = 16;
};

/// Statistics for the panels, made anew a few times a second so that numbers can be read.
struct Statistics {
    std::vector<StageSummary> stages;
    StageSummary step{};
    std::vector<StageSummary> passes;  // of the drawing, in order
    StageSummary drawing{};
    double sort_mkeys_per_s = 0;  // 0: unknown
    sim::Counters counters{};     // of the step whose times the stages show as now
    uint64_t of_step = 0;         // its number; 0: none yet
    uint32_t sorts = 0;           // of that step: none with `brute`, one per axis with `endpoint`
    uint64_t peak_bytes = 0;      // that worlds of this session have held
    uint64_t made = 0;            // so many times
};

}  // namespace app
