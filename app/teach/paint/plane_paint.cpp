// Draws the shapes of a plane, one kind over the other, cut off at the plane's borders.
#include <algorithm>
#include <cmath>

#include "app/teach/paint/figure_paint.h"

namespace app {
namespace {

constexpr float kOutline = 1.6f, kLine = 1.5f;  // pixels of a document

class PlanePainter {
public:
    PlanePainter(float height, uint32_t bins, const PaintStyle& style, Canvas& canvas)
        : height_(height), bins_(bins), style_(style), inks_(inks(style.theme)), canvas_(canvas) {}

    void draw(const FigureShape& shape) {
        switch (shape.kind) {
            case FigureShape::area:
                return area(shape);
            case FigureShape::polygon:
                return polygon(shape);
            case FigureShape::line:
                return line(shape);
            case FigureShape::circle:
                return canvas_.circle(spot(shape.from), shape.size * height_,
                                      {.edge = line_of(shape),
                                       .edge_width = kOutline * style_.stroke,
                                       .dashed = true,
                                       .opacity = shape.opacity});
            case FigureShape::dot:
                return dot(shape);
            case FigureShape::text:
                return text(shape);
        }
    }

private:
    Spot spot(const Spot& in_plane) const { return {in_plane.x * height_, (1 - in_plane.y) * height_}; }
    bool tracked(const FigureShape& shape) const {
        return shape.pair != kNoPair && shape.pair == style_.tracked;
    }
    bool hovered(const FigureShape& shape) const {
        return shape.pair != kNoPair && shape.pair == style_.hovered;
    }
    Ink fill_of(const FigureShape& shape) const { return fill_ink(shape, bins_, style_.theme); }
    Ink line_of(const FigureShape& shape) const { return line_ink(shape, bins_, style_.theme); }

    /// Returns the paint of an area or a polygon.
    Paint paint(const FigureShape& shape) const {
        if (shape.filled) return {.fill = area_ink(shape, bins_, style_.theme), .opacity = shape.opacity};
        return {.edge = line_of(shape),
                .edge_width = kOutline * shape.size * style_.stroke,
                .opacity = shape.opacity};
    }

    void area(const FigureShape& shape) {
        const Spot from = spot(shape.from), to = spot(shape.to);
        canvas_.rectangle({std::min(from.x, to.x), std::min(from.y, to.y), std::abs(to.x - from.x),
                           std::abs(to.y - from.y)},
                          paint(shape));
    }

    void polygon(const FigureShape& shape) {
        std::vector<Spot> corners;
        for (const Spot& corner : shape.corners) corners.push_back(spot(corner));
        if (!shape.filled && (tracked(shape) || hovered(shape))) {
            Paint below = paint(shape);
            below.edge = inks_.strong;
            below.edge_width += (tracked(shape) ? 3.0f : 1.5f) * style_.scale;
            canvas_.polygon(corners, below);
        }
        canvas_.polygon(corners, paint(shape));
    }

    void line(const FigureShape& shape) {
        constexpr float kMostHead = 7, kFaint = 0.6f;
        const Spot from = spot(shape.from), to = spot(shape.to);
        const float length = std::max(std::hypot(to.x - from.x, to.y - from.y), 0.01f);
        const LinePath path{from, to, false,
                            shape.arrow ? std::min(kMostHead * style_.scale, 0.5f * length) : 0};
        const float width = kLine * shape.size * style_.stroke;
        if (tracked(shape))
            canvas_.line(path, {inks_.strong, width + 4 * style_.scale, Dash::solid, shape.opacity});
        canvas_.line(path, {line_of(shape), width, Dash::solid,
                            shape.opacity * (shape.tone == Tone::faint ? kFaint : 1)});
    }

    void dot(const FigureShape& shape) {
        const float radius = shape.size * style_.line / 2;
        const Spot middle = spot(shape.from);
        if (tracked(shape) || hovered(shape))
            canvas_.circle(middle, radius + 4 * style_.scale,
                           {.edge = inks_.strong,
                            .edge_width = (tracked(shape) ? 2.5f : 1.6f) * style_.stroke,
                            .opacity = shape.opacity});
        Paint paint{.edge = line_of(shape), .edge_width = 2 * style_.stroke, .opacity = shape.opacity};
        if (shape.filled) {  // a thin ring keeps dots apart
            paint.fill = fill_of(shape);
            paint.edge = inks_.background;
            paint.edge_width = 0.8f * style_.stroke;
        }
        canvas_.circle(middle, radius, paint);
    }

    void text(const FigureShape& shape) {
        constexpr float kBaseLine = 0.36f;  // of the size, below the middle
        const float size = std::min(style_.plane_text_size, style_.line) * shape.size;
        const Spot middle = spot(shape.from);
        canvas_.text({middle.x, middle.y + size * kBaseLine}, shape.label,
                     {.size = size, .ink = line_of(shape), .align = Align::middle, .opacity = shape.opacity});
    }

    float height_;
    uint32_t bins_;
    const PaintStyle& style_;
    const Inks& inks_;
    Canvas& canvas_;
};

}  // namespace

void paint_plane(const FigurePlane& plane, uint32_t bins, const PaintStyle& style, Canvas& canvas) {
    if (plane.shapes.empty()) return;
    Area picture = picture_area(plane, style.column, style.line);
    picture.x += style.origin.x;
    picture.y += style.origin.y;
    canvas.begin_clip(picture);
    PlanePainter painter(picture.height, bins, style, canvas);
    for (const FigureShape::Kind kind : {FigureShape::area, FigureShape::polygon, FigureShape::line,
                                         FigureShape::circle, FigureShape::dot, FigureShape::text}) {
        for (const FigureShape& shape : plane.shapes)
            if (shape.kind == kind) painter.draw(shape);
    }
    canvas.end_clip();
}

}  // namespace app
