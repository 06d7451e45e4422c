// What a simulation's sort receives, frame by frame.
#pragma once
#include <string>
#include <vector>

#include "app/cli/options.h"
#include "sim/world.h"

namespace app {

/// Input of the sort of one step, and the order that the sort found.
struct SortInput {
    std::vector<uint32_t> keys;   // in the order of the step before
    std::vector<uint32_t> order;  // the index of the key that came to each place
};

/// Returns input and order of the last step's sort of a world on the cpu backend, whose broad phase sorts
/// once (`columns`, `sweep`). Throws CheckFailed when the order that the step took is not the stable order of
/// these keys.
SortInput sort_input(const sim::World& world);

/// Broad phases whose sort can be recorded; the first is the usual one.
inline const std::vector<std::string> kRecordedBroadPhases = {"columns", "sweep"};

/// `bench record`.
struct RecordOptions : Options {
    std::vector<std::string> scenes;  // empty: the command's own
    bool force = false;               // replaces recordings that exist
};
int run_bench_record(const RecordOptions& options);

}  // namespace app
