// A step of a scan: each sum is its own and that of another index; and words that each speak for several pairs.
#include <algorithm>
#include <bit>

#include "app/teach/figure/parts.h"

namespace app::parts {
namespace {

constexpr uint32_t kMostArrows = 16, kArrowEvery = 8;

}  // namespace

void adds(FigureBuilder& builder, const Picture& picture) {
    const LessonStep& step = builder.step();
    const uint32_t n = builder.count();
    if (step.keys.size() != n || builder.current_row.pairs.size() != n) return;
    const LessonArray* const array = builder.take(picture.array, n);
    if (!array) return;
    const Words &before = step.keys_before, &after = step.keys, &partner = array->words;
    builder.words(array->name, array->sentence, partner, step.values_before, {});
    for (uint32_t i = 0; i < n; ++i) {  // a column that adds nothing differs from one that does
        if (partner[i] == i) builder.figure.cells[builder.figure.cells.size() - n + i].tone = Tone::faint;
    }
    uint32_t changed = 0, example = n;
    for (uint32_t i = 0; i < n; ++i) {
        if (partner[i] == i || partner[i] >= n) continue;
        ++changed;
        if (example == n || before[i] + before[partner[i]] == after[i]) example = i;
    }
    // The same for all, or 0: then one sentence and some of the arrows stand for all.
    uint32_t distance = example < n && partner[example] < example ? example - partner[example] : 0;
    for (uint32_t i = 0; i < n; ++i) {
        const bool another = partner[i] != i && partner[i] < n;
        if (another && partner[i] + distance != i) distance = 0;
    }
    const bool fan = distance > 0 && changed > kMostArrows;
    std::string text = "No sum is added. " + step.sentence;
    if (example < n) {
        const uint32_t other = partner[example];
        const bool sum = before[example] + before[other] == after[example];
        text = "Thread " + std::to_string(example) +
               (sum ? " adds the sum of index " + std::to_string(other) +
                          " to its own: " + std::to_string(before[example]) + " + " +
                          std::to_string(before[other]) + " = " + std::to_string(after[example])
                    : " takes the sum of index " + std::to_string(other) + ", " +
                          std::to_string(after[example]));
        if (changed > 1)
            text += "; " + std::to_string(changed - 1) +
                    (changed == 2 ? " other changes" : " others change") + " at the same time";
        text += ".";
        if (fan)
            text =
                "Each thread adds the word " + std::to_string(distance) + " to the left of its own. " + text;
    }
    const int op = builder.begin(text);
    constexpr float kGap = 5;
    const float from = builder.y - 0.4f, to = from + kGap;
    if (fan) builder.name("from " + std::to_string(distance) + " to the left", kGap - 0.4f, op);
    for (uint32_t i = 0; i < n; ++i) {
        const float x = static_cast<float>(i) + 0.5f;
        const bool another = partner[i] != i && partner[i] < n;
        if (!another || before[i] + before[partner[i]] == after[i])
            builder.line({x, from}, {x, to}, op).tone = Tone::faint;
        if (!another) continue;
        FigureLine& line = builder.line({static_cast<float>(partner[i]) + 0.5f, from}, {x, to}, op);
        line.pair = step.values[i];
        line.tone = Tone::good;
        line.arrow = true;
        if (!fan) continue;
        // Of a fan of parallel lines the example stands out, and every eighth is drawn.
        const bool drawn = i == example || (example - i) % kArrowEvery == 0;
        line.width = i == example ? 2 : drawn ? 1 : 0.5f;
        line.opacity = drawn ? 1 : 0.12f;
        line.arrow = drawn;
        if (i == example) line.label = "+" + std::to_string(before[partner[i]]);
    }
    builder.y = to;
    builder.keys("sum after", after, step.values, std::vector<int>(n, op));
}

void spans(FigureBuilder& builder, const Picture& picture) {
    const LessonArray* const array = builder.take(picture.array);
    if (!array || array->words.empty()) return;
    const auto words = static_cast<uint32_t>(array->words.size());
    const uint32_t each = std::bit_ceil(std::max(1u, (builder.count() + words - 1) / words));
    const int op =
        builder.begin(array->name + ": " + array->sentence + " " +
                      std::to_string(words - std::count(array->words.begin(), array->words.end(), 0u)) +
                      " of " + counted(words, array->row) + (words == 1 ? " is not 0." : " are not 0."));
    const int row = builder.row(array->name, array->sentence, array->words, 1.2f);
    builder.figure.rows.back().shown_at = op;
    for (uint32_t i = 0; i < words; ++i) {
        const uint32_t first = std::min(i * each, builder.count()),
                       end = std::min(first + each, builder.count());
        FigureCell& cell = builder.word(
            row, i, {static_cast<float>(first), builder.y, static_cast<float>(end - first), 1.2f}, op);
        cell.tone = array->words[i] ? Tone::wrong : Tone::good;
    }
    builder.y += 1.6f;
}

}  // namespace app::parts
