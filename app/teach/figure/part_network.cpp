// A bitonic network, downwards: a column per place, a line per comparator, an arrow to where the larger key goes;
// after each phase the keys. Comparators that overlap stand a little lower.
#include <algorithm>
#include <bit>

#include "app/teach/figure/parts.h"

namespace app::parts {
namespace {

struct Comparator {
    uint32_t low, high;
    bool descending, swapped;
};

/// One column of the network of runs of `run` places, done to `keys`.
std::vector<Comparator> step_of(Words& keys, uint32_t run, uint32_t size, uint32_t away) {
    std::vector<Comparator> all;
    for (uint32_t i = 0; i < keys.size(); ++i) {
        if ((i & away) != 0 || i + away >= keys.size() || i / run != (i + away) / run) continue;
        const bool descending = size < run && (i % run & size) != 0;
        const bool swap = descending ? keys[i] < keys[i + away] : keys[i] > keys[i + away];
        if (swap) std::swap(keys[i], keys[i + away]);
        all.push_back({i, i + away, descending, swap});
    }
    return all;
}

}  // namespace

void network(Sheet& sheet, const Picture& picture) {
    const LessonArray* const found = sheet.earlier(picture.array);
    if (!found || found->columns != sheet.count() || sheet.count() == 0) return;
    const LessonArray* const array = sheet.take(picture.array);
    if (!array) return;
    const uint32_t n = sheet.count(), phases = static_cast<uint32_t>(array->words.size()) / n,
                   run = 1u << phases;
    // The last run may be filled up with keys larger than all.
    Words keys = sheet.step().keys_before;
    keys.resize((n + run - 1) / run * run, ~0u);
    const float height = sheet.height_of(array->words);
    const int row = sheet.row(array->name, array->sentence, array->words, 0.9f);
    sheet.figure.rows.back().shown_at = 0;
    sheet.y += 0.9f;
    float top = sheet.y;
    for (uint32_t phase = 0; phase < phases; ++phase) {
        const uint32_t size = 2u << phase;
        int op = sheet.now();
        for (uint32_t away = size / 2; away > 0; away /= 2) {
            const std::vector<Comparator> column = step_of(keys, run, size, away);
            size_t swaps = 0, all = 0;
            for (const Comparator& item : column) {
                all += item.high < n;
                swaps += item.swapped && item.high < n;
            }
            op = sheet.begin("Phase " + std::to_string(phase) + ", runs of " + std::to_string(size) +
                             ": each key is compared with the one " + std::to_string(away) + " away; " +
                             std::to_string(swaps) + " of " + counted(all, "pair") + " are swapped.");
            constexpr float kLane = 0.42f;
            for (const Comparator& item : column) {
                if (item.low >= n) continue;
                const float y = sheet.y + (static_cast<float>(item.low % away) + 0.6f) * kLane;
                const auto low = static_cast<float>(item.low) + 0.5f,
                           high = static_cast<float>(std::min(item.high, n - 1)) + 0.5f;
                FigureLine& line = item.descending ? sheet.line({high, y}, {low, y}, op)
                                                   : sheet.line({low, y}, {high, y}, op);
                line.arrow = true;
                line.tone = item.swapped ? Tone::good : Tone::faint;
                line.width = item.swapped ? 1.5f : 1;
            }
            sheet.name("step " + std::to_string(away), static_cast<float>(away) * kLane + 0.3f, op);
            sheet.y += static_cast<float>(away) * kLane + 0.5f;
        }
        for (uint32_t i = 0; i < n; ++i) {
            FigureLine& wire =
                sheet.line({static_cast<float>(i) + 0.5f, top}, {static_cast<float>(i) + 0.5f, sheet.y}, 0);
            wire.tone = Tone::faint;
            wire.width = 0.4f;
            wire.opacity = 0.6f;
        }
        sheet.name("after phase " + std::to_string(phase), height, op);
        for (uint32_t i = 0; i < n; ++i) {
            sheet.word(row, phase * n + i, {static_cast<float>(i), sheet.y, 1, height}, op);
        }
        sheet.y += height;
        top = sheet.y;
    }
    sheet.y += 0.4f;
    sheet.standing.bottom = 0;  // the keys stand elsewhere by now
}

}  // namespace app::parts
