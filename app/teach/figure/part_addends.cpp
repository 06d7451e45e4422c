// What a place is made of, where the first addend stands in a table: bins x segments of the offsets. Each segment's
// tiles follow each other, so that a bin goes on where the tile before has left it.
#include <algorithm>

#include "app/teach/figure/parts.h"
#include "app/teach/figure/table_grid.h"

namespace app::parts {
namespace {

/// Returns the word of the table that a pair of `bin` starts from: the last one of its bin that is not behind
/// its place. Where a segment has no pair of the bin, the next one starts from the same index.
uint32_t first_addend(const TableGrid& grid, uint32_t bin, uint32_t place) {
    uint32_t found = 0;
    for (uint32_t segment = 1; segment < grid.others(); ++segment) {
        if (grid.at(bin, segment) <= place) found = segment;
    }
    return grid.index(bin, found);
}

void row_of_labels(FigureBuilder& builder, const std::string& name, const Words& words, int shown_at) {
    const float height = builder.height_of(words);
    builder.name(name, height, shown_at);
    for (uint32_t i = 0; i < words.size(); ++i) {
        FigureCell& cell =
            builder.label(std::to_string(words[i]), {static_cast<float>(i), builder.y, 1, height}, shown_at);
        cell.pair = builder.step().values_before[i];
        cell.tone = words[i] == 0 ? Tone::faint : Tone::plain;
    }
    builder.y += height;
}

}  // namespace

void addends(FigureBuilder& builder, const Picture& picture) {
    const LessonStep& step = builder.step();
    const LessonArray* const offsets = array_named(step, picture.array);
    const LessonArray* const ranks = array_named(step, picture.with);
    const LessonArray* const places = array_named(step, "places");
    const LessonArray* const digits = array_named(step, "digits");
    if (!offsets || offsets->words.empty()) return;
    for (const LessonArray* array : {ranks, places, digits}) {
        if (!array || array->words.size() != builder.count()) return;
    }
    const TableGrid grid(*offsets);
    Words firsts, earlier;
    std::vector<std::vector<uint32_t>> pairs_of(offsets->words.size());
    for (uint32_t i = 0; i < builder.count(); ++i) {
        const uint32_t word = first_addend(grid, digits->words[i], places->words[i]);
        pairs_of[word].push_back(step.values_before[i]);
        firsts.push_back(offsets->words[word]);
        earlier.push_back(places->words[i] - firsts.back() - ranks->words[i]);
    }
    const bool any_earlier = std::any_of(earlier.begin(), earlier.end(), [](uint32_t n) { return n > 0; });
    const int op = builder.begin(
        std::string("A place is a sum: the ") + picture.array + " word of the pair's bin and segment" +
        (any_earlier ? ", the pairs of its bin in the segment's earlier tiles," : "") +
        " and its rank in the tile. Follow a key: its addends light up.");
    for (FigureCell& cell : builder.figure.cells) {
        if (cell.row >= 0 && builder.figure.rows[static_cast<size_t>(cell.row)].name == picture.array)
            cell.addend_of = pairs_of[cell.index];
    }
    row_of_labels(builder, "offset of its bin", firsts, op);
    if (any_earlier) row_of_labels(builder, "+ earlier tiles", earlier, op);
}

}  // namespace app::parts
