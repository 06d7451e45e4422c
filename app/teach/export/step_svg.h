// One step of a lesson as an SVG document with its name above and its sentence below.
#pragma once
#include <string>

#include "app/teach/figure/figure.h"
#include "app/teach/figure/inks.h"
#include "app/teach/lesson.h"

namespace app {

/// "fourway, stage 2 of 16: count, pass 0 (bits 0-1)"
std::string step_title(const Lesson& lesson, size_t index);

/// `figure` is the step's, at a moment. `caption`: a sentence.
std::string step_svg(const Lesson& lesson, size_t index, const Figure& figure, const std::string& caption,
                     InkTheme theme);

}  // namespace app
