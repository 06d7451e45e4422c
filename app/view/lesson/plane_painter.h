// Draws the planes of a figure with ImDrawList, with what lies beyond them cut off.
#pragma once
#include "app/view/lesson/figure_painter.h"

namespace app {

void draw_planes(ImDrawList& list, const Figure& figure, const FigurePlacing& placing, const Fonts& fonts,
                 float scale, const FigureMarks& marks);

/// The pair of the dot, or else of the polygon, under a pixel; kNoPair: there is none.
uint32_t shape_at(const Figure& figure, const FigurePlacing& placing, ImVec2 pixel);

}  // namespace app
