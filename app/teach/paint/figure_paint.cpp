// Draws in layers: bands, lines, cells, borders, texts, planes.
#include "app/teach/paint/figure_paint.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

constexpr size_t kMostDashedLines =
    200;  // of digits on a screen; more are too dense for dashes to be told apart

class FigurePainter {
public:
    FigurePainter(const Figure& figure, const TextNeeds& needs, const PaintStyle& style, Canvas& canvas)
        : figure_(figure), needs_(needs), style_(style), inks_(inks(style.theme)), canvas_(canvas) {}

    void paint() {
        for (const FigureFrame& item : figure_.frames)
            if (item.kind == FigureFrame::band) frame(item);
        const bool many = style_.screen && digit_lines() > kMostDashedLines;
        for (const FigureLine& item : figure_.lines)
            if (!tracked(item.pair)) line(item, many);
        for (const FigureCell& item : figure_.cells) cell(item);
        for (const FigureLine& item : figure_.lines)
            if (tracked(item.pair)) line(item, many);
        for (const FigureFrame& item : figure_.frames)
            if (item.kind != FigureFrame::band) frame(item);
        for (const FigureCell& item : figure_.cells) mark(item);
        if (style_.names_width > 0) {
            canvas_.begin_gutter();
            for (const FigureRow& row : figure_.rows) name(row);
            canvas_.end_gutter();
        }
        const uint64_t step = style_.screen ? index_step() : 1;
        for (const FigureText& item : figure_.texts)
            if (step == 1 || !is_index(item) || std::stoull(item.text) % step == 0) text(item);
        for (const FigurePlane& plane : figure_.planes) paint_plane(plane, figure_.bins, style_, canvas_);
    }

private:
    float x(float column) const { return style_.origin.x + column * style_.column; }
    float y(float line) const { return style_.origin.y + line * style_.line; }
    Area pixels(const Area& area) const {
        return {x(area.x), y(area.y), area.width * style_.column, area.height * style_.line};
    }
    bool tracked(uint32_t pair) const { return pair != kNoPair && pair == style_.tracked; }
    Ink ink_of(Tone tone) const { return tone_ink(tone, style_.theme); }
    DigitInk ink_of_digit(int digit) const {
        return digit_ink(static_cast<uint32_t>(digit), figure_.bins, style_.theme);
    }

    /// `top` is that of the line of text.
    void text_below(Spot top, const std::string& words, const TextPaint& paint) {
        canvas_.text({top.x, top.y + paint.size * kTextBase}, words, paint);
    }

    void frame(const FigureFrame& item) {
        const Area box = pixels(item.area);
        if (!canvas_.sees(box)) return;
        const Ink ink = ink_of(item.tone);
        const float width = 2 * style_.stroke;
        if (item.kind == FigureFrame::band) {
            const Ink fill = item.tone == Tone::plain ? inks_.band : mixed(ink, inks_.background, 0.2f);
            canvas_.rectangle(box, {.fill = fill, .opacity = item.opacity});
        } else if (item.kind == FigureFrame::border) {
            canvas_.rectangle(box, {.edge = ink, .edge_width = width, .opacity = item.opacity});
        } else {
            const float left = box.x + style_.scale, right = box.x + box.width - style_.scale,
                        bottom = box.y + box.height;
            const Spot spots[] = {{left, bottom}, {left, box.y}, {right, box.y}, {right, bottom}};
            canvas_.polyline(spots, {ink, width, Dash::solid, item.opacity});
        }
        if (!item.label.empty()) label(item, box);
    }

    /// Draws the label of a frame in the line above it. On a screen it is not tiny, and left out where it would lie
    /// on those of many narrow frames side by side.
    void label(const FigureFrame& item, const Area& box) {
        constexpr float kLeast = 0.8f, kNarrow = 40;
        float size = canvas_.size_for(item.label, style_.label_size, box.width);
        if (style_.screen && size < kLeast * style_.label_size) {
            if (box.width < kNarrow * style_.scale) return;
            size = kLeast * style_.label_size;
        }
        text_below({std::max(box.x, style_.view_left), box.y - size - 2}, item.label,
                   {.size = size,
                    .ink = ink_of(item.tone),
                    .halo = inks_.background,
                    .halo_width = 5,
                    .opacity = item.opacity});
    }

    size_t digit_lines() const {
        return static_cast<size_t>(
            std::count_if(figure_.lines.begin(), figure_.lines.end(),
                          [](const FigureLine& item) { return item.tone == Tone::digit; }));
    }

    /// Returns the opacity of a line on a screen.
    float strength(const FigureLine& item, bool many) const {
        if (!style_.screen || tracked(item.pair)) return 1;
        if (style_.tracked != kNoPair && item.pair != kNoPair) return 0.22f;
        return many ? 0.7f : 0.9f;
    }

    void line(const FigureLine& item, bool many) {
        constexpr float kHead = 6;
        const Spot from{x(item.from.x), y(item.from.y)}, to{x(item.to.x), y(item.to.y)};
        const Area around{std::min(from.x, to.x), std::min(from.y, to.y), std::abs(to.x - from.x),
                          std::abs(to.y - from.y)};
        if (!canvas_.sees(around)) return;
        const bool followed = tracked(item.pair);
        Ink ink = ink_of(item.tone);
        Dash dash = Dash::solid;
        if (item.tone == Tone::digit && item.digit >= 0) {
            const DigitInk own = ink_of_digit(item.digit);
            ink = own.line;
            if (!followed && !many) dash = own.dash;
        }
        const LinePath path{from, to, item.curved, item.arrow ? kHead * style_.scale : 0};
        const float width = style_.line_width * item.width + (followed ? 2 * style_.scale : 0);
        if (followed) canvas_.line(path, {inks_.strong, width + 3 * style_.scale, Dash::solid, item.opacity});
        const float opacity = item.opacity * strength(item, many);
        canvas_.line(path, {ink, width, dash, opacity * (item.tone == Tone::faint ? style_.faint_line : 1)});
        if (!item.label.empty()) line_label(item, from, to, ink);
    }

    void line_label(const FigureLine& item, Spot from, Spot to, Ink ink) {
        constexpr float kMostOver = 1.3f, kAbove = 6;
        const float size = style_.line_label_size,
                    room = std::max(std::abs(item.to.x - item.from.x), 1.0f) * style_.column;
        if (style_.screen && !tracked(item.pair) && canvas_.width_of(item.label, size) > room * kMostOver)
            return;
        text_below({(from.x + to.x) / 2, (from.y + to.y) / 2 - kAbove * style_.scale}, item.label,
                   {.size = size,
                    .ink = ink,
                    .align = Align::middle,
                    .halo = inks_.background,
                    .opacity = item.opacity});
    }

    void cell(const FigureCell& item) {
        const Area box = pixels(item.area);
        if (!canvas_.sees(box)) return;
        const FittedText fit = fit_of(item);
        const bool digit = item.tone == Tone::digit && item.digit >= 0, barred = item.bar >= 0;
        const DigitInk own = digit ? ink_of_digit(item.digit) : DigitInk{};
        const Ink fill = cell_fill(item, digit);
        canvas_.begin_group(item.opacity);
        ground(item, box, fill, own);
        if (barred) bar(item, fill, own, fit.size > 0);
        Ink ink = item.tone == Tone::faint ? inks_.faint : inks_.text;
        if (digit && !barred && item.state != CellState::waiting) ink = own.text;
        const Area room = pixels(areas_of(item).text);
        const bool over_bar = barred && areas_of(item).text.height > item.area.height - 0.01f;
        TextPaint paint{.size = fit.size, .ink = ink, .align = Align::middle};
        if (!style_.screen && (over_bar || (digit && !barred))) paint.halo = barred ? inks_.cell : own.fill;
        if (fit.size > 0) cell_text(item.text, fit.stacked, {box.x, box.y, box.width, room.height}, paint);
        if (item.state == CellState::done && box.width > 12 * style_.scale) tick(box);
        canvas_.end_group();
    }

    /// The words of a row are fitted together, so that numbers stand in line.
    FittedText fit_of(const FigureCell& item) {
        if (item.text.empty()) return {};
        const TextNeed need = needs_.of(item);
        return canvas_.fit(need.longest, need.width * style_.column, need.height * style_.line);
    }

    Ink cell_fill(const FigureCell& item, bool digit) const {
        constexpr float kToned = 0.3f, kWritten = 0.3f;
        if (item.state == CellState::written && !digit) return mixed(inks_.good, inks_.cell, kWritten);
        const bool toned = item.tone == Tone::good || item.tone == Tone::wrong || item.tone == Tone::strong;
        return toned ? mixed(ink_of(item.tone), inks_.cell, kToned) : inks_.cell;
    }

    /// Returns the gap between a cell and its neighbours.
    float gap_of(const Area& box) const {
        return style_.screen && box.width < 5 * style_.scale ? 0 : 0.5f * style_.scale;
    }

    void ground(const FigureCell& item, const Area& box, Ink fill, const DigitInk& own) {
        const bool digit = item.tone == Tone::digit && item.digit >= 0,
                   waiting = item.state == CellState::waiting, read = item.state == CellState::read;
        Paint paint{.fill = fill};
        if (waiting) {
            paint.fill = inks_.cell;
            paint.hatch = Hatch::rising;
            paint.hatch_ink = inks_.edge;
        } else if (digit && item.bar < 0) {
            paint.fill = own.fill;
            paint.hatch = own.hatch;
            paint.hatch_ink = own.pattern;
        } else if (digit && style_.screen) {
            paint.fill = mixed(own.fill, fill, 0.12f);  // an empty bar has a colour, too
        }
        paint.edge = read ? inks_.strong : inks_.edge;
        paint.edge_width = read ? 2.5f * style_.stroke : style_.cell_edge;
        if (!read && (waiting || item.tone == Tone::faint))
            paint.edge_width = std::max(paint.edge_width, 0.8f * style_.scale);
        const float gap = gap_of(box);
        canvas_.rectangle({box.x + gap, box.y + gap, box.width - 2 * gap, box.height - 2 * gap}, paint);
    }

    void bar(const FigureCell& item, Ink fill, const DigitInk& own, bool has_text) {
        const bool digit = item.tone == Tone::digit && item.digit >= 0;
        const CellAreas areas = areas_of(item);
        const Area& part = style_.screen && !has_text ? item.area : areas.bar;
        const Area room = pixels(part);
        const bool edged = style_.cell_edge > 0 || item.state == CellState::read;
        const float gap = gap_of(room), side = edged ? 3 * gap : gap, below = edged ? 2 * gap : gap;
        const float full = room.height - 2 * below, least = style_.screen ? style_.scale : 0;
        const float tall = std::max(std::clamp(item.bar, 0.f, 1.f) * full, least);
        Paint paint{.fill = mixed(inks_.faint, inks_.cell, 0.6f)};
        if (digit) paint = {.fill = own.fill, .hatch = own.hatch, .hatch_ink = own.pattern};
        if (style_.screen && has_text && areas.text.height > item.area.height - 0.01f) {
            paint.fill = mixed(*paint.fill, fill, 0.5f);  // half the colour where a number is read over it
            paint.hatch_ink = mixed(paint.hatch_ink, fill, 0.5f);
        }
        if (item.tone == Tone::faint) paint.opacity = 0.3f;
        canvas_.rectangle(
            {room.x + side, y(part.y + part.height) - below - tall, room.width - 2 * side, tall}, paint);
    }

    /// A text in the middle of its cell.
    void cell_text(const std::string& words, bool stacked, const Area& room, const TextPaint& paint) {
        const float middle = room.x + room.width / 2;
        if (!stacked) {
            text_below({middle, room.y + (room.height - paint.size) / 2}, words, paint);
            return;
        }
        const float step = paint.size * style_.stacked;
        float y = room.y + (room.height - step * static_cast<float>(words.size())) / 2;
        for (const char c : words) {
            text_below({middle, y}, std::string(1, c), paint);
            y += step;
        }
    }

    /// A tick in the lower right corner.
    void tick(const Area& box) {
        const float s = style_.scale, right = box.x + box.width, bottom = box.y + box.height;
        const Spot spots[] = {{right - 10 * s, bottom - 5 * s},
                              {right - 7 * s, bottom - 2 * s},
                              {right - 2 * s, bottom - 9 * s}};
        canvas_.polyline(spots, {inks_.good, 2 * style_.stroke, Dash::solid, 1});
    }

    /// Outlines the cells of the pair that is tracked or under the mouse.
    void mark(const FigureCell& item) {
        const bool strong = belongs_to(item, style_.tracked);
        if (!strong && !belongs_to(item, style_.hovered)) return;
        const Area box = pixels(item.area);
        if (!canvas_.sees(box)) return;
        const float width = (strong ? 2.6f : 1.5f) * style_.scale;
        const auto outline = [&](float out, Ink ink, float wide) {
            canvas_.rectangle({box.x - out, box.y - out, box.width + 2 * out, box.height + 2 * out},
                              {.edge = ink, .edge_width = wide, .opacity = item.opacity});
        };
        outline(strong ? width / 2 : 0, inks_.strong, width);
        // A second line, of the other brightness, so that it is seen on every fill.
        if (strong) outline(1.5f * width, inks_.background, style_.scale);
    }

    void name(const FigureRow& row) {
        const Area box = pixels({0, row.y, 0, row.height});
        const float size = style_.name_size;
        const std::vector<std::string> lines = wrapped(row.name, size, style_.names_width, canvas_);
        const auto count = static_cast<float>(lines.size());
        const float line = std::min(size * 1.1f, box.height / count);
        float top = box.y + std::max(0.f, (box.height - line * count) / 2);
        for (const std::string& words : lines) {
            const float own = std::min(line, canvas_.size_for(words, size, style_.names_width));
            text_below({style_.names_right, top}, words,
                       {.size = own,
                        .ink = inks_.text,
                        .align = Align::right,
                        .opacity = row.opacity * style_.name_opacity});
            top += line;
        }
    }

    /// Returns whether a text is the index of a column, below the rows.
    static bool is_index(const FigureText& item) {
        return item.tone == Tone::faint && item.align == Align::middle && !item.text.empty() &&
               item.text.find_first_not_of("0123456789") == std::string::npos;
    }

    /// Returns the step between the indices that are drawn, in columns: a power of two for which none touches
    /// the next.
    uint64_t index_step() const {
        const float size = std::min(style_.text_size, style_.line);
        float widest = 0;
        for (const FigureText& item : figure_.texts)
            if (is_index(item)) widest = std::max(widest, canvas_.width_of(item.text, size));
        uint64_t step = 1;
        while (style_.column > 0 && style_.column * static_cast<float>(step) < widest + 4 * style_.scale)
            step *= 2;
        return step;
    }

    /// A text is rather small than cut; on a screen it is shifted into the view before that.
    void text(const FigureText& item) {
        const float at = x(item.at.x), left = at - style_.view_left, right = style_.view_right - at;
        const float room = style_.screen                ? style_.view_right - style_.view_left
                           : item.align == Align::left  ? right
                           : item.align == Align::right ? left
                                                        : 2 * std::min(left, right);
        const float size = canvas_.size_for(item.text, std::min(style_.text_size, style_.line), room);
        Spot top{at, y(item.at.y) + (style_.line - size) / 2};
        if (style_.screen) {
            const float width = canvas_.width_of(item.text, size);
            const float before = item.align == Align::left    ? 0
                                 : item.align == Align::right ? width
                                                              : width / 2;
            top.x = std::max(std::min(at, style_.view_right - width + before), style_.view_left + before);
        }
        text_below(top, item.text,
                   {.size = size, .ink = ink_of(item.tone), .align = item.align, .opacity = item.opacity});
    }

    const Figure& figure_;
    const TextNeeds& needs_;
    const PaintStyle& style_;
    const Inks& inks_;
    Canvas& canvas_;
};

}  // namespace

std::vector<std::string> wrapped(const std::string& text, float size, float width, const Canvas& canvas) {
    std::vector<std::string> lines{""};
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find(' ', begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        const std::string longer = lines.back() + (lines.back().empty() ? "" : " ") + word;
        if (lines.back().empty() || canvas.width_of(longer, size) <= width)
            lines.back() = longer;
        else
            lines.push_back(word);
        begin = end + 1;
    }
    return lines;
}

void paint_figure(const Figure& figure, const TextNeeds& needs, const PaintStyle& style, Canvas& canvas) {
    FigurePainter(figure, needs, style, canvas).paint();
}

}  // namespace app
