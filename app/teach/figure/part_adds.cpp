// A step of a scan: each sum is its own and that of another index, or a word of another list; and words that each speak
// for several pairs.
#include <algorithm>
#include <bit>
#include <optional>

#include "app/teach/figure/parts.h"

namespace app::parts {
namespace {

constexpr uint32_t kMostArrows = 16, kArrowEvery = 8;

/// What each place adds: where that word stands, and its index there; none: nothing.
struct Addend {
    float x;
    uint32_t index, word;
};

/// Rows of the table "accesses" of a tree: the left and the right index of each thread.
constexpr uint32_t kLeftRow = 0, kRightRow = 2;

/// Returns what each index adds: a sum before the stage, or a word of `others`, which stand below the last pair of their
/// warps.
std::vector<std::optional<Addend>> addends_of(const LessonStep& step, const Words& partner,
                                              const LessonArray* others, uint32_t warp) {
    const auto n = static_cast<uint32_t>(partner.size());
    std::vector<std::optional<Addend>> all(n);
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t index = partner[i];
        if (others && index < others->words.size()) {
            const uint32_t column = std::min((index + 1) * warp, n) - 1;
            all[i] = Addend{static_cast<float>(column) + 0.5f, index, others->words[index]};
        } else if (!others && index != i && index < n) {
            all[i] = Addend{static_cast<float>(index) + 0.5f, index, step.keys_before[index]};
        }
    }
    return all;
}

/// Returns who works at the index: "Thread 31, index 63," where the threads at work have no gaps, else "Thread 63".
std::string worker(const LessonStep& step, uint32_t index) {
    const LessonArray* const accesses = array_named(step, "accesses");
    for (const uint32_t row : {kRightRow, kLeftRow}) {
        if (!accesses) break;
        const auto begin = accesses->words.begin() + static_cast<ptrdiff_t>(row * accesses->columns);
        const auto own = std::find(begin, begin + accesses->columns, index);
        if (own != begin + accesses->columns)
            return "Thread " + std::to_string(own - begin) + ", index " + std::to_string(index) + ",";
    }
    return "Thread " + std::to_string(index);
}

/// Returns whether the index gets a sum from behind the numbers, where a tree over more than them has some.
bool gets_hidden_sum(const LessonStep& step, const Words& partner, uint32_t index) {
    return partner[index] >= partner.size() && array_named(step, "accesses");
}

/// Draws the words that are added from a list, each in the column below which its warp ends.
void draw_words(FigureBuilder& builder, const LessonArray& array, uint32_t warp) {
    const float height = builder.height_of(array);
    const int row = builder.row(array, height);
    for (uint32_t i = 0; i < array.words.size(); ++i) {
        const uint32_t column = std::min((i + 1) * warp, builder.count()) - 1;
        builder.word(row, i, {static_cast<float>(column), builder.y, 1, height}, builder.now());
    }
    builder.y += height + 0.4f;
}

}  // namespace

void adds(FigureBuilder& builder, const Picture& picture) {
    const LessonStep& step = builder.step();
    const uint32_t n = builder.count();
    if (step.keys.size() != n || builder.current_row.pairs.size() != n) return;
    const LessonArray* const array = builder.take(picture.array, n);
    if (!array) return;
    const Words &before = step.keys_before, &after = step.keys;
    builder.words(*array, step.values_before, {});
    const uint32_t warp = builder.lesson().setup.warp_threads;
    const LessonArray* const others = *picture.with ? builder.take(picture.with) : nullptr;
    const auto addends = addends_of(step, array->words, others, warp);
    for (uint32_t i = 0; i < n; ++i) {  // a column that adds nothing differs from one that does
        if (!addends[i] && !gets_hidden_sum(step, array->words, i))
            builder.figure.cells[builder.figure.cells.size() - n + i].tone = Tone::faint;
    }
    if (others) draw_words(builder, *others, warp);
    uint32_t changed = 0, example = n, hidden = n;  // hidden: one that gets a sum which is not shown
    const auto is_sum = [&](uint32_t i) { return before[i] + addends[i]->word == after[i]; };
    for (uint32_t i = 0; i < n; ++i) {
        if (gets_hidden_sum(step, array->words, i)) ++changed, hidden = i;
        if (!addends[i]) continue;
        ++changed;
        if (example == n || is_sum(i)) example = i;
    }
    // The same for all, or 0: then one sentence and some of the arrows stand for all.
    uint32_t distance =
        !others && example < n && addends[example]->index < example ? example - addends[example]->index : 0;
    for (uint32_t i = 0; i < n; ++i) {
        if (addends[i] && addends[i]->index + distance != i) distance = 0;
    }
    const bool fan = changed > kMostArrows && (distance > 0 || others);
    std::string text = "No sum is added. " + step.sentence;
    if (hidden < n)
        text = worker(step, hidden) +
               " takes a sum from behind the numbers, which is not shown: " + std::to_string(after[hidden]) +
               ".";
    if (example < n) {
        const auto& [x, other, word] = *addends[example];
        const std::string whose = (others ? "sum " : "the sum of index ") + std::to_string(other);
        text = worker(step, example) +
               (is_sum(example) ? " adds " + whose + " to its own: " + std::to_string(before[example]) +
                                      " + " + std::to_string(word) + " = " + std::to_string(after[example])
                                : " takes " + whose + ", " + std::to_string(after[example]));
        if (!others && is_sum(example) && addends[other] && addends[other]->index == example &&
            other != example)
            text += "; index " + std::to_string(other) + " gets what it had, " + std::to_string(after[other]);
        if (changed > 1)
            text += "; " + std::to_string(changed - 1) +
                    (changed == 2 ? " other changes" : " others change") + " at the same time";
        text += ".";
        if (distance > 0 && fan)
            text = "Each thread at work adds the word " + std::to_string(distance) +
                   " to the left of its own. " + text;
    }
    const int op = builder.begin(text);
    constexpr float kGap = 5;
    const float from = builder.y - 0.4f, to = from + kGap;
    if (fan && distance > 0)
        builder.name("from " + std::to_string(distance) + " to the left", kGap - 0.4f, op);
    for (uint32_t i = 0; i < n; ++i) {
        const float x = static_cast<float>(i) + 0.5f;
        if (!addends[i] || is_sum(i)) builder.line({x, from}, {x, to}, op).tone = Tone::faint;
        if (!addends[i]) continue;
        FigureLine& line = builder.line({addends[i]->x, from}, {x, to}, op);
        line.pair = step.values[i];
        line.tone = Tone::good;
        line.arrow = true;
        if (!fan) continue;
        // Of a fan of parallel lines the example stands out, and every eighth is drawn.
        const bool drawn = i == example || (example - i) % kArrowEvery == 0;
        line.width = i == example ? 2 : drawn ? 1 : 0.5f;
        line.opacity = drawn ? 1 : 0.12f;
        line.arrow = drawn;
        if (i == example) line.label = "+" + std::to_string(addends[i]->word);
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
    const int row = builder.row(*array, 1.2f);
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
