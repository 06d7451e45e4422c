// The parts of `bench papers`: pictures, lists, reference, matrices, and each figure once, tiny, on the CPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <set>
#include <stack>

#include "app/bench/common/plot_svg.h"
#include "app/bench/paper_report/report_html.h"
#include "app/bench/papers/claim.h"
#include "app/bench/papers/figure_charts.h"
#include "app/bench/papers/matrices.h"
#include "sim/world.h"

namespace {

/// "" when every element is closed in order and no bare & or < is in the text: enough for what we write.
std::string xml_fault(const std::string& xml) {
    std::stack<std::string> open;
    for (size_t at = 0; at < xml.size(); ++at) {
        if (xml[at] == '&') {
            const size_t end = xml.find(';', at);
            if (end == xml.npos || end - at > 7) return "a bare & at " + std::to_string(at);
        }
        if (xml[at] != '<') continue;
        const size_t end = xml.find('>', at);
        if (end == xml.npos) return "an open tag at the end";
        const std::string tag = xml.substr(at + 1, end - at - 1);
        if (tag.find('<') != tag.npos) return "a bare < before " + tag;
        if (std::count(tag.begin(), tag.end(), '"') % 2) return "an odd quote in " + tag;
        const std::string name = tag.substr(tag[0] == '/', tag.find_first_of(" /", 1) - (tag[0] == '/'));
        if (tag[0] == '/') {
            if (open.empty() || open.top() != name) return "closes " + name;
            open.pop();
        } else if (tag.back() != '/') {
            open.push(name);
        }
        at = end;
    }
    return open.empty() ? "" : "not closed: " + open.top();
}

app::Chart sample_chart(bool bars, size_t series) {
    app::Chart chart{"A <chart> & \"more\"", {"n", "keys", true}, {"rate", "million/s"}, bars};
    for (size_t s = 0; s < series; ++s) {
        app::Series one{"engine <" + std::to_string(s) + ">", {}};
        for (int i = 0; i < 5; ++i) {
            const double y = 10.0 * (i + 1) + static_cast<double>(s);
            one.points.push_back({"p" + std::to_string(i), std::pow(2.0, 10 + 2 * i), y, y, {1, 2, 3}});
        }
        chart.series.push_back(one);
    }
    return chart;
}

TEST(PlotSvg, is_well_formed_for_any_chart) {
    for (const bool bars : {false, true}) {
        for (const size_t series : {0, 1, 8, 11}) {
            for (const bool log : {false, true}) {
                app::Chart chart = sample_chart(bars, series);
                chart.y.log = log;
                EXPECT_EQ(xml_fault(app::plot_svg(chart, "machine <1> & date")), "");
            }
        }
    }
    app::Chart one_point = sample_chart(false, 1);
    one_point.series[0].points.resize(1);
    EXPECT_EQ(xml_fault(app::plot_svg(one_point, "")), "");
    EXPECT_EQ(app::plot_svg(one_point, "").find("nan"), std::string::npos);
}

TEST(PlotSvg, names_axes_units_series_and_caption) {
    const std::string svg = app::plot_svg(sample_chart(false, 2), "made here");
    for (const char* text :
         {"n (keys)", "rate (million/s)", "engine &lt;0&gt;", "engine &lt;1&gt;", "made here"}) {
        EXPECT_NE(svg.find(text), std::string::npos) << text;
    }
    EXPECT_NE(app::plot_svg(sample_chart(false, 0), "").find("nothing measured here"), std::string::npos);
}

TEST(PlotSvg, places_that_are_close_have_labels_apart) {
    app::Chart chart{"t", {"n", "keys"}, {"rate", ""}};
    chart.series.push_back(
        {"s", {{"77168", 77168, 1, 1, {}}, {"77169", 77169, 1, 1, {}}, {"900000", 9e5, 1, 1, {}}}});
    const std::string svg = app::plot_svg(chart, "");
    const auto line_of = [&](const std::string& label) {
        const size_t end = svg.find(">" + label + "<"), y = svg.rfind("y=", end);
        return svg.substr(y, svg.find('"', y + 3) - y);
    };
    EXPECT_NE(line_of("77168"), line_of("77169"));
    EXPECT_EQ(line_of("77168"), line_of("900000"));
}

TEST(PlotSvg, ticks_cover_the_range) {
    for (const auto& [low, high] : {std::pair(0.0, 1.0), {0.0, 937.0}, {0.0, 0.004}, {0.0, 2e6}}) {
        const auto at = app::ticks(low, high, false);
        EXPECT_LE(at.front(), low);
        EXPECT_GE(at.back(), high * (1 - 1e-6));
        EXPECT_LE(at.size(), 9u);
    }
    for (const auto& [low, high] : {std::pair(0.01, 0.02), {0.5, 700.0}, {1e-3, 1e4}, {1.0, 10.0}}) {
        const auto at = app::ticks(low, high, true);
        EXPECT_LE(at.front(), low * 1.001);
        EXPECT_GE(at.back(), high * 0.999);
        EXPECT_LE(at.size(), 14u);
    }
}

TEST(Figures, the_list_holds_every_figure_that_is_wanted) {
    for (const char* id :
         {"ha-1",       "ha-3",       "ha-4",       "ha-5",       "ha-6",       "ha-shuffle", "ha-sorted",
          "merrill-t2", "merrill-8",  "merrill-10", "merrill-11", "merrill-12", "merrill-13", "merrill-14",
          "merrill-15", "merrill-16", "merrill-17", "merrill-18", "merrill-19", "merrill-20", "merrill-local",
          "ye-8",       "ye-9",       "ye-10",      "ye-11",      "ye-12",      "ye-13",      "ye-14",
          "polok-1",    "polok-t2",   "polok-3",    "polok-4",    "polok-5"}) {
        EXPECT_NE(app::find_figure(id), nullptr) << id;
    }
    std::set<std::string> ids;
    for (const app::PaperFigure& figure : app::figures()) {
        EXPECT_TRUE(ids.insert(figure.id).second) << figure.id;
        EXPECT_FALSE(std::string(figure.title).empty() || std::string(figure.claim).empty()) << figure.id;
    }
    EXPECT_EQ(app::find_figure("ha-44"), nullptr);
}

/// The claims of a figure, one a line; made tiny on the CPU.
std::string claims_of(const char* id) {
    app::Lab lab({.most_keys = 256, .min_time_s = 0, .min_samples = 1});
    app::FigureResult result;
    app::find_figure(id)->run(lab, result);
    std::string claims;
    for (const app::Verdict& verdict : result.verdicts) claims += verdict.what + "\n";
    return claims;
}

TEST(Figures, a_claim_is_on_what_the_paper_measured) {
    EXPECT_EQ(claims_of("ha-shuffle").find("eightway"), std::string::npos) << "the paper's gain is of 4 ways";
    const std::string merrill = " (in place of Thrust 1.6 and CUDPP 2.1, both Merrill's sort), ";
    EXPECT_EQ(claims_of("polok-3"), "reghist over multiscan" + merrill + "keys alone\n")
        << "CUDPP 2.1 is not Satish's sort";
    EXPECT_EQ(claims_of("polok-5"), "reghist over multiscan" + merrill + "sparse products\n");
    EXPECT_NE(claims_of("ye-12").find("not coalesced (in place of the reversed fetch of figure 5a), pairs"),
              std::string::npos);
}

app::LabConfig tiny_lab() {
    app::LabConfig config;
    config.most_keys = 2048;
    config.min_time_s = 0;
    config.min_samples = 2;
    return config;
}

/// Each link of the page leads to a place in it, or to a place in a file beside it.
void expect_links_lead_somewhere(const std::vector<std::pair<std::string, std::string>>& files) {
    const std::map<std::string, std::string> by_name(files.begin(), files.end());
    const std::string& page = by_name.at("report.html");
    const std::string begin = "<a href=\"";
    size_t links = 0;
    for (size_t at = page.find(begin); at != page.npos; at = page.find(begin, at + 1), ++links) {
        const size_t from = at + begin.size();
        const std::string target = page.substr(from, page.find('"', from) - from);
        const size_t hash = target.find('#');
        const std::string file = target.substr(0, hash), place = target.substr(hash + 1);
        ASSERT_TRUE(file.empty() || by_name.count(file)) << target;
        EXPECT_NE((file.empty() ? page : by_name.at(file)).find("id=\"" + place + "\""), page.npos) << target;
    }
    EXPECT_GT(links, 100u);
}

const app::ReportFacts kFacts = {"machine & more, driver", "2026-01-01", "build", "command", "copy"};

/// Values on either side of a bound, away from it by more than noise.
struct Sides {
    std::optional<double> inside, outside;
};

Sides sides_of(const app::Bound& bound) {
    if (bound.kind == app::Bound::Kind::gain)
        return {std::max(bound.low, 1.06), std::min(bound.low * 0.9, 0.94)};
    if (std::isinf(bound.high)) return {bound.low * 1.1, bound.low * 0.9};
    return {(bound.low + bound.high) / 2, bound.high * 1.2 + 1e-6};
}

/// Drives the judge with made numbers at each claim's own n.
void expect_each_claim_is_tested_on_both_sides(const std::vector<app::MadeFigure>& made) {
    size_t claims = 0;
    for (const app::MadeFigure& one : made) {
        std::set<std::string> names;
        for (const app::Verdict& verdict : one.result.verdicts) {
            EXPECT_TRUE(names.insert(verdict.what).second)
                << one.figure->id << ": " << verdict.what << " twice";
            const bool measured = verdict.outcome < app::Verdict::Outcome::not_measured;
            EXPECT_TRUE(!measured || verdict.outcome == app::Verdict::Outcome::holds || !verdict.why.empty())
                << one.figure->id << ": " << verdict.what << ": " << verdict.text << " without a reason";
            if (!verdict.claim) continue;
            const app::Claim& claim = *verdict.claim;
            EXPECT_LE(claim.bound.low, claim.bound.high) << one.figure->id << ": " << verdict.what;
            const Sides sides = sides_of(claim.bound);
            const double n = std::max(claim.measured_at.first, 1.0);
            const auto judged = [&](double value) { return app::judge(claim, {{"n", n, value}}).outcome; };
            EXPECT_EQ(judged(*sides.inside), app::Verdict::Outcome::holds)
                << one.figure->id << ": " << verdict.what;
            EXPECT_EQ(judged(*sides.outside), app::Verdict::Outcome::fails)
                << one.figure->id << ": " << verdict.what;
            ++claims;
        }
    }
    EXPECT_GE(claims, 70u);
}

/// Bars have a group for each name; a line goes to the right, through places of the axis.
void expect_lines_ascend(const std::string& figure, const app::Chart& chart) {
    const std::set<std::string> names = {"scene", "matrix", "digit", "keys", ""};
    EXPECT_TRUE(chart.bars || chart.x.log || !names.count(chart.x.label) || !chart.x.unit.empty())
        << figure << ", " << chart.title << ": a line over names";
    if (chart.bars) return;
    for (const app::Series& series : chart.series) {
        double last = 0;
        for (const app::Point& point : series.points) {
            EXPECT_GT(point.x, last) << figure << ", " << chart.title << ", " << series.name;
            last = point.x;
        }
    }
}

TEST(Figures, of_a_paper_stand_in_the_order_of_their_numbers) {
    std::map<std::string, int> last;
    for (const app::PaperFigure& figure : app::figures()) {
        const std::string id = figure.id;
        const size_t dash = id.find('-');
        if (!std::isdigit(static_cast<unsigned char>(id[dash + 1]))) continue;  // a table, or ours
        int& before = last[id.substr(0, dash)];
        const int number = std::stoi(id.substr(dash + 1));
        EXPECT_GT(number, before) << id;
        before = number;
    }
    EXPECT_EQ(last["merrill"], 20);
}

TEST(Figures, lines_of_matrices_go_from_few_to_many_products_whatever_their_order) {
    if (!sim::cuda_available(nullptr))
        GTEST_SKIP() << "skipped: no CUDA device, which the engines of the figure need";
    app::LabConfig config = tiny_lab();
    config.backend = sort::Backend::cuda;
    for (const uint32_t rows : {1500u, 20u, 300u}) {
        std::vector<std::pair<uint32_t, uint32_t>> diagonal;
        for (uint32_t row = 0; row < rows; ++row) diagonal.emplace_back(row, row);
        config.matrices.push_back(app::make_pattern("diagonal", rows, rows, diagonal));
    }
    app::Lab lab(config);
    app::FigureResult result;
    app::find_figure("polok-5")->run(lab, result);
    EXPECT_EQ(
        std::count_if(result.charts.begin(), result.charts.end(), [](auto& chart) { return !chart.bars; }),
        1);
    ASSERT_FALSE(result.charts[0].series.empty());
    EXPECT_EQ(result.charts[0].series[0].points.size(), 3u);
    for (const app::Chart& chart : result.charts) expect_lines_ascend("polok-5", chart);
}

TEST(Figures, each_is_made_tiny_with_its_pictures_on_the_cpu) {
    // Times of stages are those of a GPU, and so are those with and without an order check.
    const std::set<std::string> kOfStages = {"merrill-13", "merrill-14", "merrill-16", "merrill-18",
                                             "ye-11",      "ye-12",      "ye-13",      "ye-14"};
    app::Lab lab(tiny_lab());
    std::vector<app::MadeFigure> made;
    for (const app::PaperFigure& figure : app::figures()) {
        made.push_back({&figure, {}});
        ASSERT_NO_THROW(figure.run(lab, made.back().result)) << figure.id;
        EXPECT_FALSE(made.back().result.charts.empty()) << figure.id;
        for (const app::Chart& chart : made.back().result.charts) {
            expect_lines_ascend(figure.id, chart);
            for (const app::Series& series : chart.series) {
                EXPECT_EQ(series.points.empty(),
                          kOfStages.count(figure.id) || series.name.starts_with("with"))
                    << figure.id << " " << series.name;
                for (const app::Point& point : series.points) {
                    EXPECT_TRUE(std::isfinite(point.y) && point.y >= 0) << figure.id << " " << series.name;
                }
            }
        }
    }
    EXPECT_TRUE(lab.wrong_results().empty());

    // And the report of all of them.
    const app::Report report{kFacts, made};
    const auto files = app::report_files(report, &report);
    EXPECT_EQ(files[0].first, "report.html");
    std::set<std::string> names;
    for (const auto& [name, text] : files) {
        EXPECT_TRUE(names.insert(name).second) << name;
        if (name.ends_with(".svg")) {
            EXPECT_EQ(xml_fault(text), "") << name;
        }
        if (name.ends_with(".json")) {
            EXPECT_TRUE(nlohmann::json::accept(text)) << name;
        }
    }
    EXPECT_NE(files[0].second.find("id=\"merrill-11\""), std::string::npos);
    expect_links_lead_somewhere(files);
    EXPECT_EQ(xml_fault(files[0].second.substr(
                  files[0].second.find("<h2 id=\"ha-1\""),
                  files[0].second.find("<h2 id=\"ha-3\"") - files[0].second.find("<h2 id=\"ha-1\""))),
              "");

    // Three scenes, each with its numbers.
    const auto& pictures = made.front().result.pictures;
    ASSERT_EQ(pictures.size(), 3u);
    for (const app::FigurePicture& picture : pictures) {
        EXPECT_NE(picture.text.find(" ms per step"), std::string::npos) << picture.title;
        EXPECT_NE(picture.text.find("the sort "), std::string::npos) << picture.title;
        EXPECT_EQ(picture.jpeg.empty(), picture.text.find("Not drawn") != std::string::npos);
    }

    expect_each_claim_is_tested_on_both_sides(made);
}

TEST(Report, pictures_are_in_the_page_and_beside_it) {
    app::MadeFigure made{app::find_figure("ha-1"), {}};
    made.result.pictures = {{"of <one>", "1 & 2", "Man"}, {"two", "why not", ""}, {"three", "", "Ma"}};
    const auto files = app::report_files({kFacts, {made}}, nullptr);
    std::map<std::string, std::string> by_name(files.begin(), files.end());
    EXPECT_EQ(by_name.at("ha-1-1.jpg"), "Man");
    EXPECT_EQ(by_name.count("ha-1-2.jpg"), 0u);
    const std::string& page = by_name.at("report.html");
    EXPECT_NE(page.find("alt=\"of &lt;one&gt;\" src=\"data:image/jpeg;base64,TWFu\""), std::string::npos);
    EXPECT_NE(page.find("base64,TWE=\""), std::string::npos);
    EXPECT_NE(page.find("<b>two</b><br/>why not"), std::string::npos);
    const auto figure = nlohmann::json::parse(by_name.at("report.json")).at("figures").at(0);
    EXPECT_EQ(figure.at("pictures").at(0).at("file"), "ha-1-1.jpg");
    EXPECT_TRUE(figure.at("pictures").at(1).at("file").is_null());
}

TEST(Report, names_of_files_are_any_bytes) {
    app::MadeFigure made{app::find_figure("ha-1"), {}};
    app::Chart chart{"m\xe9.mtx, \"two\"", {}, {}};
    chart.series.push_back({.name = "a", .points = {{.at = "b"}}});
    made.result.charts.push_back(chart);
    EXPECT_NE(app::figure_csv(made).find("ha-1,\"m\xef\xbf\xbd.mtx, \"\"two\"\"\",a,b,"), std::string::npos)
        << app::figure_csv(made);
}

TEST(Lab, its_reference_is_the_stable_sort) {
    std::mt19937 random(7);
    for (const uint32_t count : {0u, 1u, 2u, 5000u}) {
        for (const uint32_t different : {1u, 7u, 0xffffffffu}) {
            std::vector<uint32_t> keys(count), order(count);
            for (uint32_t& key : keys) key = (random() % different) * 2654435761u;
            std::iota(order.begin(), order.end(), 0u);
            std::stable_sort(order.begin(), order.end(),
                             [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
            EXPECT_EQ(app::LabKeys("k", keys).order, order);
        }
    }
}

TEST(Lab, sees_every_kind_of_wrong_result) {
    const app::LabKeys keys("k", {3, 1, 3, 2});
    EXPECT_EQ(app::wrong_result(keys, true, {1, 2, 3, 3}, {1, 3, 0, 2}), "");
    EXPECT_EQ(app::wrong_result(keys, true, {1, 2, 3, 3}, {}), "");
    EXPECT_NE(app::wrong_result(keys, true, {1, 2, 3, 3}, {1, 3, 2, 0}), "") << "not stable";
    EXPECT_EQ(app::wrong_result(keys, false, {1, 2, 3, 3}, {1, 3, 2, 0}), "") << "need not be";
    EXPECT_NE(app::wrong_result(keys, false, {1, 2, 3, 3}, {1, 3, 2, 2}), "") << "a value twice";
    EXPECT_NE(app::wrong_result(keys, false, {1, 2, 3, 3}, {3, 1, 2, 0}), "") << "not its key's";
    EXPECT_NE(app::wrong_result(keys, false, {1, 2, 3, 3}, {1, 3, 2, 9}), "") << "unknown";
    EXPECT_NE(app::wrong_result(keys, true, {1, 2, 2, 3}, {}), "") << "another key";
    EXPECT_NE(app::wrong_result(keys, true, {1, 3, 2, 3}, {}), "") << "not in order";
}

TEST(Lab, says_why_a_rival_is_not_there) {
    const app::Lab lab(tiny_lab());
    app::FigureResult result;
    const auto there =
        lab.present({{"cpu-radix", "cpu-radix"}, {"x", "no-such-engine"}, {"ours", "fourway"}}, result);
    ASSERT_EQ(there.size(), 1u);
    ASSERT_EQ(result.notes.size(), 2u);
    EXPECT_EQ(result.notes[0], "x: not in this build");
    EXPECT_EQ(result.notes[1].find("ours: skipped: "), 0u) << result.notes[1];
}

}  // namespace
