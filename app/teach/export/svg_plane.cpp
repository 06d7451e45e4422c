// Draws the shapes of a plane as SVG elements, clipped to the plane.
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
    PlaneDrawing(float height, const SvgPlaneStyle& style)
        : height_(height), style_(style), inks_(inks(style.theme)) {}

    void draw(const FigureShape& shape) {
        switch (shape.kind) {
            case FigureShape::area:
                return area(shape);
            case FigureShape::polygon:
                return polygon(shape);
            case FigureShape::line:
                return line(shape);
            case FigureShape::circle:
                out += form(
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"none\" stroke=\"%s\" "
                    "stroke-width=\"1.6\" stroke-dasharray=\"5 3\"%s/>\n",
                    x(shape.from), y(shape.from), shape.size * height_, hex(line_of(shape)).c_str(),
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
    float x(const Spot& spot) const { return spot.x * height_; }
    float y(const Spot& spot) const { return (1 - spot.y) * height_; }
    bool tracked(const FigureShape& shape) const {
        return shape.pair != kNoPair && shape.pair == style_.tracked;
    }

    Ink fill_of(const FigureShape& shape) const { return fill_ink(shape, style_.bins, style_.theme); }
    Ink line_of(const FigureShape& shape) const { return line_ink(shape, style_.bins, style_.theme); }

    void area(const FigureShape& shape) {
        const float left = std::min(x(shape.from), x(shape.to)), top = std::min(y(shape.from), y(shape.to));
        const float width = std::abs(x(shape.to) - x(shape.from)),
                    height = std::abs(y(shape.to) - y(shape.from));
        out += form("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"", left, top, width, height) +
               paint(shape);
    }

    void polygon(const FigureShape& shape) {
        std::string path;
        for (const Spot& corner : shape.corners)
            path += form("%c%.1f %.1f", path.empty() ? 'M' : 'L', x(corner), y(corner));
        if (tracked(shape) && !shape.filled)
            out +=
                "<path d=\"" + path + "Z\" fill=\"none\" stroke=\"" + hex(inks_.strong) +
                form("\" stroke-width=\"%.1f\"%s/>\n", 1.6f * shape.size + 4, faded(shape.opacity).c_str());
        out += "<path d=\"" + path + "Z\"" + paint(shape);
    }

    /// Returns the attributes of an area or a polygon, and the end of the element.
    std::string paint(const FigureShape& shape) const {
        const std::string fill = shape.filled ? hex(area_ink(shape, style_.bins, style_.theme)) : "none";
        const std::string edge = shape.filled ? ""
                                              : form(" stroke=\"%s\" stroke-width=\"%.1f\"",
                                                     hex(line_of(shape)).c_str(), 1.6f * shape.size);
        return form(" fill=\"%s\"%s%s/>\n", fill.c_str(), edge.c_str(), faded(shape.opacity).c_str());
    }

    void line(const FigureShape& shape) {
        const std::string path =
            form("<path d=\"M%.1f %.1fL%.1f %.1f%s\" fill=\"none\"", x(shape.from), y(shape.from),
                 x(shape.to), y(shape.to), shape.arrow ? head(shape).c_str() : "");
        const float wide = 1.5f * shape.size;
        const auto stroke = [&](Ink ink, float width, float opacity) {
            out += path + form(" stroke=\"%s\" stroke-width=\"%.1f\"%s/>\n", hex(ink).c_str(), width,
                               faded(opacity).c_str());
        };
        if (tracked(shape)) stroke(inks_.strong, wide + 4, shape.opacity);
        stroke(line_of(shape), wide, shape.opacity * (shape.tone == Tone::faint ? 0.6f : 1));
    }

    /// Returns two strokes that end where the line does.
    std::string head(const FigureShape& shape) const {
        const float dx = x(shape.to) - x(shape.from), dy = y(shape.to) - y(shape.from),
                    far = std::max(std::hypot(dx, dy), 0.01f), most = std::min(7.0f, 0.5f * far);
        const float ux = dx / far * most, uy = dy / far * most;
        return form("M%.1f %.1fL%.1f %.1fL%.1f %.1f", x(shape.to) - ux - uy * 0.6f,
                    y(shape.to) - uy + ux * 0.6f, x(shape.to), y(shape.to), x(shape.to) - ux + uy * 0.6f,
                    y(shape.to) - uy - ux * 0.6f);
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
        const float size = std::min(kMostText, style_.line) * shape.size;
        out += form("<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" fill=\"%s\" text-anchor=\"middle\"%s>",
                    x(shape.from), y(shape.from) + size * 0.36f, size, hex(line_of(shape)).c_str(),
                    faded(shape.opacity).c_str()) +
               xml_text(shape.label) + "</text>\n";
    }

    float height_;
    const SvgPlaneStyle& style_;
    const Inks& inks_;
};

}  // namespace

std::string svg_plane(const FigurePlane& plane, const Area& picture, const SvgPlaneStyle& style) {
    if (plane.shapes.empty()) return "";
    PlaneDrawing drawing(picture.height, style);
    for (const FigureShape::Kind kind : {FigureShape::area, FigureShape::polygon, FigureShape::line,
                                         FigureShape::circle, FigureShape::dot, FigureShape::text}) {
        for (const FigureShape& shape : plane.shapes)
            if (shape.kind == kind) drawing.draw(shape);
    }
    return form("<svg x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" overflow=\"hidden\">\n", picture.x,
                picture.y, picture.width, picture.height) +
           drawing.out + "</svg>\n";
}

}  // namespace app
