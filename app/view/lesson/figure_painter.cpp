// A figure with ImDrawList.
#include "app/view/lesson/figure_painter.h"

#include <algorithm>
#include <cmath>

#include "app/view/lesson/figure_inks.h"

namespace app {
namespace {

constexpr float kPatternFrom_px = 7;  // narrower cells have no patterns

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
        : list_(list), figure_(figure), placing_(placing), fonts_(fonts), scale_(scale), marks_(marks) {
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
        fit_rows();
        for (const FigureCell& cell : figure_.cells) draw_cell(cell);
        for (const FigureFrame& frame : figure_.frames) {
            if (frame.kind != FigureFrame::band) draw_frame(frame);
        }
        for (const FigureCell& cell : figure_.cells) mark_cell(cell);
        for (const FigureText& text : figure_.texts) draw_text(text);
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

    void draw_names() {
        const float size = fonts_.small_->FontSize, room = placing_.gutter - size * 0.6f;
        for (const FigureRow& row : figure_.rows) {
            const float middle = placing_.at({0, row.y + row.height / 2}).y;
            const float y = std::max(middle, row.height > 3 ? std::min(top_ + size, middle) : middle);
            if (y < top_ - size || y > bottom_ + size) continue;
            const float wide = std::min(width_of(fonts_.small_, size, row.name), room);
            list_.PushClipRect({placing_.room.x, top_}, {left_ - size * 0.3f, bottom_}, true);
            put(fonts_.small_, size, {left_ - size * 0.6f - wide, y - size * 0.6f}, colours::kDim,
                row.name.c_str());
            list_.PopClipRect();
        }
    }

    void draw_band(const FigureFrame& frame) {
        const Box box = box_of(frame.area);
        if (!seen(box)) return;
        list_.AddRectFilled(box.a, box.b, faded(tone_ink(frame.tone), 0.16f));
        draw_label(frame, box);
    }

    void draw_frame(const FigureFrame& frame) {
        const Box box = box_of(frame.area);
        if (!seen(box)) return;
        const ImU32 ink = frame.tone == Tone::strong || frame.tone == Tone::plain ? ImU32(colours::kText)
                                                                                  : tone_ink(frame.tone);
        const float thick = std::max(1.0f, std::round(1.6f * scale_));
        if (frame.kind == FigureFrame::bracket) {
            const float foot = box.b.y;
            const ImVec2 points[] = {
                {box.a.x, foot}, {box.a.x, box.a.y}, {box.b.x, box.a.y}, {box.b.x, foot}};
            list_.AddPolyline(points, 4, ink, 0, thick);
        } else {
            list_.AddRect(box.a, box.b, faded(ink, 0.8f), 0, 0, thick);
        }
        draw_label(frame, box);
    }

    void draw_label(const FigureFrame& frame, const Box& box) {
        if (frame.label.empty()) return;
        const float size = fonts_.small_->FontSize;
        const float wide = width_of(fonts_.small_, size, frame.label);
        const float x = frame.kind == FigureFrame::bracket ? (box.a.x + box.b.x - wide) / 2 : box.a.x;
        put(fonts_.small_, size,
            {std::clamp(x, left_, std::max(left_, right_ - wide)), box.a.y - size * 1.15f},
            tone_ink(frame.tone == Tone::plain ? Tone::strong : frame.tone), frame.label.c_str());
    }

    void draw_lines() {
        const bool some_tracked = marks_.tracked != kNoPair;
        const bool many = figure_.lines.size() > 96;
        for (const FigureLine& line : figure_.lines) {
            if (!some_tracked || line.pair != marks_.tracked)
                draw_line(line, some_tracked && line.carries ? 0.18f : many ? 0.6f : 0.85f, 1);
        }
        for (const FigureLine& line : figure_.lines) {
            if (some_tracked && line.pair == marks_.tracked) draw_line(line, 1, 2.4f);
        }
    }

    void draw_line(const FigureLine& line, float strength, float wider) {
        const ImVec2 a = placing_.at(line.from), b = placing_.at(line.to);
        if (std::max(a.y, b.y) < top_ || std::min(a.y, b.y) > bottom_) return;
        if (std::max(a.x, b.x) < left_ || std::min(a.x, b.x) > right_) return;
        if (line.tone == Tone::faint) strength *= 0.35f;
        const ImU32 ink = faded(line_ink(line.tone, line.digit), strength);
        const float thick = std::max(1.0f, 1.3f * scale_ * line.width * wider);
        ImVec2 before = a;  // for the head of the arrow
        if (line.curved && std::fabs(a.x - b.x) > 1) {
            const float middle = (a.y + b.y) / 2;
            const int parts = std::clamp(static_cast<int>(std::fabs(b.x - a.x) / (24 * scale_)) + 8, 8, 22);
            list_.AddBezierCubic(a, {a.x, middle}, {b.x, middle}, b, ink, thick, parts);
            before = {b.x, middle};
        } else {
            list_.AddLine(a, b, ink, thick);
        }
        if (line.arrow) draw_head(before, b, ink, 5 * scale_ * std::max(1.0f, wider * 0.6f));
        if (!line.label.empty()) draw_line_label(line, {(a.x + b.x) / 2, (a.y + b.y) / 2});
    }

    void draw_head(ImVec2 from, ImVec2 to, ImU32 ink, float size) {
        const float dx = to.x - from.x, dy = to.y - from.y, length = std::sqrt(dx * dx + dy * dy);
        if (length < 1) return;
        const ImVec2 u{dx / length * size, dy / length * size};
        list_.AddTriangleFilled(to, {to.x - u.x - u.y * 0.6f, to.y - u.y + u.x * 0.6f},
                                {to.x - u.x + u.y * 0.6f, to.y - u.y - u.x * 0.6f}, ink);
    }

    void draw_line_label(const FigureLine& line, ImVec2 at) {
        const float size = fonts_.small_->FontSize * 0.92f, wide = width_of(fonts_.small_, size, line.label);
        const ImVec2 a{at.x - wide / 2 - 2, at.y - size * 0.6f}, b{at.x + wide / 2 + 2, at.y + size * 0.6f};
        list_.AddRectFilled(a, b, faded(colours::kPlot, 0.85f), 2 * scale_);
        put(fonts_.small_, size, {at.x - wide / 2, a.y}, tone_ink(Tone::strong), line.label.c_str());
    }

    /// One way for all cells of a row, so that numbers stand in line.
    void fit_rows() {
        struct Need {
            std::string longest;
            float width = 1e9f, height = 1e9f;
        };
        std::vector<Need> needs(figure_.rows.size());
        for (const FigureCell& cell : figure_.cells) {
            if (cell.row < 0 || static_cast<size_t>(cell.row) >= needs.size()) continue;
            Need& need = needs[static_cast<size_t>(cell.row)];
            if (cell.text.size() > need.longest.size()) need.longest = cell.text;
            need.width = std::min(need.width, cell.area.width * placing_.column);
            need.height = std::min(need.height, cell.area.height * placing_.line);
        }
        for (const Need& need : needs) fits_.push_back(fit(need.longest, need.width, need.height));
    }

    TextFit fit(const std::string& text, float width, float height) const {
        if (text.empty()) return {};
        const float small = fonts_.small_->FontSize;
        for (const auto& [font, size] :
             {std::pair{fonts_.regular, fonts_.regular->FontSize}, std::pair{fonts_.small_, small},
              std::pair{fonts_.small_, small * 0.84f}}) {
            if (size <= height * 1.02f && width_of(font, size, text) + 2 * scale_ <= width)
                return {font, size, false};
        }
        for (const float size : {small, small * 0.84f}) {
            const float tall = size * 0.92f * static_cast<float>(text.size());
            if (tall <= height && width_of(fonts_.small_, size, "0") <= width)
                return {fonts_.small_, size, true};
        }
        return {};
    }

    void draw_cell(const FigureCell& cell) {
        const Box box = box_of(cell.area);
        if (!seen(box)) return;
        if (cell.row >= 0) draw_ground(cell, box);
        if (cell.text.empty()) return;
        const bool in_row = cell.row >= 0 && static_cast<size_t>(cell.row) < fits_.size();
        const TextFit fitting =
            in_row ? fits_[static_cast<size_t>(cell.row)] : fit(cell.text, box.width() * 1.5f, box.height());
        if (fitting.size == 0) return;
        const ImU32 ink =
            cell.row < 0 ? tone_ink(cell.tone) : cell_text_ink(cell.tone, cell.digit, cell.bar >= 0);
        if (fitting.upright) {
            const float step = fitting.size * 0.92f, wide = width_of(fitting.font, fitting.size, "0");
            float y =
                (box.a.y + box.b.y - step * static_cast<float>(cell.text.size())) / 2 - fitting.size * 0.06f;
            for (const char& c : cell.text) {
                put(fitting.font, fitting.size, {(box.a.x + box.b.x - wide) / 2, y}, ink, &c, &c + 1);
                y += step;
            }
            return;
        }
        const float wide = width_of(fitting.font, fitting.size, cell.text);
        put(fitting.font, fitting.size,
            {(box.a.x + box.b.x - wide) / 2, (box.a.y + box.b.y) / 2 - fitting.size * 0.55f}, ink,
            cell.text.c_str());
    }

    /// What stands behind the number: the fill, the bar, the pattern of the digit.
    void draw_ground(const FigureCell& cell, const Box& whole) {
        const float gap = whole.width() >= 5 * scale_ ? std::max(0.5f, 0.5f * scale_) : 0;
        const Box box{{whole.a.x + gap, whole.a.y + gap}, {whole.b.x - gap, whole.b.y - gap}};
        const bool narrow = box.width() < kPatternFrom_px * scale_;
        const ImU32 fill = cell_ink(cell.tone, cell.digit);
        if (cell.tone == Tone::faint || cell.state == CellState::waiting) {
            list_.AddRect(box.a, box.b, faded(colours::kLine, 0.9f));
        } else if (cell.bar >= 0) {
            list_.AddRectFilled(box.a, box.b, faded(fill, 0.16f));
            const float high = std::max(box.height() * std::min(cell.bar, 1.0f), std::round(scale_));
            list_.AddRectFilled({box.a.x, box.b.y - high}, box.b, faded(fill, narrow ? 0.9f : 0.5f));
        } else {
            list_.AddRectFilled(box.a, box.b, fill);
        }
        if (!narrow && cell.tone == Tone::digit && cell.digit >= 4)
            draw_pattern(box, (cell.digit >> 2) & 3,
                         faded(cell_text_ink(cell.tone, cell.digit, cell.bar >= 0), 0.3f));
        if (cell.state == CellState::waiting) draw_pattern(box, 1, faded(colours::kDim, 0.6f));
        if (cell.state == CellState::done && box.width() > 12 * scale_) {
            draw_tick({box.b.x - 5 * scale_, box.a.y + 5 * scale_}, 3.5f * scale_);
        }
        if (cell.state == CellState::read)
            list_.AddRect(box.a, box.b, colours::kText, 0, 0, std::max(1.5f, 2 * scale_));
    }

    /// 1: diagonals, 2: horizontals, 3: both diagonals. Tells the digits of one hue apart.
    void draw_pattern(const Box& box, int pattern, ImU32 ink) {
        if (pattern == 0) return;
        const float step = 5 * scale_, height = box.height();
        list_.PushClipRect(box.a, box.b, true);
        if (pattern == 2) {
            for (float y = box.a.y + step / 2; y < box.b.y; y += step)
                list_.AddLine({box.a.x, y}, {box.b.x, y}, ink);
        } else {
            for (float x = box.a.x - height; x < box.b.x; x += step) {
                list_.AddLine({x, box.b.y}, {x + height, box.a.y}, ink);
                if (pattern == 3) list_.AddLine({x, box.a.y}, {x + height, box.b.y}, ink);
            }
        }
        list_.PopClipRect();
    }

    void draw_tick(ImVec2 c, float r) {
        const ImVec2 points[] = {{c.x - r, c.y}, {c.x - r * 0.2f, c.y + r * 0.8f}, {c.x + r, c.y - r * 0.8f}};
        list_.AddPolyline(points, 3, tone_ink(Tone::good), 0, std::max(1.5f, 1.6f * scale_));
    }

    void mark_cell(const FigureCell& cell) {
        if (cell.pair == kNoPair || (cell.pair != marks_.tracked && cell.pair != marks_.hovered)) return;
        const Box box = box_of(cell.area);
        if (!seen(box)) return;
        const bool tracked = cell.pair == marks_.tracked;
        const float thick = std::max(1.5f, (tracked ? 2.6f : 1.5f) * scale_), out = tracked ? thick / 2 : 0;
        list_.AddRect({box.a.x - out, box.a.y - out}, {box.b.x + out, box.b.y + out}, colours::kText, 0, 0,
                      thick);
        if (tracked)  // a second line, of the other brightness, so that it is seen on every fill
            list_.AddRect({box.a.x - out - thick, box.a.y - out - thick},
                          {box.b.x + out + thick, box.b.y + out + thick}, colours::kPlot, 0, 0,
                          std::max(1.0f, scale_));
    }

    void draw_text(const FigureText& text) {
        const float size = std::min(fonts_.regular->FontSize, placing_.line * 0.92f);
        ImFont* font = size < fonts_.regular->FontSize ? fonts_.small_ : fonts_.regular;
        const float wide = width_of(font, size, text.text);
        ImVec2 at = placing_.at(text.at);
        at.y += (placing_.line - size) / 2;
        if (text.align == Align::middle) at.x -= wide / 2;
        if (text.align == Align::right) at.x -= wide;
        at.x = std::max(std::min(at.x, right_ - wide - scale_ * 4), left_);
        put(font, size, at, tone_ink(text.tone), text.text.c_str());
    }

    ImDrawList& list_;
    const Figure& figure_;
    const FigurePlacing& placing_;
    const Fonts& fonts_;
    float scale_;
    FigureMarks marks_;
    float top_, bottom_, left_, right_;
    std::vector<TextFit> fits_;  // by row
};

}  // namespace

void draw_figure(ImDrawList& list, const Figure& figure, const FigurePlacing& placing, const Fonts& fonts,
                 float scale, const FigureMarks& marks) {
    Painter(list, figure, placing, fonts, scale, marks).draw();
}

}  // namespace app
