#include "app/bench/disorder.h"

#include <algorithm>

#include "app/bench/disorder_plan.h"
#include "app/bench/table.h"
#include "app/numbers.h"

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
    std::vector<const SortRow*> starts;
    uint32_t lost_in_a_row = 0;
    for (const SortRow& row : rows) {
        if (row.engine != engine || row.samples_ms.empty() || row.series == kInput) continue;
        const SortRow* other = rival_of(rows, row, rival);
        if (!other) continue;
        const auto at = std::find_if(starts.begin(), starts.end(),
                                     [&](const SortRow* start) { return same_line(*start, row); });
        const size_t line = static_cast<size_t>(at - starts.begin());
        if (at == starts.end()) {
            starts.push_back(&row);
            all.push_back({row.series, row.count, row.launch, engine, rival});
        }
        Crossover& one = all[line];
        if (row.median_ms() < other->median_ms()) {
            if (one.first_lost) one.lost_between += lost_in_a_row;
            one.last_won = &row;
            one.first_lost = nullptr;
        } else if (one.first_lost) {
            ++lost_in_a_row;
        } else {
            one.first_lost = &row;
            lost_in_a_row = 1;
        }
    }
    return all;
}

std::string crossover_text(const Crossover& one) {
    std::string text =
        one.series + ", " + count_text(one.count) + ", " + name_of(one.launch) + ": " + one.engine + " is ";
    if (!one.last_won) return text + "no faster than " + one.rival + " anywhere";
    text += "faster than " + one.rival + " up to " + one.last_won->label;
    if (one.lost_between > 0) {
        text += ", but for " + std::to_string(one.lost_between) +
                (one.lost_between == 1 ? " point" : " points") + " before";
    }
    text += one.first_lost ? ", no faster from " + one.first_lost->label + " on" : ", the most there is";
    return text;
}

}  // namespace app
