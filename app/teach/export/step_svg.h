// One step of a lesson as an SVG document with its name above and its sentence below.
#pragma once
#include <string>

#include "app/teach/figure/figure.h"
#include "app/teach/figure/inks.h"
#include "app/teach/lesson.h"

namespace app {

/// Returns "fourway, stage 2 of 16: count, pass 0 (bits 0-1)"
std::string step_title(const Lesson& lesson, size_t index);

/// Returns the width in pixels of a PNG of the figure's document: `usual`, more where columns would be too
/// narrow to be read, less where it has few.
int png_width(const Figure& figure, int usual);

/// `figure` is the step's, at a moment. `caption`: a sentence.
std::string step_svg(const Lesson& lesson, size_t index, const Figure& figure, const std::string& caption,
                     InkTheme theme);

}  // namespace app
