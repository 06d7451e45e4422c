// The broad phases on one frame's boxes, each search from the boxes alone.
#pragma once
#include <vector>

#include "app/bench/race/race.h"
#include "sim/math/vec3.h"
#include "sim/search/pair_search.h"

namespace app {

struct PairRaceInput {
    sim::PairsConfig config;  // of the frame: the broad phase in use, its engine, backend and device
    std::vector<sim::Box> boxes;
    /// A search that would take longer is left out, or, on the CPU, ended; not that of the one in use.
    double longest_s = 0.25;
};

/// Returns an entry per broad phase. Each has to find the pairs that the first one to be checked has found:
/// the one in use.
std::vector<RaceEntry> pair_race(PairRaceInput input);

}  // namespace app
