// The page reads from the top: what holds and what does not, then each figure with the paper's claim beside
// what was measured, then the numbers.
#include "app/bench/papers/report_html.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "app/base/text/csv.h"
#include "app/base/text/json_text.h"
#include "app/base/text/xml.h"
#include "app/bench/common/plot_svg.h"
#include "app/bench/papers/figure_lessons.h"
#include "sort/lab/measure.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;
using Outcome = Verdict::Outcome;

const char* const kStyle = R"(
body { font: 15px/1.45 Helvetica, Arial, sans-serif; max-width: 1000px; margin: 2em auto; padding: 0 1em;
       color: #111; background: #fff; }
h1 { font-size: 1.6em; } h2 { font-size: 1.2em; margin-top: 2.6em; border-top: 1px solid #bbb; padding-top: .8em; }
table { border-collapse: collapse; margin: .6em 0; } td, th { padding: .15em .7em; border-bottom: 1px solid #ddd;
       text-align: left; vertical-align: top; } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
.two { display: flex; gap: 2em; } .two > div { flex: 1; } .two h3 { font-size: 1em; margin: .2em 0; }
.holds { border-left: 4px solid #009E73; padding-left: .5em; } .fails { border-left: 4px solid #D55E00; padding-left: .5em; }
.about_equal { border-left: 4px solid #E69F00; padding-left: .5em; }
.not_measured { border-left: 4px solid #999; padding-left: .5em; color: #555; }
.notes { color: #555; font-size: .9em; } svg, img { max-width: 100%; height: auto; }
figure { margin: 1em 0; } figcaption { color: #333; } summary { cursor: pointer; }
)";

const char* outcome_name(Outcome outcome) {
    switch (outcome) {
        case Outcome::holds:
            return "holds";
        case Outcome::about_equal:
            return "about_equal";
        case Outcome::fails:
            return "fails";
        default:
            return "not_measured";
    }
}

std::string caption(const MadeFigure& made, const ReportFacts& facts) {
    return made.figure->id + std::string(" after ") + made.figure->paper + ". " + facts.machine + ", " +
           facts.date;
}

std::string picture_name(const MadeFigure& made, size_t chart) {
    return made.figure->id + (chart == 0 ? "" : "-" + std::to_string(chart + 1)) + ".svg";
}

std::string photo_name(const MadeFigure& made, size_t picture) {
    return made.figure->id + std::string("-") + std::to_string(picture + 1) + ".jpg";
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

std::string figure_html(const MadeFigure& made, const ReportFacts& facts) {
    const PaperFigure& figure = *made.figure;
    std::string html = "<h2 id=\"" + xml_text(figure.id) + "\">" + xml_text(figure.id) + ": " +
                       xml_text(figure.title) + "</h2>\n<div class=two><div><h3>" + xml_text(figure.paper) +
                       "</h3><p>" + xml_text(figure.claim) + "</p></div>\n<div><h3>Here</h3>";
    for (const Verdict& verdict : made.result.verdicts) {
        html += std::string("<p class=") + outcome_name(verdict.outcome) + ">" + xml_text(verdict.what) +
                "<br><b>" + xml_text(verdict.text) + "</b>" +
                (verdict.why.empty() ? "" : "<br>" + xml_text(verdict.why)) + "</p>";
    }
    html += "<p class=notes>" + xml_text(figure.method) + "</p></div></div>\n";
    const FigureLesson lesson = lesson_of_figure(figure.id);
    if (lesson.step > 0) {
        html += "<p>How this sort works: <code>" + lesson.command() + "</code>, or <a href=\"" +
                lesson.file() + "#step-" + std::to_string(lesson.step) + "\">step " +
                std::to_string(lesson.step) + " of its lesson</a>.</p>\n";
    }
    for (const FigurePicture& picture : made.result.pictures) html += picture_html(picture);
    for (const Chart& chart : made.result.charts) {
        html += plot_svg(chart, caption(made, facts)) + table_html(chart);
    }
    if (!made.result.notes.empty()) {
        html += "<ul class=notes>\n";
        for (const std::string& note : made.result.notes) html += "<li>" + xml_text(note) + "</li>\n";
        html += "</ul>\n";
    }
    return html;
}

std::string page(const std::vector<MadeFigure>& made, const ReportFacts& facts) {
    std::string html =
        "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>"
        "<meta name=viewport content=\"width=device-width\"><title>Sorts of five papers, "
        "measured</title><style>" +
        std::string(kStyle) +
        "</style></head><body>\n<h1>The figures of five papers on sorting, made again</h1>\n<p>" +
        xml_text(facts.machine) + "; " + xml_text(facts.date) + "; " + xml_text(facts.build) + ". " +
        xml_text(facts.copy_rate) + "</p>\n<p><code>" + xml_text(facts.command) +
        "</code></p>\n<p>Times are medians; all results were compared with a stable reference sort before "
        "their times were used; inputs are put back outside the timer; rivals take turns. "
        "A claim holds when the measured ratio reaches the lower end of the paper's range, "
        "less 5 % for noise, and no gain holds by less than 5 %. "
        "Below one that does not hold stands what both times consist of, where that is known: "
        "bytes by the engines' models and their rate. "
        "Pictures, tables (CSV) and raw samples (JSON) lie beside this page.</p>\n";
    size_t count[4] = {};
    std::string rows;
    for (const MadeFigure& one : made) {
        for (const Verdict& verdict : one.result.verdicts) {
            ++count[static_cast<size_t>(verdict.outcome)];
            rows += "<tr><td><a href=\"#" + xml_text(one.figure->id) + "\">" + xml_text(one.figure->id) +
                    "</a></td><td>" + xml_text(verdict.what) +
                    "</td><td><span class=" + outcome_name(verdict.outcome) + ">" + xml_text(verdict.text) +
                    "</span></td></tr>\n";
        }
    }
    html += "<p><b>Of the papers' claims " + std::to_string(count[0]) +
            (count[0] == 1 ? " holds here, " : " hold here, ") + std::to_string(count[2]) +
            (count[2] == 1 ? " does not, " : " do not, ") + std::to_string(count[1]) +
            " are too close to call, " + std::to_string(count[3]) +
            " could not be measured.</b></p>\n<table>" +
            "<tr><th>figure</th><th>claim</th><th>verdict</th></tr>\n" + rows + "</table>\n";
    for (const MadeFigure& one : made) html += figure_html(one, facts);
    return html + "</body></html>\n";
}

/// Empty for 0, which says that it is not known.
std::string known_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    return value > 0 ? text : "";
}

}  // namespace

std::string figure_csv(const MadeFigure& made) {
    std::string csv =
        "figure,chart,series,at,x,y,unit,y_of_fastest,samples,median_ms,min_ms,bytes_a_key,share_of_copy\n";
    char numbers[160];
    for (const Chart& chart : made.result.charts) {
        for (const Series& series : chart.series) {
            for (const Point& point : series.points) {
                csv += std::string(made.figure->id) + "," + csv_field(chart.title) + "," +
                       csv_field(series.name) + "," + csv_field(point.at) + ",";
                std::snprintf(numbers, sizeof numbers, "%.9g,%.9g,", point.x, point.y);
                csv += numbers + csv_field(chart.y.unit);
                const auto& samples = point.samples_ms;
                if (samples.empty()) {
                    csv += ",,0,,";
                } else {
                    std::snprintf(numbers, sizeof numbers, ",%.9g,%zu,%.9g,%.9g", point.best, samples.size(),
                                  sort::median(samples), *std::min_element(samples.begin(), samples.end()));
                    csv += numbers;
                }
                csv += "," + known_text(point.bytes_a_key) + "," + known_text(point.copy_share) + "\n";
            }
        }
    }
    return csv;
}

std::string figure_json(const MadeFigure& made, const ReportFacts& facts) {
    Json charts = Json::array(), verdicts = Json::array(), pictures = Json::array();
    for (size_t i = 0; i < made.result.pictures.size(); ++i) {
        const FigurePicture& one = made.result.pictures[i];
        const bool drawn = !one.jpeg.empty();
        pictures.push_back({{"title", one.title},
                            {"text", one.text},
                            {"file", drawn ? Json(photo_name(made, i)) : Json(nullptr)}});
    }
    for (const Chart& chart : made.result.charts) {
        Json all = Json::array();
        for (const Series& series : chart.series) {
            Json points = Json::array();
            for (const Point& point : series.points) {
                points.push_back(
                    {{"at", point.at}, {"x", point.x}, {"y", point.y}, {"samples_ms", point.samples_ms}});
                if (point.bytes_a_key > 0) points.back()["bytes_a_key"] = point.bytes_a_key;
                if (point.copy_share > 0) points.back()["share_of_copy"] = point.copy_share;
            }
            all.push_back({{"name", series.name}, {"points", points}});
        }
        charts.push_back({{"title", chart.title},
                          {"x", chart.x.label},
                          {"y", chart.y.label},
                          {"unit", chart.y.unit},
                          {"series", all}});
    }
    for (const Verdict& verdict : made.result.verdicts) {
        verdicts.push_back(
            {{"what", verdict.what}, {"outcome", outcome_name(verdict.outcome)}, {"text", verdict.text}});
        if (!verdict.why.empty()) verdicts.back()["why"] = verdict.why;
    }
    const Json report = {{"schema", 1},
                         {"figure", made.figure->id},
                         {"paper", made.figure->paper},
                         {"claim", made.figure->claim},
                         {"machine", facts.machine},
                         {"date", facts.date},
                         {"build", facts.build},
                         {"command", facts.command},
                         {"seconds_to_make", made.seconds},
                         {"pictures", pictures},
                         {"charts", charts},
                         {"verdicts", verdicts},
                         {"notes", made.result.notes}};
    return json_text(report, 1) + "\n";
}

std::vector<std::pair<std::string, std::string>> report_files(const std::vector<MadeFigure>& made,
                                                              const ReportFacts& facts) {
    std::vector<std::pair<std::string, std::string>> files = {{"report.html", page(made, facts)}};
    for (const MadeFigure& one : made) {
        for (size_t i = 0; i < one.result.charts.size(); ++i) {
            files.emplace_back(picture_name(one, i), plot_svg(one.result.charts[i], caption(one, facts)));
        }
        for (size_t i = 0; i < one.result.pictures.size(); ++i) {
            if (!one.result.pictures[i].jpeg.empty())
                files.emplace_back(photo_name(one, i), one.result.pictures[i].jpeg);
        }
        files.emplace_back(std::string(one.figure->id) + ".csv", figure_csv(one));
        files.emplace_back(std::string(one.figure->id) + ".json", figure_json(one, facts));
    }
    std::map<std::string, std::string> lessons;  // one page for all figures of a sort
    for (const MadeFigure& one : made) {
        const FigureLesson lesson = lesson_of_figure(one.figure->id);
        if (lesson.step > 0 && !lessons.count(lesson.file())) lessons[lesson.file()] = lesson.page();
    }
    files.insert(files.end(), lessons.begin(), lessons.end());
    return files;
}

std::string summary_text(const MadeFigure& made) {
    std::string text = std::string(made.figure->id) + ": " + made.figure->title + "\n";
    for (const Verdict& verdict : made.result.verdicts) {
        if (verdict.outcome == Verdict::Outcome::not_measured) continue;
        text += "  " + verdict.what + ": " + verdict.text + "\n";
        if (!verdict.why.empty()) text += "    " + verdict.why + "\n";
    }
    return text;
}

}  // namespace app
