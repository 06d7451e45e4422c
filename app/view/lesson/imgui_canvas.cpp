// Shapes and texts of figures with ImDrawList. Lines are at least a pixel wide.
#include "app/view/lesson/imgui_canvas.h"

#include <algorithm>
#include <cmath>

#include "app/view/lesson/figure_strokes.h"

namespace app {
namespace {

constexpr float kPatternFrom_px = 7;  // narrower areas have no patterns
constexpr float kTiny = 0.66f;        // of the small font: what a lecturer zooms into
constexpr float kFontTop = 0.95f;     // of the size: from the top of ImGui's line of text to the base line
constexpr float kHaloOpacity = 0.85f;

float thick(float width) { return std::max(1.0f, width); }

}  // namespace

ImGuiCanvas::ImGuiCanvas(ImDrawList& list, const Region& room, float gutter, const Fonts& fonts, float scale)
    : list_(list), room_(room), left_(room.x + gutter), fonts_(fonts), scale_(scale) {
    list_.PushClipRect({room.x, room.y}, {room.x + room.width, room.y + room.height}, true);
    clip_to_figure();
}

ImGuiCanvas::~ImGuiCanvas() {
    list_.PopClipRect();
    list_.PopClipRect();
}

void ImGuiCanvas::clip_to_figure() {
    list_.PushClipRect({left_ - 2 * scale_, room_.y}, {room_.x + room_.width, room_.y + room_.height}, true);
}

ImU32 ImGuiCanvas::solid(Ink ink, float opacity) const {
    return colours::rgb(ink, static_cast<uint32_t>(std::clamp(opacity * opacity_, 0.0f, 1.0f) * 255 + 0.5f));
}

void ImGuiCanvas::rectangle(const Area& area, const Paint& paint) {
    const ImVec2 a = pixel({area.x, area.y}), b = pixel({area.x + area.width, area.y + area.height});
    if (paint.fill) list_.AddRectFilled(a, b, solid(*paint.fill, paint.opacity));
    if (paint.hatch != Hatch::none && area.width >= kPatternFrom_px * scale_)
        draw_hatch(list_, a, b, paint.hatch, solid(paint.hatch_ink, paint.opacity), scale_);
    if (paint.edge_width <= 0) return;
    // Borders of whole pixels are sharp.
    const float width = paint.edge_width > 1.5f ? std::round(paint.edge_width) : thick(paint.edge_width);
    list_.AddRect(a, b, solid(paint.edge, paint.opacity), 0, 0, width);
}

void ImGuiCanvas::polygon(std::span<const Spot> corners, const Paint& paint) {
    const auto path = [&] {  // ImGui wants them with the clock
        for (size_t k = corners.size(); k-- > 0;) list_.PathLineTo(pixel(corners[k]));
    };
    if (paint.fill) {
        path();
        list_.PathFillConvex(solid(*paint.fill, paint.opacity));
    }
    if (paint.edge_width <= 0) return;
    path();
    list_.PathStroke(solid(paint.edge, paint.opacity), ImDrawFlags_Closed, thick(paint.edge_width));
}

void ImGuiCanvas::circle(Spot middle, float radius, const Paint& paint) {
    if (paint.fill) list_.AddCircleFilled(pixel(middle), radius, solid(*paint.fill, paint.opacity));
    if (paint.edge_width >= scale_)  // thinner rings are for documents
        list_.AddCircle(pixel(middle), radius, solid(paint.edge, paint.opacity), 0, thick(paint.edge_width));
}

void ImGuiCanvas::line(const LinePath& path, const Stroke& stroke) {
    constexpr float kFilledHead = 0.85f;  // which looks larger than two strokes
    const ImVec2 from = pixel(path.from), to = pixel(path.to);
    const bool curved = path.curved && std::fabs(from.x - to.x) > 1;
    const ImU32 ink = solid(stroke.ink, stroke.opacity);
    stroke_line(list_, from, to, curved, ink, thick(stroke.width), stroke.dash, scale_);
    if (path.head > 0)
        arrow_head(list_, curved ? ImVec2{to.x, (from.y + to.y) / 2} : from, to, ink,
                   path.head * kFilledHead);
}

void ImGuiCanvas::polyline(std::span<const Spot> spots, const Stroke& stroke) {
    for (const Spot& spot : spots) list_.PathLineTo(pixel(spot));
    list_.PathStroke(solid(stroke.ink, stroke.opacity), 0, thick(stroke.width));
}

void ImGuiCanvas::text(Spot at, const std::string& text, const TextPaint& paint) {
    if (text.empty() || paint.size <= 1) return;
    const float width = width_of(text, paint.size);
    ImVec2 corner = pixel({at.x, at.y - paint.size * kFontTop});
    if (paint.align == Align::middle) corner.x -= width / 2;
    if (paint.align == Align::right) corner.x -= width;
    if (paint.halo)
        list_.AddRectFilled({corner.x - scale_, corner.y},
                            {corner.x + width + 2 * scale_, corner.y + paint.size * 1.1f},
                            solid(*paint.halo, kHaloOpacity * paint.opacity));
    list_.AddText(font_of(paint.size), paint.size, {std::round(corner.x), std::round(corner.y)},
                  solid(paint.ink, paint.opacity), text.c_str());
}

void ImGuiCanvas::begin_group(float opacity) { opacity_ = opacity; }

void ImGuiCanvas::end_group() { opacity_ = 1; }

void ImGuiCanvas::begin_clip(const Area& area) {
    corner_ = {area.x, area.y};
    list_.PushClipRect({area.x, area.y}, {area.x + area.width, area.y + area.height}, true);
}

void ImGuiCanvas::end_clip() {
    corner_ = {};
    list_.PopClipRect();
}

void ImGuiCanvas::begin_gutter() {
    list_.PopClipRect();
    list_.PushClipRect({room_.x, room_.y}, {left_, room_.y + room_.height}, true);
}

void ImGuiCanvas::end_gutter() {
    list_.PopClipRect();
    clip_to_figure();
}

bool ImGuiCanvas::sees(const Area& area) const {
    return area.y + area.height >= room_.y && area.y <= room_.y + room_.height &&
           area.x + area.width >= left_ && area.x <= room_.x + room_.width;
}

ImFont* ImGuiCanvas::font_of(float size) const {
    return size < fonts_.regular->FontSize ? fonts_.small_ : fonts_.regular;
}

float ImGuiCanvas::width_of(const std::string& text, float size) const {
    return font_of(size)->CalcTextSizeA(size, 1e9f, 0, text.c_str()).x;
}

FittedText ImGuiCanvas::fit(const std::string& text, float width, float height) {
    const auto [known, fresh] = fits_.try_emplace({text.size(), width, height}, FittedText{});
    if (fresh) known->second = new_fit(text, width, height);
    return known->second;
}

FittedText ImGuiCanvas::new_fit(const std::string& text, float width, float height) const {
    const float small = fonts_.small_->FontSize;
    const auto fits_stacked = [&](float size) {
        return size * kStackedDigit * static_cast<float>(text.size()) <= height &&
               width_of("0", size) <= width;
    };
    for (const float size : {fonts_.regular->FontSize, small, small * 0.84f, small * kTiny}) {
        // Digits under each other are better than tiny ones.
        if (size < small * 0.8f && size * kStackedDigit * static_cast<float>(text.size()) <= height &&
            width_of("0", small * 0.84f) <= width)
            break;
        if (size <= height * 1.05f && width_of(text, size) + scale_ <= width) return {size, false};
    }
    for (const float size : {small, small * 0.84f, small * kTiny})
        if (fits_stacked(size)) return {size, true};
    return {};
}

}  // namespace app
