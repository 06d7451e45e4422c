// How far keys are from their places, and what follows: a bar per key, and the decision of `adaptive` on a scale.
#include <algorithm>
#include <numeric>

#include "app/teach/figure/parts.h"
#include "sort/engines/sortable.h"

namespace app::parts {
namespace {

/// to[i]: where the pair at index i belongs, by the stage's keys; pairs with equal keys keep their order.
Words sorted_places(const FigureBuilder& builder) {
    const Words& keys = builder.step().keys_before;
    const sort::Options& options = builder.lesson().setup.options;
    const sort::KeyBits bits = sort::key_bits(options.begin_bit, options.end_bit);
    Words order(keys.size()), to(keys.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return bits(keys[a]) < bits(keys[b]); });
    for (uint32_t place = 0; place < order.size(); ++place) to[order[place]] = place;
    return to;
}

uint32_t distance(uint32_t a, uint32_t b) { return a < b ? b - a : a - b; }

/// Returns how far outside its tile a pair lies that belongs to it: so far the window must reach.
uint32_t reach_of(const FigureBuilder& builder, const Words& to) {
    uint32_t reach = 0;
    for (uint32_t i = 0; i < to.size(); ++i) {
        const uint32_t tile = to[i] / builder.tile_pairs();
        const uint32_t first = builder.tile_begin(tile), end = builder.tile_begin(tile + 1);
        if (i < first) reach = std::max(reach, first - i);
        if (i >= end) reach = std::max(reach, i - end + 1);
    }
    return reach;
}

}  // namespace

void displacement(FigureBuilder& builder, const Picture&) {
    if (builder.count() == 0) return;
    const Words to = sorted_places(builder);
    uint32_t most = 0, moved = 0;
    for (uint32_t i = 0; i < to.size(); ++i) {
        most = std::max(most, distance(i, to[i]));
        moved += to[i] != i;
    }
    const int op = builder.begin("How far each key is from its place in the sorted order: " +
                                 (moved == 0 ? std::string("all are in their places.")
                                             : counted(moved, "key") + (moved == 1 ? " moves" : " move") +
                                                   ", at most by " + counted(most, "place") + "."));
    const float height = std::max(2.5f, builder.height_of(std::to_string(most).size()) / 0.6f);
    builder.name("displacement", height, op);
    for (uint32_t i = 0; i < to.size(); ++i) {
        const uint32_t far = distance(i, to[i]);
        FigureCell& cell =
            builder.label(std::to_string(far), {static_cast<float>(i), builder.y, 1, height}, op);
        cell.pair = builder.step().values_before[i];
        cell.bar = static_cast<float>(far) / static_cast<float>(std::max(most, 1u));
        cell.tone = far == 0 ? Tone::faint : Tone::plain;
    }
    builder.borders(builder.y, height, op, false);
    builder.y += height + 0.6f;
}

void decision(FigureBuilder& builder, const Picture& picture) {
    const LessonArray* const halo = builder.earlier(picture.with);
    if (!halo || halo->words.size() != 1) return;
    const LessonArray* const proved = builder.take(picture.array, 1);
    if (!proved) return;
    const Words to = sorted_places(builder);
    const uint32_t reach = reach_of(builder, to), limit = halo->words[0];
    const bool in_order = app::descents(builder.step().keys_before) == 0, repaired = proved->words[0] != 0;
    const LessonArray* const crowded = builder.earlier("crowded");
    const bool gave_up = crowded && std::any_of(crowded->words.begin(), crowded->words.end(),
                                                [](uint32_t word) { return word != 0; });
    const std::string end = in_order   ? "in order: nothing is written"
                            : repaired ? "the windows are written"
                                       : "the full sort follows";
    const int op = builder.begin(
        (in_order     ? std::string("No key is greater than the next")
         : reach == 0 ? "No pair lies outside the tile that it belongs into; windows reach " +
                            std::to_string(limit) + " places further"
                      : "The pair that is furthest outside its tile lies " + counted(reach, "place") +
                            " beyond the border; windows reach " + std::to_string(limit)) +
        (gave_up ? ", but a block gave up" : "") + ": " + (in_order ? "nothing is written." : end + "."));

    // The scale has the halo in its middle, so that both sides of the mark have room.
    const float first = 0.25f * builder.figure.width, width = 0.75f * builder.figure.width - 0.5f;
    const uint32_t most = std::max({2 * limit, reach, 1u});
    const auto x_of = [&](uint32_t places) {
        return first + width * static_cast<float>(places) / static_cast<float>(most);
    };
    const auto zone = [&](float from, float to_x, const char* text, bool taken) {
        FigureCell& cell = builder.label(text, {from, builder.y, to_x - from, 1.4f}, op);
        cell.tone = taken ? Tone::good : Tone::faint;
        cell.state = taken ? CellState::done : CellState::idle;
    };
    builder.name("decision", 1.4f, op);
    zone(0, first - 0.5f, "in order: nothing", in_order);
    zone(first, x_of(limit), "windows", !in_order && repaired);
    zone(x_of(limit), x_of(most), "full sort", !repaired);
    builder.y += 1.6f;
    builder.text(x_of(limit), builder.y + 1.1f, "halo: " + std::to_string(limit), op, Align::middle);
    if (!in_order) {
        const float x = x_of(reach);
        FigureLine& mark = builder.line({x, builder.y + 1.2f}, {x, builder.y}, op);
        mark.arrow = true;
        mark.width = 2;
        mark.tone = repaired ? Tone::good : Tone::wrong;
        if (reach != limit)
            builder.text(std::clamp(x, 3.0f, builder.figure.width - 3), builder.y + 1.1f,
                         "furthest outside its tile: " + std::to_string(reach), op, Align::middle);
    }
    builder.y += 2.3f;
    const int row = builder.row(*proved, 1.4f);
    FigureCell& cell = builder.word(row, 0, {0, builder.y, 4, 1.4f}, op);
    cell.tone = repaired ? Tone::good : Tone::wrong;
    cell.state = repaired ? CellState::done : CellState::idle;
    builder.text(4.5f, builder.y + 0.2f, end, op);
    builder.y += 1.8f;
}

}  // namespace app::parts
