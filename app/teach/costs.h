// Two or more sorts of the same keys, side by side.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/teach/lesson.h"

namespace app {

/// Costs of a whole lesson. None: not known, or not applicable: a lesson that is no sort has neither passes
/// nor bytes, an engine on the CPU no launches.
struct LessonCosts {
    std::optional<uint32_t> passes, passes_skipped;
    uint32_t stages = 0, stages_skipped = 0;
    std::optional<uint64_t> bytes;
    uint32_t moves = 0;  // pairs that a stage puts at another index, summed
    /// Kernel launches of the sort when nobody observes it, and how often all blocks wait for each other: where one
    /// launch follows another, and at barriers of the grid within one. Of stages that were skipped, too: the host does
    /// not know it.
    std::optional<uint32_t> launches, barriers;
    /// Comparisons of keys with keys, by order checks and by bitonic networks. None for sorts that order keys
    /// otherwise.
    std::optional<uint64_t> compares;
    bool writes_known = false;                          // of passes with a digit
    uint32_t runs = 0, sectors = 0, sectors_plain = 0;  // written by the passes; plain: without the exchange
};

/// Comparisons of keys with keys in one stage: neighbours of an order check, comparators of networks and merges; 0: it
/// has none that the lesson shows.
uint64_t compares_of(const LessonStep& step, const LessonSetup& setup);

LessonCosts costs_of(const Lesson& lesson);

/// Returns one table with a column per lesson. The lessons sort the same keys.
std::string costs_text(const std::vector<const Lesson*>& lessons, bool colour);

}  // namespace app
