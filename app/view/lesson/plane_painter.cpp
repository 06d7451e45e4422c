// See plane_painter.h.
#include "app/view/lesson/plane_painter.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

Area pixels_of(const FigurePlane& plane, const FigurePlacing& placing) {
    Area square = square_of(plane, placing.column, placing.line);
    square.x += placing.origin.x;
    square.y += placing.origin.y;
    return square;
}

ImVec2 pixel_of(const Area& square, const Spot& spot) {
    return {square.x + spot.x * square.width, square.y + (1 - spot.y) * square.height};
}

class PlanePainter {
public:
    PlanePainter(ImDrawList& list, const Figure& figure, const Area& square, float line, const Fonts& fonts,
                 float scale, const FigureMarks& marks)
        : list_(list),
          bins_(figure.bins),
          square_(square),
          line_(line),
          fonts_(fonts),
          scale_(scale),
          marks_(marks) {}

    void draw(const FigureShape& shape) {
        const ImVec2 from = pixel_of(square_, shape.from), to = pixel_of(square_, shape.to);
        const bool tracked = shape.pair != kNoPair && shape.pair == marks_.tracked,
                   hovered = shape.pair != kNoPair && shape.pair == marks_.hovered;
        const float opacity = shape.opacity;
        switch (shape.kind) {
            case FigureShape::area: {
                const ImVec2 low{std::min(from.x, to.x), std::min(from.y, to.y)},
                    high{std::max(from.x, to.x), std::max(from.y, to.y)};
                if (shape.filled)
                    list_.AddRectFilled(low, high, ink(area_ink(shape, bins_, marks_.theme), opacity));
                else
                    list_.AddRect(low, high, ink(line_of(shape), opacity), 0, 0, thick(1.4f * shape.size));
                return;
            }
            case FigureShape::line:
                if (tracked)
                    list_.AddLine(from, to, ink(strong(), opacity), thick(1.3f * shape.size) + 3 * scale_);
                list_.AddLine(from, to,
                              ink(line_of(shape), opacity * (shape.tone == Tone::faint ? 0.55f : 1)),
                              thick(1.3f * shape.size));
                return;
            case FigureShape::circle:
                list_.AddCircle(from, shape.size * square_.width, ink(line_of(shape), opacity), 0,
                                thick(1.4f));
                return;
            case FigureShape::dot: {
                const float radius = shape.size * line_ / 2;
                if (tracked || hovered)
                    list_.AddCircle(from, radius + 3 * scale_, ink(strong(), opacity), 0,
                                    thick(tracked ? 2.4f : 1.4f));
                if (shape.filled)
                    list_.AddCircleFilled(from, radius, ink(fill_of(shape), opacity));
                else
                    list_.AddCircle(from, radius, ink(line_of(shape), opacity), 0, thick(1.7f));
                return;
            }
            case FigureShape::text: {
                const float size = std::min(fonts_.small_->FontSize * 0.86f, line_);
                const ImVec2 wide = fonts_.small_->CalcTextSizeA(size, 1e9f, 0, shape.label.c_str());
                list_.AddText(fonts_.small_, size,
                              {std::round(from.x - wide.x / 2), std::round(from.y - size * 0.55f)},
                              ink(line_of(shape), opacity), shape.label.c_str());
                return;
            }
        }
    }

private:
    static ImU32 ink(Ink colour, float opacity) {
        return colours::rgb(colour, static_cast<uint32_t>(std::clamp(opacity, 0.0f, 1.0f) * 255 + 0.5f));
    }
    float thick(float width) const { return std::max(1.0f, width * scale_); }
    Ink strong() const { return inks(marks_.theme).strong; }
    Ink fill_of(const FigureShape& shape) const { return fill_ink(shape, bins_, marks_.theme); }
    Ink line_of(const FigureShape& shape) const { return line_ink(shape, bins_, marks_.theme); }

    ImDrawList& list_;
    uint32_t bins_;
    Area square_;
    float line_;
    const Fonts& fonts_;
    float scale_;
    const FigureMarks& marks_;
};

}  // namespace

void draw_planes(ImDrawList& list, const Figure& figure, const FigurePlacing& placing, const Fonts& fonts,
                 float scale, const FigureMarks& marks) {
    for (const FigurePlane& plane : figure.planes) {
        const Area square = pixels_of(plane, placing);
        list.PushClipRect({square.x, square.y}, {square.x + square.width, square.y + square.height}, true);
        PlanePainter painter(list, figure, square, placing.line, fonts, scale, marks);
        for (const FigureShape::Kind kind : {FigureShape::area, FigureShape::line, FigureShape::circle,
                                             FigureShape::dot, FigureShape::text}) {
            for (const FigureShape& shape : plane.shapes)
                if (shape.kind == kind) painter.draw(shape);
        }
        list.PopClipRect();
    }
}

uint32_t dot_at(const Figure& figure, const FigurePlacing& placing, ImVec2 pixel) {
    uint32_t found = kNoPair;
    for (const FigurePlane& plane : figure.planes) {
        const Area square = pixels_of(plane, placing);
        float nearest = placing.line * 0.6f;
        for (const FigureShape& shape : plane.shapes) {
            if (shape.kind != FigureShape::dot || shape.pair == kNoPair) continue;
            const ImVec2 at = pixel_of(square, shape.from);
            const float away = std::hypot(at.x - pixel.x, at.y - pixel.y);
            if (away >= nearest) continue;
            nearest = away;
            found = shape.pair;
        }
    }
    return found;
}

}  // namespace app
