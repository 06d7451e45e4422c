// Parts of the report that are text or names.
#include "app/bench/paper_report/report.h"

#include <algorithm>

#include "app/base/text/csv.h"
#include "sort/lab/measure.h"

namespace app {
namespace {

using Outcome = Verdict::Outcome;

constexpr std::pair<Outcome, const char*> kOutcomes[] = {
    {Outcome::holds, "holds"}, {Outcome::holds_there, "holds_there"},   {Outcome::about_equal, "about_equal"},
    {Outcome::fails, "fails"}, {Outcome::not_measured, "not_measured"}, {Outcome::not_tested, "not_tested"}};

std::string numbered(const MadeFigure& made, size_t number, const char* ending) {
    return made.figure->id + (number == 0 ? "" : "-" + std::to_string(number)) + ending;
}

/// Empty for 0, which says that it is not known.
std::string known_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    return value > 0 ? text : "";
}

}  // namespace

const MadeFigure* Report::find(const PaperFigure* figure) const {
    const auto found = std::find_if(figures.begin(), figures.end(),
                                    [&](const MadeFigure& made) { return made.figure == figure; });
    return found == figures.end() ? nullptr : &*found;
}

const Verdict* verdict_on(const MadeFigure* made, const std::string& what) {
    if (!made) return nullptr;
    for (const Verdict& verdict : made->result.verdicts) {
        if (verdict.what == what) return &verdict;
    }
    return nullptr;
}

size_t count_of(const Report& report, Outcome outcome) {
    size_t count = 0;
    for (const MadeFigure& made : report.figures) {
        for (const Verdict& verdict : made.result.verdicts) count += verdict.outcome == outcome;
    }
    return count;
}

const char* outcome_name(Outcome outcome) {
    for (const auto& [known, name] : kOutcomes) {
        if (known == outcome) return name;
    }
    return "";
}

std::optional<Outcome> outcome_named(const std::string& name) {
    for (const auto& [outcome, known] : kOutcomes) {
        if (name == known) return outcome;
    }
    return std::nullopt;
}

std::string chart_name(const MadeFigure& made, size_t chart) {
    return numbered(made, chart == 0 ? 0 : chart + 1, ".svg");
}

std::string photo_name(const MadeFigure& made, size_t picture) { return numbered(made, picture + 1, ".jpg"); }

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

std::string summary_text(const MadeFigure& made) {
    std::string text = std::string(made.figure->id) + ": " + made.figure->title + "\n";
    for (const Verdict& verdict : made.result.verdicts) {
        if (verdict.outcome == Outcome::not_measured || verdict.outcome == Outcome::not_tested) continue;
        text += "  " + verdict.what + ": " + verdict.text + "\n";
        if (!verdict.why.empty()) text += "    " + verdict.why + "\n";
    }
    return text;
}

}  // namespace app
