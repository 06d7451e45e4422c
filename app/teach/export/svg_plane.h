// A plane of a figure as a picture within the picture: what lies beyond it is cut off.
#pragma once
#include <string>

#include "app/teach/figure/figure.h"
#include "app/teach/figure/inks.h"

namespace app {

struct SvgPlaneStyle {
    InkTheme theme = InkTheme::dark;
    uint32_t bins = 4;           // of digits
    uint32_t tracked = kNoPair;  // stands out
    float line = 15;             // pixels of a line of text
};

/// `picture` in pixels. An empty plane is "".
std::string svg_plane(const FigurePlane& plane, const Area& picture, const SvgPlaneStyle& style);

}  // namespace app
