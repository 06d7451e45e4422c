#include "app/bench/steps/scale_report.h"

#include <algorithm>
#include <functional>

namespace app {
namespace {

/// Lists the fields of a line, with the same values in each of its rows.
Fields<ScaleRow> line_fields(const std::vector<ScaleLine>& lines, bool wide) {
    const size_t input = widest(lines, &ScaleLine::input), name = widest(lines, &ScaleLine::broad_phase);
    const auto of = [](auto member) {
        return [member](const ScaleRow& row) { return std::invoke(member, row.line); };
    };
    return {{{"what", 5, true}, "what", of(&ScaleLine::what)},
            {{"kind or scene", input, true}, "input", of(&ScaleLine::input)},
            {{"broad phase", name, true}, "broad_phase", of(&ScaleLine::broad_phase)},
            {{wide ? "backend" : "", 7, true}, "backend", of(&ScaleLine::backend)},
            {"exponent", of(&ScaleLine::exponent)},
            {"last_exponent", of(&ScaleLine::last_exponent)}};
}

Fields<ScaleRow> point_fields(bool wide) {
    const auto of = [](auto member) {
        return [member](const ScaleRow& row) { return std::invoke(member, row.point()); };
    };
    const auto ns_each = [](const ScaleRow& row) { return row.point().median_ms() / row.point().count; };
    const auto growth = [](const ScaleRow& row) { return row.line->exponent_at(row.at); };
    return {{{"n", 8}, "n", of(&ScalePoint::count), kCount},
            {{"median ms", 9}, "median_ms", of(&ScalePoint::median_ms), kMs},
            {{wide ? "min ms" : "", 9}, "min_ms", of(&ScalePoint::min_ms), kMs},
            {{"noise %", 7}, "noise", of(known_noise_of<ScalePoint>), kPercent},
            {{"samples", 7, false, 2},
             "samples",
             [](const ScaleRow& row) { return row.point().samples_ms.size(); }},
            {{"ns each", 8, false, 1}, "", ns_each, {1e6, 1}},
            {{"pairs", 9}, "pairs", of(&ScalePoint::pairs)},
            {"tests", of(&ScalePoint::tests)},
            {"bytes", of(&ScalePoint::bytes)},
            {{"power of n", 10}, "", growth, {1, 2}},
            {{"check", 18, true}, "check", of(&ScalePoint::check)},
            {"warnings", of(&ScalePoint::warnings)},
            {"samples_ms", of(&ScalePoint::samples_ms)}};
}

}  // namespace

BenchReport<ScaleRow> scale_report(const ScaleOptions& options, const std::vector<ScaleLine>& lines,
                                   const std::vector<std::string>& left_out) {
    const sort::Backend backend = lines.front().backend;
    const BenchSubject subject{"bench scale", std::string("time against n, ") + sort::name_of(backend),
                               backend, options.device, options.threads};
    const Fields<ScaleRow> of_line = line_fields(lines, options.markdown),
                           of_point = point_fields(options.markdown);
    Fields<ScaleRow> all = of_line;
    all.insert(all.end(), of_point.begin(), of_point.end());
    const auto add = [&options, &lines, &left_out, of_line, of_point](Json& report,
                                                                      std::span<const ScaleRow>) {
        Json lines_json = Json::array();
        for (const ScaleLine& line : lines) {
            Json json = row_json(of_line, {&line, 0});
            json["points"] = Json::array();
            for (size_t at = 0; at < line.points.size(); ++at)
                json["points"].push_back(row_json(of_point, {&line, at}));
            lines_json.push_back(json);
        }
        report.update({{"seed", options.seed ? Json(*options.seed) : Json("the input's")},
                       {"threads", options.threads},
                       {"timeout_s", options.timeout_s},
                       {"lines", lines_json},
                       {"left_out", left_out}});
    };
    return {subject, all, {"what,input,broad_phase,backend,n,sample,ms"}, add};
}

}  // namespace app
