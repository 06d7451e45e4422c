#include "app/bench/sort/disorder.h"

#include <algorithm>

#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/bench/sort/disorder_plan.h"

namespace app {
namespace {

/// Whose point this is: the same series, n and launch.
bool same_line(const SortRow& a, const SortRow& b) {
    return a.series == b.series && a.count == b.count && a.launch == b.launch;
}

const SortRow* rival_of(std::span<const SortRow> rows, const SortRow& row, const std::string& rival) {
    const auto at = std::find_if(rows.begin(), rows.end(), [&](const SortRow& other) {
        return other.engine == rival && same_line(other, row) && other.input == row.input;
    });
    return at == rows.end() || at->samples_ms.empty() ? nullptr : &*at;
}

}  // namespace

std::vector<Crossover> crossovers(std::span<const SortRow> rows, const std::string& engine,
                                  const std::string& rival) {
    std::vector<Crossover> all;
    for (const SortRow& row : rows) {
        if (row.engine != engine || row.samples_ms.empty() || row.series == kInput) continue;
        const SortRow* other = rival_of(rows, row, rival);
        if (!other) continue;
        auto at = std::find_if(all.begin(), all.end(),
                               [&](const Crossover& one) { return same_line(*one.points.front(), row); });
        if (at == all.end()) at = all.insert(at, {row.series, row.count, row.launch, engine, rival});
        at->points.push_back(&row);
        const bool clear = differ(row, *other);
        at->won.push_back(clear && row.median_ms() < other->median_ms());
        at->unclear.push_back(!clear);
    }
    return all;
}

std::vector<Crossover::Range> Crossover::faster() const {
    std::vector<Range> ranges;
    for (size_t i = 0; i < points.size(); ++i) {
        if (!won[i]) continue;
        if (i > 0 && won[i - 1]) {
            ranges.back().last = points[i];
        } else {
            ranges.push_back({points[i], points[i]});
        }
    }
    return ranges;
}

const SortRow* Crossover::last_won() const {
    const std::vector<Range> ranges = faster();
    return ranges.empty() ? nullptr : ranges.back().last;
}

const SortRow* Crossover::first_lost() const {
    const auto last = std::find(won.rbegin(), won.rend(), true);  // its base is the point behind it
    return last.base() == won.end() ? nullptr : points[size_t(last.base() - won.begin())];
}

std::vector<const SortRow*> Crossover::within_noise() const {
    std::vector<const SortRow*> all;
    for (size_t i = 0; i < points.size(); ++i) {
        if (unclear[i]) all.push_back(points[i]);
    }
    return all;
}

uint32_t Crossover::lost_between() const {
    const auto last = std::find(won.rbegin(), won.rend(), true);
    return uint32_t(std::count(won.begin(), last.base(), false));
}

namespace {

/// "a", "a and b", "a, b and c"
std::string in_words(std::vector<std::string> parts) {
    const std::string last = parts.back();
    parts.pop_back();
    return parts.empty() ? last : join(parts) + " and " + last;
}

std::string faster_text(const Crossover& one) {
    const std::string start =
        one.series + ", " + count_text(one.count) + ", " + name_of(one.launch) + ": " + one.engine + " is ";
    const std::vector<Crossover::Range> ranges = one.faster();
    if (ranges.empty()) return start + "nowhere faster than " + one.rival;
    const std::string faster = start + "faster than " + one.rival;
    if (one.lost_between() == 0 && !one.first_lost())
        return faster + " everywhere, up to " + one.last_won()->label;
    if (one.lost_between() == 0)
        return faster + " up to " + one.last_won()->label + ", no faster from " + one.first_lost()->label +
               " on";
    std::vector<std::string> parts;
    for (const Crossover::Range& range : ranges) {
        const std::string& first = range.first->label;
        parts.push_back(range.first == range.last
                            ? "at " + first
                            : "from " + first.substr(0, first.find(' ')) + " to " + range.last->label);
    }
    return faster + " only " + in_words(parts);
}

}  // namespace

std::string crossover_text(const Crossover& one) {
    std::vector<std::string> labels;
    for (const SortRow* point : one.within_noise()) labels.push_back(point->label);
    return faster_text(one) + (labels.empty() ? "" : "; within the noise at " + in_words(labels));
}

}  // namespace app
