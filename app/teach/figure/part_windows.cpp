// Windows over the keys as brackets: the tile and a halo on either side; and the borders between the tiles that
// they leave, compared pair by pair.
#include <algorithm>

#include "app/teach/figure/parts.h"

namespace app::parts {

void windows(FigureBuilder& builder, const Picture& picture) {
    const LessonArray* const ends = builder.take(picture.with);
    const LessonArray* const begins = builder.take(picture.array);
    if (!begins || !ends || begins->words.size() != ends->words.size()) return;
    // Neighbouring windows overlap: they stand on two levels in turn.
    const float height = std::max(builder.height_of(*begins, 2), builder.height_of(*ends, 2));
    const float level = 2 * height + 0.6f;
    const int begin_row = builder.row(*begins, level / 2);
    const int end_row = builder.row(*ends, level / 2);
    builder.figure.rows[end_row].y += level / 2;
    const LessonArray* const descends = builder.earlier("descends");
    for (uint32_t i = 0; i < begins->words.size(); ++i) {
        const uint32_t first = begins->words[i], end = ends->words[i];
        const bool bad = descends && descends->words[i] != 0;
        const int op =
            builder.begin("The window of tile " + std::to_string(i) + " is " +
                          index_range(first, std::max(end, first + 1) - 1) + ": its places and a halo. " +
                          (bad ? "Some key in it is greater than the next: it is sorted."
                               : "It is in order: nothing is sorted."));
        const float y = builder.y + (i % 2) * level;
        const auto width = static_cast<float>(std::max(end, first + 1) - first);
        builder.frame(FigureFrame::bracket, {static_cast<float>(first), y, width, 1}, "", op,
                      bad ? Tone::wrong : Tone::good);
        const float own = std::min(2.0f, width / 2);
        builder.word(begin_row, i, {static_cast<float>(first), y + 0.2f, own, height}, op);
        builder.word(end_row, i, {static_cast<float>(first) + width - own, y + 0.2f + height, own, height},
                     op);
    }
    builder.figure.rows[begin_row].shown_at = builder.figure.rows[end_row].shown_at = 0;
    builder.y += 2 * level + 0.4f;
}

void borders(FigureBuilder& builder, const Picture& picture) {
    const std::string name = picture.array;
    const LessonArray* const firsts = builder.earlier("first " + name);
    const LessonArray* const lasts = builder.earlier("last " + name);
    if (!firsts || !lasts || firsts->words.size() != lasts->words.size()) return;
    const LessonArray* const first = builder.take("first " + name);
    const LessonArray* const last = builder.take("last " + name);
    if (!first || !last) return;
    const float tile_width = std::min(static_cast<float>(builder.tile_pairs()),
                                      builder.figure.width / static_cast<float>(first->words.size()));
    const float cell = std::min(3.0f, tile_width / 3);
    const float height = std::max(builder.height_of(*first, cell), builder.height_of(*last, cell));
    const int first_row = builder.row(*first, height);
    const int last_row = builder.row(*last, height);
    builder.figure.rows[last_row].y += height;
    const int tiles_shown = builder.now();
    for (uint32_t i = 0; i < first->words.size(); ++i) {
        const float x = static_cast<float>(i) * tile_width;
        const float end = std::min(x + tile_width, std::max(builder.figure.width, x + 2 * cell));
        builder.frame(FigureFrame::border, {x, builder.y, end - x, 2 * height}, "", tiles_shown,
                      Tone::strong);
        builder.word(first_row, i, {x, builder.y, cell, height}, tiles_shown);
        builder.word(last_row, i, {end - cell, builder.y + height, cell, height}, tiles_shown);
    }
    builder.y += 2 * height + 0.2f;
    const LessonArray* const ascends = *picture.with ? builder.take(picture.with) : nullptr;
    if (ascends && ascends->words.size() == first->words.size()) {
        const int row = builder.row(*ascends, 1.2f);
        builder.figure.rows.back().shown_at = tiles_shown;
        for (uint32_t i = 0; i < ascends->words.size(); ++i) {
            const bool ok = ascends->words[i] != 0;
            const bool is_last = i + 1 == ascends->words.size();
            const int op = builder.begin(
                is_last ? "Behind the last tile there is nothing to compare."
                        : "The last key of tile " + std::to_string(i) + " is " +
                              std::to_string(last->words[i]) + ", the first of tile " +
                              std::to_string(i + 1) + " is " + std::to_string(first->words[i + 1]) +
                              (last->words[i] == first->words[i + 1] ? ": equal keys, so their places decide"
                                                                     : "") +
                              (ok ? ": in order." : ": out of order, a pair lies outside its window."));
            const float x = std::min(static_cast<float>(i + 1) * tile_width, builder.figure.width) - cell / 2;
            const float left = std::min(x, builder.figure.width - cell);
            FigureCell& answer = builder.word(row, i, {left, builder.y, cell, 1.2f}, op);
            answer.tone = ok ? Tone::good : Tone::wrong;
            answer.state = ok ? CellState::done : CellState::idle;
        }
        builder.y += 1.6f;
    } else {
        builder.begin(first->name + ": " + first->sentence);
        builder.begin(last->name + ": " + last->sentence);
        for (FigureCell& drawn : builder.figure.cells) {
            if (drawn.row == first_row || drawn.row == last_row) drawn.shown_at = builder.now();
        }
        builder.y += 0.4f;
    }
}

}  // namespace app::parts
