// A lesson as text: at most 80 columns wide, escape codes only where colour is asked for.
#pragma once
#include <string>

#include "app/teach/lesson.h"

namespace app {

/// Title, paper, where it comes from, and the input. `what` says what the keys are: "uniform, seed 1".
std::string heading_text(const Lesson& lesson, const std::string& what, bool colour);

/// Step `index` of the list. `all_pairs` false leaves a stage that did not run to one line.
std::string step_text(const Lesson& lesson, size_t index, bool colour);

/// All steps; neighbouring stages that did not run share a line.
std::string steps_text(const Lesson& lesson, bool colour);

/// The result, and the numbers of every pass in one table.
std::string result_text(const Lesson& lesson, bool colour);

}  // namespace app
