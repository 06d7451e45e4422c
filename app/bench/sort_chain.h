// Sorts that are more than one run of (key, index), timed as one: 64-bit keys by their low words, then their
// high ones gathered by the order so far; records gathered behind the sort of their indices.
#pragma once
#include <cstddef>

#include "app/bench/typed_keys.h"
#include "sort/measure.h"

namespace app {

struct ChainResult {
    sort::Measured measured;                   // values: the order; keys stay empty; passes of both runs
    std::vector<std::byte> records, gathered;  // input, and output in that order; empty without records
};

/// record_bytes 0, 8 or 16. All contenders belong to one backend, and are stable when the keys are wide.
std::vector<ChainResult> measure_chain(const std::vector<sort::Contender>& contenders, const TypedKeys& keys,
                                       size_t record_bytes, const sort::MeasureOptions& options);

/// Throws CheckFailed unless every record lies where its index lies.
void check_records(const sort::Engine& engine, const ChainResult& result);

}  // namespace app
