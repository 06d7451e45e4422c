// What the repair by movers of `adaptive` does with the keys of the stage: which pairs are removed so that
// the remainder ascends, and where they are merged in.
#include <algorithm>

#include "app/teach/figure/parts.h"
#include "sort/engines/adaptive/movers_model.h"
#include "sort/engines/adaptive/shapes.h"
#include "sort/engines/sortable.h"

namespace app::parts {
namespace {

constexpr uint32_t kReach = 32;  // of the kernels

/// Returns the place of each pair after the sort.
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
void draw_rest(FigureBuilder& builder, const Words& rounds, int shown_at) {
    const Words& keys = builder.step().keys_before;
    const uint32_t largest = std::max(1u, *std::max_element(keys.begin(), keys.end()));
    const float height = std::max(2.5f, builder.height_of(keys) / 0.6f);
    builder.name("rest", height, shown_at);
    builder.name("removed in round", 1, shown_at);
    builder.figure.rows.back().y += height;
    for (uint32_t i = 0; i < rounds.size(); ++i) {
        const auto x = static_cast<float>(i);
        const bool removed = rounds[i] != 0;
        FigureCell& cell = builder.label(std::to_string(keys[i]), {x, builder.y, 1, height}, shown_at);
        cell.pair = builder.step().values_before[i];
        cell.bar = static_cast<float>(keys[i]) / static_cast<float>(largest);
        cell.tone = removed ? Tone::wrong : Tone::plain;
        cell.state = removed ? CellState::read : CellState::idle;
        if (!removed) continue;
        FigureCell& round = builder.label(std::to_string(rounds[i]), {x, builder.y + height, 1, 1}, shown_at);
        round.pair = cell.pair;
        round.tone = Tone::wrong;
    }
    builder.borders(builder.y, height, shown_at, false);
    builder.y += height + 1;
}

}  // namespace

void movers(FigureBuilder& builder, const Picture&) {
    const LessonStep& step = builder.step();
    const uint32_t most = sort::adaptive::most_movers(builder.count());
    const sort::Options& options = builder.lesson().setup.options;
    const sort::KeyBits bits = sort::key_bits(options.begin_bit, options.end_bit);
    Words keys;
    for (const uint32_t key : step.keys_before) keys.push_back(bits(key));
    const auto rounds =
        sort::adaptive::removal_rounds(keys, {builder.tile_pairs(), kReach, builder.tile_pairs() / 4});
    if (!rounds || step.values.size() != keys.size()) return;
    const auto removed = static_cast<uint32_t>(
        std::count_if(rounds->begin(), rounds->end(), [](uint32_t round) { return round != 0; }));
    if (removed == 0 || removed > most) return;

    const int op = builder.begin(removal_text(removed, *std::max_element(rounds->begin(), rounds->end())));
    draw_rest(builder, *rounds, op);

    // Where they go: lines down to the places in the result.
    const std::map<uint32_t, uint32_t> places = places_after(step);
    const float top = builder.y, gap = 5, height = builder.height_of(step.keys_before);
    uint32_t farthest = 0;
    const int merged = builder.begin(
        "A binary search in the rest finds where each of them goes; the pairs between "
        "their old and new places move on by as many places as pairs have left or come.");
    for (uint32_t i = 0; i < rounds->size(); ++i) {
        const uint32_t pair = step.values_before[i];
        const auto to = places.find(pair);
        if ((*rounds)[i] == 0 || to == places.end()) continue;
        farthest = std::max(farthest, i < to->second ? to->second - i : i - to->second);
        const auto x = static_cast<float>(to->second);
        FigureLine& line = builder.line({static_cast<float>(i) + 0.5f, top}, {x + 0.5f, top + gap}, merged);
        line.curved = line.arrow = true;
        line.tone = Tone::wrong;
        line.width = 1.5f;
        line.pair = pair;
        FigureCell& cell =
            builder.label(std::to_string(step.keys_before[i]), {x, top + gap, 1, height}, merged);
        cell.pair = pair;
        cell.tone = Tone::good;
    }
    builder.name("movers, merged", height, merged);
    builder.figure.rows.back().y = top + gap;
    builder.y = top + gap + height + 0.4f;
    builder.text(0, builder.y,
                 counted(removed, "mover") + ", at most " + std::to_string(most) +
                     " of that many pairs; the farthest by " + counted(farthest, "place"),
                 merged, Align::left, Tone::faint);
    builder.y += 1.6f;
}

}  // namespace app::parts
