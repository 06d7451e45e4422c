// A figure with ImDrawList.
#include "app/view/lesson/figure_painter.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <tuple>

#include "app/teach/figure/inks.h"
#include "app/teach/figure/text_needs.h"
#include "app/view/lesson/figure_strokes.h"
#include "app/view/lesson/plane_painter.h"

namespace app {
namespace {

constexpr float kPatternFrom_px = 7;      // narrower cells have no patterns
constexpr float kTiny = 0.66f;            // of the small font: what a lecturer zooms into
constexpr size_t kMostDashedLines = 200;  // of digits; more are too dense for dashes to be told apart

ImU32 solid(Ink ink, float opacity = 1) {
    return colours::rgb(ink, static_cast<uint32_t>(std::clamp(opacity, 0.0f, 1.0f) * 255 + 0.5f));
}

/// How the words of a row stand in their cells: beside each other, digits under each other, or not at all.
struct TextFit {
    ImFont* font = nullptr;
    float size = 0;  // 0: there is no room
    bool upright = false;
};

class Painter {
public:
    Painter(ImDrawList& list, const Figure& figure, const FigurePlacing& placing, const Fonts& fonts,
            float scale, const FigureMarks& marks)
        : list_(list),
          figure_(figure),
          placing_(placing),
          fonts_(fonts),
          scale_(scale),
          marks_(marks),
          inks_(inks(marks.theme)),
          needs_(figure),
          indices_each_(space_indices()) {
        const Region& room = placing.room;
        top_ = room.y;
        bottom_ = room.y + room.height;
        left_ = room.x + placing.gutter;
        right_ = room.x + room.width;
    }

    void draw() {
        list_.PushClipRect({placing_.room.x, top_}, {right_, bottom_}, true);
        draw_names();
        list_.PushClipRect({left_ - scale_ * 2, top_}, {right_, bottom_}, true);
        for (const FigureFrame& frame : figure_.frames) {
            if (frame.kind == FigureFrame::band) draw_band(frame);
        }
        draw_lines();
        for (const FigureCell& cell : figure_.cells) draw_cell(cell);
        for (const FigureFrame& frame : figure_.frames) {
            if (frame.kind != FigureFrame::band) draw_frame(frame);
        }
        for (const FigureCell& cell : figure_.cells) mark_cell(cell);
        for (const FigureText& text : figure_.texts)
            if (!is_index(text) || std::stoull(text.text) % indices_each_ == 0) draw_text(text);
        draw_planes(list_, figure_, placing_, fonts_, scale_, marks_);
        list_.PopClipRect();
        list_.PopClipRect();
    }

private:
    struct Box {
        ImVec2 a, b;
        float width() const { return b.x - a.x; }
        float height() const { return b.y - a.y; }
    };

    Box box_of(const Area& area) const {
        const ImVec2 a = placing_.at({area.x, area.y});
        const ImVec2 b = placing_.at({area.x + area.width, area.y + area.height});
        return {a, b};
    }
    bool seen(const Box& box) const {
        return box.b.y >= top_ && box.a.y <= bottom_ && box.b.x >= left_ && box.a.x <= right_;
    }

    void put(ImFont* font, float size, ImVec2 at, ImU32 ink, const char* text, const char* end = nullptr) {
        list_.AddText(font, size, {std::round(at.x), std::round(at.y)}, ink, text, end);
    }
    float width_of(ImFont* font, float size, const std::string& text) const {
        return font->CalcTextSizeA(size, 1e9f, 0, text.c_str()).x;
    }

    /// Returns whether a text is the index of a column, below the rows.
    static bool is_index(const FigureText& text) {
        return text.tone == Tone::faint && text.align == Align::middle && !text.text.empty() &&
               text.text.find_first_not_of("0123456789") == std::string::npos;
    }

    /// Returns the step between the indices that are drawn, in columns: a power of two for which none touches
    /// the next.
    uint64_t space_indices() const {
        float widest = 0;
        for (const FigureText& text : figure_.texts)
            if (is_index(text)) widest = std::max(widest, width_of(fonts_.regular, text_size(), text.text));
        const float column = placing_.at({1, 0}).x - placing_.at({0, 0}).x;
        uint64_t each = 1;
        while (column > 0 && column * static_cast<float>(each) < widest + 4 * scale_) each *= 2;
        return each;
    }

    float text_size() const { return std::min(fonts_.regular->FontSize, placing_.line * 0.92f); }

    /// A name that is wider than the gutter is smaller.
    void draw_names() {
        const float usual = fonts_.small_->FontSize,
                    room = placing_.gutter - (kLeftOfNames + kRightOfNames) * usual;
        for (const FigureRow& row : figure_.rows) {
            const float size =
                usual * std::min(1.0f, room / std::max(width_of(fonts_.small_, usual, row.name), 1.0f));
            const float wide = width_of(fonts_.small_, size, row.name);
            const float middle = placing_.at({0, row.y + row.height / 2}).y;
            const float y = std::max(middle, row.height > 3 ? std::min(top_ + size, middle) : middle);
            if (y < top_ - size || y > bottom_ + size) continue;
            list_.PushClipRect({placing_.room.x, top_}, {left_ - usual * 0.3f, bottom_}, true);
            put(fonts_.small_, size, {left_ - kRightOfNames * usual - wide, y - size * 0.6f},
                solid(inks_.text, 0.75f * row.opacity), row.name.c_str());
            list_.PopClipRect();
        }
    }

    Ink ink_of(Tone tone) const { return tone_ink(tone, marks_.theme); }
    DigitInk ink_of_digit(int digit) const {
        return digit_ink(static_cast<uint32_t>(digit), figure_.bins, marks_.theme);
    }

    void draw_band(const FigureFrame& frame) {
        const Box box = box_of(frame.area);
        if (!seen(box)) return;
        const Ink ink =
            frame.tone == Tone::plain ? inks_.band : mixed(ink_of(frame.tone), inks_.background, 0.2f);
        list_.AddRectFilled(box.a, box.b, solid(ink, frame.opacity));
        draw_label(frame, box);
    }

    void draw_frame(const FigureFrame& frame) {
        const Box box = box_of(frame.area);
        if (!seen(box)) return;
        const ImU32 ink = solid(ink_of(frame.tone), frame.opacity);
        const float thick = std::max(1.0f, std::round(1.6f * scale_));
        if (frame.kind == FigureFrame::bracket) {
            const ImVec2 points[] = {
                {box.a.x, box.b.y}, {box.a.x, box.a.y}, {box.b.x, box.a.y}, {box.b.x, box.b.y}};
            list_.AddPolyline(points, 4, ink, 0, thick);
        } else {
            list_.AddRect(box.a, box.b, ink, 0, 0, thick);
        }
        draw_label(frame, box);
    }

    /// Draws the label of a frame in the line above it, from the left. Of many narrow frames side by side,
    /// leaves out each that would lie on the next.
    void draw_label(const FigureFrame& frame, const Box& box) {
        if (frame.label.empty()) return;
        const float least = fonts_.small_->FontSize * 0.8f;
        float size = std::min(fonts_.small_->FontSize, placing_.line);
        const float wide = width_of(fonts_.small_, size, frame.label), room = box.width();
        if (wide > room) size = std::max(size * room / wide, least);
        if (width_of(fonts_.small_, size, frame.label) > room * 1.02f && room < 40 * scale_) return;
        const ImVec2 at{std::max(box.a.x, left_), box.a.y - size * 1.15f};
        const float own = width_of(fonts_.small_, size, frame.label);
        list_.AddRectFilled(at, {at.x + own + 2 * scale_, box.a.y - scale_},
                            solid(inks_.background, 0.85f * frame.opacity));
        put(fonts_.small_, size, at, solid(ink_of(frame.tone), frame.opacity), frame.label.c_str());
    }

    void draw_lines() {
        const bool some_tracked = marks_.tracked != kNoPair;
        const auto digits = [](const FigureLine& line) { return line.tone == Tone::digit; };
        const bool many = static_cast<size_t>(std::count_if(figure_.lines.begin(), figure_.lines.end(),
                                                            digits)) > kMostDashedLines;
        for (const FigureLine& line : figure_.lines) {
            if (!some_tracked || line.pair != marks_.tracked)
                draw_line(line, some_tracked && line.pair != kNoPair ? 0.22f : many ? 0.7f : 0.9f, 1, !many);
        }
        for (const FigureLine& line : figure_.lines) {
            if (some_tracked && line.pair == marks_.tracked) draw_line(line, 1, 2.4f, false);
        }
    }

    void draw_line(const FigureLine& line, float strength, float wider, bool dashes) {
        const ImVec2 a = placing_.at(line.from), b = placing_.at(line.to);
        if (std::max(a.y, b.y) < top_ || std::min(a.y, b.y) > bottom_) return;
        if (std::max(a.x, b.x) < left_ || std::min(a.x, b.x) > right_) return;
        strength *= line.opacity;
        if (line.tone == Tone::faint) strength *= 0.55f;
        Ink ink = ink_of(line.tone);
        Dash dash = Dash::solid;
        if (line.tone == Tone::digit && line.digit >= 0) {
            ink = ink_of_digit(line.digit).line;
            if (dashes) dash = ink_of_digit(line.digit).dash;
        }
        const float thick = std::max(1.0f, 1.3f * scale_ * line.width * wider);
        const bool curved = line.curved && std::fabs(a.x - b.x) > 1;
        const float middle = (a.y + b.y) / 2;
        if (wider > 1)
            stroke_line(list_, {a, b, curved}, solid(inks_.strong, strength), thick + 3 * scale_, Dash::solid,
                        scale_);
        stroke_line(list_, {a, b, curved}, solid(ink, strength), thick, dash, scale_);
        if (line.arrow)
            arrow_head(list_, curved ? ImVec2{b.x, middle} : a, b, solid(ink, strength),
                       5 * scale_ * std::max(1.0f, wider * 0.6f));
        if (!line.label.empty()) draw_line_label(line, {(a.x + b.x) / 2, middle});
    }

    void draw_line_label(const FigureLine& line, ImVec2 at) {
        const float room = std::max(std::fabs(line.to.x - line.from.x), 1.0f) * placing_.column;
        const float size = fonts_.small_->FontSize * 0.92f, wide = width_of(fonts_.small_, size, line.label);
        if (wide > room * 1.3f && marks_.tracked != line.pair) return;
        const ImVec2 a{at.x - wide / 2 - 2, at.y - size * 0.6f}, b{at.x + wide / 2 + 2, at.y + size * 0.6f};
        list_.AddRectFilled(a, b, solid(inks_.background, 0.85f * line.opacity), 2 * scale_);
        put(fonts_.small_, size, {at.x - wide / 2, a.y}, solid(inks_.strong, line.opacity),
            line.label.c_str());
    }

    /// One way for all cells of a row, so that numbers stand in line.
    TextFit fit_of(const FigureCell& cell) {
        const TextNeed need = needs_.of(cell);
        const auto [known, fresh] =
            fits_.try_emplace({need.longest.size(), need.width, need.height}, TextFit{});
        if (fresh)
            known->second = fit(need.longest, need.width * placing_.column, need.height * placing_.line);
        return known->second;
    }

    TextFit fit(const std::string& text, float width, float height) const {
        if (text.empty()) return {};
        const float small = fonts_.small_->FontSize;
        const std::pair<ImFont*, float> kinds[] = {{fonts_.regular, fonts_.regular->FontSize},
                                                   {fonts_.small_, small},
                                                   {fonts_.small_, small * 0.84f},
                                                   {fonts_.small_, small * kTiny}};
        for (const auto& [font, size] : kinds) {
            const float tall = size * 0.92f * static_cast<float>(text.size());
            const bool last = size < small * 0.8f;  // digits under each other are better than tiny ones
            if (last && tall <= height && width_of(font, size / kTiny * 0.84f, "0") <= width) break;
            if (size <= height * 1.05f && width_of(font, size, text) + scale_ <= width)
                return {font, size, false};
        }
        for (const float size : {small, small * 0.84f, small * kTiny}) {
            const float tall = size * 0.92f * static_cast<float>(text.size());
            if (tall <= height && width_of(fonts_.small_, size, "0") <= width)
                return {fonts_.small_, size, true};
        }
        return {};
    }

    void draw_cell(const FigureCell& cell) {
        const Box box = box_of(cell.area);
        if (!seen(box)) return;
        const TextFit fitting = cell.text.empty() ? TextFit{} : fit_of(cell);
        const bool has_text = !cell.text.empty() && fitting.size > 0;
        const Ink ink = draw_ground(cell, box, has_text);
        if (!has_text) return;
        const ImU32 colour = solid(ink, cell.opacity);
        const Box room = box_of(areas_of(cell).text);
        if (fitting.upright) {
            const float step = fitting.size * 0.92f, wide = width_of(fitting.font, fitting.size, "0");
            float y = (room.a.y + room.b.y - step * static_cast<float>(cell.text.size())) / 2 -
                      fitting.size * 0.06f;
            for (const char& c : cell.text) {
                put(fitting.font, fitting.size, {(room.a.x + room.b.x - wide) / 2, y}, colour, &c, &c + 1);
                y += step;
            }
            return;
        }
        const float wide = width_of(fitting.font, fitting.size, cell.text);
        put(fitting.font, fitting.size,
            {(room.a.x + room.b.x - wide) / 2, (room.a.y + room.b.y) / 2 - fitting.size * 0.55f}, colour,
            cell.text.c_str());
    }

    /// Draws the ground of a cell, behind its number: the fill, the bar, the pattern of the digit. Returns
    /// the ink that can be read on it.
    Ink draw_ground(const FigureCell& cell, const Box& whole, bool has_text) {
        const float gap = whole.width() >= 5 * scale_ ? std::max(0.5f, 0.5f * scale_) : 0;
        const Box box{{whole.a.x + gap, whole.a.y + gap}, {whole.b.x - gap, whole.b.y - gap}};
        const bool narrow = box.width() < kPatternFrom_px * scale_;
        const bool digit = cell.tone == Tone::digit && cell.digit >= 0, gone = cell.tone == Tone::faint;
        const bool toned = cell.tone == Tone::good || cell.tone == Tone::wrong || cell.tone == Tone::strong;
        const DigitInk own = digit ? ink_of_digit(cell.digit) : DigitInk{};
        Ink fill = toned ? mixed(ink_of(cell.tone), inks_.cell, 0.35f) : inks_.cell, text = inks_.text;
        if (cell.state == CellState::written && !digit) fill = mixed(inks_.good, inks_.cell, 0.3f);
        if (gone) text = inks_.faint;

        if (gone || cell.state == CellState::waiting) {
            list_.AddRect(box.a, box.b, solid(inks_.edge, cell.opacity));
        } else if (cell.bar >= 0) {
            const Ink bar = digit ? own.fill : mixed(inks_.faint, inks_.cell, 0.6f);
            list_.AddRectFilled(box.a, box.b,
                                solid(digit ? mixed(own.fill, fill, 0.12f) : fill, cell.opacity));
            const CellAreas areas = areas_of(cell);
            const bool apart = has_text && areas.text.height < cell.area.height;
            const float all = has_text ? areas.bar.height * placing_.line - gap : box.height();
            const float high = std::max(all * std::min(cell.bar, 1.0f), std::round(scale_));
            // Half the colour where a number is read over it.
            list_.AddRectFilled({box.a.x, box.b.y - high}, box.b,
                                solid(has_text && !apart ? mixed(bar, fill, 0.5f) : bar, cell.opacity));
        } else {
            list_.AddRectFilled(box.a, box.b, solid(digit ? own.fill : fill, cell.opacity));
            if (digit) text = own.text;
        }
        if (digit && !narrow && !gone) {
            const Ink hatch = cell.bar >= 0 ? mixed(own.fill, fill, 0.5f) : own.pattern;
            draw_hatch(list_, box.a, box.b, own.hatch, solid(hatch, cell.opacity), scale_);
        }
        if (cell.state == CellState::waiting)
            draw_hatch(list_, box.a, box.b, Hatch::rising, solid(inks_.edge, cell.opacity), scale_);
        if (cell.state == CellState::done && box.width() > 12 * scale_)
            draw_tick(list_, {box.b.x - 6 * scale_, box.b.y - 6 * scale_}, 3.5f * scale_,
                      solid(inks_.good, cell.opacity), std::max(1.5f, 1.6f * scale_));
        if (cell.state == CellState::read)
            list_.AddRect(box.a, box.b, solid(inks_.strong, cell.opacity), 0, 0, std::max(1.5f, 2 * scale_));
        return text;
    }

    void mark_cell(const FigureCell& cell) {
        const bool tracked = belongs_to(cell, marks_.tracked);
        if (!tracked && !belongs_to(cell, marks_.hovered)) return;
        const Box box = box_of(cell.area);
        if (!seen(box)) return;
        const float thick = std::max(1.5f, (tracked ? 2.6f : 1.5f) * scale_), out = tracked ? thick / 2 : 0;
        list_.AddRect({box.a.x - out, box.a.y - out}, {box.b.x + out, box.b.y + out},
                      solid(inks_.strong, cell.opacity), 0, 0, thick);
        if (tracked)  // a second line, of the other brightness, so that it is seen on every fill
            list_.AddRect({box.a.x - out - thick, box.a.y - out - thick},
                          {box.b.x + out + thick, box.b.y + out + thick},
                          solid(inks_.background, cell.opacity), 0, 0, std::max(1.0f, scale_));
    }

    void draw_text(const FigureText& text) {
        float size = text_size();
        ImFont* font = size < fonts_.regular->FontSize ? fonts_.small_ : fonts_.regular;
        float wide = width_of(font, size, text.text);
        const float room = right_ - left_ - 4 * scale_;
        if (wide > room) {  // rather small than cut
            font = fonts_.small_;
            size *= room / wide;
            wide = width_of(font, size, text.text);
        }
        ImVec2 at = placing_.at(text.at);
        at.y += (placing_.line - size) / 2;
        if (text.align == Align::middle) at.x -= wide / 2;
        if (text.align == Align::right) at.x -= wide;
        at.x = std::max(std::min(at.x, right_ - wide - scale_ * 4), left_);
        put(font, size, at, solid(ink_of(text.tone), text.opacity), text.text.c_str());
    }

    ImDrawList& list_;
    const Figure& figure_;
    const FigurePlacing& placing_;
    const Fonts& fonts_;
    float scale_;
    FigureMarks marks_;
    const Inks& inks_;
    float top_, bottom_, left_, right_;
    TextNeeds needs_;
    uint64_t indices_each_;                                     // so many-th of the indices are drawn
    std::map<std::tuple<size_t, float, float>, TextFit> fits_;  // by what a row needs
};

}  // namespace

void draw_figure(ImDrawList& list, const Figure& figure, const FigurePlacing& placing, const Fonts& fonts,
                 float scale, const FigureMarks& marks) {
    Painter(list, figure, placing, fonts, scale, marks).draw();
}

}  // namespace app
