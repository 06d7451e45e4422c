// Where each pair goes: curves coloured by digit from the row where the pairs stand to the row that is written.
#include <algorithm>
#include <numeric>

#include "app/teach/figure/parts.h"

namespace app::parts {
namespace {

/// Curves need room to be told apart; where none crosses another, little is enough.
float gap_of(const FigureBuilder& builder, const Words& to) {
    if (to == builder.current_row.pairs) return 2;
    return std::clamp(3 + builder.figure.width / 13, 5.0f, 12.0f);
}

/// Returns the pairs' indices before the stage.
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

std::vector<Run> runs_of(const FigureBuilder& builder, const std::map<uint32_t, uint32_t>& before,
                         bool by_group) {
    std::map<std::pair<uint32_t, int>, Words> runs;
    const Words& after = builder.step().values;
    for (uint32_t i = 0; i < after.size(); ++i) {
        const uint32_t tile = before.at(after[i]) / builder.tile_pairs();
        runs[{tile, by_group ? builder.group_of(after[i]) : -1}].push_back(i);
    }
    std::vector<Run> list;
    for (auto& [key, to] : runs) list.push_back({key.first, key.second, std::move(to)});
    return list;
}

std::string sentence_of(const FigureBuilder& builder, const Run& run) {
    std::string text = builder.tile_prefix(run.tile, run.tile + 1) + counted(run.to.size(), "key");
    if (run.group >= 0) text += builder.group_text(run.group);
    size_t stretches = 1;
    for (size_t i = 1; i < run.to.size(); ++i) stretches += run.to[i] != run.to[i - 1] + 1;
    text += run.to.size() == 1 ? " goes to " : " go to ";
    text += (stretches == 1 ? "" : "their places in ") + index_range(run.to.front(), run.to.back());
    return text + (stretches == 1 ? "." : ", in " + std::to_string(stretches) + " stretches.");
}

/// A row of words coloured by group, `pairs` by column; empty pairs: not known.
void coloured(FigureBuilder& builder, const LessonArray& array, const Words& pairs,
              const std::vector<int>& shown_at) {
    const size_t begin = builder.figure.cells.size();
    builder.words(array, pairs, shown_at);
    for (size_t i = begin; i < builder.figure.cells.size(); ++i) {
        FigureCell& cell = builder.figure.cells[i];
        if (cell.pair == kNoPair) continue;
        cell.digit = builder.group_of(cell.pair);
        if (cell.digit >= 0) cell.tone = Tone::digit;
    }
    if (!pairs.empty()) builder.current_row = {builder.y - 0.4f, pairs};
}

/// Moves the pairs to the row in this order, with one operation per tile.
void to_row(FigureBuilder& builder, const LessonArray& array, const Words& pairs, const std::string& what) {
    std::vector<int> shown_at(array.words.size());
    const uint32_t together = builder.tiles_together(4);
    for (uint32_t tile = 0; tile < builder.tiles(); tile += together) {
        const uint32_t last = std::min(builder.tiles(), tile + together);
        const uint32_t first = builder.tile_begin(tile), end = builder.tile_begin(last);
        const int op = builder.begin(builder.tile_prefix(tile, last) + counted(end - first, "key") + " " +
                                     what + " Key " + std::to_string(array.words[first]) + " comes first.");
        std::fill(shown_at.begin() + first, shown_at.begin() + end, op);
    }
    if (!pairs.empty()) {
        builder.stand_again();
        builder.y = builder.current_row.bottom + gap_of(builder, pairs);
        builder.curves(pairs, shown_at, builder.y);
    }
    coloured(builder, array, pairs, shown_at);
}

}  // namespace

void exchange(FigureBuilder& builder, const Picture& picture) {
    const LessonArray* const array = builder.take(picture.array, builder.count());
    if (!array) return;
    // Stable in the tile by group; where the words are not so, the picture claims nothing of where they come from.
    const LessonStep& step = builder.step();
    Words order(builder.count());
    std::iota(order.begin(), order.end(), 0u);
    for (uint32_t tile = 0; tile < builder.tiles(); ++tile) {
        std::stable_sort(order.begin() + builder.tile_begin(tile),
                         order.begin() + builder.tile_begin(tile + 1), [&](uint32_t a, uint32_t b) {
                             return builder.group_of(step.values_before[a]) <
                                    builder.group_of(step.values_before[b]);
                         });
    }
    Words pairs;
    for (uint32_t i = 0; i < order.size(); ++i) {
        if (step.keys_before[order[i]] != array->words[i]) break;
        pairs.push_back(step.values_before[order[i]]);
    }
    if (pairs.size() != order.size()) pairs.clear();
    to_row(builder, *array, pairs, "are put in order of the " + builder.group_name() + " in shared memory.");
}

void copied(FigureBuilder& builder, const Picture& picture) {
    const LessonArray* const places = builder.earlier(picture.with);
    if (!places || places->words.size() != builder.count()) return;
    const LessonArray* const array = builder.take(picture.array, builder.count());
    if (!array) return;
    Words pairs;
    for (uint32_t i = 0; i < builder.count(); ++i) {
        const uint32_t from = places->words[i];
        if (from >= builder.count() || builder.step().keys_before[from] != array->words[i]) break;
        pairs.push_back(builder.step().values_before[from]);
    }
    if (pairs.size() != builder.count()) pairs.clear();
    to_row(builder, *array, pairs, "are kept, in order.");
}

void moves(FigureBuilder& builder, const Picture&) {
    const LessonStep& step = builder.step();
    if (step.keys.empty()) return;
    const auto before = columns_of(step.values_before);
    const bool whole = step.values.size() == step.values_before.size() &&
                       columns_of(step.values).size() == step.values.size() &&
                       std::all_of(step.values.begin(), step.values.end(),
                                   [&](uint32_t pair) { return before.count(pair) > 0; });
    if (!whole) {  // of a broken model: there is no telling which pair went where
        builder.begin("The result has pairs twice or not at all: pairs were lost.");
        builder.y += 1.5f;
        builder.keys("key after", step.keys, step.values, {});
        return;
    }
    std::vector<Run> runs = runs_of(builder, before, true);
    if (builder.figure.operations.size() + runs.size() > kMostOperations)
        runs = runs_of(builder, before, false);
    std::vector<int> shown_at(step.values.size());
    const uint32_t followed = builder.followed(0, builder.count());
    const auto arrives = static_cast<uint32_t>(
        std::find(step.values.begin(), step.values.end(), step.values_before[followed]) -
        step.values.begin());
    for (const Run& run : runs) {
        const bool with_it = std::find(run.to.begin(), run.to.end(), arrives) != run.to.end();
        const int op = builder.begin(sentence_of(builder, run) +
                                     (with_it ? " Among them " + builder.story_of(followed) +
                                                    "; it goes to index " + std::to_string(arrives) + "."
                                              : ""));
        for (const uint32_t to : run.to) shown_at[to] = op;
    }
    builder.stand_again();
    builder.y = builder.current_row.bottom + gap_of(builder, step.values);
    builder.curves(step.values, shown_at, builder.y);
    builder.keys("key after", step.keys, step.values, shown_at);
    if (builder.lesson().names_boxes) box_numbers(builder, step.values, shown_at);
    builder.indices();
}

}  // namespace app::parts
