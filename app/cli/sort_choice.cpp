#include "app/cli/sort_choice.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <sstream>

#include "app/base/text/names.h"
#include "sort/base/numbers.h"

namespace app {
namespace {

constexpr const char* kOrderNames[kOrders] = {"in order", "nearly in order", "out of order locally",
                                              "in any order"};

std::string short_ms(double ms) {
    char text[32];
    std::snprintf(text, sizeof text, ms < 100 ? "%.2g" : "%.0f", ms);
    return text;
}

/// Returns whether a number is a time that can be compared.
bool is_time(double ms) { return std::isfinite(ms) && ms > 0; }

}  // namespace

SortCell SortTimes::cell_of(const KeyFacts& input) const {
    SortCell cell;
    const auto keys = double(std::max<uint64_t>(input.keys, 1));
    while (cell.size + 1 < sizes.size() &&
           keys * keys > double(sizes[cell.size]) * double(sizes[cell.size + 1]))
        ++cell.size;
    while (cell.order < std::size(kMostDescents) && input.disorder > kMostDescents[cell.order]) ++cell.order;
    return cell;
}

std::string text_of(const SortTimes& times) {
    std::ostringstream text;
    text.precision(4);
    for (size_t k = 0; k < times.sizes.size(); ++k) text << (k ? "," : "") << times.sizes[k];
    for (const SortTimes::Row& row : times.rows) {
        text << "; " << row.engine;
        for (const double ms : row.ms) text << ' ' << ms;
    }
    return text.str();
}

std::optional<SortTimes> sort_times_of(const std::string& text) {
    SortTimes times;
    std::istringstream parts(text);
    std::string part;
    if (!std::getline(parts, part, ';')) return std::nullopt;
    std::istringstream sizes(part);
    uint32_t size = 0;
    for (char comma = ','; comma == ',' && sizes >> size; comma = 0, sizes >> comma) {
        if (!times.sizes.empty() && size <= times.sizes.back()) return std::nullopt;
        times.sizes.push_back(size);
    }
    while (std::getline(parts, part, ';')) {
        std::istringstream words(part);
        SortTimes::Row row;
        words >> row.engine;
        for (double ms = 0; words >> ms;) row.ms.push_back(ms);
        if (!words.eof() || row.ms.size() != times.sizes.size() * kOrders ||
            !std::all_of(row.ms.begin(), row.ms.end(), is_time))
            return std::nullopt;
        times.rows.push_back(std::move(row));
    }
    if (times.sizes.empty() || times.rows.empty()) return std::nullopt;
    return times;
}

SortChoice choose_sort(const SortTimes& times, const KeyFacts& input) {
    const SortCell cell = times.cell_of(input);
    std::vector<const SortTimes::Row*> rows;
    for (const SortTimes::Row& row : times.rows) rows.push_back(&row);
    std::stable_sort(rows.begin(), rows.end(),
                     [&](const auto* a, const auto* b) { return times.ms(*a, cell) < times.ms(*b, cell); });
    std::vector<std::string> all;
    for (const SortTimes::Row* row : rows)
        all.push_back(row->engine + " " + short_ms(times.ms(*row, cell)) + (all.empty() ? " ms" : ""));
    return {rows.front()->engine, "by the times of " + sort::grouped(times.sizes[cell.size]) + " keys " +
                                      kOrderNames[cell.order] + ": " + join(all)};
}

std::optional<KeyFacts> SortReview::add(const KeyFacts& input) {
    const SortCell cell = times_.cell_of(input);
    in_a_row_ = seen_ == cell ? in_a_row_ + 1 : 1;
    seen_ = cell;
    if (in_a_row_ < kSteps || chosen_ == cell) return std::nullopt;
    chosen_ = cell;
    return input;
}

}  // namespace app
