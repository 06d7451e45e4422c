// Draws the shapes of planes: dots, lines, polygons, boxes, circles. Finds the shape under a pixel.
#include "app/view/lesson/plane_painter.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

Area pixels_of(const FigurePlane& plane, const FigurePlacing& placing) {
    Area picture = picture_area(plane, placing.column, placing.line);
    picture.x += placing.origin.x;
    picture.y += placing.origin.y;
    return picture;
}

bool contains(const Area& picture, const ImVec2& pixel) {
    return pixel.x >= picture.x && pixel.x <= picture.x + picture.width && pixel.y >= picture.y &&
           pixel.y <= picture.y + picture.height;
}

ImVec2 pixel_of(const Area& picture, const Spot& spot) {
    return {picture.x + spot.x * picture.height, picture.y + (1 - spot.y) * picture.height};
}

/// Returns whether a spot lies in a convex polygon.
bool is_inside(const std::vector<Spot>& corners, const Spot& spot) {
    int left = 0, right = 0;
    for (size_t k = 0; k < corners.size(); ++k) {
        const Spot &a = corners[k], &b = corners[(k + 1) % corners.size()];
        const float side = (b.x - a.x) * (spot.y - a.y) - (b.y - a.y) * (spot.x - a.x);
        left += side > 0;
        right += side < 0;
    }
    return !corners.empty() && (left == 0 || right == 0);
}

class PlanePainter {
public:
    PlanePainter(ImDrawList& list, const Figure& figure, const Area& picture, float line, const Fonts& fonts,
                 float scale, const FigureMarks& marks)
        : list_(list),
          bins_(figure.bins),
          picture_(picture),
          line_(line),
          fonts_(fonts),
          scale_(scale),
          marks_(marks) {}

    void draw(const FigureShape& shape) {
        const ImVec2 from = pixel_of(picture_, shape.from), to = pixel_of(picture_, shape.to);
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
            case FigureShape::polygon:
                return polygon(shape, tracked || hovered);
            case FigureShape::line:
                if (tracked)
                    list_.AddLine(from, to, ink(strong(), opacity), thick(1.3f * shape.size) + 3 * scale_);
                list_.AddLine(from, to,
                              ink(line_of(shape), opacity * (shape.tone == Tone::faint ? 0.55f : 1)),
                              thick(1.3f * shape.size));
                if (shape.arrow) head(shape, from, to);
                return;
            case FigureShape::circle:
                list_.AddCircle(from, shape.size * picture_.height, ink(line_of(shape), opacity), 0,
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
                const float size = std::min(fonts_.small_->FontSize * 0.86f, line_) * shape.size;
                const ImVec2 wide = fonts_.small_->CalcTextSizeA(size, 1e9f, 0, shape.label.c_str());
                list_.AddText(fonts_.small_, size,
                              {std::round(from.x - wide.x / 2), std::round(from.y - size * 0.55f)},
                              ink(line_of(shape), opacity), shape.label.c_str());
                return;
            }
        }
    }

private:
    void polygon(const FigureShape& shape, bool stands_out) {
        // ImGui wants them with the clock.
        for (size_t k = shape.corners.size(); k-- > 0;)
            list_.PathLineTo(pixel_of(picture_, shape.corners[k]));
        if (shape.filled)
            return list_.PathFillConvex(ink(area_ink(shape, bins_, marks_.theme), shape.opacity));
        list_.PathStroke(ink(stands_out ? strong() : line_of(shape), shape.opacity), ImDrawFlags_Closed,
                         thick(1.4f * shape.size + (stands_out ? 1.2f : 0)));
    }

    /// Two strokes that end where the line does.
    void head(const FigureShape& shape, ImVec2 from, ImVec2 to) {
        const float dx = to.x - from.x, dy = to.y - from.y, far = std::max(std::hypot(dx, dy), 0.01f),
                    most = std::min(7 * scale_, 0.5f * far);
        const float ux = dx / far * most, uy = dy / far * most;
        for (const float side : {0.6f, -0.6f})
            list_.AddLine({to.x - ux - uy * side, to.y - uy + ux * side}, to,
                          ink(line_of(shape), shape.opacity), thick(1.3f * shape.size));
    }

    static ImU32 ink(Ink colour, float opacity) {
        return colours::rgb(colour, static_cast<uint32_t>(std::clamp(opacity, 0.0f, 1.0f) * 255 + 0.5f));
    }
    float thick(float width) const { return std::max(1.0f, width * scale_); }
    Ink strong() const { return inks(marks_.theme).strong; }
    Ink fill_of(const FigureShape& shape) const { return fill_ink(shape, bins_, marks_.theme); }
    Ink line_of(const FigureShape& shape) const { return line_ink(shape, bins_, marks_.theme); }

    ImDrawList& list_;
    uint32_t bins_;
    Area picture_;
    float line_;
    const Fonts& fonts_;
    float scale_;
    const FigureMarks& marks_;
};

}  // namespace

void draw_planes(ImDrawList& list, const Figure& figure, const FigurePlacing& placing, const Fonts& fonts,
                 float scale, const FigureMarks& marks) {
    for (const FigurePlane& plane : figure.planes) {
        const Area picture = pixels_of(plane, placing);
        list.PushClipRect({picture.x, picture.y}, {picture.x + picture.width, picture.y + picture.height},
                          true);
        PlanePainter painter(list, figure, picture, placing.line, fonts, scale, marks);
        for (const FigureShape::Kind kind : {FigureShape::area, FigureShape::polygon, FigureShape::line,
                                             FigureShape::circle, FigureShape::dot, FigureShape::text}) {
            for (const FigureShape& shape : plane.shapes)
                if (shape.kind == kind) painter.draw(shape);
        }
        list.PopClipRect();
    }
}

uint32_t shape_at(const Figure& figure, const FigurePlacing& placing, ImVec2 pixel) {
    uint32_t found = kNoPair;
    for (const FigurePlane& plane : figure.planes) {
        const Area picture = pixels_of(plane, placing);
        if (!contains(picture, pixel)) continue;  // shapes are cut off there
        const Spot spot{(pixel.x - picture.x) / picture.height, 1 - (pixel.y - picture.y) / picture.height};
        float nearest = placing.line * 0.6f;
        for (const FigureShape& shape : plane.shapes) {
            if (shape.pair == kNoPair) continue;
            if (shape.kind == FigureShape::polygon && found == kNoPair && is_inside(shape.corners, spot))
                found = shape.pair;
            if (shape.kind != FigureShape::dot) continue;
            const ImVec2 at = pixel_of(picture, shape.from);
            const float away = std::hypot(at.x - pixel.x, at.y - pixel.y);
            if (away >= nearest) continue;
            nearest = away;
            found = shape.pair;
        }
    }
    return found;
}

}  // namespace app
