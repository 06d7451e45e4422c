// A figure as an SVG document: readable by browsers, slides and printers without anything else.
#pragma once
#include <string>

#include "app/teach/figure/figure.h"
#include "app/teach/figure/inks.h"

namespace app {

struct SvgStyle {
    InkTheme theme = InkTheme::dark;
    float column = 15, line = 15;  // pixels of a column and of a line of the figure
    float gutter = 140;            // pixels at the left for the rows' names; 0: none
    std::string title{};           // above the figure; "": none
    std::string caption{};         // below it, wrapped: a sentence; "": none
    const Figure* whole =
        nullptr;  // which the figure is a part of: its rows decide how texts stand; null: it is all
    uint32_t tracked = kNoPair;  // this pair's lines and cells are drawn strong
};

/// Columns as wide as the picture has room for: few of them need not be narrow.
SvgStyle style_for(const Figure& figure);

/// Returns a whole document, the same bytes for the same figure. No text is clipped: what is wider than its
/// cell is printed smaller, or with its digits under each other; names wrap.
std::string svg_of(const Figure& figure, const SvgStyle& style);

}  // namespace app
