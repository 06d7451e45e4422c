// Each part has its writer and its reader next to each other.
#include "app/bench/paper_report/report_json.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/base/text/json_text.h"
#include "app/bench/paper_report/not_made.h"
#include "app/io/input_file.h"
#include "app/measure/json_place.h"

namespace app {
namespace {

using ReportJson = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr int kSchema = 2;
constexpr const char* kKind = "bench papers";
constexpr uint64_t kMostBytes = uint64_t{1} << 30;

ReportJson axis_json(const Axis& axis) {
    return {{"label", axis.label}, {"unit", axis.unit}, {"log", axis.log}};
}

bool read_flag(const JsonPlace& place) { return place.value() == "true"; }

Axis read_axis(const JsonPlace& place) {
    return {place.at("label").text(), place.at("unit").text(), read_flag(place.at("log"))};
}

ReportJson chart_json(const Chart& chart) {
    ReportJson all = ReportJson::array();
    for (const Series& series : chart.series) {
        ReportJson points = ReportJson::array();
        for (const Point& point : series.points) {
            points.push_back({{"at", point.at},
                              {"x", point.x},
                              {"y", point.y},
                              {"y_of_fastest", point.best},
                              {"samples_ms", point.samples_ms}});
            if (point.bytes_a_key > 0) points.back()["bytes_a_key"] = point.bytes_a_key;
            if (point.copy_share > 0) points.back()["share_of_copy"] = point.copy_share;
        }
        all.push_back({{"name", series.name}, {"points", points}});
    }
    return {{"title", chart.title},
            {"x", axis_json(chart.x)},
            {"y", axis_json(chart.y)},
            {"bars", chart.bars},
            {"series", all}};
}

double read_known(const JsonPlace& place, const char* key) {
    return place.has(key) ? place.at(key).number() : 0;
}

Chart read_chart(const JsonPlace& place) {
    Chart chart{place.at("title").text(), read_axis(place.at("x")), read_axis(place.at("y")),
                read_flag(place.at("bars"))};
    for (const JsonPlace& series : place.at("series").items()) {
        chart.series.push_back({series.at("name").text(), {}});
        for (const JsonPlace& one : series.at("points").items()) {
            Point point{one.at("at").text(), one.at("x").number(), one.at("y").number(),
                        one.at("y_of_fastest").number()};
            for (const JsonPlace& sample : one.at("samples_ms").items())
                point.samples_ms.push_back(sample.number());
            point.bytes_a_key = read_known(one, "bytes_a_key");
            point.copy_share = read_known(one, "share_of_copy");
            chart.series.back().points.push_back(std::move(point));
        }
    }
    return chart;
}

/// What JSON cannot say, no limit, is null.
ReportJson finite(double value) { return std::isfinite(value) ? ReportJson(value) : ReportJson(); }
double read_limit(const JsonPlace& place, const char* key) {
    return place.has(key) ? place.at(key).number() : HUGE_VAL;
}

ReportJson bound_json(const Claim& claim) {
    return {{"gain", claim.bound.kind == Bound::Kind::gain},
            {"low", claim.bound.low},
            {"high", finite(claim.bound.high)},
            {"paper", claim.bound.paper},
            {"unit", claim.bound.unit},
            {"from_n", claim.measured_at.first},
            {"to_n", finite(claim.measured_at.last)},
            {"n_of", claim.measured_at.of},
            {"on_average", claim.judged == Judged::average}};
}

Claim read_claim(const JsonPlace& place, const std::string& what) {
    const Bound bound = {read_flag(place.at("gain")) ? Bound::Kind::gain : Bound::Kind::within,
                         place.at("low").number(), read_limit(place, "high"), place.at("paper").text(),
                         place.at("unit").text()};
    return {what,
            bound,
            {place.at("from_n").number(), read_limit(place, "to_n"), place.at("n_of").text()},
            read_flag(place.at("on_average")) ? Judged::average : Judged::each};
}

ReportJson verdict_json(const Verdict& verdict) {
    ReportJson json = {
        {"what", verdict.what}, {"outcome", outcome_name(verdict.outcome)}, {"text", verdict.text}};
    if (!verdict.why.empty()) json["why"] = verdict.why;
    if (verdict.claim) json["bound"] = bound_json(*verdict.claim);
    return json;
}

Verdict read_verdict(const JsonPlace& place) {
    const auto outcome = outcome_named(place.at("outcome").text());
    if (!outcome) place.at("outcome").refuse("'" + place.at("outcome").text() + "' is no outcome");
    Verdict verdict{*outcome, place.at("what").text(), place.at("text").text(),
                    place.has("why") ? place.at("why").text() : ""};
    if (place.has("bound")) verdict.claim = read_claim(place.at("bound"), verdict.what);
    return verdict;
}

ReportJson figure_json(const MadeFigure& made) {
    ReportJson charts = ReportJson::array(), verdicts = ReportJson::array(), pictures = ReportJson::array();
    for (size_t i = 0; i < made.result.pictures.size(); ++i) {
        const FigurePicture& one = made.result.pictures[i];
        const ReportJson file = one.jpeg.empty() ? ReportJson() : ReportJson(photo_name(made, i));
        pictures.push_back({{"title", one.title}, {"text", one.text}, {"file", file}});
    }
    for (const Chart& chart : made.result.charts) charts.push_back(chart_json(chart));
    for (const Verdict& verdict : made.result.verdicts) verdicts.push_back(verdict_json(verdict));
    return {{"figure", made.figure->id},   {"paper", made.figure->paper},
            {"claim", made.figure->claim}, {"seconds_to_make", made.seconds},
            {"pictures", pictures},        {"charts", charts},
            {"verdicts", verdicts},        {"notes", made.result.notes}};
}

/// The file's bytes; "" where it is not there, or not a name in the folder.
std::string file_beside(const fs::path& folder, const std::string& name) {
    if (name.empty() || fs::path(name).has_parent_path()) return "";
    std::ifstream in(folder / name, std::ios::binary);
    std::ostringstream bytes;
    bytes << in.rdbuf();
    return bytes.str();
}

MadeFigure read_figure(const JsonPlace& place, const PaperFigure* figure, const fs::path& folder) {
    MadeFigure made{figure, {}, place.at("seconds_to_make").number()};
    for (const JsonPlace& one : place.at("pictures").items()) {
        const std::string file = one.has("file") ? one.at("file").text() : "";
        made.result.pictures.push_back(
            {one.at("title").text(), one.at("text").text(), file_beside(folder, file)});
    }
    for (const JsonPlace& one : place.at("charts").items()) made.result.charts.push_back(read_chart(one));
    for (const JsonPlace& one : place.at("verdicts").items())
        made.result.verdicts.push_back(read_verdict(one));
    for (const JsonPlace& one : place.at("notes").items()) made.result.notes.push_back(one.text());
    return made;
}

}  // namespace

std::string report_json(const Report& report) {
    ReportJson figures = ReportJson::array(), not_made = ReportJson::array();
    for (const MadeFigure& made : report.figures) figures.push_back(figure_json(made));
    for (const NotMade& one : claims_not_made())
        not_made.push_back({{"paper", one.paper}, {"claim", one.claim}, {"reason", one.reason}});
    const ReportJson json = {{"schema", kSchema},
                             {"kind", kKind},
                             {"machine", report.facts.machine},
                             {"date", report.facts.date},
                             {"build", report.facts.build},
                             {"command", report.facts.command},
                             {"copy_rate", report.facts.copy_rate},
                             {"figures", figures},
                             {"not_made", not_made}};
    return pretty_json(json) + "\n";
}

Report read_report(const std::string& path) {
    const std::string text = InputFile(path).text(kMostBytes, FileKind::json);
    const ReportJson json = ReportJson::parse(text, nullptr, false);
    const std::string expected = "a report.json of `sweeplab bench papers` is expected";
    if (json.is_discarded()) throw BadFile(path + ": not JSON; " + expected);
    const JsonPlace top(json, path);
    if (!top.has("kind") || top.at("kind").value() != kKind) top.refuse(expected);
    if (top.at("schema").number() != kSchema) {
        top.at("schema").refuse(top.at("schema").value() + "; this version reads " + std::to_string(kSchema));
    }
    Report report{{top.at("machine").text(), top.at("date").text(), top.at("build").text(),
                   top.at("command").text(), top.at("copy_rate").text()},
                  {}};
    const fs::path folder = fs::path(path).parent_path();
    for (const JsonPlace& one : top.at("figures").items()) {
        const PaperFigure* figure = find_figure(one.at("figure").text());
        if (figure) report.figures.push_back(read_figure(one, figure, folder));
    }
    return report;
}

}  // namespace app
