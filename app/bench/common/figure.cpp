// The list of figures, and the words for what holds and what does not.
#include "app/bench/common/figure.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <sstream>

namespace app {
namespace {

constexpr double kNoise = 0.05;  // no claim is refused for less, and none holds by less

std::string times_text(double value) { return short_number(value) + " x"; }

std::string range_text(double low, double high) {
    if (low == high) return times_text(low);
    return (low == 1 ? "up " : short_number(low) + " ") + "to " + times_text(high);
}

Verdict gain(const std::string& what, std::optional<double> measured, double low, double high,
             const std::string& paper) {
    const std::string said = " (paper: " + paper + ")";
    if (!measured) return {Verdict::Outcome::not_measured, what, "not measured here" + said};
    const double least = low * (1 - kNoise), clear = 1 + kNoise;
    const std::string times = times_text(*measured) + said;
    if (*measured >= std::max(least, clear)) {
        const bool exceeds = *measured > high * (1 + kNoise);
        return {Verdict::Outcome::holds, what, (exceeds ? "holds, and more: " : "holds: ") + times};
    }
    const bool no_difference = *measured > 1 - kNoise && *measured < clear;
    if (no_difference && least <= clear) {
        return {Verdict::Outcome::about_equal, what, "about equal here: " + times};
    }
    return {Verdict::Outcome::fails, what, "does not hold here: " + times};
}

Verdict within(const std::string& what, std::optional<double> measured, double low, double high,
               const std::string& paper, const char* unit) {
    const std::string said = " (paper: " + paper + ")";
    if (!measured) return {Verdict::Outcome::not_measured, what, "not measured here" + said};
    const bool holds = *measured >= low && *measured <= high;
    return {holds ? Verdict::Outcome::holds : Verdict::Outcome::fails, what,
            (holds ? "holds: " : "does not hold here: ") + short_number(*measured) + unit + said};
}

}  // namespace

void FigureResult::note(const std::string& text) {
    if (std::find(notes.begin(), notes.end(), text) == notes.end()) notes.push_back(text);
}

const std::vector<PaperFigure>& figures() {
    static const std::vector<PaperFigure> all = [] {
        std::vector<PaperFigure> list;
        for (const auto& paper : {ha_figures, merrill_figures, ye_figures, polok_figures}) {
            for (const PaperFigure& figure : paper()) list.push_back(figure);
        }
        return list;
    }();
    return all;
}

const PaperFigure* find_figure(const std::string& name) {
    for (const PaperFigure& figure : figures()) {
        if (name == figure.id) return &figure;
        std::istringstream words(figure.also);
        for (std::string word; words >> word;) {
            if (word == name) return &figure;
        }
    }
    return nullptr;
}

const Point* point_at(const Chart& chart, const std::string& series, const std::string& at) {
    for (const Series& one : chart.series) {
        if (one.name != series) continue;
        for (const Point& point : one.points) {
            if (point.at == at) return &point;
        }
    }
    return nullptr;
}

std::optional<double> y_at(const Chart& chart, const std::string& series, const std::string& at) {
    const Point* point = point_at(chart, series, at);
    return point ? std::optional(point->y) : std::nullopt;
}

std::optional<double> ratio(std::optional<double> over, std::optional<double> under) {
    if (!over || !under || *under == 0) return std::nullopt;
    return *over / *under;
}

std::string last_common(const Chart& chart, const std::string& a, const std::string& b) {
    std::string last;
    for (const Series& one : chart.series) {
        if (one.name != a) continue;
        for (const Point& point : one.points) {
            if (point_at(chart, b, point.at)) last = point.at;
        }
    }
    return last;
}

Verdict at_least(const std::string& what, std::optional<double> measured, double low, double high) {
    return gain(what, measured, low, high, range_text(low, high));
}

Verdict more(const std::string& what, std::optional<double> measured, const std::string& paper) {
    return gain(what, measured, 1, HUGE_VAL, paper);
}

Verdict between(const std::string& what, std::optional<double> measured, double low, double high,
                const std::string& paper) {
    return within(what, measured, low, high, paper, " x");
}

Verdict share_between(const std::string& what, std::optional<double> measured, double low, double high,
                      const std::string& paper) {
    return within(what, measured, low, high, paper, "");
}

Verdict explained(Verdict verdict, const std::string& a, const Point* of_a, const std::string& b,
                  const Point* of_b) {
    using enum Verdict::Outcome;
    if (verdict.outcome == holds || verdict.outcome == not_measured || !of_a || !of_b) return verdict;
    for (const Point* point : {of_a, of_b}) {
        if (point->bytes_a_key <= 0 || point->copy_share <= 0 || point->copy_share > 1) return verdict;
    }
    verdict.why = a + " moves " + short_number(of_a->bytes_a_key) + " bytes per key at " +
                  short_number(of_a->copy_share) + " of the copy rate, " + b + " " +
                  short_number(of_b->bytes_a_key) + " at " + short_number(of_b->copy_share) + ": " +
                  times_text(of_a->bytes_a_key / of_b->bytes_a_key) + " the bytes at " +
                  times_text(of_a->copy_share / of_b->copy_share) + " the rate";
    return verdict;
}

std::string short_number(double value) {
    char text[64];
    if (value == 0) return "0";
    if (std::fabs(value) >= 100 || std::fabs(value) < 1e-4) {
        std::snprintf(text, sizeof text, std::fabs(value) < 1e-4 ? "%.2e" : "%.0f", value);
        return text;
    }
    const int before = static_cast<int>(std::floor(std::log10(std::fabs(value)))) + 1;
    std::snprintf(text, sizeof text, "%.*f", std::max(0, 3 - before), value);
    // 2.00 says no more than 2, but 2.50 is 2.5.
    std::string number = text;
    if (number.find('.') != std::string::npos) {
        number.erase(number.find_last_not_of('0') + 1);
        if (number.back() == '.') number.pop_back();
    }
    return number;
}

}  // namespace app
