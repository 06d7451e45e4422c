// Sorts that are more than one run of (key, index), timed as one: 64-bit keys by their low words, then their
// high ones gathered by the order so far; records gathered behind the sort of their indices.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/bench/sort/typed_keys.h"
#include "sort/lab/measure.h"

namespace app {

struct ChainResult {
    sort::Measured measured;                 // values: the order; keys stay empty; passes of both runs
    std::optional<uint32_t> wrong_record{};  // the first place with another record than the order says
};

/// record_bytes 0, 8 or 16. All contenders belong to one backend, and are stable when the keys are wide.
std::vector<ChainResult> measure_chain(const std::vector<sort::Contender>& contenders, const TypedKeys& keys,
                                       size_t record_bytes, const sort::MeasureOptions& options);

/// The first place of `gathered` that has not the record of its index in `order`; none when all have.
std::optional<uint32_t> first_wrong_record(const std::vector<uint32_t>& order, size_t record_bytes,
                                           const std::vector<std::byte>& records,
                                           const std::vector<std::byte>& gathered);

}  // namespace app
