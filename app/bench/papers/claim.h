// The verdict on a claim of a paper: its bound held against the rows that were measured here, at the paper's n and
// beyond.
#pragma once
#include <string>
#include <vector>

#include "app/bench/common/figure.h"

namespace app {

/// A gain of `low` to `high` times in the paper; `low` 1 for "up to `high`". Holds from `low` on, but only above 1 by
/// more than noise: where the paper's own gain is small and none is seen, both are "about equal".
Bound gain(double low, double high);
/// A gain that the paper gives in words, as "clearly faster".
Bound gain(const std::string& paper);
/// A gain of at least `low`, which follows from the paper's words.
Bound gain(double low, const std::string& paper);
/// A ratio that lies within [low, high].
Bound within(double low, double high, const std::string& paper);
/// A part of a whole within [low, high]; without a unit.
Bound share(double low, double high, const std::string& paper);

/// The claim's quantity at one n.
struct ClaimRow {
    std::string at;        // "64Ki"; "": the claim has no n
    double n = 0;          // for the order and the range
    double value = 0;      // in the claim's quantity
    double error = 0;      // of the value, beside the noise that judge() allows for
    std::string why = {};  // what explains the value where it fails; "": not known
};

/// Judges the rows in the paper's range, and says for which n the claim holds, there and beyond. Values within 5 % of
/// a bound are noise. Without a row in the range the outcome is not_measured. Many rows become one for each power of
/// two, by their median.
Verdict judge(const Claim& claim, std::vector<ClaimRow> rows);

/// A verdict without a measurement: `needs` names what the program lacks: "the variant x of warpsort".
Verdict not_tested(const Claim& claim, const std::string& needs);
/// The same of a claim that has no bound here.
Verdict not_tested(const std::string& what, const std::string& needs);

/// Rows of `a` over `b` in speed at each n that both have, as the chart's axis says (a time or a rate); explained by
/// what both times consist of (reasons.h).
std::vector<ClaimRow> gain_rows(const Chart& chart, const std::string& a, const std::string& b);

/// Rows of one series over another by value, each from its own chart.
std::vector<ClaimRow> value_rows(const Chart& over, const std::string& a, const Chart& under,
                                 const std::string& b);
/// The same, explained: the two are called by these names.
std::vector<ClaimRow> value_rows(const Chart& over, const std::string& a, const std::string& name_a,
                                 const Chart& under, const std::string& b, const std::string& name_b);

/// Rows of a series' own values.
std::vector<ClaimRow> rows_of(const Chart& chart, const std::string& series);

/// One row: place `a` over place `b` of a series, in a chart of rates of `n` keys; `n` 0: no n. Empty where either was
/// not measured. Explained.
std::vector<ClaimRow> place_rows(const Chart& chart, const std::string& series, const std::string& a,
                                 const std::string& b, uint64_t n = 0);

/// One row without an n; none without a value.
std::vector<ClaimRow> one_row(std::optional<double> value, const std::string& why = {});

}  // namespace app
