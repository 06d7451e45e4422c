// Writes each shape as one element, with a decimal for lengths.
#include "app/teach/export/svg_canvas.h"

#include <algorithm>
#include <cmath>

#include "app/base/text/xml.h"
#include "app/teach/export/svg_form.h"

namespace app {
namespace {

constexpr float kCellText = 12, kLeast = 5;  // sizes; below kLeast text is left out
constexpr float kLetter = 0.6f;              // of the size, a usual letter's width

using svg::faded;
using svg::form;
using svg::hex;

const char* dashes(Dash dash) {
    switch (dash) {
        case Dash::dashed:
            return " stroke-dasharray=\"7 3\"";
        case Dash::dotted:
            return " stroke-dasharray=\"2 3\"";
        case Dash::dash_dot:
            return " stroke-dasharray=\"8 3 2 3\"";
        case Dash::solid:
            break;
    }
    return "";
}

/// Returns the path of straight lines.
std::string path_of(std::span<const Spot> spots) {
    std::string path;
    for (const Spot& spot : spots) path += form("%c%.1f %.1f", path.empty() ? 'M' : 'L', spot.x, spot.y);
    return path;
}

std::string stroked(const std::string& path, const Stroke& stroke) {
    return "<path d=\"" + path + "\" fill=\"none\" stroke=\"" + hex(stroke.ink) +
           form("\" stroke-width=\"%.1f\"%s%s/>\n", stroke.width, faded(stroke.opacity).c_str(),
                dashes(stroke.dash));
}

/// Returns two strokes that end where the line does, which comes from `from`.
std::string arrow_head(Spot from, Spot to, float length) {
    const float dx = to.x - from.x, dy = to.y - from.y, far = std::max(std::hypot(dx, dy), 0.01f);
    const float ux = dx / far * length, uy = dy / far * length;
    return form("M%.1f %.1fL%.1f %.1fL%.1f %.1f", to.x - ux - uy * 0.6f, to.y - uy + ux * 0.6f, to.x, to.y,
                to.x - ux + uy * 0.6f, to.y - uy - ux * 0.6f);
}

const char* anchor_of(Align align) {
    return align == Align::left ? "start" : align == Align::right ? "end" : "middle";
}

}  // namespace

size_t letters(const std::string& text) {
    return static_cast<size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

/// Returns the fill; a hatch is defined at its first use.
std::string SvgCanvas::fill_of(const Paint& paint) {
    if (!paint.fill) return "none";
    if (paint.hatch == Hatch::none) return hex(*paint.fill);
    const std::string id = form("h%d-%06x-%06x", static_cast<int>(paint.hatch), *paint.fill, paint.hatch_ink);
    if (!known_.insert(id).second) return "url(#" + id + ")";
    const char* const shape = paint.hatch == Hatch::rising ? "M0 6L6 0M-1 1L1 -1M5 7L7 5"
                              : paint.hatch == Hatch::dots ? "M1 1h2v2h-2zM4 4h2v2h-2z"
                                                           : "M0 3H6M3 0V6";
    patterns += "<pattern id=\"" + id +
                "\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><rect width=\"6\" "
                "height=\"6\" fill=\"" +
                hex(*paint.fill) + "\"/><path d=\"" + shape + "\" ";
    const std::string ink = hex(paint.hatch_ink);
    patterns += paint.hatch == Hatch::dots ? "fill=\"" + ink + "\""
                                           : "stroke=\"" + ink + "\" stroke-width=\"1.2\" fill=\"none\"";
    patterns += "/></pattern>\n";
    return "url(#" + id + ")";
}

/// Returns fill and outline, and the end of the element.
std::string SvgCanvas::attributes(const Paint& paint) {
    std::string text = " fill=\"" + fill_of(paint) + "\"";
    if (paint.edge_width > 0)
        text += form(" stroke=\"%s\" stroke-width=\"%.1f\"", hex(paint.edge).c_str(), paint.edge_width);
    if (paint.dashed) text += " stroke-dasharray=\"5 3\"";
    return text + faded(paint.opacity) + "/>\n";
}

void SvgCanvas::rectangle(const Area& area, const Paint& paint) {
    elements += form("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"", area.x, area.y,
                     std::max(area.width, 0.f), std::max(area.height, 0.f)) +
                attributes(paint);
}

void SvgCanvas::polygon(std::span<const Spot> corners, const Paint& paint) {
    elements += "<path d=\"" + path_of(corners) + "Z\"" + attributes(paint);
}

void SvgCanvas::circle(Spot middle, float radius, const Paint& paint) {
    elements +=
        form("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"", middle.x, middle.y, radius) + attributes(paint);
}

void SvgCanvas::line(const LinePath& path, const Stroke& stroke) {
    const auto [from, to, curved, head] = path;
    const float middle = (from.y + to.y) / 2;
    std::string text = form("M%.1f %.1f", from.x, from.y);
    text += curved ? form("C%.1f %.1f %.1f %.1f %.1f %.1f", from.x, middle, to.x, middle, to.x, to.y)
                   : form("L%.1f %.1f", to.x, to.y);
    if (head > 0) text += arrow_head(curved ? Spot{to.x, middle} : from, to, head);
    elements += stroked(text, stroke);
}

void SvgCanvas::polyline(std::span<const Spot> spots, const Stroke& stroke) {
    elements += stroked(path_of(spots), stroke);
}

void SvgCanvas::text(Spot at, const std::string& text, const TextPaint& paint) {
    const std::string halo = paint.halo ? form(" stroke=\"%s\" stroke-width=\"%d\" paint-order=\"stroke\"",
                                               hex(*paint.halo).c_str(), paint.halo_width)
                                        : "";
    text_with(at, text, paint, halo);
}

void SvgCanvas::text_with(Spot at, const std::string& text, const TextPaint& paint, const std::string& more) {
    if (text.empty() || paint.size < kLeast) return;
    elements += form("<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" fill=\"%s\" text-anchor=\"%s\"%s%s>",
                     at.x, at.y, paint.size, hex(paint.ink).c_str(), anchor_of(paint.align), more.c_str(),
                     faded(paint.opacity).c_str()) +
                xml_text(text) + "</text>\n";
}

void SvgCanvas::begin_group(float opacity) { elements += "<g" + faded(opacity) + ">"; }

void SvgCanvas::end_group() { elements += "</g>\n"; }

void SvgCanvas::begin_clip(const Area& area) {
    elements += form("<svg x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" overflow=\"hidden\">\n",
                     area.x, area.y, area.width, area.height);
}

void SvgCanvas::end_clip() { elements += "</svg>\n"; }

float SvgCanvas::width_of(const std::string& text, float size) const {
    return kLetter * static_cast<float>(letters(text)) * size;
}

FittedText SvgCanvas::fit(const std::string& text, float width, float height) {
    return fitted(letters(text), width - 2, height - 1, kCellText);
}

std::string SvgCanvas::document(float width, float height, InkTheme theme) const {
    return form(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
               "font-family=\"DejaVu Sans, Verdana, sans-serif\">\n",
               width, height, width, height) +
           "<defs>\n" + patterns + "</defs>\n" +
           form("<rect width=\"100%%\" height=\"100%%\" fill=\"%s\"/>\n",
                hex(inks(theme).background).c_str()) +
           elements + "</svg>\n";
}

}  // namespace app
