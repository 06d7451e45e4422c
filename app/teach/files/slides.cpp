// Parts of a picture that belong together are blocks; a slide takes as many as its height holds.
#include "app/teach/files/slides.h"

#include <algorithm>
#include <utility>

#include "app/base/errors.h"
#include "app/teach/export/step_svg.h"
#include "app/teach/export/svg_canvas.h"
#include "app/teach/export/svg_form.h"
#include "app/teach/paint/figure_paint.h"

namespace app {
namespace {

using svg::form;

constexpr float kMargin = 16, kTitle = 28, kCaption = 20, kCaptionLine = 26, kCellType = 22;
constexpr float kGutter = 190, kGap = 10;             // of the rows' names
constexpr float kLeastCellType = 15;                  // of long numbers in cells
constexpr float kSlideLine = 23, kWidestColumn = 90;  // the least height of a line
constexpr float kTallestLine = 60, kLargestCellType = 34;

/// Sets no text smaller than a slide's type, and notes the longest that has no room for it.
class SlideCanvas : public SvgCanvas {
public:
    /// `line`: the height of a line of the figure, with which the type in cells grows.
    explicit SlideCanvas(float line)
        : cell_type_(std::clamp(kCellType * line / kSlideLine, kCellType, kLargestCellType)) {}

    void text(Spot at, const std::string& text, const TextPaint& paint) override {
        TextPaint readable = paint;
        if (!in_cell_) readable.size = std::max(paint.size, kSlideType);
        in_cell_ = false;
        SvgCanvas::text(at, text, readable);
    }
    FittedText fit(const std::string& text, float width, float height) override {
        FittedText fit = fitted(letters(text), width - 2, height - 1, cell_type_);
        if (fit.stacked && fit.size < kSlideType) fit.stacked = false;
        constexpr float kMostOver = 1.2f;  // a letter may stand on the border of its cell
        const bool wide = !fit.stacked && width_of(text, kSlideType) > kMostOver * width;
        fit.size = std::max(fit.size, wide ? kLeastCellType : kSlideType);
        if (wide && width_of(text, fit.size) > kMostOver * width && text.size() > too_wide.size())
            too_wide = text;
        in_cell_ = wide;  // the text that comes next
        return fit;
    }

    /// What is drawn at the right may reach into the margin: letters are larger here than in a picture.
    void begin_clip(const Area& area) override {
        Area wider = area;
        wider.width += kMargin - 2;
        SvgCanvas::begin_clip(wider);
    }

    std::string too_wide;

private:
    float cell_type_;
    bool in_cell_ = false;
};

/// From the top of the figure, in its lines.
struct Block {
    float begin, end;
    float height() const { return end - begin; }
};

std::vector<Block> merged(std::vector<Block> parts) {
    constexpr float kTouching = 0.01f;
    std::sort(parts.begin(), parts.end(), [](const Block& a, const Block& b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    std::vector<Block> blocks;
    for (const Block& part : parts) {
        if (blocks.empty() || part.begin >= blocks.back().end - kTouching)
            blocks.push_back(part);
        else
            blocks.back().end = std::max(blocks.back().end, part.end);
    }
    return blocks;
}

/// Returns what a slide must not cut. `rows`: arrays too, which may have several rows of cells.
std::vector<Block> blocks_of(const Figure& figure, bool rows) {
    constexpr float kLabel = 1;  // height of a frame's label, above it
    std::vector<Block> parts;
    for (const FigureCell& cell : figure.cells)
        parts.push_back({cell.area.y, cell.area.y + cell.area.height});
    for (const FigureText& text : figure.texts) parts.push_back({text.at.y, text.at.y + 1});
    for (const FigureFrame& frame : figure.frames) {
        // A label stays with the first row of what it names.
        if (!frame.label.empty()) parts.push_back({frame.area.y - kLabel, frame.area.y + 0.5f});
    }
    for (const FigurePlane& plane : figure.planes)
        parts.push_back({plane.area.y, plane.area.y + plane.area.height});
    if (rows) {
        for (const FigureRow& row : figure.rows) parts.push_back({row.y, row.y + row.height});
    }
    return merged(std::move(parts));
}

bool is_crossed(const Figure& figure, float y) {
    return std::any_of(figure.lines.begin(), figure.lines.end(), [&](const FigureLine& line) {
        return std::min(line.from.y, line.to.y) < y && std::max(line.from.y, line.to.y) > y;
    });
}

/// Blocks that are taller than a slide are divided between rows of cells.
std::vector<Block> fitting_blocks(const Figure& figure, float room) {
    const std::vector<Block> parts = blocks_of(figure, false);
    std::vector<Block> blocks;
    for (const Block& block : blocks_of(figure, true)) {
        if (block.height() <= room) {
            blocks.push_back(block);
            continue;
        }
        for (const Block& part : parts)
            if (part.begin >= block.begin && part.begin < block.end) blocks.push_back(part);
    }
    return blocks;
}

/// Returns the parts of the figure that the slides show, whose room is given in lines.
std::vector<Block> parts_of(const Figure& figure, float first_room, float room) {
    const std::vector<Block> blocks = fitting_blocks(figure, std::min(first_room, room));
    std::vector<Block> parts;
    for (size_t i = 0; i < blocks.size();) {
        const float here = parts.empty() ? first_room : room;
        size_t last = i;
        while (last + 1 < blocks.size() && blocks[last + 1].end - blocks[i].begin <= here) ++last;
        parts.push_back({blocks[i].begin, blocks[last].end});
        const bool again = last > i && last + 1 < blocks.size() &&
                           is_crossed(figure, (blocks[last].end + blocks[last + 1].begin) / 2);
        i = again ? last : last + 1;
    }
    if (parts.empty()) parts.push_back({0, figure.height});
    return parts;
}

Figure part_of(const Figure& figure, const Block& part) {
    constexpr float kEdge = 0.01f;
    const auto outside = [&](float begin, float end) {
        return end <= part.begin + kEdge || begin >= part.end - kEdge;
    };
    Figure seen = figure;
    std::erase_if(seen.cells,
                  [&](const FigureCell& c) { return outside(c.area.y, c.area.y + c.area.height); });
    std::erase_if(seen.texts, [&](const FigureText& t) { return outside(t.at.y, t.at.y + 1); });
    std::erase_if(seen.rows, [&](const FigureRow& r) { return outside(r.y, r.y + r.height); });
    for (FigureRow& row : seen.rows) {  // the name stands beside what is seen of it
        const float begin = std::max(row.y, part.begin), end = std::min(row.y + row.height, part.end);
        row.y = begin;
        row.height = end - begin;
    }
    std::erase_if(seen.planes,
                  [&](const FigurePlane& p) { return outside(p.area.y, p.area.y + p.area.height); });
    std::erase_if(seen.lines, [&](const FigureLine& l) {
        return outside(std::min(l.from.y, l.to.y), std::max(l.from.y, l.to.y));
    });
    std::erase_if(seen.frames,
                  [&](const FigureFrame& f) { return outside(f.area.y - 0.5f, f.area.y + f.area.height); });
    return seen;
}

class Slides {
public:
    Slides(const Figure& figure, std::string title, const std::string& caption, InkTheme theme)
        : figure_(figure), needs_(figure), title_(std::move(title)), theme_(theme) {
        const SvgCanvas letters;
        caption_ = caption.empty() ? std::vector<std::string>{}
                                   : wrapped(caption, kCaption, kSlideWidth - 2 * kMargin, letters);
        top_ = kMargin + kTitle * 1.5f;
        room_ = kSlideHeight - top_ - kMargin;
        first_room_ = room_ - static_cast<float>(caption_.size()) * kCaptionLine;
    }

    std::vector<std::string> draw() const {
        const float line = tallest_line();
        const std::vector<Block> parts = parts_with(line);
        std::vector<std::string> slides;
        for (size_t i = 0; i < parts.size(); ++i) {
            std::string title = title_;
            if (parts.size() > 1)
                title += " (" + std::to_string(i + 1) + " of " + std::to_string(parts.size()) + ")";
            slides.push_back(slide(parts[i], line, title, i == 0));
        }
        return slides;
    }

private:
    std::vector<Block> parts_with(float line) const {
        return parts_of(figure_, first_room_ / line, room_ / line);
    }

    /// Returns the height of a line with which the stage fills its slides: no more of them than with the least, and
    /// nothing is divided that the least leaves whole.
    float tallest_line() const {
        const auto blocks_with = [&](float line) {
            return fitting_blocks(figure_, std::min(first_room_, room_) / line).size();
        };
        const size_t slides = parts_with(kSlideLine).size(), blocks = blocks_with(kSlideLine);
        for (float line = kTallestLine; line > kSlideLine; --line)
            if (blocks_with(line) == blocks && parts_with(line).size() <= slides) return line;
        return kSlideLine;
    }

    /// `usual_line`: the height of a line on the slides of the stage; one that has little takes more.
    std::string slide(const Block& part, float usual_line, const std::string& title, bool first) const {
        constexpr float kMostTaller = 1.5f;
        const float above = top_ + (first ? room_ - first_room_ : 0);
        // A part that cannot be divided, such as a plane, is drawn lower.
        const float line = std::min({usual_line * kMostTaller, kTallestLine,
                                     (kSlideHeight - kMargin - above) / std::max(part.height(), 1.0f)});
        SlideCanvas canvas(line);
        const Ink ink = inks(theme_).text;
        const float room = kSlideWidth - 2 * kMargin,
                    size = std::max(canvas.size_for(title, kTitle, room), kSlideType);
        canvas.text_with({kMargin, kMargin + size * kTextBase}, title, {.size = size, .ink = ink},
                         " font-weight=\"bold\"");
        float y = top_;
        for (const std::string& words : first ? caption_ : std::vector<std::string>{}) {
            canvas.text({kMargin, y + kCaption * kTextBase}, words, {.size = kCaption, .ink = ink});
            y += kCaptionLine;
        }
        canvas.elements += form("<svg x=\"0\" y=\"%.1f\" width=\"%.0f\" height=\"%.1f\">\n", y, kSlideWidth,
                                part.height() * line + 3);
        PaintStyle style;
        style.theme = theme_;
        style.column = std::min((room - kGutter) / std::max(figure_.width, 1.0f), kWidestColumn);
        style.line = line;
        style.origin = {kMargin + kGutter, -part.begin * line};
        style.view_right = kSlideWidth;
        style.names_right = style.origin.x - kGap;
        style.names_width = kGutter - kGap;
        style.name_size = style.text_size = style.label_size = style.line_label_size = style.plane_text_size =
            kSlideType;
        style.scale = style.stroke = 1.5f;
        paint_figure(part_of(figure_, part), needs_, style, canvas);
        canvas.elements += "</svg>\n";
        if (!canvas.too_wide.empty())
            throw BadUsage("a slide has no room for " + canvas.too_wide + " in a cell of " + title +
                           ": use fewer keys, such as -n 16, or fewer --digit-bits");
        return canvas.document(kSlideWidth, kSlideHeight, theme_);
    }

    const Figure& figure_;
    TextNeeds needs_;
    std::string title_;
    InkTheme theme_;
    std::vector<std::string> caption_;
    float top_ = 0, room_ = 0,
          first_room_ = 0;  // in pixels: below the title, and on the first slide its caption
};

}  // namespace

std::vector<std::string> slides_of(const Lesson& lesson, size_t index, const Figure& figure,
                                   const std::string& caption, InkTheme theme) {
    return Slides(figure, step_title(lesson, index), caption, theme).draw();
}

}  // namespace app
