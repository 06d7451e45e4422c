// A document: background, title, the figure, caption. Lengths are pixels.
#include "app/teach/export/svg.h"

#include <algorithm>

#include "app/teach/export/svg_canvas.h"
#include "app/teach/paint/figure_paint.h"

namespace app {
namespace {

constexpr float kMargin = 10, kTitle = 18, kCaption = 14, kCaptionLine = 20;

PaintStyle paint_style(const SvgStyle& style, float width) {
    constexpr float kGap = 8;
    PaintStyle paint;
    paint.theme = style.theme;
    paint.tracked = style.tracked;
    paint.origin = {kMargin + style.gutter, kMargin + (style.title.empty() ? 0 : kTitle * 1.6f)};
    paint.column = style.column;
    paint.line = style.line;
    paint.view_right = width;
    paint.names_right = paint.origin.x - kGap;
    paint.names_width = style.gutter - kGap;
    return paint;
}

}  // namespace

SvgStyle style_for(const Figure& figure) {
    constexpr float kWhole_px = 960, kWidest_px = 60;
    SvgStyle style;
    style.column = std::clamp(kWhole_px / std::max(figure.width, 1.0f), style.column, kWidest_px);
    return style;
}

std::string svg_of(const Figure& figure, const SvgStyle& style) {
    SvgCanvas canvas;
    const float width = kMargin + style.gutter + figure.width * style.column + kMargin,
                room = width - 2 * kMargin;
    const PaintStyle paint = paint_style(style, width);
    const Ink ink = inks(style.theme).text;
    if (!style.title.empty()) {
        const float size = canvas.size_for(style.title, kTitle, room);
        canvas.text_with({kMargin, kMargin + size * kTextBase}, style.title, {.size = size, .ink = ink},
                         " font-weight=\"bold\"");
    }
    paint_figure(figure, TextNeeds(style.whole ? *style.whole : figure), paint, canvas);
    std::vector<std::string> captions;
    if (!style.caption.empty()) captions = wrapped(style.caption, kCaption, room, canvas);
    float y = paint.origin.y + figure.height * style.line + kMargin / 2;
    for (const std::string& words : captions) {
        canvas.text({kMargin, y + kCaption * kTextBase}, words, {.size = kCaption, .ink = ink});
        y += kCaptionLine;
    }
    const float height = paint.origin.y + figure.height * style.line + kMargin +
                         static_cast<float>(captions.size()) * kCaptionLine;
    return canvas.document(width, height, style.theme);
}

}  // namespace app
