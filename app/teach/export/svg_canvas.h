// A canvas that writes SVG elements.
#pragma once
#include <set>
#include <string>

#include "app/teach/paint/canvas.h"

namespace app {

/// Returns the number of characters, not bytes, of UTF-8.
size_t letters(const std::string& text);

class SvgCanvas : public Canvas {
public:
    void rectangle(const Area& area, const Paint& paint) override;
    void polygon(std::span<const Spot> corners, const Paint& paint) override;
    void circle(Spot middle, float radius, const Paint& paint) override;
    void line(const LinePath& path, const Stroke& stroke) override;
    void polyline(std::span<const Spot> spots, const Stroke& stroke) override;
    /// Leaves out what is too small to be read; nothing is clipped by its width.
    void text(Spot at, const std::string& text, const TextPaint& paint) override;
    void begin_group(float opacity) override;
    void end_group() override;
    void begin_clip(const Area& area) override;
    void end_clip() override;
    float width_of(const std::string& text, float size) const override;
    FittedText fit(const std::string& text, float width, float height) override;

    /// Draws a text with more attributes: " font-weight=...".
    void text_with(Spot at, const std::string& text, const TextPaint& paint, const std::string& more);

    /// Returns a whole document of so many pixels: the elements so far on the theme's background.
    std::string document(float width, float height, InkTheme theme) const;

    /// The elements so far, and the patterns that they use.
    std::string elements, patterns;

private:
    std::string fill_of(const Paint& paint);
    std::string attributes(const Paint& paint);

    std::set<std::string> known_;  // patterns
};

}  // namespace app
