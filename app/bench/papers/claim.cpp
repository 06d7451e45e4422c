// Rows are judged one by one; neighbours with one result are one span of the text.
#include "app/bench/papers/claim.h"

#include <algorithm>
#include <bit>
#include <map>

#include "app/bench/papers/reasons.h"
#include "sort/lab/measure.h"

namespace app {
namespace {

using Outcome = Verdict::Outcome;

constexpr double kNoise = 0.05;   // no claim is refused for less, and none holds by less
constexpr size_t kMostRows = 24;  // more become one a power of two

Outcome outcome_of(const Bound& bound, double value, double error) {
    if (bound.kind == Bound::Kind::within) {
        const bool holds =
            value >= bound.low * (1 - kNoise) - error && value <= bound.high * (1 + kNoise) + error;
        return holds ? Outcome::holds : Outcome::fails;
    }
    const double least = bound.low * (1 - kNoise), clear = 1 + kNoise;
    if (value + error >= std::max(least, clear)) return Outcome::holds;
    const bool no_difference = value > 1 - kNoise && value < clear;
    return no_difference && least <= clear ? Outcome::about_equal : Outcome::fails;
}

/// Neighbouring rows with the same outcome.
struct Span {
    Outcome outcome;
    const ClaimRow *first, *last;
    double low, high;
    bool average = false;
};

std::vector<Span> spans_of(const Bound& bound, const std::vector<ClaimRow>& rows) {
    std::vector<Span> spans;
    for (const ClaimRow& row : rows) {
        const Outcome outcome = outcome_of(bound, row.value, row.error);
        if (spans.empty() || spans.back().outcome != outcome) {
            spans.push_back({outcome, &row, &row, row.value, row.value});
        }
        Span& span = spans.back();
        span.last = &row;
        span.low = std::min(span.low, row.value);
        span.high = std::max(span.high, row.value);
    }
    return spans;
}

/// The rows as one span, whose outcome is that of their mean.
Span average_of(const Bound& bound, const std::vector<ClaimRow>& rows) {
    double logs = 0;
    for (const ClaimRow& row : rows) logs += std::log(row.value);
    const double mean = std::exp(logs / static_cast<double>(rows.size()));
    return {outcome_of(bound, mean, 0), &rows.front(), &rows.back(), mean, mean, true};
}

/// " from 1Mi to 16Mi keys", "" for a claim without n.
std::string place_text(const Span& span, const std::string& of) {
    if (span.first->at.empty()) return "";
    if (span.first == span.last) return " at " + span.first->at + " " + of;
    return " from " + span.first->at + " to " + span.last->at + " " + of;
}

std::string values_text(const Bound& bound, double low, double high) {
    const std::string a = short_number(low), b = short_number(high);
    return (a == b ? a : a + " to " + b) + bound.unit;
}

std::string span_text(const Claim& claim, const Span& span) {
    const Bound& bound = claim.bound;
    const std::string place = place_text(span, claim.measured_at.of);
    std::string words = "holds";
    if (span.outcome == Outcome::fails) words = place.empty() ? "does not hold here" : "does not hold";
    if (span.outcome == Outcome::about_equal) words = place.empty() ? "about equal here" : "about equal";
    const bool more = span.outcome == Outcome::holds && bound.kind == Bound::Kind::gain &&
                      span.low > bound.high * (1 + kNoise);
    if (more) words += place.empty() ? ", and more" : ", and more,";
    return words + (span.average ? " on average" : "") + place + ": " +
           values_text(bound, span.low, span.high);
}

std::string spans_text(const Claim& claim, const std::vector<Span>& spans) {
    std::string text;
    for (const Span& span : spans) text += (text.empty() ? "" : "; ") + span_text(claim, span);
    return text;
}

Outcome worst_of(const std::vector<Span>& spans) {
    Outcome worst = Outcome::holds;
    for (const Span& span : spans) {
        if (span.outcome == Outcome::fails) return Outcome::fails;
        if (span.outcome == Outcome::about_equal) worst = Outcome::about_equal;
    }
    return worst;
}

/// One row for each power of two below n, with the median of its values.
std::vector<ClaimRow> binned(const std::vector<ClaimRow>& rows) {
    std::map<uint64_t, std::vector<ClaimRow>> bins;
    for (const ClaimRow& row : rows) bins[std::bit_floor(static_cast<uint64_t>(row.n))].push_back(row);
    std::vector<ClaimRow> few;
    for (auto& [n, all] : bins) {
        std::sort(all.begin(), all.end(),
                  [](const ClaimRow& a, const ClaimRow& b) { return a.value < b.value; });
        few.push_back(all[all.size() / 2]);
        few.back().at = count_text(n);
        few.back().n = static_cast<double>(n);
    }
    return few;
}

std::string range_text(double low, double high) {
    if (low == high) return short_number(low) + " x";
    return (low == 1 ? "up " : short_number(low) + " ") + "to " + short_number(high) + " x";
}

bool is_time(const Chart& chart) { return chart.y.unit == "ms"; }

/// The text of sizes at which the paper measured: " (from 16Mi keys)".
std::string range_text(const SizeRange& range) {
    const auto count = [](double n) { return count_text(static_cast<uint64_t>(n)); };
    if (range.last == HUGE_VAL) return "from " + count(range.first) + " " + range.of;
    return count(range.first) + " to " + count(range.last) + " " + range.of;
}

/// What explains the last of the rows that do not hold; "" where that is not known.
std::string why_not(const Bound& bound, const std::vector<ClaimRow>& rows) {
    std::string why;
    for (const ClaimRow& row : rows) {
        if (row.why.empty() || outcome_of(bound, row.value, row.error) == Outcome::holds) continue;
        why = (row.at.empty() ? "" : "at " + row.at + ": ") + row.why;
    }
    return why;
}

Verdict verdict_on(const Claim& claim, std::vector<ClaimRow> rows) {
    const std::string said = " (paper: " + claim.bound.paper + ")";
    if (rows.empty()) return {Outcome::not_measured, claim.what, "not measured here" + said};
    std::stable_sort(rows.begin(), rows.end(),
                     [](const ClaimRow& a, const ClaimRow& b) { return a.n < b.n; });
    if (rows.size() > kMostRows) rows = binned(rows);
    std::vector<ClaimRow> there, elsewhere;
    for (const ClaimRow& row : rows) (claim.measured_at.holds(row.n) ? there : elsewhere).push_back(row);
    const std::vector<Span> beyond = spans_of(claim.bound, elsewhere);
    if (there.empty()) {
        const auto [low, high] = std::minmax_element(
            rows.begin(), rows.end(), [](const ClaimRow& a, const ClaimRow& b) { return a.value < b.value; });
        const Span all{Outcome::not_measured, &rows.front(), &rows.back(), low->value, high->value};
        return {Outcome::not_measured, claim.what,
                "not measured at the paper's n, " + range_text(claim.measured_at) + ";" +
                    place_text(all, claim.measured_at.of) + ": " +
                    values_text(claim.bound, all.low, all.high) + said};
    }
    const std::vector<Span> spans = claim.judged == Judged::average
                                        ? std::vector<Span>{average_of(claim.bound, there)}
                                        : spans_of(claim.bound, there);
    Verdict verdict{worst_of(spans), claim.what, ""};
    const bool everywhere = spans.size() == 1 && !spans[0].average &&
                            std::all_of(beyond.begin(), beyond.end(),
                                        [&](const Span& span) { return span.outcome == spans[0].outcome; });
    if (everywhere) {
        verdict.text = spans_text(claim, spans_of(claim.bound, rows));
    } else {
        verdict.text = spans_text(claim, spans);
        if (!beyond.empty()) verdict.text += "; beyond the paper's n: " + spans_text(claim, beyond);
    }
    verdict.text += said;
    if (verdict.outcome == Outcome::holds && worst_of(beyond) != Outcome::holds)
        verdict.outcome = Outcome::holds_there;
    if (verdict.outcome != Outcome::holds)
        verdict.why = why_not(claim.bound, verdict.outcome == Outcome::holds_there ? elsewhere : there);
    return verdict;
}

/// Bytes, or what does not depend on n, where bytes take little of the time.
std::string why_of(const Chart& chart, const std::string& a, const std::string& b, const std::string& at) {
    const std::string fixed = by_fixed_time(chart, a, b, at);
    return fixed.empty() ? by_bytes(a, *point_at(chart, a, at), b, *point_at(chart, b, at)) : fixed;
}

}  // namespace

Bound gain(double low, double high) { return {Bound::Kind::gain, low, high, range_text(low, high)}; }
Bound gain(const std::string& paper) { return gain(1, paper); }
Bound gain(double low, const std::string& paper) { return {Bound::Kind::gain, low, HUGE_VAL, paper}; }
Bound within(double low, double high, const std::string& paper) {
    return {Bound::Kind::within, low, high, paper};
}
Bound share(double low, double high, const std::string& paper) {
    return {Bound::Kind::within, low, high, paper, ""};
}

Verdict judge(const Claim& claim, std::vector<ClaimRow> rows) {
    Verdict verdict = verdict_on(claim, std::move(rows));
    verdict.claim = claim;
    return verdict;
}

Verdict not_tested(const Claim& claim, const std::string& needs) {
    Verdict verdict = not_tested(claim.what, needs);
    verdict.text += " (paper: " + claim.bound.paper + ")";
    verdict.claim = claim;
    return verdict;
}
Verdict not_tested(const std::string& what, const std::string& needs) {
    return {Outcome::not_tested, what, "not tested: needs " + needs};
}

std::vector<ClaimRow> gain_rows(const Chart& chart, const std::string& a, const std::string& b) {
    std::vector<ClaimRow> rows =
        is_time(chart) ? value_rows(chart, b, chart, a) : value_rows(chart, a, chart, b);
    for (ClaimRow& row : rows) row.why = why_of(chart, a, b, row.at);
    return rows;
}

std::vector<ClaimRow> value_rows(const Chart& over, const std::string& a, const Chart& under,
                                 const std::string& b) {
    std::vector<ClaimRow> rows;
    for (const ClaimRow& row : rows_of(over, a)) {
        const auto value = ratio(row.value, y_at(under, b, row.at));
        if (value) rows.push_back({row.at, row.n, *value});
    }
    return rows;
}

std::vector<ClaimRow> value_rows(const Chart& over, const std::string& a, const std::string& name_a,
                                 const Chart& under, const std::string& b, const std::string& name_b) {
    std::vector<ClaimRow> rows = value_rows(over, a, under, b);
    for (ClaimRow& row : rows)
        row.why = by_bytes(name_a, *point_at(over, a, row.at), name_b, *point_at(under, b, row.at));
    return rows;
}

std::vector<ClaimRow> rows_of(const Chart& chart, const std::string& series) {
    std::vector<ClaimRow> rows;
    for (const Series& one : chart.series) {
        if (one.name != series) continue;
        for (const Point& point : one.points) rows.push_back({point.at, point.x, point.y});
    }
    return rows;
}

std::vector<ClaimRow> place_rows(const Chart& chart, const std::string& series, const std::string& a,
                                 const std::string& b, uint64_t n) {
    const Point *of_a = point_at(chart, series, a), *of_b = point_at(chart, series, b);
    if (!of_a || !of_b || of_b->y == 0) return {};
    return {
        {n ? count_text(n) : "", static_cast<double>(n), of_a->y / of_b->y, 0, by_bytes(a, *of_a, b, *of_b)}};
}

std::vector<ClaimRow> one_row(std::optional<double> value, const std::string& why) {
    if (!value) return {};
    return {{"", 0, *value, 0, why}};
}

}  // namespace app
