// The judge of `bench papers`: what holds, for which n, by which quantity; reports that are read again.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/base/errors.h"
#include "app/bench/paper_report/report_json.h"
#include "app/bench/paper_report/verdict_table.h"
#include "app/bench/papers/claim.h"
#include "app/bench/papers/figures_ha.h"
#include "app/bench/papers/figures_merrill.h"
#include "app/bench/papers/paper_rivals.h"
#include "tests/temp_dir.h"

namespace {

using Outcome = app::Verdict::Outcome;
using app::ClaimRow;

/// Rows at 4Ki, 16Ki, 64Ki, ... with these values.
std::vector<ClaimRow> rows(const std::vector<double>& values) {
    std::vector<ClaimRow> all;
    uint64_t n = 4096;
    for (const double value : values)
        all.push_back({app::count_text(n), static_cast<double>(n), value}), n *= 4;
    return all;
}

TEST(Claims, one_table_of_values_bounds_and_verdicts) {
    const app::SizeRange paper = {4096, 65536, "bodies"};  // the first three rows
    const app::Bound twice = app::gain(2, 3.8), small = app::gain(1, 1.1),
                     words = app::gain("clearly faster");
    const app::Bound part = app::share(0.6, 0.8, "about 0.7"), same = app::within(0.9, 1.1, "about the same");
    struct Row {
        app::Bound bound;
        std::vector<double> values;
        Outcome outcome;
        const char* text;
    };
    const Row kTable[] = {
        {twice, {2.4}, Outcome::holds, "holds at 4Ki bodies: 2.4 x (paper: 2 to 3.8 x)"},
        {twice, {1.91}, Outcome::holds, "holds at 4Ki bodies: 1.91 x (paper: 2 to 3.8 x)"},
        {twice, {1.89}, Outcome::fails, "does not hold at 4Ki bodies: 1.89 x (paper: 2 to 3.8 x)"},
        {twice,
         {5, 6},
         Outcome::holds,
         "holds, and more, from 4Ki to 16Ki bodies: 5 to 6 x (paper: 2 to 3.8 x)"},
        {twice,
         {2, 3, 1.5},
         Outcome::fails,
         "holds from 4Ki to 16Ki bodies: 2 to 3 x; does not hold at 64Ki bodies: 1.5 x (paper: 2 to 3.8 x)"},
        {small, {1.02}, Outcome::about_equal, "about equal at 4Ki bodies: 1.02 x (paper: up to 1.1 x)"},
        {small, {0.94}, Outcome::fails, "does not hold at 4Ki bodies: 0.94 x (paper: up to 1.1 x)"},
        {small, {1.06}, Outcome::holds, "holds at 4Ki bodies: 1.06 x (paper: up to 1.1 x)"},
        {words, {1.04}, Outcome::about_equal, "about equal at 4Ki bodies: 1.04 x (paper: clearly faster)"},
        {app::gain(16, "at least 16 x"),
         {20, 15.3, 12},
         Outcome::fails,
         "holds from 4Ki to 16Ki bodies: 15.3 to 20 x; does not hold at 64Ki bodies: 12 x (paper: at least 16 x)"},
        {words, {9}, Outcome::holds, "holds at 4Ki bodies: 9 x (paper: clearly faster)"},
        {same, {0.86}, Outcome::holds, "holds at 4Ki bodies: 0.86 x (paper: about the same)"},
        {same, {0.85}, Outcome::fails, "does not hold at 4Ki bodies: 0.85 x (paper: about the same)"},
        {same, {1.16}, Outcome::fails, "does not hold at 4Ki bodies: 1.16 x (paper: about the same)"},
        {part,
         {0.81, 0.78, 0.65},
         Outcome::holds,
         "holds from 4Ki to 64Ki bodies: 0.65 to 0.81 (paper: about 0.7)"},
        {part,
         {0.81, 0.78, 0.65, 0.2, 0.05},
         Outcome::holds_there,
         "holds from 4Ki to 64Ki bodies: 0.65 to 0.81; beyond the paper's n: does not hold from 256Ki to 1Mi "
         "bodies: 0.05 to 0.2 (paper: about 0.7)"},
        {part,
         {0.3, 0.3, 0.3, 0.2},
         Outcome::fails,
         "does not hold from 4Ki to 256Ki bodies: 0.2 to 0.3 (paper: about 0.7)"},
    };
    for (const Row& row : kTable) {
        const app::Verdict verdict = app::judge({"a", row.bound, paper}, rows(row.values));
        EXPECT_EQ(verdict.text, row.text);
        EXPECT_EQ(verdict.outcome, row.outcome) << row.text;
    }
}

TEST(Claims, without_n_average_not_measured_not_tested) {
    EXPECT_EQ(app::judge({"a", app::gain(2, 3.8)}, app::one_row(0.9)).text,
              "does not hold here: 0.9 x (paper: 2 to 3.8 x)");
    EXPECT_EQ(app::judge({"a", app::gain(2, 2)}, app::one_row(3)).text, "holds, and more: 3 x (paper: 2 x)");
    EXPECT_EQ(app::judge({"a", app::gain(2, 2)}, {}).text, "not measured here (paper: 2 x)");
    const app::SizeRange large = {1 << 24, HUGE_VAL};
    const app::Verdict below = app::judge({"a", app::gain(2, 2), large}, rows({3, 4}));
    EXPECT_EQ(below.text,
              "not measured at the paper's n, from 16Mi keys; from 4Ki to 16Ki keys: 3 to 4 x (paper: 2 x)");
    EXPECT_EQ(below.outcome, Outcome::not_measured);
    const app::Claim average = {"a", app::gain(1.2, 1.3), {4096, 65536}, app::Judged::average};
    EXPECT_EQ(app::judge(average, rows({1, 1.44, 1.2})).text,
              "holds on average from 4Ki to 64Ki keys: 1.2 x (paper: 1.2 to 1.3 x)");
    EXPECT_EQ(app::judge(average, rows({1, 1.2, 1.1})).outcome, Outcome::fails);
    const app::Verdict lacks = app::not_tested(average, "the variant x of y");
    EXPECT_EQ(lacks.text, "not tested: needs the variant x of y (paper: 1.2 to 1.3 x)");
    EXPECT_EQ(lacks.outcome, Outcome::not_tested);
}

TEST(Claims, an_error_of_the_value_is_allowed_for) {
    const app::Claim claim = {"a", app::share(0, 0.0015, "0.001")};
    EXPECT_EQ(app::judge(claim, {{"", 0, 0.01}}).outcome, Outcome::fails);
    EXPECT_EQ(app::judge(claim, {{"", 0, 0.01, 0.02}}).outcome, Outcome::holds);
}

TEST(Claims, many_random_n_are_judged_by_powers_of_two) {
    std::vector<ClaimRow> many;
    for (int i = 0; i < 64; ++i) {
        const double n = 4096 + 192 * i;  // up to 16,192
        many.push_back({std::to_string(4096 + 192 * i), n, i % 9 == 0 ? 1.0 : 3.0});
    }
    EXPECT_EQ(app::judge({"a", app::gain(2, 4)}, many).text,
              "holds from 4Ki to 8Ki keys: 3 x (paper: 2 to 4 x)");
}

TEST(Claims, a_failure_is_explained_by_the_row_that_fails) {
    auto measured = rows({1.5, 2.5});
    measured[0].why = "one", measured[1].why = "two";
    EXPECT_EQ(app::judge({"a", app::gain(2, 3)}, measured).why, "at 4Ki: one");
    measured[0].value = 2.1;
    EXPECT_EQ(app::judge({"a", app::gain(2, 3)}, measured).why, "") << "it holds";
    EXPECT_EQ(app::judge({"a", app::gain(2, 3), {0, 4096}}, rows({2.1, 1})).why, "") << "not known";
    measured[1].value = 1;
    EXPECT_EQ(app::judge({"a", app::gain(2, 3), {0, 4096}}, measured).why, "at 16Ki: two")
        << "beyond the paper's n";
}

/// A chart of a at 2 and b at 6, at one n.
app::Chart two_series(const char* unit) {
    app::Chart chart{"t", {"n", "keys"}, {"", unit}};
    chart.series = {{"a", {{"4Ki", 4096, 2, 2}}}, {"b", {{"4Ki", 4096, 6, 6}, {"8Ki", 8192, 1, 1}}}};
    return chart;
}

TEST(Claims, rows_are_in_the_claims_quantity) {
    const auto time = app::gain_rows(two_series("ms"), "a", "b");
    ASSERT_EQ(time.size(), 1u);
    EXPECT_EQ(time[0].value, 3) << "a takes a third of the time";
    EXPECT_NEAR(app::gain_rows(two_series("million keys/s"), "a", "b")[0].value, 1 / 3., 1e-12);
    EXPECT_EQ(app::value_rows(two_series("ms"), "b", two_series("ms"), "a")[0].value, 3);
    EXPECT_EQ(app::rows_of(two_series(""), "b").size(), 2u);
    EXPECT_EQ(app::place_rows(two_series(""), "b", "4Ki", "8Ki", 64)[0].value, 6);
    EXPECT_TRUE(app::place_rows(two_series(""), "a", "4Ki", "8Ki").empty());

    const auto shares = app::sort_share_rows(rows({10, 100, 1700}), rows({5, 20, 20}));  // n times 4
    EXPECT_EQ(shares[1].value, 0.2);
    EXPECT_EQ(shares[1].why,
              "from 4Ki on the time of the sort grows as n^1.00, that of the other stages as n^2.00");
    EXPECT_NE(shares[2].why.find("from 16Ki on the time of the sort grows as n^0.00"), std::string::npos)
        << "from the n before: " << shares[2].why;
    const ClaimRow check = app::check_share_row("4Ki", 4096, {10, 10, 10}, {9, 9, 9});
    EXPECT_NEAR(check.value, 0.1, 1e-12);
    EXPECT_EQ(check.error, 0);
    EXPECT_GT(app::check_share_row("", 0, {10, 11, 12, 13}, {9, 10, 11, 12}).error, 0.05);
    EXPECT_EQ(app::check_share_row("", 0, {9, 9}, {10, 10}).value, 0) << "no share is negative";

    app::Chart rates{"t", {"n", "keys"}, {"", "million keys/s"}};
    rates.series = {{"a", {{"256", 256, 1, 1}, {"512", 512, 1.98, 1.98}, {"1Ki", 1024, 3, 3}}}};
    EXPECT_TRUE(app::filled_up(rates, "a", 256));
    EXPECT_FALSE(app::filled_up(rates, "a", 512));
    EXPECT_FALSE(app::filled_up(rates, "a", 1024)) << "not measured";

    EXPECT_TRUE(app::is_of_a_pass("downsweep"));
    EXPECT_FALSE(app::is_of_a_pass("copy back"));

    const ClaimRow grows = app::scan_growth_rows({1, 0.9}, {1.5, 0.8}, {2.5, 0.7})[0];
    EXPECT_NEAR(grows.value, 2, 1e-12);
    EXPECT_EQ(grows.why,
              "a pass with 3, 4, 5 bits takes 1, 1.5, 2.5 ns per pair, at 0.9, 0.8, 0.7 of the copy rate");
    const ClaimRow shrinks = app::scan_growth_rows({2, 1}, {1.5, 1}, {2.5, 1})[0];
    EXPECT_EQ(shrinks.value, 0);
    EXPECT_EQ(shrinks.why.find("from 3 to 4 bits the time does not grow: a pass with"), 0u) << shrinks.why;
}

TEST(PaperRivals, stand_ins_are_named_and_variants_asked_for) {
    for (const char* engine : {"legrand", "split-sort", "herf", "chhugani", "cudpp", "thrust-1.6",
                               "thrust-cudpp", "satish-merge"}) {
        const app::Rival rival = app::paper_rival(engine);
        EXPECT_EQ(app::lacking(rival), "") << engine;
        if (rival.engine == engine) {
            EXPECT_EQ(app::named(rival), engine);
        } else {
            EXPECT_EQ(app::named(rival), rival.label + " (in place of " + rival.stands_for + ")");
            EXPECT_FALSE(rival.stands_for.empty()) << engine;
        }
    }
    EXPECT_EQ(app::paper_rival("cudpp").engine, "satish") << "CUDPP 1.1";
    EXPECT_EQ(app::paper_rival("thrust-cudpp").engine, "multiscan") << "CUDPP 2.1";
    EXPECT_THROW(app::paper_rival("bogo"), std::logic_error);
    EXPECT_EQ(app::lacking({"", "bogo"}), "the engine bogo");
    EXPECT_EQ(app::lacking({"", "warpsort", {.variant = "rank-merge"}}), "");
    EXPECT_EQ(app::lacking({"", "warpsort", {.variant = "x"}}), "the variant x of warpsort");
}

app::Report sample_report() {
    app::MadeFigure made{app::find_figure("ha-4"), {}, 1.5};
    made.result.charts.push_back(two_series("ms"));
    made.result.charts[0].bars = made.result.charts[0].x.log = true;
    made.result.charts[0].series[0].points[0].samples_ms = {2, 2.5};
    made.result.verdicts = {app::judge({"a | b", app::gain(2, 3)}, app::one_row(2.5)),
                            app::judge({"c", app::gain(2, 3), {4096, 4096}}, rows({2.5, 1})),
                            app::judge({"d", app::gain(2, 3)}, {{"", 0, 1, 0, "because"}}),
                            app::not_tested("e", "the engine f")};
    made.result.pictures = {{"title", "text", "JPEG"}};
    made.result.notes = {"note"};
    return {{"GPU, driver 1; CPU", "2026-01-01", "build", "command", "copy"}, {made}};
}

TEST(ReportJson, what_is_written_is_read_again) {
    const TempDir folder;
    const std::string path = (folder / "report.json"), text = app::report_json(sample_report());
    folder.write("report.json", text);
    folder.write("ha-4-1.jpg", "JPEG");
    const app::Report again = app::read_report(path);
    EXPECT_EQ(app::report_json(again), text);
    ASSERT_EQ(again.figures.size(), 1u);
    const app::FigureResult &result = again.figures[0].result, expected = sample_report().figures[0].result;
    EXPECT_EQ(app::figure_csv(again.figures[0]), app::figure_csv(sample_report().figures[0]));
    EXPECT_TRUE(result.charts[0].bars && result.charts[0].x.log);
    EXPECT_EQ(result.pictures[0].jpeg, "JPEG");
    EXPECT_EQ(result.notes, expected.notes);
    for (size_t i = 0; i < expected.verdicts.size(); ++i) {
        EXPECT_EQ(result.verdicts[i].outcome, expected.verdicts[i].outcome);
        EXPECT_EQ(result.verdicts[i].text, expected.verdicts[i].text);
        EXPECT_EQ(result.verdicts[i].why, expected.verdicts[i].why);
    }
}

TEST(ReportJson, other_files_are_refused_with_the_place) {
    const TempDir folder;
    const auto message = [&](const std::string& text) -> std::string {
        const std::string path = folder.write("report.json", text);
        return message_of<app::BadFile>([&] { app::read_report(path); }).substr(folder.path().size() + 1);
    };
    const std::string expected = "a report.json of `sweeplab bench papers` is expected";
    EXPECT_EQ(message("{"), "report.json: not JSON; " + expected);
    EXPECT_EQ(message("{\"kind\": \"bench sort\"}"), "report.json: " + expected);
    EXPECT_EQ(message("[]"), "report.json: " + expected);
    EXPECT_EQ(message("{\"kind\": \"bench papers\", \"schema\": 1}"),
              "report.json: schema: 1; this version reads 2");
    auto json = nlohmann::ordered_json::parse(app::report_json(sample_report()));
    json["figures"][0]["charts"][0]["series"][0]["points"][0]["y"] = "x";
    EXPECT_EQ(message(json.dump()),
              "report.json: figures[0].charts[0].series[0].points[0].y: a number is expected");
    json["figures"][0]["verdicts"][0]["outcome"] = "perhaps";
    json["figures"][0]["charts"] = nlohmann::ordered_json::array();
    EXPECT_EQ(message(json.dump()), "report.json: figures[0].verdicts[0].outcome: 'perhaps' is no outcome");
    json["figures"][0]["figure"] = "ha-44";
    folder.write("report.json", json.dump());
    EXPECT_TRUE(app::read_report((folder / "report.json")).figures.empty()) << "of a later version";
}

TEST(VerdictTable, counts_by_paper_and_says_why_not) {
    const app::Report report = sample_report();
    const std::string text = app::verdict_table(report, nullptr);
    EXPECT_NE(text.find("| Ha, Krueger, Silva 2009 | 4 | 1 | 1 | 0 | 1 | 0 | 1 |"), text.npos) << text;
    EXPECT_NE(text.find("| ha-4 | d | does not hold here: 1 x (paper: 2 to 3 x) | because |"), text.npos)
        << text;
    EXPECT_NE(
        text.find(
            "| ha-4 | c | holds at 4Ki keys: 2.5 x; beyond the paper's n: does not hold at 16Ki keys: 1 x "
            "(paper: 2 to 3 x) | - |\n"),
        text.npos)
        << "a reason that is not known" << text;
    EXPECT_NE(text.find("| ha-4 | a \\| b | holds: 2.5 x (paper: 2 to 3 x) |\n"), text.npos) << text;
    EXPECT_NE(text.find("| ha-4 | e | not tested: needs the engine f |"), text.npos) << text;
    app::Report old = report;
    old.facts.machine = "Old GPU, driver 0";
    old.figures[0].result.verdicts[2].text = "holds there";
    const std::string both = app::verdict_table(report, &old);
    EXPECT_NE(both.find("| figure | claim | GPU | Old GPU | why |"), both.npos) << both;
    EXPECT_NE(both.find("| ha-4 | d | does not hold here: 1 x (paper: 2 to 3 x) | holds there | because |"),
              both.npos)
        << both;
}

}  // namespace
