// The same figure is drawn in both themes; the two documents differ in colours and names of patterns only.
#include "app/teach/export/themed_svg.h"

#include <algorithm>
#include <cctype>
#include <climits>
#include <compare>
#include <stdexcept>
#include <vector>

namespace app {
namespace {

/// Parts of a figure by layer (lines lie below cells) and by the operations [from, until) during which they
/// stand.
struct When {
    int layer, from, until;
    auto operator<=>(const When&) const = default;
};

constexpr int kPlaneLayers = 3;  // those of planes, a layer per kind of shape

std::map<When, Figure> parts_of(const Figure& figure) {
    Figure empty = figure;
    empty.rows.clear();
    empty.frames.clear();
    empty.lines.clear();
    empty.cells.clear();
    empty.texts.clear();
    for (FigurePlane& plane : empty.planes) plane.shapes.clear();
    std::map<When, Figure> parts;
    const auto part = [&](int layer, int from, int until = INT_MAX) -> Figure& {
        return parts.try_emplace({layer, from, until}, empty).first->second;
    };
    part(0, 0);  // a picture is never empty
    for (const FigureFrame& frame : figure.frames)
        part(frame.kind == FigureFrame::band ? 0 : 2, frame.shown_at).frames.push_back(frame);
    for (const FigureLine& line : figure.lines) part(0, line.shown_at).lines.push_back(line);
    for (FigureCell cell : figure.cells) {
        const int until = cell.left_at > 0 ? cell.left_at : INT_MAX;
        if (cell.shown_at < until) part(1, cell.shown_at, until).cells.push_back(cell);
        if (until == INT_MAX) continue;
        cell.tone = Tone::faint;
        cell.left_at = 0;
        part(1, std::max(cell.shown_at, until)).cells.push_back(cell);
    }
    for (const FigureRow& row : figure.rows) part(2, row.shown_at).rows.push_back(row);
    for (const FigureText& text : figure.texts) part(2, text.shown_at).texts.push_back(text);
    // Kinds of shapes lie on each other as in the figure.
    for (size_t k = 0; k < figure.planes.size(); ++k) {
        for (const FigureShape& shape : figure.planes[k].shapes) {
            const int until = shape.left_at > 0 ? shape.left_at : INT_MAX;
            part(kPlaneLayers + shape.kind, shape.shown_at, until).planes[k].shapes.push_back(shape);
        }
    }
    return parts;
}

bool is_hex(char c) { return std::isdigit(static_cast<unsigned char>(c)) || (c >= 'a' && c <= 'f'); }

/// Returns the next colour or pattern from `at` on, [begin, end); none: begin == npos.
std::pair<size_t, size_t> next_ink(const std::string& svg, size_t at) {
    for (size_t quote; (quote = svg.find('"', at)) != svg.npos; at = quote + 1) {
        const size_t begin = quote + 1;
        if (svg.compare(begin, 5, "url(#") == 0) return {begin, svg.find('"', begin)};
        if (svg[begin] != '#' || svg.size() < begin + 8 || svg[begin + 7] != '"') continue;
        const auto digits = svg.begin() + static_cast<ptrdiff_t>(begin) + 1;
        if (std::all_of(digits, digits + 6, is_hex)) return {begin, begin + 7};
    }
    return {svg.npos, svg.npos};
}

/// Returns the part of an SVG between the definitions with the background, and the end.
std::string body_of(const std::string& svg) {
    const size_t begin = svg.find('\n', svg.find("</defs>\n") + 8) + 1;
    return svg.substr(begin, svg.rfind("</svg>") - begin);
}

/// "12.0" as "12", and no attribute that the group around all sets.
std::string shortened(const std::string& svg) {
    static const std::string kMiddle = " text-anchor=\"middle\"";
    std::string text;
    text.reserve(svg.size());
    for (size_t i = 0; i < svg.size(); ++i) {
        const bool zero = svg[i] == '.' && svg.compare(i, 2, ".0") == 0 && i > 0 &&
                          std::isdigit(static_cast<unsigned char>(svg[i - 1])) &&
                          !std::isdigit(static_cast<unsigned char>(svg[std::min(i + 2, svg.size() - 1)]));
        if (zero) {
            ++i;
        } else if (svg[i] == ' ' && svg.compare(i, kMiddle.size(), kMiddle) == 0) {
            i += kMiddle.size() - 1;
        } else {
            text += svg[i];
        }
    }
    return text;
}

}  // namespace

std::string ThemedPictures::themed(const std::string& dark, const std::string& light) {
    std::string text;
    size_t copied = 0, other = 0;
    for (;;) {
        const auto [begin, end] = next_ink(dark, copied);
        const auto [light_begin, light_end] = next_ink(light, other);
        if ((begin == dark.npos) != (light_begin == light.npos))
            throw std::logic_error("the themes of a picture differ in more than colours");
        if (begin == dark.npos) break;
        const auto inks =
            std::pair(dark.substr(begin, end - begin), light.substr(light_begin, light_end - light_begin));
        const size_t number = variables_.try_emplace(inks, variables_.size()).first->second;
        text += dark.substr(copied, begin - copied) + "var(--i" + std::to_string(number) + "," + inks.second +
                ")";
        copied = end;
        other = light_end;
    }
    return text + dark.substr(copied);
}

std::string ThemedPictures::add(const Figure& figure, const SvgStyle& style, const std::string& label) {
    std::string head, groups;
    for (const auto& [when, part] : parts_of(figure)) {
        std::string bodies[2];
        for (const InkTheme theme : {InkTheme::dark, InkTheme::light}) {
            SvgStyle own = style;
            own.theme = theme;
            own.title = own.caption = "";
            own.whole = &figure;
            const std::string svg = svg_of(part, own);
            bodies[theme == InkTheme::light] = body_of(svg);
            if (head.empty()) head = svg.substr(0, svg.find(">") + 1);
            for (size_t at = 0; (at = svg.find("<pattern ", at)) != svg.npos; ++at)
                patterns_.insert(svg.substr(at, svg.find("</pattern>", at) + 10 - at));
        }
        groups += "<g data-from=\"" + std::to_string(when.from) + "\"";
        if (when.until != INT_MAX)
            groups += " data-until=\"" + std::to_string(when.until) + "\" display=\"none\"";
        if (when.layer == 1) groups += " class=\"cells\"";
        groups += ">\n" + shortened(themed(bodies[0], bodies[1])) + "</g>\n";
    }
    // The width of the page decides, not the document's own.
    const size_t width = head.find(" width="), box = head.find(" viewBox=");
    // Columns keep 12 pixels, which can be read; what is wider than the page is scrolled.
    const float least = (figure.width * style.column + style.gutter) * 12 / style.column;
    head.replace(width, box - width,
                 " style=\"--least: " + std::to_string(static_cast<int>(least)) +
                     "px\" role=\"img\" text-anchor=\"middle\" aria-label=\"" + label + "\"");
    return head + "\n" + groups + "</svg>\n";
}

std::string ThemedPictures::css() const {
    std::string dark = "--page: #14171a; --text: #eceff1; --soft: #aab4bb; --edge: #6b757c; --bar: #22272b;",
                light;
    for (const auto& [inks, number] : variables_) {
        dark += " --i" + std::to_string(number) + ": " + inks.first + ";";
        light += " --i" + std::to_string(number) + ": " + inks.second + ";";
    }
    return ":root {" + light +
           " }\n@media screen and (prefers-color-scheme: dark) { :root:not([data-theme=light]) { color-scheme: dark; " +
           dark + " } }\n@media screen { :root[data-theme=dark] { color-scheme: dark; " + dark + " } }\n";
}

std::string ThemedPictures::patterns() const {
    std::string text =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" style=\"position: absolute\" aria-hidden=\"true\"><defs>\n";
    for (const std::string& pattern : patterns_) text += pattern + "\n";
    return text + "</defs></svg>\n";
}

}  // namespace app
