// A second count of what a lesson states: numbers of stages and numbers in sentences, from the arrays alone.
#pragma once
#include <string>

#include "app/teach/lesson.h"

namespace app {

/// Returns the first statement of the lesson that its arrays do not bear out, such as "stage 3, sweep: tests: 142 is
/// stated, 141 are counted"; "": none. Numbers without a second count are taken as they are.
std::string false_number(const Lesson& lesson);

/// Returns whether the arrays of the step bear out the numbers of a sentence: "key 83 at index 10", "ranks = 2" behind
/// it, "98 + 1942 = 2040". Other numbers are taken as they are.
bool is_borne_out(const LessonStep& step, const std::string& sentence);

/// The same as false_number, for the sentences of all pictures.
std::string false_sentence(const Lesson& lesson);

}  // namespace app
