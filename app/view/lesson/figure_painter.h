// Draws a figure (app/teach/figure) with ImDrawList: columns stretch to the room, lines of text have the height
// that fits, row names stand in a gutter at the left. Knows no lesson and no time.
#pragma once
#include <imgui.h>

#include <string>
#include <vector>

#include "app/teach/figure/figure.h"
#include "app/teach/figure/inks.h"
#include "app/view/widgets/layout.h"
#include "app/view/widgets/theme.h"

namespace app {

/// Beside the names of rows, in heights of small text: what the window clips at the left, and a gap at the right.
constexpr float kLeftOfNames = 0.5f, kRightOfNames = 0.6f;

/// How the figure's units become pixels.
struct FigurePlacing {
    Region room;       // pixels that may be drawn on, the gutter included
    float gutter = 0;  // width of the row names, at the left of the room
    ImVec2 origin;     // of the figure's (0, 0), scrolled
    float column = 1, line = 1;

    ImVec2 at(Spot spot) const { return {origin.x + spot.x * column, origin.y + spot.y * line}; }
};

struct FigureScroll {
    float zoom = 1;      // of the columns: 1 = all of them fit
    float x = 0, y = 0;  // pixels; what the figure's size does not allow is put right
};

/// Fits the figure into the room; where its lines would be too small to be read they keep the least height and
/// `scroll` says which part is seen. `names` are those of the rows of all figures that are shown in the room one after
/// the other, so that their columns stand in line.
FigurePlacing place_figure(const Figure& figure, const std::vector<std::string>& names, const Region& room,
                           const Fonts& fonts, float scale, FigureScroll& scroll);

/// The part of the figure that changes with operation `operation`: from y to y + height, in lines; height 0: none.
Area changed_area(const Figure& figure, int operation);

struct FigureMarks {
    uint32_t tracked = kNoPair;  // this pair's cells and lines stand out, other lines recede
    uint32_t hovered = kNoPair;
    InkTheme theme = InkTheme::dark;
};

void draw_figure(ImDrawList& list, const Figure& figure, const FigurePlacing& placing, const Fonts& fonts,
                 float scale, const FigureMarks& marks);

/// The cell under a pixel, null where there is none. The last drawn is on top.
const FigureCell* cell_at(const Figure& figure, const FigurePlacing& placing, ImVec2 pixel);

/// The pair of the dot, or else of the polygon, under a pixel; kNoPair: there is none.
uint32_t shape_at(const Figure& figure, const FigurePlacing& placing, ImVec2 pixel);

/// The name of a row in the gutter under a pixel.
const FigureRow* row_name_at(const Figure& figure, const FigurePlacing& placing, ImVec2 pixel);

}  // namespace app
