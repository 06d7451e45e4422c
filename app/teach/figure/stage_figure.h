// The picture of one stage: rows from input to output, lines from where a key was to where it goes.
#pragma once
#include "app/teach/figure/figure.h"
#include "app/teach/lesson.h"

namespace app {

/// Step `index` of the lesson. Every word of the step's arrays stands in exactly one row or cell.
Figure stage_figure(const Lesson& lesson, size_t index);

}  // namespace app
