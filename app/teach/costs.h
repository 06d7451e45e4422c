// Two or more sorts of the same keys, side by side.
#pragma once
#include <string>
#include <vector>

#include "app/teach/lesson.h"

namespace app {

/// What a whole lesson costs.
struct LessonCosts {
    uint32_t passes = 0, passes_skipped = 0, stages = 0, stages_skipped = 0;
    uint64_t bytes = 0;
    uint32_t moves = 0;                                 // pairs that a stage puts at another index, summed
    bool writes_known = false;                          // of passes with a digit
    uint32_t runs = 0, sectors = 0, sectors_plain = 0;  // written by the passes; plain: without the exchange
};

LessonCosts costs_of(const Lesson& lesson);

/// One table: a column per lesson. The lessons sort the same keys.
std::string costs_text(const std::vector<const Lesson*>& lessons, bool colour);

}  // namespace app
