// Draws the planes of a figure with ImDrawList: squares, with what lies beyond cut off.
#pragma once
#include "app/view/lesson/figure_painter.h"

namespace app {

void draw_planes(ImDrawList& list, const Figure& figure, const FigurePlacing& placing, const Fonts& fonts,
                 float scale, const FigureMarks& marks);

/// The pair of the dot under a pixel; kNoPair: there is none.
uint32_t dot_at(const Figure& figure, const FigurePlacing& placing, ImVec2 pixel);

}  // namespace app
