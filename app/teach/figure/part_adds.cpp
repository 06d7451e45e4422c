// A step of a scan: each sum is its own and that of another index; and words that each speak for several pairs.
#include <algorithm>
#include <bit>

#include "app/teach/figure/parts.h"

namespace app::parts {
namespace {

constexpr uint32_t kMostArrows = 16, kArrowEvery = 8;

}  // namespace

void adds(Sheet& sheet, const Picture& picture) {
    const LessonStep& step = sheet.step();
    const uint32_t n = sheet.count();
    if (step.keys.size() != n || sheet.standing.pairs.size() != n) return;
    const LessonArray* const array = sheet.take(picture.array, n);
    if (!array) return;
    const Words &before = step.keys_before, &after = step.keys, &partner = array->words;
    sheet.words(array->name, array->sentence, partner, step.values_before, {});
    for (uint32_t i = 0; i < n; ++i) {  // who adds nothing is told apart from who does
        if (partner[i] == i) sheet.figure.cells[sheet.figure.cells.size() - n + i].tone = Tone::faint;
    }
    uint32_t changed = 0, example = n;
    for (uint32_t i = 0; i < n; ++i) {
        if (partner[i] == i || partner[i] >= n) continue;
        ++changed;
        if (example == n || before[i] + before[partner[i]] == after[i]) example = i;
    }
    // The same for all, or 0: then one sentence and some of the arrows tell of all.
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
    const int op = sheet.begin(text);
    constexpr float kGap = 5;
    const float from = sheet.y - 0.4f, to = from + kGap;
    if (fan) sheet.name("from " + std::to_string(distance) + " to the left", kGap - 0.4f, op);
    for (uint32_t i = 0; i < n; ++i) {
        const float x = static_cast<float>(i) + 0.5f;
        const bool another = partner[i] != i && partner[i] < n;
        if (!another || before[i] + before[partner[i]] == after[i])
            sheet.line({x, from}, {x, to}, op).tone = Tone::faint;
        if (!another) continue;
        FigureLine& line = sheet.line({static_cast<float>(partner[i]) + 0.5f, from}, {x, to}, op);
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
    sheet.y = to;
    sheet.keys("sum after", after, step.values, std::vector<int>(n, op));
}

void spans(Sheet& sheet, const Picture& picture) {
    const LessonArray* const array = sheet.take(picture.array);
    if (!array || array->words.empty()) return;
    const auto words = static_cast<uint32_t>(array->words.size());
    const uint32_t each = std::bit_ceil(std::max(1u, (sheet.count() + words - 1) / words));
    const int op =
        sheet.begin(array->name + ": " + array->sentence + " " +
                    std::to_string(words - std::count(array->words.begin(), array->words.end(), 0u)) +
                    " of " + counted(words, array->row) + (words == 1 ? " is not 0." : " are not 0."));
    const int row = sheet.row(array->name, array->sentence, array->words, 1.2f);
    sheet.figure.rows.back().shown_at = op;
    for (uint32_t i = 0; i < words; ++i) {
        const uint32_t first = std::min(i * each, sheet.count()), end = std::min(first + each, sheet.count());
        FigureCell& cell = sheet.word(
            row, i, {static_cast<float>(first), sheet.y, static_cast<float>(end - first), 1.2f}, op);
        cell.tone = array->words[i] ? Tone::wrong : Tone::good;
    }
    sheet.y += 1.6f;
}

}  // namespace app::parts
