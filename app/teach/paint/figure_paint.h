// Draws a figure (app/teach/figure) onto a canvas. Knows no lesson and no time.
#pragma once
#include <vector>

#include "app/teach/paint/canvas.h"
#include "app/teach/paint/text_needs.h"

namespace app {

/// How the figure's units become pixels, and the look. Lengths in pixels; the defaults are those of a document.
struct PaintStyle {
    InkTheme theme = InkTheme::dark;
    uint32_t tracked = kNoPair;  // this pair's lines and cells are drawn strong
    uint32_t hovered = kNoPair;  // these are marked
    Spot origin{};               // of the figure's (0, 0)
    float column = 15, line = 15;
    float view_left = 0, view_right = 0;  // texts stay between them

    float names_right = 0, names_width = 0;  // of the rows; width 0: none
    float name_size = 12, name_opacity = 1;
    float text_size = 11, label_size = 11, line_label_size = 11, plane_text_size = 10;
    float stacked = 1;  // height of a digit of stacked ones, as a multiple of its size

    float scale = 1;   // of gaps and marks
    float stroke = 1;  // of the widths of outlines, and of lines in planes
    float line_width = 1.7f;
    float faint_line = 0.7f;  // opacity
    float cell_edge = 0.8f;   // width of the outlines of cells; 0: gaps are enough

    /// A picture that may be of any size, scrolled and moving: texts that would lie on each other are left out or
    /// stay in view, lines recede behind the tracked pair's, and texts have no halo.
    bool screen = false;
};

/// `needs` are those of the whole figure, of which this one may be a moment or a part.
void paint_figure(const Figure& figure, const TextNeeds& needs, const PaintStyle& style, Canvas& canvas);

/// Draws a plane of the figure, whose digits have so many bins.
void paint_plane(const FigurePlane& plane, uint32_t bins, const PaintStyle& style, Canvas& canvas);

/// Breaks a text at its spaces into lines, none wider than `width` if a word allows it.
std::vector<std::string> wrapped(const std::string& text, float size, float width, const Canvas& canvas);

}  // namespace app
