// A bitonic network, downwards: a column per place, a line per comparator, an arrow to where the larger key goes;
// after each phase the keys. Comparators that overlap stand a little lower.
#include <algorithm>
#include <bit>

#include "app/teach/figure/parts.h"

namespace app::parts {
namespace {

struct Item {
    uint32_t key, pair;
};

struct Comparator {
    uint32_t low, high;
    bool descending, swapped;
};

/// The comparators between places `away` apart, in runs of `size` places that become sorted, up and down in turns.
struct Column {
    uint32_t phase, size, away;
    std::vector<Comparator> comparators;
};

/// The network done again, since the step's array has the keys after each phase only.
class Network {
public:
    /// Runs of 2^phases places; the last one may be filled up with keys larger than all. `whole`: equal keys are
    /// compared by their pairs.
    Network(const LessonStep& step, uint32_t phases, bool whole) : run_(1u << phases), whole_(whole) {
        const auto count = static_cast<uint32_t>(step.keys_before.size());
        for (uint32_t i = 0; i < count; ++i) items_.push_back({step.keys_before[i], step.values_before[i]});
        items_.resize((count + run_ - 1) / run_ * run_, {~0u, kNoPair});
        for (uint32_t phase = 0; phase < phases; ++phase) {
            for (uint32_t away = 1u << phase; away > 0; away /= 2)
                columns.push_back(column(phase, 2u << phase, away));
            for (uint32_t i = 0; i < count; ++i) {
                keys.push_back(items_[i].key);
                pairs.push_back(items_[i].pair);
            }
        }
    }

    std::vector<Column> columns;
    Words keys, pairs;  // after each phase

private:
    bool before(const Item& a, const Item& b) const {
        return a.key < b.key || (whole_ && a.key == b.key && a.pair < b.pair);
    }

    Column column(uint32_t phase, uint32_t size, uint32_t away) {
        Column made{phase, size, away, {}};
        for (uint32_t i = 0; i < items_.size(); ++i) {
            if ((i & away) != 0) continue;
            const bool descending = size < run_ && (i & size) != 0;
            Item &first = items_[i], &second = items_[i + away];
            const bool swap = descending ? before(first, second) : before(second, first);
            if (swap) std::swap(first, second);
            made.comparators.push_back({i, i + away, descending, swap});
        }
        return made;
    }

    std::vector<Item> items_;
    uint32_t run_;
    bool whole_;
};

/// Leaves y below them. Comparators with places behind the last key have nothing to swap: they are left
/// out, and so is a row that has no others.
void draw(Sheet& sheet, const Column& column) {
    constexpr float kLane = 0.42f;
    size_t swaps = 0, all = 0;
    for (const Comparator& item : column.comparators) {
        if (item.high >= sheet.count()) continue;
        ++all;
        swaps += item.swapped;
    }
    if (all == 0) return;
    const int op = sheet.begin("Phase " + std::to_string(column.phase) + ", runs of " +
                               std::to_string(column.size) + ": each key is compared with the one " +
                               std::to_string(column.away) + " away; " + std::to_string(swaps) + " of " +
                               counted(all, "pair") + (swaps == 1 ? " is swapped." : " are swapped."));
    const float height = static_cast<float>(column.away) * kLane + 0.5f;
    sheet.name(std::to_string(column.away) + " away", height, op);
    for (const Comparator& item : column.comparators) {
        if (item.high >= sheet.count()) continue;
        const float y = sheet.y + (static_cast<float>(item.low % column.away) + 0.6f) * kLane;
        const auto low = static_cast<float>(item.low) + 0.5f, high = static_cast<float>(item.high) + 0.5f;
        FigureLine& line =
            item.descending ? sheet.line({high, y}, {low, y}, op) : sheet.line({low, y}, {high, y}, op);
        line.arrow = true;
        line.tone = item.swapped ? Tone::good : Tone::faint;
        line.width = item.swapped ? 1.5f : 1;
    }
    sheet.y += height;
}

}  // namespace

void network(Sheet& sheet, const Picture& picture) {
    const LessonArray* const found = sheet.earlier(picture.array);
    const uint32_t n = sheet.count();
    if (!found || n == 0 || found->columns != n || found->words.size() % n != 0) return;
    const auto phases = static_cast<uint32_t>(found->words.size() / n);
    if (phases > 8) return;
    const Words& result = sheet.step().values;
    Network network(sheet.step(), phases, false);
    const auto gives_result = [&](const Network& done) {
        return done.pairs.size() >= n && std::equal(result.begin(), result.end(), done.pairs.end() - n);
    };
    if (!gives_result(network)) network = Network(sheet.step(), phases, true);
    if (network.keys != found->words || !gives_result(network) || !sheet.take(picture.array)) return;

    const float height = sheet.height_of(found->words);
    const int row = sheet.row(found->name, found->sentence, found->words, 0.9f);
    sheet.figure.rows.back().shown_at = 0;
    sheet.text(0, sheet.y, "An arrow points to where the larger key goes. Thick: the two keys were swapped.",
               0, Align::left, Tone::faint);
    sheet.y += 0.9f;
    float top = sheet.y;
    for (size_t i = 0; i < network.columns.size(); ++i) {
        draw(sheet, network.columns[i]);
        const uint32_t phase = network.columns[i].phase;
        if (network.columns[i].away != 1) continue;
        for (uint32_t place = 0; place < n; ++place) {
            const auto x = static_cast<float>(place) + 0.5f;
            FigureLine& wire = sheet.line({x, top}, {x, sheet.y}, 0);
            wire.tone = Tone::faint;
            wire.width = 0.4f;
            wire.opacity = 0.6f;
        }
        sheet.name("after phase " + std::to_string(phase), height, sheet.now());
        for (uint32_t place = 0; place < n; ++place) {
            sheet.word(row, phase * n + place, {static_cast<float>(place), sheet.y, 1, height}, sheet.now())
                .pair = network.pairs[phase * n + place];
        }
        sheet.y += height;
        top = sheet.y;
    }
    sheet.standing = {sheet.y, Words(network.pairs.end() - n, network.pairs.end())};
}

}  // namespace app::parts
