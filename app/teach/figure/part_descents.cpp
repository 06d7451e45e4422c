// The order check: each key beside the next, and the answers joined two by two until one is left.
#include <algorithm>

#include "app/teach/figure/parts.h"
#include "sort/engines/sortable.h"

namespace app::parts {

void descents(FigureBuilder& builder, const Picture& picture) {
    const LessonArray* const array = builder.take(picture.array, 1);
    if (!array) return;
    const Words& keys = builder.step().keys_before;
    const sort::Options& options = builder.lesson().setup.options;
    const sort::KeyBits bits = sort::key_bits(options.begin_bit, options.end_bit);
    Words answers;
    for (uint32_t i = 0; i + 1 < keys.size(); ++i) answers.push_back(bits(keys[i]) > bits(keys[i + 1]));

    constexpr float kHeight = 1.0f;
    int op = 0;
    for (uint32_t tile = 0; tile < builder.tiles(); ++tile) {
        const uint32_t first = builder.tile_begin(tile);
        const uint32_t end =
            std::min<uint32_t>(builder.tile_begin(tile + 1), static_cast<uint32_t>(answers.size()));
        if (first >= end) break;
        const auto found = std::find(answers.begin() + first, answers.begin() + end, 1u);
        const auto count = std::count(answers.begin() + first, answers.begin() + end, 1u);
        std::string text = builder.tile_prefix(tile, tile + 1) + std::to_string(count) + " of " +
                           counted(end - first, "key") + (count == 1 ? " is" : " are") +
                           " greater than the next";
        if (count > 0) {
            const auto at = static_cast<size_t>(found - answers.begin());
            text += "; the first is " + std::to_string(keys[at]) + ", before " + std::to_string(keys[at + 1]);
        }
        op = builder.begin(text + ".");
        for (uint32_t i = first; i < end; ++i) {
            FigureCell& cell = builder.label(answers[i] ? ">" : "",
                                             {static_cast<float>(i) + 0.5f, builder.y, 1, kHeight}, op);
            cell.tone = answers[i] ? Tone::wrong : Tone::plain;
        }
    }
    if (!answers.empty()) builder.name("descent", kHeight, 1);
    builder.y += kHeight;

    Words joined = answers;
    for (uint32_t span = 2; joined.size() > 1; span *= 2) {
        Words next((joined.size() + 1) / 2, 0);
        for (uint32_t i = 0; i < joined.size(); ++i) next[i / 2] |= joined[i];
        joined = next;
        const auto some = std::count(joined.begin(), joined.end(), 1u);
        op = builder.begin("OR of two answers each: " + std::to_string(some) + " of " +
                           counted(joined.size(), "group") + " of " + std::to_string(span) +
                           " neighbour pairs " + (some == 1 ? "has" : "have") + " a descent.");
        builder.name("OR of " + std::to_string(span), kHeight, op);
        for (uint32_t i = 0; i < joined.size(); ++i) {
            const uint32_t first = i * span,
                           end = std::min<uint32_t>(first + span, static_cast<uint32_t>(answers.size()));
            FigureCell& cell = builder.label(
                std::to_string(joined[i]),
                {static_cast<float>(first) + 0.5f, builder.y, static_cast<float>(end - first), kHeight}, op);
            cell.tone = joined[i] ? Tone::wrong : Tone::good;
        }
        builder.y += kHeight;
    }
    const bool out = array->words[0] != 0;
    op = builder.begin(
        out ? "One flag is left, 1: some key is greater than the next, so the sort goes on."
            : "One flag is left, 0: no key is greater than the next. The keys are in order, and the sort "
              "stops.");
    builder.y += 0.4f;
    const int row = builder.row(*array, 1.4f);
    FigureCell& cell = builder.word(row, 0, {0, builder.y, 4, 1.4f}, op);
    cell.tone = out ? Tone::wrong : Tone::good;
    cell.state = out ? CellState::idle : CellState::done;
    builder.text(4.5f, builder.y + 0.2f, out ? "out of order: sort" : "in order: stop", op);
    builder.y += 1.8f;
}

}  // namespace app::parts
