// The page reads from the top: what holds and what does not, then each figure with the paper's claim beside
// what was measured, then the numbers.
#include "app/bench/paper_report/report_html.h"

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "app/base/text/xml.h"
#include "app/bench/common/plot_svg.h"
#include "app/bench/paper_report/engine_banners.h"
#include "app/bench/paper_report/figure_lessons.h"
#include "app/bench/paper_report/not_made.h"
#include "app/bench/paper_report/report_json.h"

namespace app {
namespace {

using Outcome = Verdict::Outcome;

const char* const kStyle = R"(
body { font: 15px/1.45 Helvetica, Arial, sans-serif; max-width: 1000px; margin: 2em auto; padding: 0 1em;
       color: #111; background: #fff; }
h1 { font-size: 1.6em; } h2 { font-size: 1.2em; margin-top: 2.6em; border-top: 1px solid #bbb; padding-top: .8em; }
table { border-collapse: collapse; margin: .6em 0; } td, th { padding: .15em .7em; border-bottom: 1px solid #ddd;
       text-align: left; vertical-align: top; } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
.two { display: flex; gap: 2em; } .two > div { flex: 1; } .two h3 { font-size: 1em; margin: .2em 0; }
.holds, .holds_there { border-left: 4px solid #009E73; padding-left: .5em; } .fails { border-left: 4px solid #D55E00; padding-left: .5em; }
.about_equal { border-left: 4px solid #E69F00; padding-left: .5em; }
.not_measured, .not_tested { border-left: 4px solid #999; padding-left: .5em; color: #555; }
.notes { color: #555; font-size: .9em; } svg, img { max-width: 100%; height: auto; }
pre { overflow-x: auto; font-size: .85em; } figure { margin: 1em 0; } figcaption { color: #333; } summary { cursor: pointer; }
)";

std::string caption(const MadeFigure& made, const ReportFacts& facts) {
    return made.figure->id + std::string(" after ") + made.figure->paper + ". " + facts.machine + ", " +
           facts.date;
}

/// What a chart shows, without the n that its title may end with: charts of two machines match by it.
std::string kind_of(const Chart& chart) {
    static const std::regex count(", [0-9.]+(Ki|Mi)?( [a-z ]+)?$");
    return std::regex_replace(chart.title, count, "");
}

/// Places down, series across: the numbers of a chart.
std::string table_html(const Chart& chart) {
    std::vector<std::pair<double, std::string>> places;
    for (const Series& series : chart.series) {
        for (const Point& point : series.points) {
            if (std::none_of(places.begin(), places.end(),
                             [&](const auto& p) { return p.second == point.at; }))
                places.emplace_back(point.x, point.at);
        }
    }
    std::stable_sort(places.begin(), places.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    const std::string unit = chart.y.unit.empty() ? "" : " (" + chart.y.unit + ")";
    std::string html = "<table><tr><th>" + xml_text(chart.x.label) + "</th>";
    for (const Series& series : chart.series) html += "<th class=n>" + xml_text(series.name) + "</th>";
    html += "</tr>\n";
    for (const auto& [x, at] : places) {
        html += "<tr><td>" + xml_text(at) + "</td>";
        for (const Series& series : chart.series) {
            const Point* point = point_at(chart, series.name, at);
            html += "<td class=n>" + (point ? short_number(point->y) : "") + "</td>";
        }
        html += "</tr>\n";
    }
    return "<details><summary>numbers: " + xml_text(chart.y.label + unit) + "</summary>" + html +
           "</table></details>\n";
}

std::string base64(const std::string& bytes) {
    constexpr const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (size_t i = 0; i < bytes.size(); i += 3) {
        const size_t count = std::min<size_t>(3, bytes.size() - i);
        uint32_t word = 0;
        for (size_t k = 0; k < 3; ++k) word = word << 8 | (k < count ? uint8_t(bytes[i + k]) : 0);
        for (size_t k = 0; k < 4; ++k) text += k <= count ? kDigits[word >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

std::string picture_html(const FigurePicture& picture) {
    std::string html = "<figure>";
    if (!picture.jpeg.empty()) {
        html += "<img alt=\"" + xml_text(picture.title) + "\" src=\"data:image/jpeg;base64," +
                base64(picture.jpeg) + "\"/>";
    }
    return html + "<figcaption><b>" + xml_text(picture.title) + "</b><br/>" + xml_text(picture.text) +
           "</figcaption></figure>\n";
}

std::string link_to(const std::string& place, const std::string& text) {
    return "<a href=\"" + xml_text(place) + "\">" + xml_text(text) + "</a>";
}

/// The place of a verdict in the page: "ha-4-claim-2".
std::string claim_place(const MadeFigure& made, size_t verdict) {
    return made.figure->id + std::string("-claim-") + std::to_string(verdict + 1);
}

std::string outcome_html(const Verdict& verdict) {
    return std::string("<span class=") + outcome_name(verdict.outcome) + ">" + xml_text(verdict.text) +
           "</span>";
}

std::string verdicts_html(const MadeFigure& made, const std::string& title, bool with_places) {
    std::string html = "<div><h3>" + xml_text(title) + "</h3>";
    for (size_t i = 0; i < made.result.verdicts.size(); ++i) {
        const Verdict& verdict = made.result.verdicts[i];
        const std::string place = with_places ? " id=\"" + claim_place(made, i) + "\"" : "";
        html += std::string("<p") + place + " class=" + outcome_name(verdict.outcome) + ">" +
                xml_text(verdict.what) + "<br/><b>" + xml_text(verdict.text) + "</b>" +
                (verdict.why.empty() ? "" : "<br/>" + xml_text(verdict.why)) + "</p>";
    }
    return html;
}

/// Lesson and banner of the figure's engine.
std::string engine_html(const FigureLesson& lesson) {
    if (lesson.step == 0) return "";
    std::string html = "<p>How this sort works: <code>" + lesson.command() + "</code>, or " +
                       link_to(lesson.file() + "#step-" + std::to_string(lesson.step),
                               "step " + std::to_string(lesson.step) + " of its lesson");
    if (banner_of(lesson.engine))
        html += ", or " + link_to("#engine-" + lesson.engine, "its source's banner");
    return html + ".</p>\n";
}

std::string charts_html(const MadeFigure& made, const ReportFacts& facts, const MadeFigure* other,
                        const Report* beside) {
    std::string html;
    for (const Chart& chart : made.result.charts) {
        html += plot_svg(chart, caption(made, facts)) + table_html(chart);
        if (!other) continue;
        for (const Chart& old : other->result.charts) {
            if (kind_of(old) == kind_of(chart))
                html += plot_svg(old, caption(*other, beside->facts)) + table_html(old);
        }
    }
    return html;
}

std::string figure_html(const MadeFigure& made, const ReportFacts& facts, const Report* beside) {
    const PaperFigure& figure = *made.figure;
    const MadeFigure* other = beside ? beside->find(&figure) : nullptr;
    std::string html = "<h2 id=\"" + xml_text(figure.id) + "\">" + xml_text(figure.id) + ": " +
                       xml_text(figure.title) + "</h2>\n<div class=two><div><h3>" + xml_text(figure.paper) +
                       "</h3><p>" + xml_text(figure.claim) + "</p></div>\n" +
                       verdicts_html(made, beside ? facts.device() : "Here", true) + "<p class=notes>" +
                       xml_text(figure.method) + "</p></div>";
    if (other) html += "\n" + verdicts_html(*other, beside->facts.device(), false) + "</div>";
    html += "</div>\n" + engine_html(lesson_of_figure(figure.id));
    for (const FigurePicture& picture : made.result.pictures) html += picture_html(picture);
    html += charts_html(made, facts, other, beside);
    if (!made.result.notes.empty()) {
        html += "<ul class=notes>\n";
        for (const std::string& note : made.result.notes) html += "<li>" + xml_text(note) + "</li>\n";
        html += "</ul>\n";
    }
    return html;
}

std::string facts_html(const Report& report) {
    const ReportFacts& facts = report.facts;
    return "<p>" + xml_text(facts.machine) + "; " + xml_text(facts.date) + "; " + xml_text(facts.build) +
           ". " + xml_text(facts.copy_rate) + "</p>\n<p><code>" + xml_text(facts.command) + "</code></p>\n";
}

/// "Of the papers' claims 3 hold here, ..."
std::string counts_html(const Report& report) {
    const auto count = [&](Outcome outcome) { return count_of(report, outcome); };
    const size_t hold = count(Outcome::holds), there = count(Outcome::holds_there),
                 fail = count(Outcome::fails);
    const auto many = [](size_t n, const char* one, const char* more) {
        return std::to_string(n) + (n == 1 ? one : more);
    };
    return "<p><b>Of the papers' claims " + many(hold, " holds here, ", " hold here, ") +
           many(there, " holds where the paper measured but not for every n, ",
                " hold where the paper measured but not for every n, ") +
           many(fail, " does not, ", " do not, ") + std::to_string(count(Outcome::about_equal)) +
           " are too close to call, " + std::to_string(count(Outcome::not_measured)) +
           " could not be measured, " + std::to_string(count(Outcome::not_tested)) +
           " were not tested for want of what they need.</b></p>\n";
}

std::string verdict_rows(const Report& report, const Report* beside) {
    std::string html = "<table><tr><th>figure</th><th>claim</th><th>" +
                       xml_text(beside ? report.facts.device() : "verdict") + "</th>" +
                       (beside ? "<th>" + xml_text(beside->facts.device()) + "</th>" : "") + "</tr>\n";
    for (const MadeFigure& made : report.figures) {
        const MadeFigure* other = beside ? beside->find(made.figure) : nullptr;
        for (size_t i = 0; i < made.result.verdicts.size(); ++i) {
            const Verdict& verdict = made.result.verdicts[i];
            const Verdict* old = verdict_on(other, verdict.what);
            html += "<tr><td>" + link_to(std::string("#") + made.figure->id, made.figure->id) + "</td><td>" +
                    link_to("#" + claim_place(made, i), verdict.what) + "</td><td>" + outcome_html(verdict) +
                    "</td>" + (beside ? "<td>" + (old ? outcome_html(*old) : "") + "</td>" : "") + "</tr>\n";
        }
    }
    return html + "</table>\n";
}

std::string not_made_html() {
    std::string html =
        "<h2 id=\"not-made\">Claims that no figure makes</h2>\n<table><tr><th>paper</th><th>claim</th>"
        "<th>not made</th></tr>\n";
    for (const NotMade& one : claims_not_made()) {
        html += "<tr><td>" + xml_text(one.paper) + "</td><td>" + xml_text(one.claim) + "</td><td>" +
                xml_text(one.reason) + "</td></tr>\n";
    }
    return html + "</table>\n";
}

/// The banners of the engines that figures of the report link.
std::string banners_html(const Report& report) {
    std::set<std::string> engines;
    for (const MadeFigure& made : report.figures) engines.insert(lesson_of_figure(made.figure->id).engine);
    std::string html;
    for (const std::string& engine : engines) {
        const EngineBanner* banner = banner_of(engine);
        if (!banner) continue;
        html += "<h3 id=\"engine-" + xml_text(engine) + "\">" + xml_text(engine) + ": " +
                xml_text(std::string(banner->path)) + "</h3>\n<pre>" + xml_text(banner_text(*banner)) +
                "</pre>\n";
    }
    return html.empty() ? "" : "<h2>The engines, as their sources describe them</h2>\n" + html;
}

std::string page(const Report& report, const Report* beside) {
    std::string html =
        "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>"
        "<meta name=viewport content=\"width=device-width\"><title>Sorts of five papers, "
        "measured</title><style>" +
        std::string(kStyle) +
        "</style></head><body>\n<h1>The figures of five papers on sorting, made again</h1>\n" +
        facts_html(report) + (beside ? "<p>Beside it:</p>\n" + facts_html(*beside) : "") +
        "<p>Times are medians; all results were compared with a stable reference sort before "
        "their times were used; inputs are put back outside the timer; rivals take turns. "
        "Each claim is judged at the n where the paper measured, and its verdict says for which n it holds. "
        "It holds when what was measured reaches the lower end of the paper's range, "
        "less 5 % for noise, and no gain holds by less than 5 %. "
        "Below one that does not hold stands what both times consist of, where that is known: "
        "bytes by the engines' models and their rate. "
        "Pictures, tables (CSV) and raw samples (JSON) lie beside this page.</p>\n" +
        counts_html(report) + verdict_rows(report, beside);
    for (const MadeFigure& one : report.figures) html += figure_html(one, report.facts, beside);
    return html + not_made_html() + banners_html(report) + "</body></html>\n";
}

}  // namespace

std::vector<std::pair<std::string, std::string>> report_files(const Report& report, const Report* beside) {
    std::vector<std::pair<std::string, std::string>> files = {{"report.html", page(report, beside)},
                                                              {"report.json", report_json(report)}};
    std::map<std::string, std::string> lessons;  // one page for all figures of a sort
    for (const MadeFigure& one : report.figures) {
        for (size_t i = 0; i < one.result.charts.size(); ++i)
            files.emplace_back(chart_name(one, i),
                               plot_svg(one.result.charts[i], caption(one, report.facts)));
        for (size_t i = 0; i < one.result.pictures.size(); ++i) {
            if (!one.result.pictures[i].jpeg.empty())
                files.emplace_back(photo_name(one, i), one.result.pictures[i].jpeg);
        }
        files.emplace_back(std::string(one.figure->id) + ".csv", figure_csv(one));
        const FigureLesson lesson = lesson_of_figure(one.figure->id);
        if (lesson.step > 0 && !lessons.count(lesson.file())) lessons[lesson.file()] = lesson.page();
    }
    files.insert(files.end(), lessons.begin(), lessons.end());
    return files;
}

}  // namespace app
