// A whole lesson as one page that needs nothing else: no network, no other file.
#pragma once
#include <string>

#include "app/teach/lesson.h"

namespace app {

/// Returns a page with every stage, its picture, sentences, numbers, questions and the text of `teach`; the
/// arrow keys step through it, "#step-3" opens stage 3. `what` says what the keys are: "uniform, seed 1".
std::string lesson_html(const Lesson& lesson, const std::string& what);

}  // namespace app
