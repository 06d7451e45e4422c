// How the pieces of a step are grouped into stages: "sort/pass 03/count" belongs to the stage "sort";
// "narrow/search" is a stage of its own.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "sim/world.h"

namespace app {

std::string_view stage_name(const sim::StageTime& piece);

/// Sorts of a step. A broad phase may sort more than once and report each sort in several pieces: successive
/// pieces of the stage "sort" are one sort, and the first of them has the number of keys.
struct SortWork {
    uint32_t sorts = 0;
    uint64_t keys = 0;
    double us = 0;
};
SortWork sort_work(const sim::StepReport& step);

/// Returns the report with the parts of its sorts as stages, "pass 03 count" of "sort/x/pass 03/count", those of all axes
/// under one name; no stages where passes were not timed one by one.
sim::StepReport sort_parts(const sim::StepReport& step);

/// Returns the stages around the sort: making the keys, sorting them, and moving the bodies into the new order. Of
/// spheres they also compute where each goes. A table also shows their sum.
std::span<const std::string_view> stages_of_sorting();

/// Returns the paths that an engine names (sort::Engine::paths); none for an engine with one path.
std::span<const char* const> sort_paths_of(const std::string& engine);

/// Returns the name of a path, "path 7" where it has none.
std::string sort_path_name(std::span<const char* const> names, uint32_t path);

/// Returns whether a sort's report says how far pairs were moved: repairs measure it, and input in order moves none.
inline bool measures_shift(uint32_t repaired, uint32_t passes_run) { return repaired > 0 || passes_run == 0; }
inline bool measures_shift(const sim::Counters& step) {
    return step.sorts > 0 && measures_shift(step.sort_windows + step.sort_movers, step.passes_run);
}

/// Returns a sentence on why the last step's sort took its path, from its descents and the most that the
/// engine moves one by one; "" for engines with one path.
std::string path_reason(const sim::Counters& step, const std::string& engine, uint32_t bodies);

}  // namespace app
