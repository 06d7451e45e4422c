// Tables: counts bins x tiles, and any other; the longer side lies, and wraps where it is longer than the picture.
#include <algorithm>
#include <cmath>
#include <functional>

#include "app/teach/figure/parts.h"
#include "app/teach/figure/table_grid.h"

namespace app::parts {
namespace {

constexpr float kHead = 0.95f, kWidest = 3;

/// A table that is to be drawn: `across` entries side by side, `down` under each other.
struct Layout {
    uint32_t across, down, per_line, lines;  // a row of the table takes `lines` lines of the picture
    float cell;
};

Layout layout_of(uint32_t across, uint32_t down, float width) {
    const auto room = static_cast<uint32_t>(width);
    const uint32_t lines = (across + room - 1) / room;
    const uint32_t per_line = (across + lines - 1) / lines;
    return {across, down, per_line, lines,
            std::clamp(std::floor(2 * width / static_cast<float>(per_line)) / 2, 1.0f, kWidest)};
}

void heads(FigureBuilder& builder, const Layout& layout, uint32_t line, bool digits, int shown_at) {
    const uint32_t first = line * layout.per_line, end = std::min(layout.across, first + layout.per_line);
    for (uint32_t i = first; i < end; ++i) {
        FigureCell& cell = builder.label(
            std::to_string(i), {static_cast<float>(i - first) * layout.cell, builder.y, layout.cell, kHead},
            shown_at);
        cell.tone = digits ? Tone::digit : Tone::faint;
        cell.digit = digits ? static_cast<int>(i) : -1;
    }
    builder.y += kHead;
}

struct TableStyle {
    bool bars = false;
    std::function<int(uint32_t other)> shown_at;
};

void draw(FigureBuilder& builder, const LessonArray& array, const TableStyle& style) {
    const TableGrid grid(array);
    const bool bins_lie = grid.bins() >= grid.others();
    const bool digits = TableGrid::is_bin(grid.bin_name) && grid.bins() <= 256;
    const std::string& down_name = bins_lie ? grid.other_name : grid.bin_name;
    const Layout layout = bins_lie ? layout_of(grid.bins(), grid.others(), builder.figure.width)
                                   : layout_of(grid.others(), grid.bins(), builder.figure.width);
    const uint32_t bins_before = builder.figure.bins;
    const uint32_t most = *std::max_element(array.words.begin(), array.words.end());
    const float height = builder.height_of(array, layout.cell);
    int first_op = builder.now();
    for (uint32_t other = 0; other < grid.others(); ++other)
        first_op = std::min(first_op, style.shown_at(other));
    const bool own_bins = grid.bins() <= bins_before;  // heads in the colours of the picture's digits

    const bool list = down_name.empty();  // its heads are named by what they count, its words by the array
    int row = list ? -1 : builder.row(array, kHead);
    if (!list) builder.figure.rows.back().shown_at = first_op;
    for (uint32_t line = 0; line < layout.lines; ++line) {
        if (list) builder.name(grid.bin_name, kHead, first_op);
        heads(builder, layout, line, digits && bins_lie && own_bins, first_op);
        const uint32_t first = line * layout.per_line, end = std::min(layout.across, first + layout.per_line);
        for (uint32_t down = 0; down < layout.down; ++down) {
            if (!list) {
                builder.name(down_name + " " + std::to_string(down), height, first_op);
            } else if (row < 0) {
                row = builder.row(array, height);
                builder.figure.rows.back().shown_at = first_op;
            }
            for (uint32_t i = first; i < end; ++i) {
                const uint32_t bin = bins_lie ? i : down, other = bins_lie ? down : i;
                const Area area{static_cast<float>(i - first) * layout.cell, builder.y, layout.cell, height};
                FigureCell& cell = builder.word(row, grid.index(bin, other), area, style.shown_at(other));
                const uint32_t word = grid.at(bin, other);
                if (style.bars) cell.bar = static_cast<float>(word) / static_cast<float>(std::max(most, 1u));
                cell.tone = style.bars && word == 0 ? Tone::faint : Tone::plain;
                if (style.bars && word > 0 && own_bins && digits) {
                    cell.tone = Tone::digit;
                    cell.digit = static_cast<int>(bin);
                }
            }
            builder.y += height;
        }
        builder.y += 0.15f;
    }
    builder.y += 0.6f;
}

/// Returns "14 keys with digit 0, 7 with digit 1", or how many bins there are and which is the fullest.
std::string counts_of(const TableGrid& grid, uint32_t other) {
    uint32_t sum = 0, used = 0, fullest = 0;
    for (uint32_t bin = 0; bin < grid.bins(); ++bin) {
        sum += grid.at(bin, other);
        used += grid.at(bin, other) > 0;
        if (grid.at(bin, other) > grid.at(fullest, other)) fullest = bin;
    }
    if (grid.bins() > 8) {
        return counted(sum, "key") + " in " + std::to_string(used) + " of " +
               counted(grid.bins(), grid.bin_name) + "; " + grid.bin_name + " " + std::to_string(fullest) +
               " has the most, " + std::to_string(grid.at(fullest, other));
    }
    std::string text;
    for (uint32_t bin = 0; bin < grid.bins(); ++bin) {
        text += (bin ? ", " : "") +
                (bin ? std::to_string(grid.at(bin, other)) : counted(grid.at(bin, other), "key")) + " with " +
                (grid.bin_name == "bin" ? "digit" : grid.bin_name) + " " + std::to_string(bin);
    }
    return text;
}

}  // namespace

void counts(FigureBuilder& builder, const Picture& picture) {
    const LessonArray* const array = builder.take(picture.array);
    if (!array || array->words.empty()) return;
    const TableGrid grid(*array);
    const uint32_t a_step = grid.others() > 4 ? (grid.others() + 3) / 4 : 1;  // tiles that are shown together
    std::vector<int> shown_at(grid.others());
    for (uint32_t other = 0; other < grid.others(); other += a_step) {
        const std::string who = grid.others() == 1 && grid.other_name == "pass"
                                    ? std::string("All tiles")
                                    : grid.other_name + " " + std::to_string(other);
        const int op = builder.begin(who + ": " + counts_of(grid, other) + ".");
        for (uint32_t i = other; i < std::min(grid.others(), other + a_step); ++i) shown_at[i] = op;
    }
    draw(builder, *array, {true, [&](uint32_t other) { return shown_at[other]; }});
}

void table(FigureBuilder& builder, const Picture& picture) {
    const LessonArray* const array = builder.take(picture.array);
    if (!array || array->words.empty()) return;
    const int op = builder.begin(array->name + ": " + array->sentence);
    draw(builder, *array, {false, [&](uint32_t) { return op; }});
}

void threads(FigureBuilder& builder, const Picture& picture) {
    const LessonArray* const array = builder.take(picture.array);
    if (!array || array->words.empty()) return;
    const TableGrid grid(*array);
    const uint32_t threads = grid.others();
    const float width = std::min(1.0f, (builder.figure.width - 4) / static_cast<float>(threads));
    const float height = 1.0f;
    const uint32_t a_step = std::max(1u, threads / 8);
    std::vector<int> shown_at(threads);
    for (uint32_t first = 0; first < threads; first += a_step) {
        const uint32_t end = std::min(threads, first + a_step);
        uint32_t sum = 0;
        for (uint32_t thread = first; thread < end; ++thread) {
            for (uint32_t bin = 0; bin < grid.bins(); ++bin) sum += grid.at(bin, thread);
        }
        const int op =
            builder.begin("Threads " + std::to_string(first) + " to " + std::to_string(end - 1) + " count " +
                          counted(sum, "key") + " in registers of their own, without atomics.");
        std::fill(shown_at.begin() + first, shown_at.begin() + end, op);
    }
    const int row = builder.row(*array, kHead);
    for (uint32_t thread = 0; thread < threads; ++thread) {
        builder
            .label(std::to_string(thread), {static_cast<float>(thread) * width, builder.y, width, kHead}, 0)
            .tone = Tone::faint;
    }
    const int last =
        builder.begin("Then the counts of all threads are added, a sum for each " + grid.bin_name + ".");
    builder.label("sum", {static_cast<float>(threads) * width + 1, builder.y, 3, kHead}, last).tone =
        Tone::faint;
    builder.figure.rows.back().shown_at = 0;
    builder.y += kHead;
    for (uint32_t bin = 0; bin < grid.bins(); ++bin) {
        builder.name(grid.bin_name + " " + std::to_string(bin), height, 0);
        uint32_t sum = 0;
        for (uint32_t thread = 0; thread < threads; ++thread) {
            FigureCell& cell = builder.word(row, grid.index(bin, thread),
                                            {static_cast<float>(thread) * width, builder.y, width, height},
                                            shown_at[thread]);
            const uint32_t word = grid.at(bin, thread);
            cell.tone = word == 0 ? Tone::faint : Tone::digit;
            cell.digit = word == 0 ? -1 : static_cast<int>(bin);
            sum += word;
        }
        FigureCell& total = builder.label(
            std::to_string(sum), {static_cast<float>(threads) * width + 1, builder.y, 3, height}, last);
        total.tone = Tone::digit;
        total.digit = static_cast<int>(bin);
        builder.y += height;
    }
    builder.y += 0.6f;
}

void rest(FigureBuilder& builder) {
    for (const LessonArray& array : builder.step().arrays) {
        if (builder.is_drawn(array)) continue;
        const Picture picture{"", sort::Part::words, array.name.c_str(), ""};
        if (array.words.empty()) continue;
        if (array.words.size() == 1 ||
            (array.drawn != sort::Drawn::table && array.words.size() == builder.count())) {
            words(builder, picture);
        } else {
            table(builder, picture);
        }
    }
}

}  // namespace app::parts
