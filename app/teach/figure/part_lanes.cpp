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

/// The counters of the threads while they are summed, `lanes` x `threads` like the array of the counts.
class RunningCounters {
public:
    /// `counts`: what each thread has before the first step; null: not known.
    RunningCounters(const LessonArray* counts, const LessonArray& sums)
        : threads_(sums.columns),
          counts_(counts && counts->words.size() == sums.words.size() ? counts->words : Words{}) {
        sums_ = counts_;
    }

    /// Each thread of a warp of `warp` adds the counters of the one `away` before it.
    void add(uint32_t away, uint32_t warp) {
        const Words before = sums_;
        for (size_t i = 0; i < sums_.size(); ++i) {
            if (i % threads_ % warp >= away) sums_[i] += before[i - away];
        }
    }

    /// Returns whether the sums less the own counts are the words that the stage shows.
    bool lead_to(const Words& exclusive) const {
        if (sums_.size() != exclusive.size()) return false;
        for (size_t i = 0; i < sums_.size(); ++i) {
            if (sums_[i] - counts_[i] != exclusive[i]) return false;
        }
        return true;
    }

    bool known() const { return !sums_.empty(); }
    uint32_t lanes() const { return static_cast<uint32_t>(sums_.size()) / threads_; }
    uint32_t at(uint32_t lane, uint32_t thread) const { return sums_[lane * threads_ + thread]; }

    /// Returns " 3 2 1 2": all counters of a thread.
    std::string text(uint32_t thread) const {
        std::string text;
        for (uint32_t lane = 0; lane < lanes(); ++lane) text += " " + std::to_string(at(lane, thread));
        return text;
    }

private:
    uint32_t threads_;
    Words counts_, sums_;
};

/// Returns the counters after all steps of a scan in warps.
RunningCounters scanned(RunningCounters counters, uint32_t warp) {
    for (uint32_t away = 1; away < warp; away *= 2) counters.add(away, warp);
    return counters;
}

/// Draws the counters of the first threads, a line per digit: a whole warp would hide the arrows.
void draw_first_threads(FigureBuilder& builder, const RunningCounters& counters, uint32_t threads, int op) {
    constexpr float kHeight = 0.9f;
    for (uint32_t lane = 0; lane < counters.lanes(); ++lane) {
        builder.name(builder.group_name() + " " + std::to_string(lane), kHeight, op);
        for (uint32_t thread = 0; thread < threads; ++thread) {
            const uint32_t word = counters.at(lane, thread);
            FigureCell& cell =
                builder.label(std::to_string(word), {static_cast<float>(thread), builder.y, 1, kHeight}, op);
            cell.tone = word == 0 ? Tone::faint : Tone::digit;
            cell.digit = word == 0 ? -1 : static_cast<int>(lane);
        }
        builder.y += kHeight;
    }
    builder.y += 0.2f;
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
    constexpr uint32_t kDrawnEvery = 8, kThreadsShown = 8, kMostLanesShown = 8;
    const uint32_t threads = array->columns, last = std::min(warp, threads) - 1;
    uint32_t step = 0;
    RunningCounters counters(builder.earlier("packed counts"), *array);
    const bool shown = counters.known() && scanned(counters, warp).lead_to(array->words);
    const uint32_t told = std::min(kThreadsShown, threads) - 1;
    for (uint32_t away = 1; away < std::min(warp, threads); away *= 2) {
        counters.add(away, warp);
        const int op = builder.begin(
            "Scan of the packed words, step " + std::to_string(++step) +
            ": each thread adds the word of the thread " + std::to_string(away) + " to its left, as thread " +
            std::to_string(last) + " that of thread " + std::to_string(last - away) +
            ". One addition adds all counters" + (one_word(*array) ? "" : " of a word") +
            (threads > kDrawnEvery ? "; drawn for every eighth thread." : ".") +
            (shown ? " Now thread " + std::to_string(told) + " has" + counters.text(told) + "." : ""));
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
        if (shown && counters.lanes() <= kMostLanesShown) draw_first_threads(builder, counters, told + 1, op);
    }
    std::vector<int> shown_at(threads);
    for (uint32_t tile = 0; tile < builder.tiles(); ++tile) {
        const uint32_t first = std::min(threads, builder.tile_begin(tile)),
                       end = std::min(threads, builder.tile_begin(tile + 1));
        if (first == end) break;
        const int op =
            builder.begin("Tile " + std::to_string(tile) + ": thread " + std::to_string(end - 1 - first) +
                          (shown ? " has" + counters.text(end - 1) +
                                       ". Less its own: exclusive, the keys of each digit before it:"
                                 : " knows how many keys of each digit stand before it:") +
                          lanes_of(*array, end - 1) + ".");
        std::fill(shown_at.begin() + first, shown_at.begin() + end, op);
    }
    draw_lanes(builder, *array, shown_at);
}

}  // namespace app::parts
