// What each figure of a paper shows and claims, but for what was measured: its charts, their axes, series and places,
// and its claims with their bounds and where they hold. The list notices any change, and knows nothing of what is right.
//
// Where a change is meant: WRITE=1 build/tests/bench_tests --gtest_filter='FiguresGolden.*' writes the list again.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "app/bench/papers/claim.h"
#include "app/bench/papers/figure_charts.h"
#include "sort/registry.h"
#include "tests/source_tree.h"

namespace {

const source_tree::fs::path kList = source_tree::kRoot / "tests/app/bench_papers_golden.txt";

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
