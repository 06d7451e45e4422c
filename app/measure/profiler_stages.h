// How the pieces of a step are grouped into stages: "sort/pass 03/count" belongs to the stage "sort".
#pragma once
#include <span>
#include <string>
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

/// What is there because the step sorts: the keys made of the bodies in last step's order, the sort, and what
/// is put into the new order behind it. A table shows them as one sum too, as each stage alone tells half.
std::span<const std::string_view> stages_of_sorting();

/// The ways that an engine names (sort::Engine::paths); none for an engine with one way.
std::span<const char* const> sort_paths_of(const std::string& engine);

/// The name of a way, "way 7" where it has none.
std::string sort_path_name(std::span<const char* const> names, uint32_t path);

}  // namespace app
