// What the repair by movers of `adaptive` does with the keys of the stage: which pairs are removed so that the rest
// ascends, and where they are merged in.
#include <algorithm>

#include "app/teach/figure/parts.h"
#include "sort/engines/adaptive/movers_model.h"
#include "sort/engines/adaptive/shapes.h"
#include "sort/engines/sortable.h"

namespace app::parts {
namespace {

constexpr uint32_t kReach = 32;  // of the kernels

/// Of the sorted pairs: each pair's place.
std::map<uint32_t, uint32_t> places_after(const LessonStep& step) {
    std::map<uint32_t, uint32_t> places;
    for (uint32_t i = 0; i < step.values.size(); ++i) places[step.values[i]] = i;
    return places;
}

std::string removal_text(size_t removed, uint32_t last_round) {
    return "The sorter's next call removes " + counted(removed, "pair") +
           (last_round > 1 ? " in " + std::to_string(last_round) + " rounds" : "") +
           ": at each descent the key that fits less beside its other neighbours. What is left ascends.";
}

/// A bar per key, those that are removed outlined, with the number of the round below.
void draw_rest(Sheet& sheet, const Words& rounds, int shown_at) {
    const Words& keys = sheet.step().keys_before;
    const uint32_t largest = std::max(1u, *std::max_element(keys.begin(), keys.end()));
    const float height = std::max(2.5f, sheet.height_of(keys) / 0.6f);
    sheet.name("rest", height, shown_at);
    sheet.name("removed in round", 1, shown_at);
    sheet.figure.rows.back().y += height;
    for (uint32_t i = 0; i < rounds.size(); ++i) {
        const auto x = static_cast<float>(i);
        const bool removed = rounds[i] != 0;
        FigureCell& cell = sheet.label(std::to_string(keys[i]), {x, sheet.y, 1, height}, shown_at);
        cell.pair = sheet.step().values_before[i];
        cell.bar = static_cast<float>(keys[i]) / static_cast<float>(largest);
        cell.tone = removed ? Tone::wrong : Tone::plain;
        cell.state = removed ? CellState::read : CellState::idle;
        if (!removed) continue;
        FigureCell& round = sheet.label(std::to_string(rounds[i]), {x, sheet.y + height, 1, 1}, shown_at);
        round.pair = cell.pair;
        round.tone = Tone::wrong;
    }
    sheet.borders(sheet.y, height, shown_at, false);
    sheet.y += height + 1;
}

}  // namespace

void movers(Sheet& sheet, const Picture&) {
    const LessonStep& step = sheet.step();
    const uint32_t most = sort::adaptive::most_movers(sheet.count());
    const sort::Options& options = sheet.lesson().setup.options;
    const sort::KeyBits bits = sort::key_bits(options.begin_bit, options.end_bit);
    Words keys;
    for (const uint32_t key : step.keys_before) keys.push_back(bits(key));
    const auto rounds =
        sort::adaptive::removal_rounds(keys, {sheet.tile_pairs(), kReach, sheet.tile_pairs() / 4});
    if (!rounds || step.values.size() != keys.size()) return;
    const auto removed = static_cast<uint32_t>(
        std::count_if(rounds->begin(), rounds->end(), [](uint32_t round) { return round != 0; }));
    if (removed == 0 || removed > most) return;

    const int op = sheet.begin(removal_text(removed, *std::max_element(rounds->begin(), rounds->end())));
    draw_rest(sheet, *rounds, op);

    // Where they go: lines down to the places in the result.
    const std::map<uint32_t, uint32_t> places = places_after(step);
    const float top = sheet.y, gap = 5, height = sheet.height_of(step.keys_before);
    uint32_t farthest = 0;
    const int merged = sheet.begin(
        "A binary search in the rest finds where each of them goes; the pairs between "
        "their old and new places move on by as many places as pairs have left or come.");
    for (uint32_t i = 0; i < rounds->size(); ++i) {
        const uint32_t pair = step.values_before[i];
        const auto to = places.find(pair);
        if ((*rounds)[i] == 0 || to == places.end()) continue;
        farthest = std::max(farthest, i < to->second ? to->second - i : i - to->second);
        const auto x = static_cast<float>(to->second);
        FigureLine& line = sheet.line({static_cast<float>(i) + 0.5f, top}, {x + 0.5f, top + gap}, merged);
        line.curved = line.arrow = true;
        line.tone = Tone::wrong;
        line.width = 1.5f;
        line.pair = pair;
        FigureCell& cell =
            sheet.label(std::to_string(step.keys_before[i]), {x, top + gap, 1, height}, merged);
        cell.pair = pair;
        cell.tone = Tone::good;
    }
    sheet.name("movers, merged", height, merged);
    sheet.figure.rows.back().y = top + gap;
    sheet.y = top + gap + height + 0.4f;
    sheet.text(0, sheet.y,
               counted(removed, "mover") + ", at most " + std::to_string(most) +
                   " of so many pairs; the farthest by " + counted(farthest, "place"),
               merged, Align::left, Tone::faint);
    sheet.y += 1.6f;
}

}  // namespace app::parts
