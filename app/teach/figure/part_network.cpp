// A bitonic network, downwards: a column per place, a line per comparator, an arrow to where the larger key goes;
// after each phase the keys. Comparators that overlap stand a little lower. And two other views of the same network:
// keys as 0 or 1, and lanes on a ring with those that exchange.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

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
    Words after;  // keys by place
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
    uint32_t run() const { return run_; }

private:
    bool before(const Item& a, const Item& b) const {
        return a.key < b.key || (whole_ && a.key == b.key && a.pair < b.pair);
    }

    Column column(uint32_t phase, uint32_t size, uint32_t away) {
        Column made{phase, size, away, {}, {}};
        for (uint32_t i = 0; i < items_.size(); ++i) {
            if ((i & away) != 0) continue;
            const bool descending = size < run_ && (i & size) != 0;
            Item &first = items_[i], &second = items_[i + away];
            const bool swap = descending ? before(first, second) : before(second, first);
            if (swap) std::swap(first, second);
            made.comparators.push_back({i, i + away, descending, swap});
        }
        for (const Item& item : items_) made.after.push_back(item.key);
        return made;
    }

    std::vector<Item> items_;
    uint32_t run_;
    bool whole_;
};

/// Leaves y below them. Comparators with places behind the last key have nothing to swap: they are left
/// out, and so is a row that has no others.
void draw(FigureBuilder& builder, const Column& column) {
    constexpr float kLane = 0.42f;
    size_t swaps = 0, all = 0;
    for (const Comparator& item : column.comparators) {
        if (item.high >= builder.count()) continue;
        ++all;
        swaps += item.swapped;
    }
    if (all == 0) return;
    const int op = builder.begin("Phase " + std::to_string(column.phase) + ", runs of " +
                                 std::to_string(column.size) + ": each key is compared with the one " +
                                 std::to_string(column.away) + " away; " + std::to_string(swaps) + " of " +
                                 counted(all, "pair") + (swaps == 1 ? " is swapped." : " are swapped."));
    const float height = static_cast<float>(column.away) * kLane + 0.5f;
    builder.name(std::to_string(column.away) + " away", height, op);
    for (const Comparator& item : column.comparators) {
        if (item.high >= builder.count()) continue;
        const float y = builder.y + (static_cast<float>(item.low % column.away) + 0.6f) * kLane;
        const auto low = static_cast<float>(item.low) + 0.5f, high = static_cast<float>(item.high) + 0.5f;
        FigureLine& line =
            item.descending ? builder.line({high, y}, {low, y}, op) : builder.line({low, y}, {high, y}, op);
        line.arrow = true;
        line.tone = item.swapped ? Tone::good : Tone::faint;
        line.width = item.swapped ? 1.5f : 1;
    }
    builder.y += height;
}

/// Returns the network whose keys after each phase are the words of the array; none where it has another
/// shape, or where the result is not what a network makes.
std::optional<Network> network_of(const FigureBuilder& builder, const Picture& picture) {
    const LessonArray* const found = builder.earlier(picture.array);
    const uint32_t n = builder.count();
    if (!found || n == 0 || found->columns != n || found->words.size() % n != 0) return std::nullopt;
    const auto phases = static_cast<uint32_t>(found->words.size() / n);
    if (phases > 8) return std::nullopt;
    const Words& result = builder.step().values;
    for (const bool whole : {false, true}) {
        Network network(builder.step(), phases, whole);
        const bool gives_result =
            network.pairs.size() >= n && std::equal(result.begin(), result.end(), network.pairs.end() - n);
        if (network.keys == found->words && gives_result) return network;
    }
    return std::nullopt;
}

/// Returns the middle one of the keys: about half of them are greater, or none where all are equal.
uint32_t threshold_of(Words keys) {
    std::nth_element(keys.begin(), keys.begin() + static_cast<ptrdiff_t>((keys.size() - 1) / 2), keys.end());
    return keys[(keys.size() - 1) / 2];
}

/// Keys as 0 and 1, a row; those greater than `threshold` are filled.
void zeros_and_ones(FigureBuilder& builder, const std::string& name, const Words& keys, uint32_t threshold,
                    int shown_at) {
    builder.name(name, 1, shown_at);
    for (uint32_t place = 0; place < builder.count(); ++place) {
        const bool one = keys[place] > threshold;
        builder.label(one ? "1" : "0", {static_cast<float>(place), builder.y, 1, 1}, shown_at).state =
            one ? CellState::written : CellState::idle;
    }
    builder.y += 1;
}

/// Pairs of places next to each other in a run where a 1 stands before a 0.
uint32_t ones_before_zeros(const Words& keys, uint32_t count, uint32_t run, uint32_t threshold) {
    uint32_t wrong = 0;
    for (uint32_t i = 0; i + 1 < count; ++i)
        wrong += (i + 1) % run != 0 && keys[i] > threshold && keys[i + 1] <= threshold;
    return wrong;
}

}  // namespace

void network(FigureBuilder& builder, const Picture& picture) {
    const std::optional<Network> done = network_of(builder, picture);
    const LessonArray* const found = builder.earlier(picture.array);
    if (!done || !builder.take(picture.array)) return;
    const Network& network = *done;
    const uint32_t n = builder.count();

    const float height = builder.height_of(*found);
    const int row = builder.row(*found, 0.9f);
    builder.figure.rows.back().shown_at = 0;
    builder.text(0, builder.y,
                 "An arrow points to where the larger key goes. Thick: the two keys were swapped.", 0,
                 Align::left, Tone::faint);
    builder.y += 0.9f;
    float top = builder.y;
    for (size_t i = 0; i < network.columns.size(); ++i) {
        draw(builder, network.columns[i]);
        const uint32_t phase = network.columns[i].phase;
        if (network.columns[i].away != 1) continue;
        for (uint32_t place = 0; place < n; ++place) {
            const auto x = static_cast<float>(place) + 0.5f;
            FigureLine& wire = builder.line({x, top}, {x, builder.y}, 0);
            wire.tone = Tone::faint;
            wire.width = 0.4f;
            wire.opacity = 0.6f;
        }
        builder.name("after phase " + std::to_string(phase), height, builder.now());
        for (uint32_t place = 0; place < n; ++place) {
            builder
                .word(row, phase * n + place, {static_cast<float>(place), builder.y, 1, height},
                      builder.now())
                .pair = network.pairs[phase * n + place];
        }
        builder.y += height;
        top = builder.y;
    }
    builder.current_row = {builder.y, Words(network.pairs.end() - n, network.pairs.end())};
}

void zero_one(FigureBuilder& builder, const Picture& picture) {
    const std::optional<Network> network = network_of(builder, picture);
    if (!network || network->columns.empty()) return;
    const Words& keys = builder.step().keys_before;
    const uint32_t threshold = threshold_of(keys), n = builder.count();
    const auto ones = std::count_if(keys.begin(), keys.end(), [&](uint32_t key) { return key > threshold; });
    builder.y += 0.8f;
    const int begun =
        builder.begin("The same network with 1 for the " + counted(static_cast<size_t>(ones), "key") +
                      " above " + std::to_string(threshold) +
                      " and 0 for the others. A comparator does the same to them as to the keys.");
    builder.text(0, builder.y, "0-1 view: 1 (filled) = key above " + std::to_string(threshold), begun);
    builder.y += 1.2f;
    zeros_and_ones(builder, "before", keys, threshold, begun);
    for (size_t i = 0; i < network->columns.size();) {
        const Column& first = network->columns[i];
        size_t end = i;
        while (end < network->columns.size() && network->columns[end].phase == first.phase) ++end;
        const Words& after = network->columns[end - 1].after;
        const bool last = end == network->columns.size();
        const uint32_t wrong = ones_before_zeros(after, n, network->run(), threshold);
        const int op = builder.begin(
            "After phase " + std::to_string(first.phase) +
            (last && wrong == 0
                 ? " each run has all zeros before all ones. A network that sorts every input of zeros and "
                   "ones sorts every input: the zero-one principle."
                 : ": a run has " + std::string(wrong == 1 ? "a 1" : "1s") + " just before a 0 at " +
                       counted(wrong, "place") + "."));
        for (; i < end; ++i) {
            const Column& column = network->columns[i];
            zeros_and_ones(
                builder,
                "phase " + std::to_string(column.phase) + ": " + std::to_string(column.away) + " away",
                column.after, threshold, op);
        }
        builder.y += 0.3f;
    }
    builder.y += 0.5f;
}

void exchange_ring(FigureBuilder& builder, const Picture& picture) {
    const std::optional<Network> network = network_of(builder, picture);
    if (!network) return;
    // So many columns are as wide as in a usual lesson; those of fewer keys are wider, but not in proportion.
    constexpr float kRing = 9, kLane = 0.8f, kColumns = 64, kLeast = 0.25f;
    constexpr uint32_t kNamed = 4;  // every fourth lane
    const float wide =
        std::min(std::max(kLeast, builder.figure.width / kColumns), builder.figure.width / (kRing + 1));
    const uint32_t lanes = std::min(network->run(), kWarpThreads);
    std::vector<uint32_t> distances;
    for (uint32_t away = 1; away < lanes; away *= 2) distances.push_back(away);
    if (distances.empty()) return;
    const auto per_line =
        std::max<uint32_t>(1, static_cast<uint32_t>(builder.figure.width / ((kRing + 1) * wide)));
    builder.y += 0.8f;
    const float top = builder.y;
    for (uint32_t k = 0; k < distances.size(); ++k) {
        const uint32_t away = distances[k];
        const float middle = (static_cast<float>(k % per_line) * (kRing + 1) + kRing / 2) * wide;
        const float y = top + static_cast<float>(k / per_line) * (kRing + 1.6f);
        const int op =
            builder.begin("Keys " + std::to_string(away) + " away: lane i reads the key of lane i XOR " +
                          std::to_string(away) + " with __shfl_xor, and both do so at once.");
        builder.text(middle, y, "lane XOR " + std::to_string(away), op, Align::middle);
        const float radius = kRing / 2 - kLane;
        const auto at = [&](uint32_t lane, float r) {
            const float angle =
                2 * std::numbers::pi_v<float> * static_cast<float>(lane) / static_cast<float>(lanes);
            return Spot{middle + wide * r * std::sin(angle), y + 1.2f + kRing / 2 - r * std::cos(angle)};
        };
        for (uint32_t lane = 0; lane < lanes; ++lane) {
            const uint32_t partner = lane ^ away;
            if (lane < partner)
                builder.line(at(lane, radius - 0.4f), at(partner, radius - 0.4f), op).tone = Tone::good;
            if (lane % kNamed != 0) continue;
            const Spot spot = at(lane, radius + 0.2f);
            builder.text(spot.x, spot.y - 0.5f, std::to_string(lane), op, Align::middle, Tone::plain);
        }
    }
    builder.y =
        top + static_cast<float>((distances.size() + per_line - 1) / per_line) * (kRing + 1.6f) + 0.6f;
}

}  // namespace app::parts
