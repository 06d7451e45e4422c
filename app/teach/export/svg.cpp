// Drawn in layers: background, bands, lines, cells, borders, texts. Lengths are pixels.
#include "app/teach/export/svg.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "app/base/text/xml.h"
#include "app/teach/export/svg_form.h"
#include "app/teach/export/svg_plane.h"
#include "app/teach/figure/text_needs.h"

namespace app {
namespace {

constexpr float kMargin = 10, kText = 12, kTitle = 18, kLeast = 5;  // sizes; below kLeast text is left out
constexpr float kLetter = 0.6f;                                     // of the size, a usual letter's width

using svg::faded;
using svg::form;
using svg::hex;

/// Characters, not bytes, of UTF-8.
size_t length(const std::string& text) {
    return static_cast<size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::vector<std::string> wrapped(const std::string& text, size_t most) {
    std::vector<std::string> lines{""};
    for (size_t begin = 0; begin < text.size();) {
        size_t end = text.find(' ', begin);
        if (end == std::string::npos) end = text.size();
        const std::string word = text.substr(begin, end - begin);
        if (!lines.back().empty() && length(lines.back()) + 1 + length(word) > most) lines.push_back("");
        lines.back() += (lines.back().empty() ? "" : " ") + word;
        begin = end + 1;
    }
    return lines;
}

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

class Drawing {
public:
    Drawing(const Figure& figure, const SvgStyle& style)
        : figure_(figure),
          style_(style),
          inks_(inks(style.theme)),
          needs_(style.whole ? *style.whole : figure) {
        left_ = kMargin + style.gutter;
        top_ = kMargin + (style.title.empty() ? 0 : kTitle * 1.6f);
        width_ = left_ + figure.width * style.column + kMargin;
        captions_ =
            style.caption.empty()
                ? std::vector<std::string>{}
                : wrapped(style.caption, static_cast<size_t>((width_ - 2 * kMargin) / (kLetter * 14)));
        height_ = top_ + figure.height * style.line + kMargin + static_cast<float>(captions_.size()) * 20;
    }

    std::string whole() {
        out_ = form(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n",
            width_, height_, width_, height_);
        const size_t head = out_.size();
        out_ += form("<rect width=\"100%%\" height=\"100%%\" fill=\"%s\"/>\n", hex(inks_.background).c_str());
        if (!style_.title.empty()) {
            const float size = std::min(
                kTitle, (width_ - 2 * kMargin) / (kLetter * static_cast<float>(length(style_.title))));
            text({kMargin, kMargin}, style_.title, size, inks_.text, "start", " font-weight=\"bold\"");
        }
        for (const FigureFrame& item : figure_.frames)
            if (item.kind == FigureFrame::band) frame(item);
        for (const FigureLine& item : figure_.lines)
            if (!strong(item.pair)) line(item);
        for (const FigureCell& item : figure_.cells) cell(item);
        for (const FigureLine& item : figure_.lines)
            if (strong(item.pair)) line(item);
        for (const FigureFrame& item : figure_.frames)
            if (item.kind != FigureFrame::band) frame(item);
        if (style_.gutter > 0)
            for (const FigureRow& row : figure_.rows) name(row);
        for (const FigureText& item : figure_.texts) label(item);
        for (const FigurePlane& item : figure_.planes) plane(item);
        float y = top_ + figure_.height * style_.line + kMargin / 2;
        for (const std::string& words : captions_) {
            text({kMargin, y}, words, 14, inks_.text, "start");
            y += 20;
        }
        out_.insert(head, "<defs>\n" + patterns_ + "</defs>\n");
        return out_ + "</svg>\n";
    }

private:
    float x(float column) const { return left_ + column * style_.column; }
    float y(float line) const { return top_ + line * style_.line; }
    bool strong(uint32_t pair) const { return pair != kNoPair && pair == style_.tracked; }

    /// `at` is the top of the line. Letters reach about 0.75 of the size above the base line.
    void text(Spot at, const std::string& words, float size, Ink ink, const char* anchor,
              const char* more = "", float opacity = 1) {
        if (words.empty() || size < kLeast) return;
        out_ += form("<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" fill=\"%s\" text-anchor=\"%s\"%s%s>",
                     at.x, at.y + size * 0.9f, size, hex(ink).c_str(), anchor, more, faded(opacity).c_str()) +
                xml_text(words) + "</text>\n";
    }

    /// Returns the attributes of a text that lines or patterns run behind: an outline in the colour around it.
    static std::string halo(Ink around, int width = 3) {
        return " stroke=\"" + hex(around) + "\" stroke-width=\"" + std::to_string(width) +
               "\" paint-order=\"stroke\"";
    }

    /// Returns the fill of a hatch, defined at its first use.
    std::string pattern(Hatch hatch, Ink fill, Ink ink) {
        if (hatch == Hatch::none) return hex(fill);
        const std::string id = form("h%d-%06x-%06x", static_cast<int>(hatch), fill, ink);
        if (!known_.insert(id).second) return "url(#" + id + ")";
        const char* const shape = hatch == Hatch::rising ? "M0 6L6 0M-1 1L1 -1M5 7L7 5"
                                  : hatch == Hatch::dots ? "M1 1h2v2h-2zM4 4h2v2h-2z"
                                                         : "M0 3H6M3 0V6";
        patterns_ += "<pattern id=\"" + id +
                     "\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><rect width=\"6\" "
                     "height=\"6\" fill=\"" +
                     hex(fill) + "\"/><path d=\"" + shape + "\" ";
        patterns_ += hatch == Hatch::dots ? "fill=\"" + hex(ink) + "\""
                                          : "stroke=\"" + hex(ink) + "\" stroke-width=\"1.2\" fill=\"none\"";
        patterns_ += "/></pattern>\n";
        return "url(#" + id + ")";
    }

    void rectangle(float x, float y, float width, float height, const std::string& fill,
                   const std::string& more) {
        out_ += form("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" ", x, y,
                     std::max(width, 0.f), std::max(height, 0.f)) +
                "fill=\"" + fill + "\"" + more + "/>\n";
    }

    void cell(const FigureCell& item) {
        const float left = x(item.area.x), top = y(item.area.y), width = item.area.width * style_.column,
                    height = item.area.height * style_.line;
        const bool digit = item.tone == Tone::digit && item.digit >= 0;
        const bool gone = item.tone == Tone::faint;
        const DigitInk own =
            digit ? digit_ink(static_cast<uint32_t>(item.digit), figure_.bins, style_.theme) : DigitInk{};
        const bool toned = item.tone == Tone::good || item.tone == Tone::wrong || item.tone == Tone::strong;
        Ink fill = toned ? mixed(tone_ink(item.tone, style_.theme), inks_.cell, 0.35f) : inks_.cell;
        if (item.state == CellState::written && !digit) fill = mixed(inks_.good, inks_.cell, 0.3f);
        std::string paint = hex(fill);
        Ink ink = gone ? inks_.faint : inks_.text;
        const bool barred = item.bar >= 0;
        if (item.state == CellState::waiting) {
            paint = pattern(Hatch::rising, inks_.cell, inks_.edge);
        } else if (digit && !barred) {
            paint = pattern(own.hatch, own.fill, own.pattern);
            ink = own.text;
        }
        const bool outlined = item.state == CellState::read || belongs_to(item, style_.tracked);
        out_ += "<g" + faded(item.opacity) + ">";
        rectangle(left + 0.5f, top + 0.5f, width - 1, height - 1, paint,
                  " stroke=\"" + hex(outlined ? inks_.strong : inks_.edge) + "\" stroke-width=\"" +
                      (outlined ? "2.5" : "0.8") + "\"");
        const CellAreas areas = areas_of(item);
        if (barred) {
            const float full = areas.bar.height * style_.line - 2;
            const float tall = std::clamp(item.bar, 0.f, 1.f) * full;
            const std::string colour =
                digit ? pattern(own.hatch, own.fill, own.pattern) : hex(mixed(inks_.faint, inks_.cell, 0.6f));
            rectangle(left + 1.5f, y(areas.bar.y + areas.bar.height) - 1 - tall, width - 3, tall, colour,
                      gone ? " opacity=\"0.3\"" : "");
        }
        const bool over_bar = barred && areas.text.height > item.area.height - 0.01f;
        const TextNeed need = needs_.of(item);
        const FittedText fit = fitted(length(need.longest), need.width * style_.column - 2,
                                      need.height * style_.line - 1, kText);
        inside(item.text, fit, {left, top, width, areas.text.height * style_.line}, ink,
               over_bar || (digit && !barred), barred ? inks_.cell : own.fill);
        if (item.state == CellState::done) {
            out_ += form("<path d=\"M%.1f %.1fl3 3l5 -7\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n",
                         left + width - 10, top + height - 5, hex(inks_.good).c_str());
        }
        out_ += "</g>\n";
    }

    /// A text in the middle of its cell, with a halo where bars and patterns are below it.
    void inside(const std::string& words, const FittedText& fit, const Area& room, Ink ink, bool with_halo,
                Ink around) {
        const size_t count = length(words);
        if (count == 0) return;
        const std::string more = with_halo ? halo(around) : "";
        const float middle = room.x + room.width / 2;
        if (!fit.stacked) {
            text({middle, room.y + (room.height - fit.size) / 2}, words, fit.size, ink, "middle",
                 more.c_str());
            return;
        }
        float y = room.y + (room.height - fit.size * static_cast<float>(count)) / 2;
        for (const char c : words) {
            text({middle, y}, std::string(1, c), fit.size, ink, "middle", more.c_str());
            y += fit.size;
        }
    }

    void line(const FigureLine& item) {
        const bool followed = strong(item.pair);
        Ink ink = tone_ink(item.tone, style_.theme);
        const char* dash = "";
        if (item.tone == Tone::digit && item.digit >= 0) {
            const DigitInk own = digit_ink(static_cast<uint32_t>(item.digit), figure_.bins, style_.theme);
            ink = own.line;
            dash = followed ? "" : dashes(own.dash);
        }
        const Spot from{x(item.from.x), y(item.from.y)}, to{x(item.to.x), y(item.to.y)};
        std::string path = form("M%.1f %.1f", from.x, from.y);
        const float middle = (from.y + to.y) / 2;
        path += item.curved ? form("C%.1f %.1f %.1f %.1f %.1f %.1f", from.x, middle, to.x, middle, to.x, to.y)
                            : form("L%.1f %.1f", to.x, to.y);
        if (item.arrow) path += arrow_head(item.curved ? Spot{to.x, middle} : from, to);
        const auto stroke = [&](Ink colour, float wide, float opacity, const char* more) {
            out_ += "<path d=\"" + path + "\" fill=\"none\" stroke=\"" + hex(colour) +
                    form("\" stroke-width=\"%.1f\"%s%s/>\n", wide, faded(opacity).c_str(), more);
        };
        const float wide = 1.7f * item.width + (followed ? 2 : 0);
        if (followed) stroke(inks_.strong, wide + 3, item.opacity, "");
        stroke(ink, wide, item.opacity * (item.tone == Tone::faint ? 0.7f : 1), dash);
        if (!item.label.empty()) {
            text({(from.x + to.x) / 2, middle - 6}, item.label, 11, ink, "middle",
                 halo(inks_.background).c_str(), item.opacity);
        }
    }

    static std::string arrow_head(Spot from, Spot to) {
        const float dx = to.x - from.x, dy = to.y - from.y, far = std::max(std::hypot(dx, dy), 0.01f);
        const float ux = dx / far * 6, uy = dy / far * 6;
        return form("M%.1f %.1fL%.1f %.1fL%.1f %.1f", to.x - ux - uy * 0.6f, to.y - uy + ux * 0.6f, to.x,
                    to.y, to.x - ux + uy * 0.6f, to.y - uy - ux * 0.6f);
    }

    void frame(const FigureFrame& item) {
        const float left = x(item.area.x), top = y(item.area.y), width = item.area.width * style_.column,
                    height = item.area.height * style_.line;
        const Ink ink = tone_ink(item.tone, style_.theme);
        if (item.kind == FigureFrame::band) {
            rectangle(left, top, width, height,
                      hex(item.tone == Tone::plain ? inks_.band : mixed(ink, inks_.background, 0.2f)),
                      faded(item.opacity));
        } else if (item.kind == FigureFrame::border) {
            rectangle(left, top, width, height, "none",
                      " stroke=\"" + hex(ink) + "\" stroke-width=\"2\"" + faded(item.opacity));
        } else {
            out_ += form(
                "<path d=\"M%.1f %.1fV%.1fH%.1fV%.1f\" fill=\"none\" stroke=\"%s\" "
                "stroke-width=\"2\"%s/>\n",
                left + 1, top + height, top, left + width - 1, top + height, hex(ink).c_str(),
                faded(item.opacity).c_str());
        }
        if (item.label.empty()) return;
        const float size = std::min(11.f, width / (kLetter * static_cast<float>(length(item.label))));
        text({left, top - size - 2}, item.label, size, ink, "start", halo(inks_.background, 5).c_str(),
             item.opacity);
    }

    void name(const FigureRow& row) {
        const float size = 12;
        const auto most = static_cast<size_t>((style_.gutter - 8) / (kLetter * size));
        const std::vector<std::string> lines = wrapped(row.name, most);
        const float line = std::min(size * 1.1f, row.height * style_.line / static_cast<float>(lines.size()));
        float top = y(row.y) +
                    std::max(0.f, (row.height * style_.line - line * static_cast<float>(lines.size())) / 2);
        for (const std::string& words : lines) {
            const float own =
                std::min({size, line, (style_.gutter - 8) / (kLetter * static_cast<float>(length(words)))});
            text({left_ - 8, top}, words, own, inks_.text, "end", "", row.opacity);
            top += line;
        }
    }

    void plane(const FigurePlane& item) {
        Area picture = picture_area(item, style_.column, style_.line);
        picture.x += left_;
        picture.y += top_;
        out_ += svg_plane(item, picture, {style_.theme, figure_.bins, style_.tracked, style_.line});
    }

    void label(const FigureText& item) {
        const float room = item.align == Align::left    ? width_ - x(item.at.x)
                           : item.align == Align::right ? x(item.at.x)
                                                        : 2 * std::min(x(item.at.x), width_ - x(item.at.x));
        const float size =
            std::min({11.f, style_.line,
                      room / (kLetter * static_cast<float>(std::max<size_t>(length(item.text), 1)))});
        text({x(item.at.x), y(item.at.y) + (style_.line - size) / 2}, item.text, size,
             tone_ink(item.tone, style_.theme),
             item.align == Align::left    ? "start"
             : item.align == Align::right ? "end"
                                          : "middle",
             "", item.opacity);
    }

    const Figure& figure_;
    const SvgStyle& style_;
    const Inks& inks_;
    TextNeeds needs_;
    float left_, top_, width_, height_;
    std::vector<std::string> captions_;
    std::string out_, patterns_;
    std::set<std::string> known_;
};

}  // namespace

SvgStyle style_for(const Figure& figure) {
    constexpr float kWhole_px = 960, kWidest_px = 60;
    SvgStyle style;
    style.column = std::clamp(kWhole_px / std::max(figure.width, 1.0f), style.column, kWidest_px);
    return style;
}

std::string svg_of(const Figure& figure, const SvgStyle& style) { return Drawing(figure, style).whole(); }

}  // namespace app
