// One split per bit of the digit: in each tile the keys with a 0 go first, those with a 1 behind them.
#include <algorithm>

#include "app/teach/figure/parts.h"
#include "sort/engines/sortable.h"

namespace app::parts {

void splits(FigureBuilder& builder, const Picture& picture) {
    const LessonStep& step = builder.step();
    if (step.pass < 0) return;
    const LessonSetup& setup = builder.lesson().setup;
    const sort::KeyBits digit = sort::pass_digit(setup.options, setup.digit_bits, step.pass);
    Words keys = step.keys_before, pairs = step.values_before;
    for (uint32_t bit = 0; bit < 8; ++bit) {
        const LessonArray* const array =
            builder.take(picture.array + (" " + std::to_string(bit)), builder.count());
        if (!array) return;
        std::vector<int> shown_at(builder.count());
        Words next_keys, next_pairs;
        for (uint32_t tile = 0; tile < builder.tiles(); ++tile) {
            const uint32_t first = builder.tile_begin(tile), end = builder.tile_begin(tile + 1);
            for (const uint32_t value : {0u, 1u}) {
                for (uint32_t i = first; i < end; ++i) {
                    if ((digit(keys[i]) >> bit & 1) != value) continue;
                    next_keys.push_back(keys[i]);
                    next_pairs.push_back(pairs[i]);
                }
            }
            const auto ones = static_cast<size_t>(
                std::count_if(keys.begin() + first, keys.begin() + end,
                              [&](uint32_t key) { return (digit(key) >> bit & 1) == 1; }));
            const int op = builder.begin("Tile " + std::to_string(tile) + ", bit " + std::to_string(bit) +
                                         " of the digit: " + counted(end - first - ones, "key") +
                                         " with a 0 first, then " + std::to_string(ones) +
                                         " with a 1, each group in its old order.");
            std::fill(shown_at.begin() + first, shown_at.begin() + end, op);
        }
        const bool known =
            next_keys == array->words;  // else the picture claims nothing of where keys come from
        constexpr float kHeight = 0.9f;
        if (known) {
            builder.stand_again();
            builder.y = builder.current_row.bottom;
            builder.name("bit " + std::to_string(bit), kHeight, shown_at[0]);
            for (uint32_t i = 0; i < builder.count(); ++i) {
                FigureCell& cell = builder.label(std::to_string(digit(keys[i]) >> bit & 1),
                                                 {static_cast<float>(i), builder.y, 1, kHeight},
                                                 shown_at[builder.tile_begin(i / builder.tile_pairs())]);
                cell.pair = pairs[i];
                cell.tone = digit(keys[i]) >> bit & 1 ? Tone::good : Tone::plain;
            }
            builder.y += kHeight;
            builder.current_row.bottom = builder.y;
            builder.y += 4;
            builder.curves(next_pairs, shown_at, builder.y);
        }
        const size_t begin = builder.figure.cells.size();
        builder.words(*array, known ? next_pairs : Words{}, shown_at);
        for (size_t i = begin; i < builder.figure.cells.size(); ++i) {
            FigureCell& cell = builder.figure.cells[i];
            cell.digit = cell.pair == kNoPair ? -1 : builder.group_of(cell.pair);
            if (cell.digit >= 0) cell.tone = Tone::digit;
        }
        if (!known) return;
        builder.current_row = {builder.y - 0.4f, next_pairs};
        keys = next_keys;
        pairs = next_pairs;
    }
}

}  // namespace app::parts
