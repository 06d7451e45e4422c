// One split per bit of the digit: in each tile the keys with a 0 go first, those with a 1 behind them.
#include <algorithm>

#include "app/teach/figure/parts.h"
#include "sort/engines/sortable.h"

namespace app::parts {

void splits(Sheet& sheet, const Picture& picture) {
    const LessonStep& step = sheet.step();
    if (step.pass < 0) return;
    const LessonSetup& setup = sheet.lesson().setup;
    const sort::KeyBits digit = sort::pass_digit(setup.options, setup.digit_bits, step.pass);
    Words keys = step.keys_before, pairs = step.values_before;
    for (uint32_t bit = 0; bit < 8; ++bit) {
        const LessonArray* const array =
            sheet.take(picture.array + (" " + std::to_string(bit)), sheet.count());
        if (!array) return;
        std::vector<int> shown_at(sheet.count());
        Words next_keys, next_pairs;
        for (uint32_t tile = 0; tile < sheet.tiles(); ++tile) {
            const uint32_t first = sheet.tile_begin(tile), end = sheet.tile_begin(tile + 1);
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
            const int op = sheet.begin("Tile " + std::to_string(tile) + ", bit " + std::to_string(bit) +
                                       " of the digit: " + counted(end - first - ones, "key") +
                                       " with a 0 first, then " + std::to_string(ones) +
                                       " with a 1, each group in its old order.");
            std::fill(shown_at.begin() + first, shown_at.begin() + end, op);
        }
        const bool known =
            next_keys == array->words;  // else the picture claims nothing of where keys come from
        constexpr float kHeight = 0.9f;
        if (known) {
            sheet.stand_again();
            sheet.y = sheet.standing.bottom;
            sheet.name("bit " + std::to_string(bit), kHeight, shown_at[0]);
            for (uint32_t i = 0; i < sheet.count(); ++i) {
                FigureCell& cell = sheet.label(std::to_string(digit(keys[i]) >> bit & 1),
                                               {static_cast<float>(i), sheet.y, 1, kHeight},
                                               shown_at[sheet.tile_begin(i / sheet.tile_pairs())]);
                cell.pair = pairs[i];
                cell.tone = digit(keys[i]) >> bit & 1 ? Tone::good : Tone::plain;
            }
            sheet.y += kHeight;
            sheet.standing.bottom = sheet.y;
            sheet.y += 4;
            sheet.curves(next_pairs, shown_at, sheet.y);
        }
        const size_t begin = sheet.figure.cells.size();
        sheet.words(array->name, array->sentence, array->words, known ? next_pairs : Words{}, shown_at);
        for (size_t i = begin; i < sheet.figure.cells.size(); ++i) {
            FigureCell& cell = sheet.figure.cells[i];
            cell.digit = cell.pair == kNoPair ? -1 : sheet.group_of(cell.pair);
            if (cell.digit >= 0) cell.tone = Tone::digit;
        }
        if (!known) return;
        sheet.standing = {sheet.y - 0.4f, next_pairs};
        keys = next_keys;
        pairs = next_pairs;
    }
}

}  // namespace app::parts
