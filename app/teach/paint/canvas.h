// What a figure is drawn onto: a few shapes and texts in pixels, y downwards. The backends are an SVG document
// (app/teach/export) and the window (app/view/lesson).
#pragma once
#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "app/teach/figure/inks.h"

namespace app {

/// Fill and outline of an area. Widths in pixels.
struct Paint {
    std::optional<Ink> fill{};  // none: not filled
    Hatch hatch = Hatch::none;  // over the fill, in hatch_ink
    Ink hatch_ink = 0;
    Ink edge = 0;
    float edge_width = 0;  // 0: no outline
    bool dashed = false;   // the outline, where the backend can
    float opacity = 1;
};

struct Stroke {
    Ink ink = 0;
    float width = 1;
    Dash dash = Dash::solid;
    float opacity = 1;
};

/// A straight line, or a smooth curve that leaves and arrives upright.
struct LinePath {
    Spot from{}, to{};
    bool curved = false;
    float head = 0;  // length of the arrow head at `to`; 0: none
};

struct TextPaint {
    float size = 0;
    Ink ink = 0;
    Align align = Align::left;
    std::optional<Ink> halo{};  // colour around the letters, where things lie below them
    int halo_width = 3;
    float opacity = 1;
};

/// Letters reach about 0.75 of the size above the base line, which lies this share of it below the top of the text.
inline constexpr float kTextBase = 0.9f;

class Canvas {
public:
    virtual ~Canvas() = default;

    virtual void rectangle(const Area& area, const Paint& paint) = 0;
    /// A convex polygon, against the clock as seen.
    virtual void polygon(std::span<const Spot> corners, const Paint& paint) = 0;
    virtual void circle(Spot middle, float radius, const Paint& paint) = 0;
    virtual void line(const LinePath& path, const Stroke& stroke) = 0;
    /// Straight lines from spot to spot.
    virtual void polyline(std::span<const Spot> spots, const Stroke& stroke) = 0;
    /// `at` lies on the base line, at the end or the middle that paint.align names.
    virtual void text(Spot at, const std::string& text, const TextPaint& paint) = 0;

    /// What is drawn until end_group() fades as a whole.
    virtual void begin_group(float opacity) = 0;
    virtual void end_group() = 0;
    /// Until end_clip(), spots count from the area's upper left corner, and what lies beyond it is cut off.
    virtual void begin_clip(const Area& area) = 0;
    virtual void end_clip() = 0;
    /// Until end_gutter(), the names of rows are drawn, which lie left of all else.
    virtual void begin_gutter() {}
    virtual void end_gutter() {}

    /// Returns whether something of the area can be seen. What cannot need not be drawn.
    virtual bool sees(const Area&) const { return true; }
    /// Returns the width of a text, which grows in proportion to its size.
    virtual float width_of(const std::string& text, float size) const = 0;
    /// Returns the size of a text in a cell; too small to be read: 0, or what text() leaves out.
    virtual FittedText fit(const std::string& text, float width, float height) = 0;

    /// Returns `usual`, or the smaller size at which the text is as wide as `width`.
    float size_for(const std::string& text, float usual, float width) const {
        return text.empty() ? usual : std::min(usual, width / width_of(text, 1));
    }
};

}  // namespace app
