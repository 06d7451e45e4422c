// Merges of two sorted runs: the table of the runs, and for each warp the grid of its run a (across) and run b
// (down) with the staircase that the merged keys follow: a step to the right takes a key of a, a step down one of b.
#include <algorithm>

#include "app/teach/figure/parts.h"

namespace app::parts {
namespace {

constexpr float kMostPathLines = 24;

struct Runs {
    uint32_t a, a_end, b, b_end;
};

/// Position of a merge's grid: its upper left corner, and the size of a key.
struct Grid {
    float left, top, unit;

    Spot spot(uint32_t a, uint32_t b) const {
        return {left + static_cast<float>(a) * unit, top + static_cast<float>(b) * unit};
    }
};

/// Draws the keys of both runs along the edges.
Grid draw_grid(FigureBuilder& builder, const Runs& runs, float x, float unit) {
    const float width = static_cast<float>(runs.a_end - runs.a) * unit,
                height = static_cast<float>(runs.b_end - runs.b) * unit;
    const Words& keys = builder.step().keys_before;
    const float left = x + 1.4f, top = builder.y + 1.1f;
    builder.frame(FigureFrame::band, {left, top, width, height}, "", 0);
    for (uint32_t i = runs.a; i < runs.a_end; ++i) {
        FigureCell& cell = builder.label(
            std::to_string(keys[i]), {left + static_cast<float>(i - runs.a) * unit, builder.y, unit, 1}, 0);
        cell.pair = builder.step().values_before[i];
        cell.tone = Tone::digit;
        cell.digit = 0;
    }
    for (uint32_t i = runs.b; i < runs.b_end; ++i) {
        FigureCell& cell = builder.label(std::to_string(keys[i]),
                                         {x, top + static_cast<float>(i - runs.b) * unit, 1.3f, unit}, 0);
        cell.pair = builder.step().values_before[i];
        cell.tone = Tone::digit;
        cell.digit = 2;
    }
    return {left, top, unit};
}

/// The keys that come after each other, true: of run b.
void draw_path(FigureBuilder& builder, const Grid& grid, const std::vector<bool>& from_b, int shown_at) {
    uint32_t a = 0, b = 0;
    for (const bool of_b : from_b) {
        const Spot at = grid.spot(a, b);
        ++(of_b ? b : a);
        FigureLine& line = builder.line(at, grid.spot(a, b), shown_at);
        line.tone = Tone::digit;
        line.digit = of_b ? 2 : 0;
        line.width = 2;
    }
}

/// Draws diagonals, on which equally many keys of both runs have been merged: one at the end of each chunk of
/// the result, with a dot where the path crosses it.
void draw_diagonals(FigureBuilder& builder, const Grid& grid, const Runs& runs,
                    const std::vector<bool>& from_b, int shown_at) {
    const uint32_t width = runs.a_end - runs.a, height = runs.b_end - runs.b;
    const uint32_t chunk = builder.lesson().setup.warp_threads;
    for (uint32_t taken = chunk; taken < width + height; taken += chunk) {
        const uint32_t right = std::min(taken, width), down = std::min(taken, height);
        FigureLine& line =
            builder.line(grid.spot(right, taken - right), grid.spot(taken - down, down), shown_at);
        line.tone = Tone::strong;
        const Spot end = grid.spot(right, taken - right);
        builder.text(end.x + 0.3f, end.y - 0.5f, std::to_string(taken), shown_at, Align::left, Tone::strong);
        const auto b = static_cast<uint32_t>(std::count(from_b.begin(), from_b.begin() + taken, true));
        const Spot crossing = grid.spot(taken - b, b);
        builder.text(crossing.x, crossing.y - 0.5f, "\u2022", shown_at, Align::middle, Tone::strong);
    }
}

/// Returns " Of the first 32 keys, 15 are ...": where the path crosses the first diagonal; "" where there is none.
std::string diagonal_text(const FigureBuilder& builder, const std::vector<bool>& from_b) {
    const uint32_t chunk = builder.lesson().setup.warp_threads;
    if (from_b.size() <= chunk) return "";
    const auto b = static_cast<uint32_t>(std::count(from_b.begin(), from_b.begin() + chunk, true));
    return " Each diagonal ends a chunk of " + std::to_string(chunk) +
           " that is written at once: of the first, " + std::to_string(chunk - b) + " are of a and " +
           std::to_string(b) + " of b. A binary search along the diagonal finds that without merging.";
}

}  // namespace

void merge_path(FigureBuilder& builder, const Picture& picture) {
    const LessonStep& step = builder.step();
    const LessonArray* const array = builder.earlier(picture.array);
    if (!array || array->columns != 4 || array->words.size() % 4 != 0) return;
    std::vector<Runs> all;
    uint32_t longest = 1, across = 0;
    for (size_t i = 0; i < array->words.size(); i += 4) {
        const Runs runs{array->words[i], array->words[i + 1], array->words[i + 2], array->words[i + 3]};
        if (runs.a > runs.a_end || runs.b > runs.b_end || std::max(runs.a_end, runs.b_end) > builder.count())
            return;
        all.push_back(runs);
        longest = std::max(longest, runs.b_end - runs.b);
        across += runs.a_end - runs.a;
    }
    std::map<uint32_t, uint32_t> from, group;
    for (uint32_t i = 0; i < builder.count(); ++i) {
        from[step.values_before[i]] = i;
        group[step.values_before[i]] = 0;
    }
    for (const Runs& runs : all) {
        for (uint32_t i = runs.b; i < runs.b_end; ++i) group[step.values_before[i]] = 2;
    }
    for (FigureCell& cell : builder.figure.cells) {  // the keys that stand there already
        if (cell.pair == kNoPair || cell.row < 0 || !builder.figure.rows[cell.row].keys) continue;
        cell.digit = static_cast<int>(group[cell.pair]);
        cell.tone = Tone::digit;
    }
    builder.set_groups(group, 4, "run");

    // The warps' merges beside each other, as large as the room allows.
    const float room = builder.figure.width - 2.0f * static_cast<float>(all.size());
    const float unit = std::min({1.0f, room / static_cast<float>(std::max(across, 1u)),
                                 kMostPathLines / static_cast<float>(longest)});
    float x = 0;
    builder.y += 1;
    builder.name("a across, b down", 1, 0);
    for (uint32_t warp = 0; warp < all.size(); ++warp) {
        const Runs& runs = all[warp];
        // The merged keys, as they stand in the result: those of this warp in their order.
        std::vector<bool> from_b;
        for (const uint32_t pair : step.values) {
            const auto found = from.find(pair);
            if (found == from.end()) continue;
            const uint32_t i = found->second;
            if (i >= runs.a && i < runs.a_end)
                from_b.push_back(false);
            else if (i >= runs.b && i < runs.b_end)
                from_b.push_back(true);
        }
        const int op =
            builder.begin("Warp " + std::to_string(warp) + " merges " + counted(runs.a_end - runs.a, "key") +
                          " of run a with " + std::to_string(runs.b_end - runs.b) +
                          " of run b: always the smaller next key. Right is one of a, down one of b." +
                          diagonal_text(builder, from_b));
        builder.text(x, builder.y - 1, "warp " + std::to_string(warp), 0);
        const Grid grid = draw_grid(builder, runs, x, unit);
        if (from_b.size() == runs.a_end - runs.a + runs.b_end - runs.b) {  // else of a broken model
            draw_diagonals(builder, grid, runs, from_b, op);
            draw_path(builder, grid, from_b, op);
        }
        x += 2 + static_cast<float>(runs.a_end - runs.a) * unit;
    }
    builder.y += 1.5f + static_cast<float>(longest) * unit + 0.5f;
}

}  // namespace app::parts
