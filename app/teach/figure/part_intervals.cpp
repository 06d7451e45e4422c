// Boxes as bars on the sort axis, one below the other, and the walk from each: a line to every box that it is tested
// with, which begins with a dot where the pair is kept, with a cross where it is not. Lines to one box run on top of
// each other; the place where each begins is its own.
#include <algorithm>
#include <cmath>

#include "app/teach/figure/parts.h"

namespace app::parts {
namespace {

constexpr float kMostLines = 32;  // of text, for all bars
constexpr float kMark = 0.5f;     // width of a dot or cross, in columns

struct Bar {
    float from, to, y;
};

/// The bars of all boxes, shown from the operation before the next one on; `leaves` (empty: none do) says whose box
/// leaves the list.
void draw_bars(FigureBuilder& builder, const std::vector<Bar>& bars, const Words& pairs, float height,
               const std::vector<bool>& leaves = {}) {
    for (size_t i = 0; i < bars.size(); ++i) {
        const float width = std::max(bars[i].to - bars[i].from, 0.3f);
        FigureCell& cell = builder.label("", {bars[i].from, bars[i].y, width, 0.7f * height}, builder.now());
        cell.pair = pairs[i];
        cell.digit = builder.group_of(pairs[i]);
        cell.tone = cell.digit < 0 ? Tone::plain : Tone::digit;
        if (i < leaves.size() && leaves[i])
            cell.tone = Tone::wrong;
        else
            cell.state = CellState::written;
    }
}

/// Intervals that walk, and where each begins on the axis.
struct Walkers {
    const Words& begins;
    std::vector<bool> walk{};    // empty: all do
    const Words* ids = nullptr;  // by which a sentence calls them; null: by their index alone

    bool any(uint32_t first, uint32_t end) const {
        return walk.empty() ||
               std::find(walk.begin() + first, walk.begin() + end, true) != walk.begin() + end;
    }
};

/// Returns "The box at index 7, from 163,"; "Boxes 5, 9 at indices 7 to 8".
std::string walkers_text(const Walkers& walkers, uint32_t first, uint32_t end) {
    const bool one = end == first + 1;
    std::string text = one ? "The box" : "The boxes";
    if (walkers.ids) {
        std::vector<std::string> ids;
        for (uint32_t i = first; i < end; ++i) ids.push_back(std::to_string((*walkers.ids)[i]));
        text = (one ? "Box " : "Boxes ") + join(ids);
    }
    return text + " at " + index_range(first, end - 1) +
           (one ? ", from " + std::to_string(walkers.begins[first]) + "," : "");
}

std::string walk_text(const Walkers& walkers, uint32_t first, uint32_t end, size_t tests, size_t kept) {
    const std::string who = walkers_text(walkers, first, end);
    if (tests == 0) return who + (end == first + 1 ? " begins" : " begin") + " no test.";
    return who + (end == first + 1 ? " is" : " are") + " tested with " + counted(tests, "other") + "; " +
           (kept == 0 ? "none overlaps" : std::to_string(kept) + (kept == 1 ? " overlaps" : " overlap")) +
           " on the other axis too.";
}

/// Explains the marks, above the bars of a stage with tests.
void mark_legend(FigureBuilder& builder) {
    if (builder.step().tests.empty()) return;
    builder.text(
        0, builder.y,
        "A mark on the bar of the box that walks for each box that it is tested with: \u2022 kept, \u00d7 not.",
        0, Align::left, Tone::faint);
    builder.y += 1.2f;
}

/// x, or a little behind what stands there already, where there is room up to `end`. Adds it to `taken`.
float free_place(std::vector<float>& taken, float x, float end) {
    constexpr float kApart = 0.25f;
    const auto near = [&](float other) { return std::abs(other - x) < kApart; };
    while (x + kApart <= end && std::any_of(taken.begin(), taken.end(), near)) x += kApart;
    taken.push_back(x);
    return x;
}

/// The tests, a walk or several per operation. Returns the operation of each, by index; 0: none.
std::vector<int> draw_walks(FigureBuilder& builder, const std::vector<Bar>& bars, float height,
                            const std::vector<float>& begin_x, const Walkers& walkers) {
    const std::vector<BoxTest>& tests = builder.step().tests;
    std::vector<int> walk(bars.size(), 0);
    if (tests.empty()) return walk;
    const auto count = static_cast<uint32_t>(bars.size());
    const uint32_t together = (count + kMostOperations - 9) / (kMostOperations - 8);
    size_t at = 0, drawn = 0;
    uint32_t walker = count;
    std::vector<float> marks;  // on the bar of `walker`
    for (uint32_t first = 0; first < count; first += together) {
        const uint32_t end = std::min(count, first + together);
        size_t last = at, kept = 0;
        for (; last < tests.size() && tests[last].a < end; ++last) kept += tests[last].kept ? 1 : 0;
        if (last == at && !walkers.any(first, end)) continue;
        const int op = builder.begin(walk_text(walkers, first, end, last - at, kept));
        std::fill(walk.begin() + first, walk.begin() + end, op);
        for (; at < last; ++at) {
            if (++drawn > kMostTests) continue;
            const BoxTest& test = tests[at];
            if (test.a != walker) marks.clear();
            walker = test.a;
            const float x = free_place(marks, begin_x[test.b], builder.figure.width - kMark);
            const float from = bars[test.a].y + 0.35f * height, to = bars[test.b].y + 0.35f * height;
            FigureLine& line = builder.line({x, from}, {x, to}, op);
            line.tone = test.kept ? Tone::good : Tone::faint;
            line.pair = builder.step().values_before[test.a];
            line.width = test.kept ? 1.5f : 0.7f;
            builder.text(x, from - 0.5f, test.kept ? "\u2022" : "\u00d7", op, Align::middle,
                         test.kept ? Tone::good : Tone::wrong);
        }
    }
    return walk;
}

/// Names each line by its box; of many lines every eighth, and the first, by its index.
void name_lines(FigureBuilder& builder, const Words& boxes, float height) {
    constexpr size_t kFew = 32;
    const bool few = boxes.size() <= kFew;
    const float top = builder.y;
    for (size_t i = 0; i < boxes.size(); i += few ? 1 : 8) {
        builder.y = top + height * (static_cast<float>(i) + 0.35f) - 0.5f;
        const std::string number = std::to_string(few ? boxes[i] : i);
        builder.name((few ? "box " : i == 0 ? "index " : "") + number, 1, builder.now());
    }
    builder.y = top;
}

}  // namespace

std::vector<int> intervals(FigureBuilder& builder, const Picture& picture, bool named) {
    const Words& pairs = builder.step().values_before;
    const LessonArray* const ends = builder.earlier(picture.array);
    const LessonArray* const mins = *picture.with ? builder.earlier(picture.with) : nullptr;
    const Words& begins = mins ? mins->words : builder.step().keys_before;
    if (!ends || ends->words.size() != pairs.size() || begins.size() != pairs.size() || pairs.empty())
        return std::vector<int>(pairs.size(), 0);
    const uint32_t lowest = *std::min_element(begins.begin(), begins.end());
    const uint32_t highest = *std::max_element(ends->words.begin(), ends->words.end());
    const float per_unit =
        (builder.figure.width - 2 * kMark) / static_cast<float>(std::max(highest - lowest, 1u));
    const float height = std::min(1.0f, kMostLines / static_cast<float>(pairs.size()));
    const auto x_of = [&](uint32_t word) { return kMark + static_cast<float>(word - lowest) * per_unit; };

    mark_legend(builder);
    if (named)
        name_lines(builder, pairs, height);
    else
        builder.name("boxes on the axis", height * static_cast<float>(pairs.size()), builder.now());
    std::vector<Bar> bars;
    std::vector<float> begin_x;
    for (size_t i = 0; i < pairs.size(); ++i) {
        bars.push_back({x_of(begins[i]), x_of(ends->words[i]), builder.y + height * static_cast<float>(i)});
        begin_x.push_back(bars.back().from);
    }
    draw_bars(builder, bars, pairs, height);
    const std::vector<int> walk =
        draw_walks(builder, bars, height, begin_x, {begins, {}, named ? &pairs : nullptr});
    builder.y += height * static_cast<float>(pairs.size()) + 0.6f;
    return walk;
}

void record_spans(FigureBuilder& builder, const Picture& picture) {
    const Words& records = builder.step().values_before;
    if (records.empty()) return;
    // A line of bars per box, in the order of their mins; the index of a record is its column.
    std::vector<uint32_t> place(records.size()), mins;
    for (uint32_t i = 0; i < records.size(); ++i) {
        if (records[i] >= records.size()) return;
        place[records[i]] = i;
        if ((records[i] & 1) == 0) mins.push_back(i);
    }
    const float height = std::min(1.0f, kMostLines / static_cast<float>(mins.size()));
    mark_legend(builder);
    builder.name("from min to max", height * static_cast<float>(mins.size()), builder.now());
    std::vector<Bar> bars(records.size());
    std::vector<float> begin_x(records.size());
    for (size_t line = 0; line < mins.size(); ++line) {
        const uint32_t from = mins[line], to = place[records[from] | 1];
        const float left = static_cast<float>(std::min(from, to)),
                    right = static_cast<float>(std::max(from, to));
        const Bar bar{left + 0.3f, right + 0.7f, builder.y + height * static_cast<float>(line)};
        bars[from] = bars[to] = bar;
        begin_x[from] = begin_x[to] = static_cast<float>(from) + 0.5f;
    }
    std::vector<Bar> lines;
    Words boxes;
    std::vector<bool> leaves;
    const LessonArray* const gone = builder.earlier(picture.array);
    const bool known = gone && gone->words.size() == records.size();
    for (const uint32_t from : mins) {
        leaves.push_back(known && gone->words[from] != 0);
        lines.push_back(bars[from]);
        boxes.push_back(records[from]);
    }
    draw_bars(builder, lines, boxes, height, leaves);
    std::vector<bool> walk(records.size());
    for (size_t line = 0; line < mins.size(); ++line) walk[mins[line]] = !leaves[line];
    draw_walks(builder, bars, height, begin_x, {builder.step().keys_before, walk});
    builder.y += height * static_cast<float>(mins.size()) + 0.6f;
}

}  // namespace app::parts
