// A prefix sum over a table: its counts in the order in which they are read, bin by bin and tile by tile, and under
// each the sum of all before it.
#include <algorithm>
#include <cmath>

#include "app/teach/figure/parts.h"
#include "app/teach/figure/table_grid.h"

namespace app::parts {

void running_sum(FigureBuilder& builder, const Picture& picture) {
    const LessonArray* const array = builder.take(picture.array);
    if (!array || array->words.empty()) return;
    const TableGrid grid(*array);
    const LessonArray* counts_array = builder.earlier(picture.with);
    const bool own_counts = counts_array && builder.take(picture.with) == counts_array;
    if (counts_array && counts_array->words.size() != array->words.size()) counts_array = nullptr;
    const uint32_t bins = grid.bins(), others = grid.others(), entries = bins * others;
    const float room = std::floor(builder.figure.width);
    const float cell = std::clamp(std::floor(2 * room / static_cast<float>(entries)) / 2, 1.0f, 8.0f);
    const auto per_line = static_cast<uint32_t>(room / cell);
    const bool digits = TableGrid::is_bin(grid.bin_name) && bins <= builder.figure.bins;
    const std::string name = grid.bin_name == "bin" ? "digit" : grid.bin_name;

    // What each operation shows: some bins.
    const uint32_t a_step = (bins + 15) / 16;
    std::vector<int> shown_at(bins);
    for (uint32_t bin = 0; bin < bins; bin += a_step) {
        std::string text = bin == 0 ? "The counts are added " + name + " by " + name + ", and in each " +
                                          name + " " + grid.other_name + " by " + grid.other_name + ". "
                                    : "";
        text += static_cast<char>(std::toupper(name[0])) + name.substr(1) + " " + std::to_string(bin) + ":";
        for (uint32_t other = 0; other < std::min(others, 4u); ++other) {
            text += (other ? ", " : " ") + grid.other_name + " " + std::to_string(other) +
                    (other ? " at " : " begins at index ") + std::to_string(grid.at(bin, other));
        }
        const int op = builder.begin(text + (others > 4 ? ", ..." : ".") +
                                     (bin == 0 ? "" : " That many keys come before."));
        std::fill(shown_at.begin() + bin, shown_at.begin() + std::min(bins, bin + a_step), op);
    }

    const float height = builder.height_of(*array, cell);
    constexpr float kHead = 1.0f, kGap = 1.6f;
    const float gap = counts_array ? kGap : 0;
    const float count_height = counts_array ? builder.height_of(*counts_array, cell) : 0;
    int counts_row = -1, own_row = -1;
    for (uint32_t first = 0; first < entries; first += per_line) {
        const uint32_t end = std::min(entries, first + per_line);
        const auto x_of = [&](uint32_t entry) { return static_cast<float>(entry - first) * cell; };
        // Bins on top, tiles below them.
        builder.name(grid.bin_name, kHead, 0);
        for (uint32_t entry = first; entry < end;) {
            const uint32_t bin = entry / others, last = std::min(end, (bin + 1) * others);
            FigureCell& head =
                builder.label(std::to_string(bin),
                              {x_of(entry), builder.y, static_cast<float>(last - entry) * cell, kHead}, 0);
            head.tone = digits ? Tone::digit : Tone::plain;
            head.digit = digits ? static_cast<int>(bin) : -1;
            entry = last;
        }
        builder.y += kHead;
        if (others > 1) {
            builder.name(grid.other_name, kHead, 0);
            for (uint32_t entry = first; entry < end; ++entry) {
                builder.label(std::to_string(entry % others), {x_of(entry), builder.y, cell, kHead}, 0).tone =
                    Tone::faint;
            }
            builder.y += kHead;
        }
        if (counts_array) {
            const TableGrid counts(*counts_array);
            if (own_counts && counts_row < 0)
                counts_row =
                    builder.row(picture.with, counts_array->sentence, counts_array->words, count_height);
            else
                builder.name(picture.with, count_height, 0);
            builder.figure.rows.back().shown_at = 0;
            for (uint32_t entry = first; entry < end; ++entry) {
                const uint32_t bin = entry / others, other = entry % others, index = counts.index(bin, other);
                const Area area{x_of(entry), builder.y, cell, count_height};
                FigureCell& count = own_counts
                                        ? builder.word(counts_row, index, area, 0)
                                        : builder.label(std::to_string(counts_array->words[index]), area, 0);
                count.tone = counts_array->words[index] == 0 ? Tone::faint
                             : digits                        ? Tone::digit
                                                             : Tone::plain;
                count.digit = count.tone == Tone::digit ? static_cast<int>(bin) : -1;
                // Its count, and the sum before it, make the next sum.
                if (entry + 1 == end) continue;
                FigureLine& line = builder.line({x_of(entry) + cell / 2, builder.y + count_height},
                                                {x_of(entry) + cell * 1.5f, builder.y + count_height + gap},
                                                shown_at[(entry + 1) / others]);
                line.tone = digits && counts_array->words[index] > 0 ? Tone::digit : Tone::faint;
                line.digit = static_cast<int>(bin);
                line.arrow = true;
                if (cell >= 2 && counts_array->words[index] > 0)
                    line.label = "+" + std::to_string(counts_array->words[index]);
            }
            builder.y += count_height + gap;
        }
        if (own_row < 0)
            own_row = builder.row(*array, height);
        else
            builder.name(array->name, height, 0);
        builder.figure.rows.back().shown_at = 0;
        for (uint32_t entry = first; entry < end; ++entry) {
            const uint32_t bin = entry / others, other = entry % others;
            builder
                .word(own_row, grid.index(bin, other), {x_of(entry), builder.y, cell, height}, shown_at[bin])
                .state = CellState::written;
        }
        builder.y += height + 0.8f;
    }
}

}  // namespace app::parts
