// How the pieces of a step are grouped into stages: "sort/pass 03/count" belongs to the stage "sort".
#pragma once
#include <string_view>

#include "sim/world.h"

namespace app {

std::string_view stage_name(const sim::StageTime& piece);

/// What a step sorted. A broad phase may sort more than once and report each sort in several pieces: pieces
/// of the stage "sort" that stand together are one sort, and the first of them says how many keys it had.
struct SortWork {
    uint32_t sorts = 0;
    uint64_t keys = 0;
    double us = 0;
};
SortWork sort_work(const sim::StepReport& step);

}  // namespace app
