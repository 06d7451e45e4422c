// The colours, patterns and dashes of figures, one table for the screen and for files. The four hues are told
// apart by colour-blind eyes too (CIE76 distance 24 and more in simulated protan, deutan and tritan vision); more
// digits than four also have a pattern, and a digit's number is printed wherever there is room.
#pragma once
#include <cstdint>

#include "app/teach/figure/figure.h"

namespace app {

/// 0xRRGGBB
using Ink = uint32_t;

enum class InkTheme : uint8_t { dark, light };

/// Pattern that is drawn over a cell's fill, in the colour DigitInk::pattern.
enum class Hatch : uint8_t { none, rising, dots, crossed };

/// Pattern of a line: solid, long dashes, dots, dash and dot.
enum class Dash : uint8_t { solid, dashed, dotted, dash_dot };

/// Appearance of a digit: 4 bins by hue, 8 by hue and a pattern of one bit, 16 and more by the top two bits
/// (hue) and the next two (pattern).
struct DigitInk {
    Ink fill;     // of a cell or a bar
    Ink text;     // readable on `fill`: black or white
    Ink line;     // readable on the background: yellow is darker on white, blue lighter on black
    Ink pattern;  // of the hatch, near `fill`
    Hatch hatch;
    Dash dash;
};
DigitInk digit_ink(uint32_t digit, uint32_t bins, InkTheme theme);

struct Inks {
    Ink background, cell, text, faint, strong, good, wrong, edge, band;
};
const Inks& inks(InkTheme theme);

/// Returns the colour of lines, frames and texts of a tone; Tone::digit without a digit is plain.
Ink tone_ink(Tone tone, InkTheme theme);

/// Black or white, whichever is easier to read on it.
Ink text_on(Ink fill);

/// Returns a mixture: `share` of a, the remainder of b.
Ink mixed(Ink a, Ink b, float share);

/// Return the colours of a shape in a plane: of a filled dot, and of lines and outlines.
Ink fill_ink(const FigureShape& shape, uint32_t bins, InkTheme theme);
Ink line_ink(const FigureShape& shape, uint32_t bins, InkTheme theme);

/// Returns the fill of an area in a plane: faint, since other shapes lie on it.
Ink area_ink(const FigureShape& area, uint32_t bins, InkTheme theme);

/// Size of a cell's text: digits beside each other, or, where that is small, under each other if larger.
/// Lengths in pixels; digits are 0.64 of the size wide and 1.0 high. The size may be too small to be read;
/// then leave the text out.
struct FittedText {
    float size = 0;
    bool stacked = false;
};
FittedText fitted(size_t characters, float width, float height, float usual_size);

}  // namespace app
