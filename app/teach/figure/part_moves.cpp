// Where each pair goes: curves coloured by digit from the row where the pairs stand to the row that is written.
#include <algorithm>
#include <numeric>

#include "app/teach/figure/parts.h"

namespace app::parts {
namespace {

/// Curves need room to be told apart; where none crosses another, little is enough.
float gap_of(const Sheet& sheet, const Words& to) {
    if (to == sheet.standing.pairs) return 2;
    return std::clamp(3 + sheet.figure.width / 13, 5.0f, 12.0f);
}

/// The pairs' indices before the stage.
std::map<uint32_t, uint32_t> columns_of(const Words& pairs) {
    std::map<uint32_t, uint32_t> columns;
    for (uint32_t i = 0; i < pairs.size(); ++i) columns[pairs[i]] = i;
    return columns;
}

struct Run {
    uint32_t tile;
    int group;
    Words to;  // columns in the result, ascending
};

std::vector<Run> runs_of(const Sheet& sheet, const std::map<uint32_t, uint32_t>& before, bool by_group) {
    std::map<std::pair<uint32_t, int>, Words> runs;
    const Words& after = sheet.step().values;
    for (uint32_t i = 0; i < after.size(); ++i) {
        const uint32_t tile = before.at(after[i]) / sheet.tile_pairs();
        runs[{tile, by_group ? sheet.group_of(after[i]) : -1}].push_back(i);
    }
    std::vector<Run> list;
    for (auto& [key, to] : runs) list.push_back({key.first, key.second, std::move(to)});
    return list;
}

std::string sentence_of(const Sheet& sheet, const Run& run) {
    std::string text = sheet.tile_prefix(run.tile, run.tile + 1) + counted(run.to.size(), "key");
    if (run.group >= 0) text += sheet.group_text(run.group);
    size_t stretches = 1;
    for (size_t i = 1; i < run.to.size(); ++i) stretches += run.to[i] != run.to[i - 1] + 1;
    text += run.to.size() == 1 ? " goes to " : " go to ";
    text += (stretches == 1 ? "" : "their places in ") + index_range(run.to.front(), run.to.back());
    return text + (stretches == 1 ? "." : ", in " + std::to_string(stretches) + " stretches.");
}

/// A row of words coloured by group, `pairs` by column; empty pairs: not known.
void coloured(Sheet& sheet, const LessonArray& array, const Words& pairs, const std::vector<int>& shown_at) {
    const size_t begin = sheet.figure.cells.size();
    sheet.words(array.name, array.sentence, array.words, pairs, shown_at);
    for (size_t i = begin; i < sheet.figure.cells.size(); ++i) {
        FigureCell& cell = sheet.figure.cells[i];
        if (cell.pair == kNoPair) continue;
        cell.digit = sheet.group_of(cell.pair);
        if (cell.digit >= 0) cell.tone = Tone::digit;
    }
    if (!pairs.empty()) sheet.standing = {sheet.y - 0.4f, pairs};
}

/// One operation per tile; the pairs go to the row in this order.
void to_row(Sheet& sheet, const LessonArray& array, const Words& pairs, const std::string& what) {
    std::vector<int> shown_at(array.words.size());
    const uint32_t together = sheet.tiles_together(4);
    for (uint32_t tile = 0; tile < sheet.tiles(); tile += together) {
        const uint32_t last = std::min(sheet.tiles(), tile + together);
        const uint32_t first = sheet.tile_begin(tile), end = sheet.tile_begin(last);
        const int op = sheet.begin(sheet.tile_prefix(tile, last) + counted(end - first, "key") + " " + what +
                                   " Key " + std::to_string(array.words[first]) + " comes first.");
        std::fill(shown_at.begin() + first, shown_at.begin() + end, op);
    }
    if (!pairs.empty()) {
        sheet.stand_again();
        sheet.y = sheet.standing.bottom + gap_of(sheet, pairs);
        sheet.curves(pairs, shown_at, sheet.y);
    }
    coloured(sheet, array, pairs, shown_at);
}

}  // namespace

void exchange(Sheet& sheet, const Picture& picture) {
    const LessonArray* const array = sheet.take(picture.array, sheet.count());
    if (!array) return;
    // Stable in the tile by group; where the words are not so, the picture claims nothing of where they come from.
    const LessonStep& step = sheet.step();
    Words order(sheet.count());
    std::iota(order.begin(), order.end(), 0u);
    for (uint32_t tile = 0; tile < sheet.tiles(); ++tile) {
        std::stable_sort(order.begin() + sheet.tile_begin(tile), order.begin() + sheet.tile_begin(tile + 1),
                         [&](uint32_t a, uint32_t b) {
                             return sheet.group_of(step.values_before[a]) <
                                    sheet.group_of(step.values_before[b]);
                         });
    }
    Words pairs;
    for (uint32_t i = 0; i < order.size(); ++i) {
        if (step.keys_before[order[i]] != array->words[i]) break;
        pairs.push_back(step.values_before[order[i]]);
    }
    if (pairs.size() != order.size()) pairs.clear();
    to_row(sheet, *array, pairs, "are put in order of the " + sheet.group_name() + " in shared memory.");
}

void copied(Sheet& sheet, const Picture& picture) {
    const LessonArray* const places = sheet.earlier(picture.with);
    if (!places || places->words.size() != sheet.count()) return;
    const LessonArray* const array = sheet.take(picture.array, sheet.count());
    if (!array) return;
    Words pairs;
    for (uint32_t i = 0; i < sheet.count(); ++i) {
        const uint32_t from = places->words[i];
        if (from >= sheet.count() || sheet.step().keys_before[from] != array->words[i]) break;
        pairs.push_back(sheet.step().values_before[from]);
    }
    if (pairs.size() != sheet.count()) pairs.clear();
    to_row(sheet, *array, pairs, "are kept, in order.");
}

void moves(Sheet& sheet, const Picture&) {
    const LessonStep& step = sheet.step();
    if (step.keys.empty()) return;
    const auto before = columns_of(step.values_before);
    const bool whole = step.values.size() == step.values_before.size() &&
                       columns_of(step.values).size() == step.values.size() &&
                       std::all_of(step.values.begin(), step.values.end(),
                                   [&](uint32_t pair) { return before.count(pair) > 0; });
    if (!whole) {  // of a broken model: there is no telling which pair went where
        sheet.begin("The result has pairs twice or not at all: pairs were lost.");
        sheet.y += 1.5f;
        sheet.keys("key after", step.keys, step.values, {});
        return;
    }
    std::vector<Run> runs = runs_of(sheet, before, true);
    if (sheet.figure.operations.size() + runs.size() > kMostOperations) runs = runs_of(sheet, before, false);
    std::vector<int> shown_at(step.values.size());
    for (const Run& run : runs) {
        const int op = sheet.begin(sentence_of(sheet, run));
        for (const uint32_t to : run.to) shown_at[to] = op;
    }
    sheet.stand_again();
    sheet.y = sheet.standing.bottom + gap_of(sheet, step.values);
    sheet.curves(step.values, shown_at, sheet.y);
    sheet.keys("key after", step.keys, step.values, shown_at);
    sheet.indices();
}

}  // namespace app::parts
