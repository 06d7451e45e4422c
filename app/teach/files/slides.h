// Stages of a lesson as slides for a projector: pictures of 16:9 whose type is read in the last row.
#pragma once
#include <string>
#include <vector>

#include "app/teach/figure/figure.h"
#include "app/teach/figure/inks.h"
#include "app/teach/lesson.h"

namespace app {

/// Size of a slide, and its smallest type: 2.5 % of the height.
inline constexpr float kSlideWidth = 1280, kSlideHeight = 720, kSlideType = kSlideHeight / 40;

/// Returns the slides of a stage, each an SVG document: a picture that is too tall is continued on the next one, which
/// begins with the row that its lines come from. `figure` is the stage's, at a moment; `caption` stands on the first.
/// Throws BadUsage: a number does not fit into its cell in this type; fewer keys are needed.
std::vector<std::string> slides_of(const Lesson& lesson, size_t index, const Figure& figure,
                                   const std::string& caption, InkTheme theme);

}  // namespace app
