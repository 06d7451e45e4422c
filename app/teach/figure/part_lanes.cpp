// Packed counters: a column per thread, a line per digit; and the scan that adds all counters of
// a word with one addition.
#include <algorithm>

#include "app/teach/figure/parts.h"

namespace app::parts {
namespace {

/// The counters of all threads, shown_at[thread]; leaves y below them.
void draw_lanes(FigureBuilder& builder, const LessonArray& array, const std::vector<int>& shown_at) {
    const uint32_t threads = array.columns, lanes = static_cast<uint32_t>(array.words.size()) / threads;
    const float height = builder.height_of(array), top = builder.y;
    const int row = builder.row(array, 0.9f);
    builder.figure.rows.back().shown_at = shown_at.empty() ? 0 : shown_at[0];
    builder.y += 0.9f;
    for (uint32_t lane = 0; lane < lanes; ++lane) {
        builder.name(builder.group_name() + " " + std::to_string(lane), height, shown_at[0]);
        for (uint32_t thread = 0; thread < threads; ++thread) {
            const uint32_t index = lane * threads + thread;
            FigureCell& cell = builder.word(row, index, {static_cast<float>(thread), builder.y, 1, height},
                                            shown_at[thread]);
            cell.tone = array.words[index] == 0 ? Tone::faint : Tone::digit;
            cell.digit = array.words[index] == 0 ? -1 : static_cast<int>(lane);
            if (threads == builder.count()) cell.pair = builder.step().values_before[thread];
        }
        builder.y += height;
    }
    if (threads == builder.count()) builder.borders(top + 0.9f, builder.y - top - 0.9f, shown_at[0], false);
    builder.y += 0.5f;
}

const LessonArray* take_lanes(FigureBuilder& builder, const char* name) {
    const LessonArray* const found = builder.earlier(name);
    if (!found || found->columns == 0 || found->columns > builder.count() || found->words.empty())
        return nullptr;
    if (found->words.size() % found->columns != 0 || found->words.size() / found->columns > 16)
        return nullptr;
    return builder.take(name);
}

std::string lanes_of(const LessonArray& array, uint32_t thread) {
    std::string text;
    const uint32_t lanes = static_cast<uint32_t>(array.words.size()) / array.columns;
    for (uint32_t lane = 0; lane < lanes; ++lane)
        text += " " + std::to_string(array.words[lane * array.columns + thread]);
    return text;
}

/// Returns whether the widest word of a thread, 64 bits, holds all its counters.
bool one_word(const LessonArray& array) { return array.packed_columns <= 2; }

}  // namespace

void lanes(FigureBuilder& builder, const Picture& picture) {
    const LessonArray* const array = take_lanes(builder, picture.array);
    if (!array) return;
    std::vector<int> shown_at(array->columns);
    for (uint32_t tile = 0; tile < builder.tiles(); ++tile) {
        const uint32_t first = std::min(array->columns, builder.tile_begin(tile));
        const uint32_t end = std::min(array->columns, builder.tile_begin(tile + 1));
        if (first == end) break;
        const int op = builder.begin("Tile " + std::to_string(tile) + ": each thread counts its keys in " +
                                     (one_word(*array) ? "one packed word" : "packed words") +
                                     ", a counter per digit. Thread 0 has" + lanes_of(*array, first) + ".");
        std::fill(shown_at.begin() + first, shown_at.begin() + end, op);
    }
    draw_lanes(builder, *array, shown_at);
}

void prefix_sums(FigureBuilder& builder, const Picture& picture) {
    const LessonArray* const array = take_lanes(builder, picture.array);
    if (!array) return;
    // The scan in a warp, by shuffles: in step k each thread adds the word of the thread 2^k to its left.
    const uint32_t warp = std::min(kWarpThreads, builder.tile_pairs());
    // All arrows would be a grey area: drawn are those into every eighth thread, the last of the warp among them.
    constexpr float kStep = 1.4f;
    constexpr uint32_t kDrawnEvery = 8;
    const uint32_t threads = array->columns, last = std::min(warp, threads) - 1;
    uint32_t step = 0;
    for (uint32_t away = 1; away < std::min(warp, threads); away *= 2) {
        const int op = builder.begin("Scan of the packed words, step " + std::to_string(++step) +
                                     ": each thread adds the word of the thread " + std::to_string(away) +
                                     " to its left, as thread " + std::to_string(last) + " that of thread " +
                                     std::to_string(last - away) + ". One addition adds all counters" +
                                     (one_word(*array) ? "" : " of a word") +
                                     (threads > kDrawnEvery ? "; drawn for every eighth thread." : "."));
        builder.name(std::to_string(away) + " to the left", kStep, op);
        for (uint32_t thread = 0; thread < threads; ++thread) {
            const auto x = static_cast<float>(thread) + 0.5f;
            builder.line({x, builder.y}, {x, builder.y + kStep}, op).tone = Tone::faint;
            if (thread % warp < away || (warp - 1 - thread % warp) % kDrawnEvery != 0) continue;
            FigureLine& line =
                builder.line({x - static_cast<float>(away), builder.y}, {x, builder.y + kStep}, op);
            line.tone = Tone::good;
            line.arrow = true;
        }
        builder.y += kStep;
    }
    std::vector<int> shown_at(threads);
    for (uint32_t tile = 0; tile < builder.tiles(); ++tile) {
        const uint32_t first = std::min(threads, builder.tile_begin(tile)),
                       end = std::min(threads, builder.tile_begin(tile + 1));
        if (first == end) break;
        const int op = builder.begin(
            "Tile " + std::to_string(tile) + ": thread " + std::to_string(end - 1 - first) +
            " knows how many keys of each digit stand before it:" + lanes_of(*array, end - 1) + ".");
        std::fill(shown_at.begin() + first, shown_at.begin() + end, op);
    }
    draw_lanes(builder, *array, shown_at);
}

}  // namespace app::parts
