// The sort of each step as a dot: its time over the disorder of its input, and the path that it took.
#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "sim/world.h"

namespace app {

struct SortDot {
    uint64_t step;
    double ms;  // of the step's sorts
    uint64_t descents;
    std::optional<uint32_t> movers;  // none: not measured, as by a full sort
    uint32_t path;                   // of the engine's, of the step's first sort
};

/// Steps that sorted, oldest first.
std::vector<SortDot> sort_dots(const std::deque<sim::StepReport>& steps);

/// An axis from `least` to `most` that is logarithmic from 1 on, and has 0.
struct LogAxis {
    double least = 0, most = 1;

    /// 0 at `least`, 1 at `most`.
    double share_of(double value) const;
};

}  // namespace app
