// Decoupled look-back: time runs down, a box per tile. X: nothing published, A: the tile's own counts, P: a total of
// all tiles so far. Arrows go from a tile to those that it reads.
#include <algorithm>

#include "app/teach/figure/parts.h"

namespace app::parts {

void look_back(FigureBuilder& builder, const Picture& picture) {
    const LessonArray* const array = builder.take(picture.array);
    if (!array || array->columns == 0 || array->words.empty()) return;
    const uint32_t looks = array->columns, tiles = static_cast<uint32_t>(array->words.size()) / looks;
    const float width = std::clamp(builder.figure.width / static_cast<float>(tiles), 1.0f,
                                   static_cast<float>(builder.tile_pairs()));
    constexpr float kBox = 1.2f, kGap = 3;
    const auto state_row = [&](const char* name, uint32_t first, uint32_t end, int shown_at, bool totals) {
        builder.name(name, kBox, shown_at);
        for (uint32_t tile = 0; tile < tiles; ++tile) {
            const bool has_total = tile < first || (totals && tile < end) || tile == 0;
            const bool has_counts = tile < end;
            FigureCell& cell =
                builder.label(has_total && has_counts ? "P"
                              : has_counts            ? "A"
                                                      : "X",
                              {static_cast<float>(tile) * width, builder.y, width, kBox}, shown_at);
            cell.tone = has_total && has_counts ? Tone::good : has_counts ? Tone::strong : Tone::faint;
            cell.state = has_counts ? CellState::idle : CellState::waiting;
        }
        builder.y += kBox;
    };
    builder.text(0, builder.y,
                 "Time runs down. X: nothing published. A: own counts. P: total of all tiles so far.", 0,
                 Align::left, Tone::faint);
    builder.y += 1.2f;
    for (uint32_t first = 0; first < tiles; first += looks) {
        const uint32_t end = std::min(tiles, first + looks);
        const std::string who = end == first + 1
                                    ? "Tile " + std::to_string(first)
                                    : "Tiles " + std::to_string(first) + " to " + std::to_string(end - 1);
        const int published = builder.begin(
            who + (end == first + 1 ? " takes its number" : " take their numbers") + " from a counter, " +
            (end == first + 1 ? "ranks its pairs and publishes its counts"
                              : "rank their pairs and publish their counts") +
            (first == 0 ? " (A); tile 0 has nothing before it, so its counts are a total (P)." : " (A)."));
        state_row("published", first, end, published, false);
        int op = published;
        for (uint32_t tile = std::max(1u, first); tile < end; ++tile) {
            for (uint32_t look = 0; look < looks; ++look) {
                const uint32_t found = array->words[tile * looks + look];
                if (found == 0 || look >= tile) continue;
                const uint32_t read = tile - 1 - look;
                const auto at = static_cast<float>(look);
                op = builder.begin("Tile " + std::to_string(tile) + " looks back at tile " +
                                   std::to_string(read) +
                                   (found == 2 ? ": a total (P). It adds it, and the look-back ends."
                                               : ": its counts (A). It adds them and goes on."));
                FigureLine& line =
                    builder.line({(static_cast<float>(tile) + 0.3f + 0.2f * at) * width, builder.y + kGap},
                                 {(static_cast<float>(read) + 0.7f - 0.2f * at) * width, builder.y}, op);
                line.arrow = line.curved = true;
                line.tone = found == 2 ? Tone::good : Tone::strong;
                line.width = 1.5f;
                line.label = found == 2 ? "+P" : "+A";
            }
        }
        builder.y += kGap;
        op = builder.begin(who + (end == first + 1 ? " publishes its total" : " publish their totals") +
                           " (P).");
        state_row("look-back done", first, end, op, true);
        builder.y += 0.4f;
    }
    // What was read, as the array has it.
    const int row = builder.row(*array, 1.1f * static_cast<float>(looks));
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        for (uint32_t look = 0; look < looks; ++look) {
            FigureCell& cell = builder.word(
                row, tile * looks + look,
                {static_cast<float>(tile) * width, builder.y + 1.1f * static_cast<float>(look), width, 1.1f},
                builder.now());
            cell.tone = array->words[tile * looks + look] == 0 ? Tone::faint : Tone::plain;
        }
    }
    builder.y += 1.1f * static_cast<float>(looks) + 0.6f;
}

}  // namespace app::parts
