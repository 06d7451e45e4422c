// See svg_plane.h.
#include "app/teach/export/svg_plane.h"

#include <algorithm>
#include <cmath>

#include "app/base/text/xml.h"
#include "app/teach/export/svg_form.h"

namespace app {
namespace {

using svg::faded;
using svg::form;
using svg::hex;

constexpr float kMostText = 10;  // size at most

class PlaneDrawing {
public:
    PlaneDrawing(float side, const SvgPlaneStyle& style)
        : side_(side), style_(style), inks_(inks(style.theme)) {}

    void draw(const FigureShape& shape) {
        switch (shape.kind) {
            case FigureShape::area:
                return area(shape);
            case FigureShape::line:
                return line(shape);
            case FigureShape::circle:
                out += form(
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"none\" stroke=\"%s\" "
                    "stroke-width=\"1.6\" stroke-dasharray=\"5 3\"%s/>\n",
                    x(shape.from), y(shape.from), shape.size * side_, hex(line_of(shape)).c_str(),
                    faded(shape.opacity).c_str());
                return;
            case FigureShape::dot:
                return dot(shape);
            case FigureShape::text:
                return text(shape);
        }
    }

    std::string out;

private:
    float x(const Spot& spot) const { return spot.x * side_; }
    float y(const Spot& spot) const { return (1 - spot.y) * side_; }
    bool tracked(const FigureShape& shape) const {
        return shape.pair != kNoPair && shape.pair == style_.tracked;
    }

    Ink fill_of(const FigureShape& shape) const { return fill_ink(shape, style_.bins, style_.theme); }
    Ink line_of(const FigureShape& shape) const { return line_ink(shape, style_.bins, style_.theme); }

    void area(const FigureShape& shape) {
        const float left = std::min(x(shape.from), x(shape.to)), top = std::min(y(shape.from), y(shape.to));
        const float width = std::abs(x(shape.to) - x(shape.from)),
                    height = std::abs(y(shape.to) - y(shape.from));
        const std::string fill = shape.filled ? hex(area_ink(shape, style_.bins, style_.theme)) : "none";
        const std::string edge = shape.filled ? ""
                                              : form(" stroke=\"%s\" stroke-width=\"%.1f\"",
                                                     hex(line_of(shape)).c_str(), 1.6f * shape.size);
        out += form("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"%s%s/>\n", left,
                    top, width, height, fill.c_str(), edge.c_str(), faded(shape.opacity).c_str());
    }

    void line(const FigureShape& shape) {
        const std::string path = form("<path d=\"M%.1f %.1fL%.1f %.1f\" fill=\"none\"", x(shape.from),
                                      y(shape.from), x(shape.to), y(shape.to));
        const float wide = 1.5f * shape.size;
        const auto stroke = [&](Ink ink, float width, float opacity) {
            out += path + form(" stroke=\"%s\" stroke-width=\"%.1f\"%s/>\n", hex(ink).c_str(), width,
                               faded(opacity).c_str());
        };
        if (tracked(shape)) stroke(inks_.strong, wide + 4, shape.opacity);
        stroke(line_of(shape), wide, shape.opacity * (shape.tone == Tone::faint ? 0.6f : 1));
    }

    void dot(const FigureShape& shape) {
        const float radius = shape.size * style_.line / 2;
        const auto ring = [&](float r, const std::string& fill, Ink edge, float width) {
            out += form(
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%.1f\"%s/>\n",
                x(shape.from), y(shape.from), r, fill.c_str(), hex(edge).c_str(), width,
                faded(shape.opacity).c_str());
        };
        if (tracked(shape)) ring(radius + 4, "none", inks_.strong, 2.5f);
        if (shape.filled)
            ring(radius, hex(fill_of(shape)), inks_.background, 0.8f);
        else
            ring(radius, "none", line_of(shape), 2);
    }

    void text(const FigureShape& shape) {
        const float size = std::min(kMostText, style_.line);
        out += form("<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" fill=\"%s\" text-anchor=\"middle\"%s>",
                    x(shape.from), y(shape.from) + size * 0.36f, size, hex(line_of(shape)).c_str(),
                    faded(shape.opacity).c_str()) +
               xml_text(shape.label) + "</text>\n";
    }

    float side_;
    const SvgPlaneStyle& style_;
    const Inks& inks_;
};

}  // namespace

std::string svg_plane(const FigurePlane& plane, const Area& square, const SvgPlaneStyle& style) {
    if (plane.shapes.empty()) return "";
    PlaneDrawing drawing(square.width, style);
    for (const FigureShape::Kind kind :
         {FigureShape::area, FigureShape::line, FigureShape::circle, FigureShape::dot, FigureShape::text}) {
        for (const FigureShape& shape : plane.shapes)
            if (shape.kind == kind) drawing.draw(shape);
    }
    return form("<svg x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" overflow=\"hidden\">\n", square.x,
                square.y, square.width, square.height) +
           drawing.out + "</svg>\n";
}

}  // namespace app
