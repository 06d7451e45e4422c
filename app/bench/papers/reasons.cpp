// Sentences of numbers alone: what they say of the program is what was measured.
#include "app/bench/papers/reasons.h"

#include <algorithm>

#include "sort/lab/measure.h"

namespace app {
namespace {

bool is_known(const Point& point) { return point.bytes_a_key > 0 && point.copy_share > 0; }

const Point* fewest_keys(const Chart& chart, const std::string& series) {
    const Point* fewest = nullptr;
    for (const Series& one : chart.series) {
        if (one.name != series) continue;
        for (const Point& point : one.points) {
            if (!fewest || point.x < fewest->x) fewest = &point;
        }
    }
    return fewest;
}

/// The time of the fewest keys over that of `at`; none where it was not measured, or is the same.
std::optional<double> fixed_share(const Chart& chart, const std::string& series, const std::string& at) {
    const Point *point = point_at(chart, series, at), *fewest = fewest_keys(chart, series);
    if (!point || point == fewest || point->samples_ms.empty() || fewest->samples_ms.empty())
        return std::nullopt;
    return sort::median(fewest->samples_ms) / sort::median(point->samples_ms);
}

}  // namespace

std::string by_bytes(const std::string& a, const Point& of_a, const std::string& b, const Point& of_b) {
    if (!is_known(of_a) || !is_known(of_b)) return "";
    std::string text = a + " moves " + short_number(of_a.bytes_a_key) + " bytes per key at " +
                       short_number(of_a.copy_share) + " of the copy rate, " + b + " " +
                       short_number(of_b.bytes_a_key) + " at " + short_number(of_b.copy_share) + ": " +
                       short_number(of_a.bytes_a_key / of_b.bytes_a_key) + " x the bytes at " +
                       short_number(of_a.copy_share / of_b.copy_share) + " x the rate";
    if (of_a.copy_share > 1 || of_b.copy_share > 1) text += " (over 1: from a cache)";
    return text;
}

std::string by_fixed_time(const Chart& chart, const std::string& a, const std::string& b,
                          const std::string& at) {
    const Point *of_a = point_at(chart, a, at), *of_b = point_at(chart, b, at);
    if (!of_a || !of_b || !is_known(*of_a) || !is_known(*of_b)) return "";
    if (of_a->copy_share > kFixedTime || of_b->copy_share > kFixedTime) return "";
    const auto fixed_a = fixed_share(chart, a, at), fixed_b = fixed_share(chart, b, at);
    if (!fixed_a || !fixed_b) return "";
    return "at " + short_number(of_a->copy_share) + " and " + short_number(of_b->copy_share) +
           " of the copy rate bytes take little of the time: " + fewest_keys(chart, a)->at +
           " keys already take " + short_number(*fixed_a) + " of that of " + a + ", " +
           short_number(*fixed_b) + " of that of " + b;
}

std::string by_fewest(const std::string& what, const std::string& word, const TwoTimes& here,
                      const std::string& fewest_at, const TwoTimes& fewest) {
    const auto both = [&](const TwoTimes& times) {
        return short_number(times.ms) + " " + word + " " + short_number(times.other_ms);
    };
    const std::string text = what + " takes " + both(here) + " ms";
    return fewest_at.empty() ? text : text + ", with " + fewest_at + " keys " + both(fewest);
}

std::string by_parts(std::vector<TimePart> parts) {
    std::stable_sort(parts.begin(), parts.end(),
                     [](const TimePart& a, const TimePart& b) { return a.ms > b.ms; });
    double all = 0;
    for (const TimePart& part : parts) all += part.ms;
    if (all <= 0) return "";
    std::string text;
    for (const TimePart& part : parts) {
        if (part.ms <= 0) continue;
        text +=
            (text.empty() ? "by share of the time: " : ", ") + part.name + " " + short_number(part.ms / all);
        if (part.copy_share > 0) text += " at " + short_number(part.copy_share) + " of the copy rate";
    }
    return text;
}

std::string by_gains(const std::string& part, double part_of_a_ms, double part_of_b_ms, double all_of_a_ms,
                     double all_of_b_ms) {
    const double rest_of_a = all_of_a_ms - part_of_a_ms, rest_of_b = all_of_b_ms - part_of_b_ms;
    if (part_of_a_ms <= 0 || part_of_b_ms <= 0 || rest_of_a <= 0 || rest_of_b <= 0) return "";
    return part + " alone is " + short_number(part_of_b_ms / part_of_a_ms) + " x as fast, all else " +
           short_number(rest_of_b / rest_of_a) + " x; " + part + " is " +
           short_number(part_of_a_ms / all_of_a_ms) + " of the time, of the other's " +
           short_number(part_of_b_ms / all_of_b_ms);
}

}  // namespace app
