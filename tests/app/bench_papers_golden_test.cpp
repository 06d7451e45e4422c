// What each figure of a paper shows and claims, but for what was measured: its charts, their axes, series and places,
// and its claims with their bounds and where they hold; and hashes of how charts are drawn and reported. The lists
// notice any change, and know nothing of what is right.
//
// Where a change is meant: WRITE=1 build/tests/bench_tests --gtest_filter='FiguresGolden.*' writes both again.
#include <gtest/gtest.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "app/bench/common/plot_svg.h"
#include "app/bench/paper_report/report_html.h"
#include "app/bench/papers/claim.h"
#include "app/bench/papers/figure_charts.h"
#include "sort/registry.h"
#include "tests/source_tree.h"

namespace {

const source_tree::fs::path kList = source_tree::kRoot / "tests/app/bench_papers_golden.txt";
const source_tree::fs::path kHashes = source_tree::kRoot / "tests/app/bench_papers_golden_hashes.txt";

std::string axis_text(const app::Axis& axis) {
    return axis.label + (axis.unit.empty() ? "" : " (" + axis.unit + ")") + (axis.log ? " log" : "");
}

std::string claim_text(const app::Claim& claim) {
    const app::Bound& bound = claim.bound;
    const app::SizeRange& range = claim.measured_at;
    std::ostringstream text;
    text << (bound.kind == app::Bound::Kind::gain ? "gain " : "within ") << bound.low << " to " << bound.high
         << bound.unit << " (" << bound.paper << ") at " << range.first << " to " << range.last << ' '
         << range.of << (claim.judged == app::Judged::average ? ", on average" : "");
    return text.str();
}

/// The figure's lines in the list.
std::string text_of(const app::PaperFigure& figure, const app::FigureResult& result) {
    std::ostringstream text;
    text << figure.id << (figure.takes_matrix ? ", takes matrices" : "") << '\n';
    for (const app::Chart& chart : result.charts) {
        text << "  " << (chart.bars ? "bars: " : "lines: ") << chart.title << "; " << axis_text(chart.x)
             << "; " << axis_text(chart.y) << '\n';
        for (const app::Series& series : chart.series) {
            text << "    " << series.name << ':';
            for (const app::Point& point : series.points)
                text << ' ' << point.at << '=' << point.x << (point.samples_ms.empty() ? " counted" : "")
                     << (point.bytes_a_key > 0 ? "" : " without bytes") << ';';
            text << '\n';
        }
    }
    for (const app::Verdict& verdict : result.verdicts)
        text << "  claim: " << verdict.what << ": "
             << (verdict.claim ? claim_text(*verdict.claim) : verdict.text) << '\n';
    return text.str();
}

/// Figures that make other things than keys, as large as the largest n: records, matrices, scenes.
const std::set<std::string> kOfOtherThings = {"ha-1", "ha-3", "polok-1", "polok-5"};

/// A chart of every form: lines or bars, few or many series, places near to each other and far apart.
app::Chart made_chart(bool bars, size_t series, size_t places, bool log) {
    app::Chart chart{"A chart", {"n", "keys", log}, {"rate", "million/s", log}, bars};
    for (size_t s = 0; s < series; ++s) {
        app::Series one{"engine " + std::to_string(s), {}};
        for (size_t i = 0; i < places; ++i) {
            if ((i + s) % 7 == 6) continue;  // not measured
            const double x = log ? double(1u << (10 + i)) : 100.0 + double(i * i) * 37;
            const double y = double(3 + (5 * i + 11 * s) % 23) * (log ? double(1u << i % 12) : 1.5);
            one.points.push_back({std::to_string(int(x)), x, y, y * 1.25, {y, 1.25 * y}, 16, 0.5});
        }
        chart.series.push_back(one);
    }
    return chart;
}

app::Verdict made_verdict(app::Verdict::Outcome outcome) {
    return {outcome,
            "a over b, outcome " + std::to_string(int(outcome)),
            "text of the verdict",
            outcome == app::Verdict::Outcome::fails ? "why it fails" : "",
            {}};
}

/// A report of which all is made: charts, verdicts of each outcome, notes, and another machine's beside it.
std::vector<std::pair<std::string, std::string>> made_report() {
    app::MadeFigure made{app::find_figure("merrill-11"), {}}, other = made;
    made.result.charts = {made_chart(false, 3, 6, true), made_chart(true, 2, 4, false)};
    for (int k = 0; k <= int(app::Verdict::Outcome::not_tested); ++k)
        made.result.verdicts.push_back(made_verdict(app::Verdict::Outcome(k)));
    made.result.notes = {"a rival: not in this build"};
    made.result.pictures = {{"a scene", "12 bodies, 3 ms per step", "Man"},
                            {"another", "Not drawn: why", ""}};
    other.result.charts = {made_chart(false, 2, 4, true)};
    other.result.verdicts = {made_verdict(app::Verdict::Outcome::fails)};
    const app::Report beside{{"another machine", "2026-01-02", "build", "command", "copy"}, {other}};
    return app::report_files({{"a machine", "2026-01-01", "build", "command", "copy"}, {made}}, &beside);
}

std::string hash_of(const std::string& text) {  // FNV-1a
    uint32_t hash = 2166136261u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    char digits[16];
    std::snprintf(digits, sizeof digits, "%08" PRIx32, hash);
    return digits;
}

TEST(FiguresGolden, are_drawn_and_reported_as_the_list_has) {
    std::string now;
    for (const bool bars : {false, true})
        for (const bool log : {false, true})
            for (const size_t series : {1, 4, 11})
                for (const size_t places : {1, 5, 18, 40}) {
                    if (log && places > 20) continue;
                    now += std::string(bars ? "bars" : "lines") + (log ? ", log, " : ", ") +
                           std::to_string(series) + " x " + std::to_string(places) + ": " +
                           hash_of(app::plot_svg(made_chart(bars, series, places, log), "caption")) + "\n";
                }
    for (const auto& [name, text] : made_report())
        if (!name.starts_with("lesson-")) now += name + ": " + hash_of(text) + "\n";
    if (std::getenv("WRITE")) std::ofstream(kHashes, std::ios::binary) << now;
    EXPECT_EQ(source_tree::text_of(kHashes), now);
}

TEST(FiguresGolden, show_and_claim_what_the_list_has) {
    if (!sort::find_engine("fourway") || !sort::find_engine("tbb-sort"))
        GTEST_SKIP() << "skipped: a build without CUDA or TBB, whose rivals are others";
    app::Lab small({.most_keys = 256, .min_time_s = 0, .min_samples = 1}),
        of_any_size({.most_keys = 1u << 27, .longest_made = 256, .min_time_s = 0, .min_samples = 1});
    const std::string list = source_tree::text_of(kList);
    std::string now;
    for (const app::PaperFigure& figure : app::figures()) {
        app::FigureResult result;
        figure.run(kOfOtherThings.contains(figure.id) ? small : of_any_size, result);
        const std::string text = text_of(figure, result);
        if (!std::getenv("WRITE")) {
            EXPECT_NE(list.find(text), std::string::npos) << "now:\n" << text;
        }
        now += text;
    }
    if (std::getenv("WRITE"))
        std::ofstream(kList, std::ios::binary) << now;
    else
        EXPECT_EQ(list.size(), now.size());
}

}  // namespace
